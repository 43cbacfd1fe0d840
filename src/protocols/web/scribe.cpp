// What has happened at a table, as lines for people.
#include "protocols/web/scribe.hpp"

#include <utility>

namespace protocols::web {

void Scribe::note(const table::Happened& happened) {
  auto said = story_.note(happened.event);
  for (auto& [name, value] : said.shown) base::set(shown_, name, std::move(value));
  if (!said.label.empty()) {
    said_ = std::move(said);
    if (happened.flagged && said_->label == games::kLeft) said_->label = games::kTimeUp;
  } else if (said_) {
    for (auto& more : said.more) said_->more.push_back(std::move(more));
  }
  if (!happened.last) return;
  ++seq_;
  line_ = nullptr;
  if (!said_) return;
  auto act = *std::exchange(said_, std::nullopt);
  base::Members line{{"seq", seq_},
                     {"who", happened.who.value},
                     {"text", act.text.empty() ? base::Value() : std::move(act.text)},
                     {"label", std::move(act.label)},
                     {"points", act.points ? base::Value(*act.points) : base::Value()}};
  if (act.takes_back > 0) line.push_back({"takes_back", act.takes_back});
  for (auto& more : act.more) line.push_back(std::move(more));
  line_ = std::move(line);
  lines_.push_back(line_);
}

}  // namespace protocols::web
