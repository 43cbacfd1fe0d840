// The running server.
#include "server/service.hpp"

#include <fmt/format.h>
#include <systemd/sd-daemon.h>

#include <chrono>
#include <csignal>

#include "base/roster.hpp"
#include "net/http.hpp"
#include "net/tcp.hpp"
#include "net/worker.hpp"
#include "server/admin.hpp"
#include "server/chance.hpp"
#include "server/company.hpp"
#include "server/doors.hpp"
#include "server/engine.hpp"
#include "server/engine_settings.hpp"
#include "server/log.hpp"
#include "server/metrics.hpp"
#include "server/node_metrics.hpp"
#include "server/recall.hpp"
#include "server/round.hpp"
#include "server/settled_queue.hpp"
#include "server/web/behind.hpp"
#include "server/web/export.hpp"
#include "server/web/token.hpp"
#include "server/wire_listener.hpp"
#include "store/keep.hpp"

namespace server {
namespace {

constexpr auto kLagPeriod = std::chrono::milliseconds(500);
/// How long the loop lets requests gather at most while the journal commits.
constexpr auto kGather = std::chrono::milliseconds(2);
constexpr auto kDrainCheck = std::chrono::milliseconds(10);
constexpr auto kDrainPatience = std::chrono::seconds(5);

/// What the wall's clock said at first, and what has passed since: whoever sets that clock moves no deadline.
Time now() {
  using std::chrono::steady_clock;
  using std::chrono::system_clock;
  static const auto begun = steady_clock::now();
  static const auto wall = system_clock::now().time_since_epoch();
  const auto time = wall + (steady_clock::now() - begun);
  return base::from_millis(std::chrono::duration_cast<std::chrono::milliseconds>(time).count());
}

/// As the hall knows a browser; "" for none.
std::string address_of(std::string_view browser) {
  return browser.empty() ? "" : std::string(table::kToken) + std::string(browser);
}

/// The names by which the web and the admin listener may be asked for.
web::Hosts hosts_of(const Config& config) {
  auto names = config.web_hosts;
  names.insert({config.web_origin, config.second_screen});
  return web::Hosts(names);
}

class Service final : public net::Conversations, public Peers {
 public:
  Service(const Config& config, const games::Kits& kits, const ServiceHooks& hooks)
      : config_(config), kits_(kits), hooks_(hooks), hosts_(hosts_of(config)), proxies_(proxies_of(config)) {}

  Result<void> start();
  Result<void> run();
  /// While it stood by, before it ever served.
  bool was_told_to_end() const { return told_to_end_; }

 private:
  Result<void> open_keep();
  bool stand_by(const std::string& why);
  void fall_silent(const base::Error& why);
  Result<void> open_company();
  Result<void> open_accounts();
  Result<void> open_listeners(std::string& ready);
  Result<void> make_web(const protocols::Protocol& protocol);
  Result<std::optional<std::string>> pass_of(std::string_view browser);
  Result<std::optional<net::TlsIdentity>> load_identity() const;
  void reload_identity();
  void tick_web();
  Result<void> listen(Listener& listener, std::string_view name, const std::string& where, net::Door door,
                      std::string& ready);
  net::HttpAnswer admin_page(const net::HttpRequest& request);
  bool count_as(PlayerId player, const std::string& host);
  void reload();
  void stop(int signal);
  void was_asked_to_leave();
  void leave(std::chrono::steady_clock::time_point begun);
  void drain(std::chrono::steady_clock::time_point patience);
  void measure_lag();
  void feed_watchdog();
  void admit_standstill();
  void set_wake();
  void settle() override;
  bool gathers();

