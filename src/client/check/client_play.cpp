// Listens for clients and plays a case with each.
#include "client/check/client_play.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>

#include "client/check/client_stage.hpp"
#include "client/check/spawned.hpp"
#include "net/tcp.hpp"

namespace client::check {
namespace {

using Clock = std::chrono::steady_clock;
constexpr Milliseconds kTick{2};        ///< while there is something to say
constexpr Milliseconds kQuietTick{50};  ///< while the client is waited for

class Reception final : net::Conversations {
 public:
  Reception(const ClientSettings& settings, const std::vector<ClientCase>& cases, const ClientHooks& hooks)
      : settings_(settings), cases_(cases), hooks_(hooks) {}

  base::Result<void> run();

 private:
  void opened(net::LinkId link, int tag, const net::Address& peer) override;
  void received(net::LinkId link, std::string_view bytes) override;
  void closed(net::LinkId link, std::string_view why) override;
  void settle() override {}

  void tick();
  Milliseconds next_tick(Clock::time_point now) const;
  Milliseconds patience() const;
  void start_client();
  bool is_client_gone();
  void finish(std::map<net::LinkId, std::unique_ptr<ClientStage>>::iterator place);
  void give_up();
  void skip_one();

  const ClientSettings& settings_;
  const std::vector<ClientCase>& cases_;
  const ClientHooks& hooks_;
  net::Loop loop_;
  net::Tcp tcp_{loop_, *this};
  net::Loop::Timer timer_{loop_};
  std::map<net::LinkId, std::unique_ptr<ClientStage>> stages_;
  std::uint16_t port_ = 0;
  std::unique_ptr<Spawned> client_;
  int failures_ = 0;                       ///< in a row
  std::size_t next_ = 0;                   ///< case
  Clock::time_point last_ = Clock::now();  ///< when somebody was here
};

base::Result<void> Reception::run() {
  const auto address = tcp_.listen(settings_.listen, 0);
  if (!address) return std::unexpected(address.error());
  port_ = address->port;
  hooks_.listening(*address);
  last_ = Clock::now();
  start_client();
  tick();
  loop_.run();
  if (next_ > 0) return {};
  return base::fail(base::Code::system,
                    fmt::format("no client connected to {} within {} s", net::write_address(*address),
                                settings_.patience.count() / 1000));
}

void Reception::opened(net::LinkId link, int /*tag*/, const net::Address& /*peer*/) {
  if (next_ == cases_.size()) return tcp_.close(link);
  const auto& played = cases_[next_++];
  hooks_.begun(played.one);
  stages_.emplace(link, std::make_unique<ClientStage>(played, *settings_.protocol, *settings_.kits,
                                                      settings_.seed + next_, patience(), Clock::now()));
  timer_.set(kTick, [this] { tick(); });
}

void Reception::received(net::LinkId link, std::string_view bytes) {
  if (const auto found = stages_.find(link); found != stages_.end())
    found->second->receive(bytes, Clock::now());
  timer_.set(kTick, [this] { tick(); });
}

void Reception::closed(net::LinkId link, std::string_view /*why*/) {
  const auto found = stages_.find(link);
  if (found == stages_.end()) return;
  found->second->hang_up(Clock::now());
  finish(found);
}

void Reception::tick() {
  const auto now = Clock::now();
  for (auto place = stages_.begin(); place != stages_.end();) {
    auto& [link, stage] = *place;
    stage->tick(now);
    if (const auto output = stage->take_output(now); !output.empty()) tcp_.send(link, output);
    const auto here = place++;
    const bool speaks =
        stage->has_more_to_say() && stage->finding() && stage->finding()->result == Result::passed;
    if (stage->finding() && !speaks) finish(here);  // never in the middle of a message
  }
  if (!stages_.empty()) last_ = now;
  if (stages_.empty() && next_ == cases_.size()) return loop_.stop();
  if (is_client_gone()) return skip_one();
  if (now - last_ > patience()) return give_up();
  timer_.set(next_tick(now), [this] { tick(); });
}

/// Nobody is woken for nothing: with no client there is only the end of patience to wait for.
Milliseconds Reception::next_tick(Clock::time_point now) const {
  if (stages_.empty() && client_ != nullptr) return kQuietTick;
  if (stages_.empty()) return std::chrono::ceil<Milliseconds>(last_ + patience() - now) + kTick;
  const bool speaks =
      std::ranges::any_of(stages_, [](const auto& one) { return one.second->has_more_to_say(); });
  return speaks ? kTick : kQuietTick;
}

void Reception::finish(std::map<net::LinkId, std::unique_ptr<ClientStage>>::iterator place) {
  tcp_.close(place->first);
  hooks_.done({place->second->played().one, *place->second->finding()});
  failures_ = place->second->finding()->result == Result::failed ? failures_ + 1 : 0;
  stages_.erase(place);
  last_ = Clock::now();
  if (next_ < cases_.size()) start_client();
}

/// Who has failed several times is not waited for as long as the first time.
Milliseconds Reception::patience() const {
  constexpr int kEnough = 2;
  constexpr Milliseconds kShort{3000};
  return failures_ < kEnough ? settings_.patience : std::min(settings_.patience, kShort);
}

/// A fresh one, where the command is known.
void Reception::start_client() {
  if (settings_.spawn.empty()) return;
  client_.reset();
  if (auto client = Spawned::start(settings_.spawn, port_)) client_ = *std::move(client);
}

/// Whether the client that was started has ended without a word.
bool Reception::is_client_gone() { return client_ != nullptr && stages_.empty() && !client_->is_running(); }

/// The client that was started for it never came.
void Reception::skip_one() {
  const auto& one = cases_[next_++].one;
  hooks_.done({one,
               {.result = Result::failed,
                .came = fmt::format("the client {}", client_->last_words()),
                .right = "a connection",
                .fault = {.reason = "no connection"}}});
  if (next_ == cases_.size()) return loop_.stop();
  start_client();
  last_ = Clock::now();
  timer_.set(kTick, [this] { tick(); });
}

/// Nobody comes any more: what is left was not played.
void Reception::give_up() {
  loop_.stop();
  if (next_ == 0) return;
  for (; next_ < cases_.size(); ++next_) {
    hooks_.done({cases_[next_].one,
                 {.result = Result::skipped,
                  .why = fmt::format("no client connected for {} s", settings_.patience.count() / 1000)}});
  }
}

}  // namespace

base::Result<void> check_client(const ClientSettings& settings, const std::vector<ClientCase>& cases,
                                const ClientHooks& hooks) {
  return Reception(settings, cases, hooks).run();
}

}  // namespace client::check
