// Every append of every transcript fails once, with somebody watching and the hall open: nobody is told what
// is not durable, and what is durable goes on.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>

#include "harness/stage.hpp"
#include "harness/virtual_server.hpp"
#include "harness/witness.hpp"
#include "transcript/speech.hpp"

namespace {

using transcript::Line;
using transcript::Transcript;

/// The people of a transcript say what stands there, whatever is answered; who was hung up on comes again.
class Sweep {
 public:
  explicit Sweep(const Transcript& transcript)
      : transcript_(transcript), server_(harness::settings_of(transcript)) {
    server_.on_told([this](base::PlayerId player, const table::Notice& notice) {
      if (player == watcher_.player) ++seen_;
      witness_.told(player, notice);
    });
    server_.on_answered([this](base::PlayerId player, const protocols::Answer& answer) {
      if (player == watcher_.player) ++seen_;
      witness_.told_answer(player, answer);
    });
  }

  /// That append fails, and the disk is not back for so many tries.
  void fail_at(std::uint64_t append, int reopenings) { server_.journal().fail_at(append, reopenings); }
  /// What is wrong, "" if nothing is.
  std::string play();
  std::uint64_t appends() { return server_.journal().appends(); }
  /// How many notices whoever watches was told.
  std::size_t seen() const { return seen_; }

 private:
  struct Person {
    base::PlayerId player{};
    std::unique_ptr<transcript::Speech> speech{};
    std::int64_t asked = 0;
  };

  Person& person(const Line& line);
  void perform(const Line& line);
  void visit(Person& visitor, std::string_view token);
  void ask(Person& visitor, std::string_view members);
  void look_around();

  const Transcript& transcript_;
  harness::VirtualServer server_;
  harness::Witness witness_{server_.journal()};
  std::map<char, Person> people_;
  Person watcher_, looker_;
  base::TableId watched_{};
  std::size_t seen_ = 0;
};

Sweep::Person& Sweep::person(const Line& line) {
  auto& someone = people_[line.peer];
  if (someone.speech == nullptr || server_.is_closed(someone.player)) {
    const auto encodings = transcript::encodings_of(transcript_);
    someone.player = server_.connect(*line.protocol, harness::address_of(line), line.port);
    someone.speech = transcript::make_speech(*line.protocol, encodings.front(), transcript_.pings);
  }
  return someone;
}

void Sweep::perform(const Line& line) {
  switch (line.kind) {
    case Line::Kind::connect:
      person(line);
      return;
    case Line::Kind::send: {
      auto& someone = person(line);
      return server_.receive(someone.player, someone.speech->say(line.bytes));
    }
    case Line::Kind::hang_up:
      return server_.hang_up(person(line).player);
    case Line::Kind::turn_clock:
      return server_.turn_clock(line.time);
    case Line::Kind::restart:
      witness_.forget();
      server_.restart();
      return;
    case Line::Kind::expect:
    case Line::Kind::expect_close:
      return;
  }
}

void Sweep::ask(Person& visitor, std::string_view members) {
  server_.receive(visitor.player, fmt::format("{{\"id\":{},{}}}\n", ++visitor.asked, members));
}

void Sweep::visit(Person& visitor, std::string_view token) {
  if (visitor.asked > 0 && !server_.is_closed(visitor.player)) return;
  visitor = {server_.connect(*protocols::find("web"), fmt::format("token:{}", token))};
  ask(visitor, R"("ask":"hall","on":true)");
  if (&visitor == &watcher_) watched_ = {};
}

/// Whoever watches sees the newest table, and both are told of the hall, which is once a second.
void Sweep::look_around() {
  visit(looker_, "looker");
  visit(watcher_, "watcher");
  const auto newest = server_.journal().last_table().value();
  if (std::exchange(watched_, newest) != newest)
    ask(watcher_, fmt::format(R"("ask":"watch","table":{})", newest.value));
  server_.turn_clock(std::chrono::seconds(1));
}

std::string Sweep::play() {
  for (const auto& line : transcript_.lines) {
    perform(line);
    if (line.kind == Line::Kind::expect || line.kind == Line::Kind::expect_close) continue;
    look_around();
    if (!witness_.problem().empty()) return fmt::format("line {}: {}", line.number, witness_.problem());
  }
  server_.turn_clock(std::chrono::seconds(30));
  if (server_.engine().is_stalled()) return "the server does not go on";
  return witness_.problem() + witness_.compare(server_.engine().hall());
}

class Faults : public testing::TestWithParam<const protocols::Protocol*> {};

TEST_P(Faults, AreToldToNobody) {
  std::uint64_t injected = 0;
  std::size_t seen = 0;
  for (const auto& file : harness::transcripts_of(*GetParam())) {
    const auto transcript = transcript::read(harness::read_text(file));
    ASSERT_TRUE(transcript) << file;
    Sweep unharmed(*transcript);
    ASSERT_EQ(unharmed.play(), "") << file;
    seen += unharmed.seen();
    for (std::uint64_t at = 1; at <= unharmed.appends(); ++at, ++injected) {
      Sweep sweep(*transcript);
      sweep.fail_at(at, static_cast<int>(at % 3));
      ASSERT_EQ(sweep.play(), "") << file << ": append " << at << " of " << unharmed.appends() << " fails";
    }
  }
  RecordProperty("injected", std::to_string(injected));
  EXPECT_GT(injected, 30U);
  EXPECT_GT(seen, 100U) << "nobody has watched anything";
}

std::vector<const protocols::Protocol*> all_protocols() {
  std::vector<const protocols::Protocol*> found;
  for (const auto& protocol : protocols::all()) found.push_back(&protocol);
  return found;
}

INSTANTIATE_TEST_SUITE_P(Every, Faults, testing::ValuesIn(all_protocols()), [](const auto& one) {
  std::string name(one.param->name);
  std::ranges::replace(name, '-', '_');
  return name;
});

}  // namespace