  // net::Conversations
  void opened(net::LinkId link, int tag, const net::Address& peer) override;
  void turned_away(int tag, const net::Address& peer, net::TurnedAway why) override;
  void received(net::LinkId link, std::string_view bytes) override;
  void closed(net::LinkId link, std::string_view why) override;
  void caught_up(net::LinkId link) override { engine_->caught_up({link}); }
  // Wire
  void send(PlayerId player, std::string_view bytes) override {
    (*came_by_.find(player.value))->send(player, bytes);
  }
  void close(PlayerId player) override {
    if (auto* listener = came_by_.find(player.value)) (*listener)->close(player);  // bots came by none
  }
  bool is_behind(PlayerId player) const override { return tcp_->is_behind(player.value); }
  void set_reading(PlayerId player, bool wanted) override {
    tcp_->set_reading(player.value, web::reading(wanted));
  }
  void think(PlayerId bot, const Question& question) override;
  void look_up(Look look, const std::string& address) override;
  void thought(PlayerId bot, const std::optional<games::AnyMove>& move);
  void run_account_job(PlayerId player, AccountJob job) override;
  void finish_account_job(PlayerId player, const AccountResult& result);

  Config config_;
  const games::Kits& kits_;
  const ServiceHooks& hooks_;
  web::Hosts hosts_;
  net::Networks proxies_;
  net::Loop loop_;
  SettledQueue settled_{loop_};
  Metrics metrics_;
  NodeMetrics node_metrics_;
  std::unique_ptr<store::Keep> keep_;
  store::Keep::AccountKeepers accounts_;  ///< none: switched off
  std::optional<base::Error> lost_;       ///< why it may not go on
  std::unique_ptr<Company> company_;      ///< none: it serves alone
  std::unique_ptr<net::Tcp> tcp_;
  std::unique_ptr<Engine> engine_;
  std::optional<Admin> admin_;
  std::optional<web::Behind> web_;
  std::vector<std::unique_ptr<WireListener>> wires_;
  std::vector<Listener*> listeners_;   ///< all of them, each at the place that is its tag
  base::Roster<Listener*> came_by_{};  ///< by link; one that is gone stays until its place is used again
  net::Loop::Timer web_timer_{loop_};
  net::Worker thinker_{loop_};
  net::Worker account_worker_{loop_};
  net::Worker librarian_{loop_};
  net::Loop::Timer wake_timer_{loop_};
  net::Loop::Timer lag_timer_{loop_};
  net::Loop::Timer watchdog_timer_{loop_};
  net::Loop::Timer drain_timer_{loop_};
  std::optional<Time> wake_set_;
  Spacing spacing_;
  bool leaving_ = false;    ///< is to stop, and accepts nobody any more
  bool draining_ = false;   ///< and hears nobody any more
  bool stands_by_ = false;  ///< or did so, before it served
  bool told_to_end_ = false;
};

Result<void> Service::start() {
  loop_.on_signals({SIGTERM, SIGINT, SIGHUP},
                   [this](int signal) { signal == SIGHUP ? reload() : stop(signal); });
  if (auto opened = open_keep(); !opened) return opened;
  if (auto opened = open_company(); !opened) return opened;
  if (auto opened = open_accounts(); !opened) return opened;
  auto settings = engine_settings(config_);
  settings.accounts = accounts_.loop;
  settings.look_up_accounts = accounts_.library;
  if (company_) {
    settings.node = company_->settings();
    settings.link_secret = company_->seat_secret();
  }
  engine_ = std::make_unique<Engine>(kits_, keep_->journal(), *this, metrics_, settings);
  settled_.deliver_to([this] {
    for (const auto& one : settled_.take()) engine_->settled(one, now());
    settle();
  });
  const auto recovery = engine_->recover(now());
  if (!recovery) return std::unexpected(recovery.error());
  if (recovery->tables + recovery->damaged + recovery->set_aside > 0) {
    log(Level::info, "tables rebuilt from the journal",
        {{"tables", std::to_string(recovery->tables)},
         {"damaged", std::to_string(recovery->damaged)},
         {"set_aside", std::to_string(recovery->set_aside)}});
  }
  std::string ready = "ready";
  if (auto listening = open_listeners(ready); !listening) return listening;
  if (company_) {
    ready += " link=" + company_->address();
    company_->begin(*engine_->node(), now);
  }
  set_wake();
  measure_lag();
  log(Level::info, "started",
      {{"version", PARLOR_VERSION},
       {"data", config_.data},
       {"listeners", ready.substr(ready.find(' ') + 1)}});
  hooks_.ready(ready);
  ::sd_notify(0, "READY=1");
  feed_watchdog();
  return {};
}

Result<void> Service::run() {
  loop_.run();
  librarian_.stop();       // it reads what is kept
  account_worker_.stop();  // so does it, and writes
  accounts_ = {};
  keep_.reset();  // writes what is left
  log(Level::info, "stopped");
  if (lost_) return std::unexpected(*lost_);
  return {};
}

Result<void> Service::open_keep() {
  using Loss = store::Opening::Loss;
  using Rival = store::Opening::Rival;
  store::Opening opening{
      .on_settled = [this](const store::Settled& one) { settled_.push(one); },
      .loss = config_.accept_loss ? Loss::accept : Loss::refuse,
      .version = PARLOR_VERSION,
      .rival = config_.standby ? Rival::await : Rival::refuse,
      .company = config_.link.empty() ? store::Opening::Company::alone : store::Opening::Company::others,
      .takeover_after = config_.takeover_after,
      .goes_on = [this](const std::string& why) { return stand_by(why); },
      .on_lost = [this](const base::Error& why) { loop_.post([this, why] { fall_silent(why); }); }};
  auto keep = store::Keep::open({config_.data, config_.cluster}, std::move(opening));
  if (!keep) return std::unexpected(std::move(keep).error());
  keep_ = *std::move(keep);
  return {};
}

/// While another server serves. False if this one is asked to end.
bool Service::stand_by(const std::string& why) {
  if (!std::exchange(stands_by_, true)) {
    log(Level::info, "standing by", {{"why", why}});
    ::sd_notify(0, "READY=1\nSTATUS=standing by");
  }
  sigset_t pending;
  ::sigpending(&pending);
  told_to_end_ = sigismember(&pending, SIGTERM) == 1 || sigismember(&pending, SIGINT) == 1;
  return !told_to_end_;
}

/// What this server believes may be wrong from now on: it says nothing more to anybody.
void Service::fall_silent(const base::Error& why) {
  log(Level::error, "falling silent", {{"why", why.detail}});
  lost_ = why;
  loop_.stop();
}

Result<void> Service::open_company() {
  if (config_.link.empty()) return {};
  auto opened = Company::open({loop_, *keep_, config_, kits_, PARLOR_VERSION, [this] { settle(); },
                               node_metrics_, [this] { was_asked_to_leave(); }});
  if (!opened) return std::unexpected(std::move(opened).error());
  company_ = *std::move(opened);
  return {};
}

Result<void> Service::open_accounts() {
  if (!config_.accounts) return {};
  auto opened = keep_->open_accounts();
  if (!opened) return std::unexpected(std::move(opened).error());
  accounts_ = *std::move(opened);
  return {};
}

Result<void> Service::open_listeners(std::string& ready) {
  auto limits = tcp_limits(config_.limits, net::raise_file_limit());
  limits.proxies = proxies_;
  tcp_ = std::make_unique<net::Tcp>(loop_, *this, std::move(limits));
  for (const auto& protocol : protocols::all()) {
    const auto where = listen_address(config_, protocol);
    if (where == "off") continue;
    Listener* listener = nullptr;
    auto door = net::Door::limited;
    if (protocol.carrier == protocols::Carrier::websocket) {
      if (auto made = make_web(protocol); !made) return made;
      if (!config_.web_origin.empty()) door = net::Door::shared;  // a proxy stands before it
      listener = &web_->listener;
    } else {
      wires_.push_back(std::make_unique<WireListener>(
          protocol, loop_, *tcp_, *engine_, proxies_,
          [this](PlayerId player, const std::string& host) { return count_as(player, host); }));
      listener = wires_.back().get();
    }
    if (auto listening = listen(*listener, protocol.name, where, door, ready); !listening) return listening;
  }
  if (config_.admin == "off") return {};
  admin_.emplace(loop_, *tcp_, [this](const net::HttpRequest& request) { return admin_page(request); });
  return listen(*admin_, "admin", config_.admin, net::Door::open, ready);
}

Result<void> Service::listen(Listener& listener, std::string_view name, const std::string& where,
                             net::Door door, std::string& ready) {
  const auto listening = tcp_->listen(*net::read_address(where), static_cast<int>(listeners_.size()), door);
  if (!listening)
    return base::fail(base::Code::system, fmt::format("{}: {}", name, listening.error().detail));
  listeners_.push_back(&listener);
  ready += fmt::format(" {}={}", name, net::write_address(*listening));
  return {};
}

Result<void> Service::make_web(const protocols::Protocol& protocol) {
  auto identity = load_identity();
  if (!identity) return std::unexpected(std::move(identity).error());
  const bool encrypted = *identity || config_.web_origin.starts_with("https://");
  auto secret = keep_->secret(web::make_secret());
  if (!secret) return std::unexpected(std::move(secret).error());
  web::Tokens tokens(*std::move(secret), encrypted ? web::Channel::encrypted : web::Channel::plain);
  web_.emplace(
      web::TcpLinks(
          *tcp_, librarian_,
          [this](PlayerId player, const net::HttpAnswer& answer) {
            web_->listener.made(player, answer, now());
            settle();
          },
          [this](PlayerId player, const std::string& host) { return count_as(player, host); }),
      *engine_, protocol, metrics_,
      web::Browsers(std::move(tokens), [this](std::string_view browser) { return pass_of(browser); }),
      web::export_from(kits_, keep_->journal(),
                       [this](const store::StoredTable& finished, std::string_view browser) {
                         return may_recall(kits_, finished, address_of(browser), accounts_.library, now());
                       }),
      web::Settings{config_.web_origin, *std::move(identity), hosts_, proxies_});
  tick_web();
  return {};
}

Result<std::optional<std::string>> Service::pass_of(std::string_view browser) {
  if (accounts_.loop == nullptr) return std::nullopt;
  auto pass = accounts_.loop->pass_of(browser);
  if (!pass) metrics_.accounts_failed(pass.error());
  return pass;
}

Result<std::optional<net::TlsIdentity>> Service::load_identity() const {
  if (config_.tls_certificate.empty() != config_.tls_key.empty())
    return base::fail(base::Code::bad_options, "tls-cert and tls-key must be set together");
  if (config_.tls_key.empty()) return std::nullopt;
  auto identity = net::TlsIdentity::load(config_.tls_certificate, config_.tls_key);
  if (!identity) return std::unexpected(std::move(identity).error());
  return *std::move(identity);
}

/// Reads the certificate again, which its host may have renewed.
void Service::reload_identity() {
  if (!web_ || config_.tls_key.empty()) return;
  auto identity = load_identity();
  if (!identity)
    return log(Level::error, "the certificate was not re-read", {{"why", identity.error().detail}});
  web_->listener.use(**std::move(identity));
  log(Level::info, "the certificate was re-read");
}

void Service::tick_web() {
  const bool more = web_->listener.tick(now());
  web_timer_.set(more ? std::chrono::milliseconds(0) : web::kTick, [this] {
    tick_web();
    settle();
  });
}

net::HttpAnswer Service::admin_page(const net::HttpRequest& request) {
  if (!hosts_.welcomes(request.field("Host"))) return {421, std::string(web::kOtherHost)};
  const std::string_view path = request.path;
  if (path == "/livez") return {200, "ok\n"};
  if (path == "/readyz") {
    if (leaving_ || draining_) return {503, "stopping\n"};
    if (engine_->is_stalled()) return {503, "the journal cannot be written\n"};
    if (company_ && !engine_->node()->is_joined()) return {503, "it has not joined the other nodes yet\n"};
    if (const auto trouble = keep_->trouble()) return {503, *trouble + "\n"};
    return {200, "ok\n"};
  }
  if (const auto age = keep_->beat_age(); age && path == "/metrics")
    metrics_.beat_aged(std::chrono::duration<double>(*age).count());
  if (path == "/metrics") {
    auto page = metrics_.page(engine_->hall());
    if (company_) page += node_metrics_.page(company_->standing(*engine_->node()), keep_->appends_in_doubt());
    return {200, std::move(page), "text/plain; version=0.0.4; charset=utf-8"};
  }
  return {404, "there is /livez, /readyz and /metrics\n"};
}

/// Takes over what can change while running; says what cannot.
void Service::reload() {
  const auto fresh = hooks_.reload();
  if (!fresh) return log(Level::error, "the configuration was not re-read", {{"why", fresh.error().detail}});
  config_.log_level = fresh->log_level;
  config_.log_format = fresh->log_format;
  set_log(config_.log_level, config_.log_format);
  log(Level::info, "the configuration was re-read", {{"log.level", config_.log_level}});
  reload_identity();
  if (config_ != *fresh) log(Level::warn, "some settings only change with a restart");
}

/// Stops accepting. What it has goes to other nodes first, if there are any: meanwhile everybody plays on.
void Service::stop(int signal) {
  if (std::exchange(leaving_, true)) return loop_.stop();  // asked twice: at once
  log(Level::info, "stopping", {{"signal", std::to_string(signal)}});
  ::sd_notify(0, "STOPPING=1");
  for (std::size_t tag = 0; tag < listeners_.size(); ++tag) {
    if (listeners_[tag]->is_for_players()) tcp_->stop_listening(static_cast<int>(tag));
  }
  leave(std::chrono::steady_clock::now());
}

/// By its host through the directory, where this node has said so itself if it stops already.
void Service::was_asked_to_leave() {
  if (!leaving_) stop(SIGTERM);
}

/// Then it stops reading, after what came before; ends once all that was asked is durable, told and sent.
void Service::leave(std::chrono::steady_clock::time_point begun) {
  auto* node = engine_->node();
  if (node != nullptr && node->leaves(std::chrono::steady_clock::now() - begun, config_.drain_wait))
    return drain_timer_.set(kDrainCheck, [this, begun] { leave(begun); });
  tcp_->read_in_line();
  draining_ = true;
  drain(std::chrono::steady_clock::now() + kDrainPatience);
}

void Service::drain(std::chrono::steady_clock::time_point patience) {
  const bool quiet = engine_->quiet() && !engine_->has_errands();
  if (quiet && web_) web_->listener.stop();
  if ((quiet && tcp_->drained()) || std::chrono::steady_clock::now() > patience) return loop_.stop();
  drain_timer_.set(kDrainCheck, [this, patience] { drain(patience); });
}

void Service::measure_lag() {
  const auto due = std::chrono::steady_clock::now() + kLagPeriod;
  lag_timer_.set(kLagPeriod, [this, due] {
    metrics_.lagged(std::chrono::duration<double>(std::chrono::steady_clock::now() - due).count());
    measure_lag();
  });
}

/// Says that the loop runs, twice in the time after which systemd would start the server anew.
void Service::feed_watchdog() {
  std::uint64_t microseconds = 0;
  if (::sd_watchdog_enabled(0, &microseconds) <= 0) return;
  const auto half = std::chrono::milliseconds(std::max<std::uint64_t>(1, microseconds / 2000));
  watchdog_timer_.repeat(half, [] { ::sd_notify(0, "WATCHDOG=1"); });
}

void Service::set_wake() {
  const auto next = engine_->next_wake();
  if (next == wake_set_) return;
  wake_set_ = next;
  if (!next) return wake_timer_.cancel();
  wake_timer_.set(std::max(base::Duration(0), *next - now()), [this] {
    wake_set_.reset();
    admit_standstill();
    engine_->wake(now());
    settle();
  });
}

/// Where the loop did not run, that is nobody's time to think.
void Service::admit_standstill() {
  if (const auto gap = loop_.take_standstill(); gap.count() > 0) engine_->stood_still(gap, now());
}

/// While the journal commits nobody could be told anything: what arrives meanwhile makes up the next group.
void Service::settle() {
  admit_standstill();
  const bool waiting = engine_->work(now(), Round(), [this] { return gathers(); });
  if (waiting) loop_.go_on();  // so that it comes back here, after all who speak were heard
  if (waiting || tcp_->has_unread() || engine_->quiet()) {
    loop_.resume();
  } else {
    loop_.pause(kGather);
  }
  set_wake();
}

/// Whether more is about to be asked for that can be made durable together with what was.
bool Service::gathers() {
  const bool more_comes = tcp_->has_unread() || engine_->has_waiting();
  if (more_comes && spacing_.is_close()) return true;
  spacing_ = {};
  return false;
}

/// Only browsers have jobs. One that signs somebody in or out gives the browser another token, and with it
/// makes the old one worthless. The job comes last: what was done must not be forgotten for want of
/// memory.
void Service::run_account_job(PlayerId player, AccountJob job) {
  auto token = web_->browsers.renew(job.token);
  job.pass = web::fingerprint(token.pass);
  auto failed = [this, player, result = not_run(job)] { finish_account_job(player, result); };
  account_worker_.give(
      [this, player, job = std::move(job), token = std::move(token)]() -> net::Worker::Then {
        const auto result = std::make_shared<AccountResult>();
        net::Worker::Then then = [this, player, token, result] {
          if (result->change != AccountResult::Change::none)
            web_->listener.renew(player, token.browser, web_->browsers.promise(token), now());
          finish_account_job(player, *result);
        };
        *result = carry_out(job, *accounts_.worker, Strength::real);
        return then;
      },
      std::move(failed));
}

void Service::finish_account_job(PlayerId player, const AccountResult& result) {
  engine_->finish_account_job(player, result, now());
  settle();
}

void Service::think(PlayerId bot, const Question& question) {
  thinker_.give(
      [this, bot, question] { return [this, bot, move = host::answer(question)] { thought(bot, move); }; },
      [this, bot] {
        log(Level::error, "no memory for a bot to think: it leaves", {{"player", std::to_string(bot.value)}});
        engine_->gave_up(bot);
        settle();
      },
      question.whose);
}

void Service::look_up(Look look, const std::string& address) {
  librarian_.give(
      [this, read = std::move(look.read)] {
        return [this, tell = read()] {
          tell();
          settle();
        };
      },
      [this, failed = std::move(look.failed)] {
        log(Level::error, "no memory to look something up");
        failed();
        settle();
      },
      address);
}

void Service::thought(PlayerId bot, const std::optional<games::AnyMove>& move) {
  if (draining_) return;
  engine_->thought(bot, move);
  settle();
}

void Service::opened(net::LinkId link, int tag, const net::Address& peer) {
  auto* listener = listeners_[static_cast<std::size_t>(tag)];
  came_by_.insert(link, listener);
  listener->opened({link}, peer, now());
}

/// A proxy's link counts among those of whom it is for. False if there are too many.
bool Service::count_as(PlayerId player, const std::string& host) {
  if (!tcp_->count_as(player.value, host)) return true;
  metrics_.limited(Reached::connections_per_address, host, now());
  return false;
}

void Service::turned_away(int /*tag*/, const net::Address& peer, net::TurnedAway why) {
  metrics_.limited(why == net::TurnedAway::network ? Reached::connections_per_address
                   : why == net::TurnedAway::full  ? Reached::connections
                                                   : Reached::descriptors,
                   peer.host, now());
}

void Service::received(net::LinkId link, std::string_view bytes) {
  auto& listener = **came_by_.find(link);
  if (draining_ && listener.is_for_players()) return;
  try {
    listener.received({link}, bytes, now());
  } catch (const std::bad_alloc&) {
    log(Level::error, "no memory for what was said: a connection is ended",
        {{"player", std::to_string(link)}});
    tcp_->drop(link);
    closed(link, "no memory");
  }
}

void Service::closed(net::LinkId link, std::string_view why) {
  auto& listener = **came_by_.find(link);
  if (!listener.is_for_players()) return listener.closed({link}, now());
  if (why == net::kUnread || why == net::kAllUnread)
    metrics_.limited(Reached::unread, fmt::format("player {}", link), now());
  if (logs(Level::debug))
    log(Level::debug, "connection lost", {{"player", std::to_string(link)}, {"why", std::string(why)}});
  if (!draining_) listener.closed({link}, now());
}

}  // namespace

Result<void> serve(const Config& config, const games::Kits& kits, const ServiceHooks& hooks) {
  set_log(config.log_level, config.log_format);
  Service service(config, kits, hooks);
  if (auto started = service.start(); !started) return service.was_told_to_end() ? Result<void>{} : started;
  return service.run();
}

}  // namespace server
