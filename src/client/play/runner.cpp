// One player at one terminal.
#include "client/play/runner.hpp"

#include <fmt/format.h>
#include <sys/epoll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <csignal>

namespace client::play {

using base::Result;
using std::chrono::milliseconds;
using Stage = Scene::Stage;

namespace {

constexpr milliseconds kLastWords{500};    ///< until what is left to say must be sent
constexpr milliseconds kSeatMayWait{700};  ///< until a new game is sought after coming back
constexpr std::array kRetries{milliseconds(500), milliseconds(1'000), milliseconds(2'000),
                              milliseconds(4'000), milliseconds(8'000)};
constexpr std::size_t kFirstBytes = 60;

About about(const Settings& settings, const Facets& facets) {
  const bool here = settings.protocol == nullptr;
  return {.what = here ? settings.game : std::string(settings.protocol->name),
          .where = here ? "against bots" : net::write_address(settings.server),
          .name = settings.name,
          .names = facets.names,
          .chat = facets.chat,
          .ready = facets.ready,
          .lobbies = facets.lobbies,
          .hall = facets.hall,
          .offers = facets.offers,
          .wishes = {.players = settings.players, .level = settings.level, .clock = settings.clock}};
}

/// Time that only ever counts on.
base::Time now() {
  return base::Time(
      std::chrono::duration_cast<base::Duration>(std::chrono::steady_clock::now().time_since_epoch()));
}

/// Files and the like are always ready, and epoll takes none.
bool can_be_watched(int descriptor) {
  struct stat facts{};
  if (::fstat(descriptor, &facts) != 0) return false;
  return S_ISFIFO(facts.st_mode) || S_ISSOCK(facts.st_mode) || ::isatty(descriptor) == 1;
}

}  // namespace

Runner::Runner(const Settings& settings)
    : settings_(settings),
      facets_(facets_of(settings.protocol == nullptr ? kHere : settings.protocol->name)),
      console_(about(settings, facets_), *this) {}

Result<int> Runner::run() {
  if (settings_.manner == Manner::full_screen) {
    if (auto checked = Terminal::check(); !checked) return std::unexpected(checked.error());
  }
  if (auto begun = begin(); !begun) return std::unexpected(begun.error());
  loop_.run();
  face_.reset();  // the terminal is as it was before anything is printed
  if (problem_) return std::unexpected(*problem_);
  return exit_code_;
}

Result<void> Runner::begin() {
  loop_.on_signals({SIGINT, SIGTERM, SIGHUP, SIGWINCH}, [this](int signal) {
    if (signal == SIGWINCH) {
      if (face_) face_->resize();
      return settle();
    }
    exit_code_ = 128 + signal;
    loop_.stop();
  });
  thinker_.emplace(loop_, settings_.seed);
  if (settings_.protocol != nullptr) {
    if (auto opened = open_record(); !opened) return opened;
    return dial();
  }
  open_local();
  return make_face();
}

Result<void> Runner::make_face() {
  if (face_) return {};
  if (settings_.manner == Manner::plain) {
    face_ = std::make_unique<PlainFace>();
  } else {
    auto terminal = Terminal::open();
    if (!terminal) return std::unexpected(terminal.error());
    face_ = std::make_unique<FullFace>(*std::move(terminal));
  }
  watch_input();
  settle();
  return {};
}

void Runner::watch_input() {
  if (can_be_watched(STDIN_FILENO)) return loop_.watch(STDIN_FILENO, EPOLLIN, *this);
  loop_.post([this] { read_input(); });
}

void Runner::ready(std::uint32_t events) {
  const bool terminal_is_gone = (events & EPOLLHUP) != 0 && settings_.manner == Manner::full_screen;
  if ((events & EPOLLIN) == 0 || terminal_is_gone) return quit();
  if (!quitting_ && face_ && !face_->read(console_)) quit();
}

/// Input that is always ready is read bit by bit, so that answers come between.
void Runner::read_input() {
  if (quitting_) return;
  if (!face_->read(console_)) return quit();
  loop_.post([this] { read_input(); });
}

Result<void> Runner::dial() {
  client_ = settings_.speak(*settings_.kits);
  carriage_ = make_carriage(*settings_.protocol, settings_.server, carriage_ ? carriage_->token() : "");
  connected_ = gone_ = false;
  first_bytes_.clear();
  last_refusal_.clear();
  console_.connecting();
  const auto link = tcp_.dial(settings_.server, 0);
  if (!link) return std::unexpected(link.error());
  link_ = *link;
  // Who must wait for a connection sees that it is being made.
  patience_.set(milliseconds(300), [this] {
    if (const auto made = make_face(); !made) stop(made.error());
  });
  return {};
}

void Runner::open_local() {
  auto table = std::make_unique<LocalTable>(LocalSettings{.kits = settings_.kits,
                                                          .game = settings_.game,
                                                          .seats = settings_.players,
                                                          .name = settings_.name,
                                                          .seed = settings_.seed,
                                                          .bot = settings_.opponent,
                                                          .clock = settings_.clock});
  table->keep_time(now());
  local_ = table.get();
  client_ = std::move(table);
  connected_ = met_ = true;
  gone_ = false;
  if (const auto asked = client_->ask(table::Seek{.game = settings_.game}); !asked) stop(asked.error());
}

void Runner::opened(net::LinkId link, int /*tag*/, const net::Address& /*peer*/) {
  if (link != link_) return;
  connected_ = true;
  if (record_) record_->opened();
  if (const auto made = make_face(); !made) return stop(made.error());
  introduce();
  tick_.repeat(settings_.protocol->tick, [this] {
    client_->tick();
    settle();
  });
  patience_.set(settings_.patience, [this] {
    if (console_.scene().understood || facets_.silent) return;
    give_up(first_bytes_.empty()
                ? fmt::format("{} took the connection, but said nothing of the protocol {} for {} s",
                              net::write_address(settings_.server), settings_.protocol->name,
                              static_cast<double>(settings_.patience.count()) / 1000)
                : why_not_this_protocol());
  });
}

/// Says who the player is and what is wanted, as far as the protocol has words for it.
void Runner::introduce() {
  if (const auto named = client_->ask(table::Name{console_.name()}); !named) {
    console_.hear(table::Refused{named.error()});
    return;
  }
  if (facets_.lobbies) static_cast<void>(client_->ask(table::Look{}));
  if (facets_.hall) static_cast<void>(client_->ask(table::Survey{}));
  const bool seat_may_wait = attempts_ > 0 && !facets_.ready;
  seeks_when_named_ = facets_.hall && !seat_may_wait;
  if (seeks_when_named_) return;  // as a guest nobody is found by their name
  if (!seat_may_wait) return seek();
  retry_.set(kSeatMayWait, [this] {
    if (console_.scene().stage != Stage::playing) seek();
    settle();
  });
}

void Runner::seek() {
  table::Seek wanted{.game = std::string(settings_.protocol->game),
                     .seats = settings_.players,
                     .ready = !facets_.ready,
                     .lobby = settings_.lobby,
                     .clock = settings_.clock};
  if (facets_.hall) {
    if (settings_.game.empty()) return;  // to be chosen in the hall
    const auto* bot = bots::find(settings_.game, settings_.level);
    wanted.game = settings_.game;
    wanted.bots.assign(static_cast<std::size_t>(settings_.bots),
                       std::string(bot == nullptr ? "" : bot->level));
  }
  if (const auto asked = client_->ask(wanted); !asked) stop(asked.error());
}

void Runner::received(net::LinkId link, std::string_view bytes) {
  if (link != link_) return;
  if (first_bytes_.size() < kFirstBytes) first_bytes_ += bytes.substr(0, kFirstBytes - first_bytes_.size());
  const auto words = carriage_->receive(bytes);
  if (record_) record_->heard(words);
  client_->receive(words);
  if (const auto problem = carriage_->problem()) {
    last_refusal_ = *problem;
    gone_ = true;
  }
}

void Runner::closed(net::LinkId link, std::string_view why) {
  if (link != link_) return;
  gone_ = true;
  if (record_) record_->closed(Record::By::server);
  if (connected_) return client_->hang_up();
  if (attempts_ > 0) return come_back();
  const auto sentence = fmt::format("cannot connect to {}: {}", net::write_address(settings_.server), why);
  if (met_) return console_.lose(as_sentence(sentence));
  stop({base::Code::system, sentence});
}

void Runner::settle() {
  if (problem_ || !client_) return;
  keep_time();
  listen_to_client();
  let_bots_move();
  send();
  write_record();
  if (quitting_) {
    if (tcp_.drained()) loop_.stop();
    return show();
  }
  if (connected_ && (client_->finished() || gone_)) ended();
  if (!problem_) show();
}

void Runner::keep_time() {
  console_.keep_time(now());
  if (local_ == nullptr) return;
  local_->keep_time(now());
  const auto wake = local_->next_wake();
  if (!wake) return wake_.cancel();
  wake_.set(std::max(base::Duration{}, *wake - now()), [this] { settle(); });
}

/// Again when a clock shows something else, where it is seen to run.
void Runner::show() {
  if (!face_) return;
  console_.keep_time(now());
  face_->show(console_);
  const auto change = settings_.manner == Manner::full_screen ? console_.until_change() : std::nullopt;
  if (!change) return clock_.cancel();
  clock_.set(*change, [this] { show(); });
}

void Runner::send() {
  const auto output = client_->take_output();
  if (local_ != nullptr || !carriage_) return;
  carriage_->say(output);
  if (record_) record_->sent(output);
  if (const auto bytes = carriage_->take_output(); !bytes.empty()) tcp_.send(link_, bytes);
}

void Runner::hang_up() {
  if (local_ != nullptr || !carriage_) return;
  carriage_->end();
  if (const auto bytes = carriage_->take_output(); !bytes.empty()) tcp_.send(link_, bytes);
  tcp_.close(link_);
  if (record_) record_->closed(Record::By::player);
  write_record();
}

Result<void> Runner::open_record() {
  if (settings_.record.empty()) return {};
  record_file_.open(settings_.record, std::ios::trunc);
  if (!record_file_) {
    return base::fail(base::Code::storage, fmt::format("cannot write to '{}'", settings_.record));
  }
  record_.emplace(*settings_.protocol);
  return {};
}

/// Line by line, so that the file is whole whatever happens.
void Runner::write_record() {
  if (record_) record_file_ << record_->take() << std::flush;
}

void Runner::listen_to_client() {
  while (const auto notice = client_->next()) {
    const auto* refused = std::get_if<table::Refused>(&*notice);
    const bool accepted = std::holds_alternative<table::Accepted>(*notice);
    if (refused != nullptr) last_refusal_ = refused->error.detail;
    if (std::holds_alternative<table::Started>(*notice)) attempts_ = 0;
    console_.hear(*notice);
    const bool is_named =
        (accepted || refused != nullptr) && std::exchange(seeks_when_named_, false) && accepted;
    if (is_named && console_.scene().stage != Stage::playing) seek();
  }
  console_.see(client_->view());
  met_ = met_ || console_.scene().understood;
}

void Runner::let_bots_move() {
  if (local_ == nullptr || bot_thinks_) return;
  const auto turn = local_->bots_turn();
  if (!turn) return;
  bot_thinks_ = true;
  thinker_->choose(*settings_.opponent, turn->view, [this, turn = *turn, table = local_](const auto& move) {
    bot_thinks_ = false;
    if (table == local_) local_->bot_plays(turn, move);
  });
}

/// The conversation is over, by the server's doing or by ours.
void Runner::ended() {
  if (console_.scene().stage == Stage::lost) return;
  const bool broke = gone_;
  connected_ = false;
  tick_.cancel();
  patience_.cancel();
  hang_up();
  gone_ = true;
  if (!met_) return stop({base::Code::system, why_not_this_protocol()});
  if (console_.wants_again()) return begin_again();
  if (console_.scene().stage == Stage::over) return;
  if (broke && console_.scene().stage == Stage::playing && facets_.names) {
    attempts_ = 0;
    return come_back();
  }
  give_up(last_refusal_.empty() ? "the server ended the connection" : last_refusal_);
}

/// A seat may wait for its player: comes back by name, a few times.
void Runner::come_back() {
  const auto attempt = static_cast<std::size_t>(attempts_);
  if (attempt >= kRetries.size()) return give_up("the connection is lost, and the server cannot be reached");
  ++attempts_;
  console_.connecting();
  console_.tell(
      fmt::format("The connection is lost. Trying again ({} of {}) ...", attempts_, kRetries.size()));
  retry_.set(kRetries[attempt], [this] {
    if (const auto dialled = dial(); !dialled) give_up(dialled.error().detail);
  });
}

void Runner::give_up(std::string sentence) {
  hang_up();
  connected_ = false;
  gone_ = true;
  if (!met_ || !face_ || !face_->stays_when_lost()) return stop({base::Code::system, std::move(sentence)});
  console_.lose(as_sentence(sentence));
  show();
}

std::string Runner::why_not_this_protocol() const {
  const auto where = net::write_address(settings_.server);
  const auto name = settings_.protocol->name;
  if (settings_.protocol->carrier == protocols::Carrier::websocket && !last_refusal_.empty()) {
    return fmt::format("{} is no server of Parlor's pages: {}", where, last_refusal_);
  }
  if (first_bytes_.starts_with("HTTP/")) {
    return fmt::format("{} is an HTTP server and does not speak {}", where, name);
  }
  if (first_bytes_.empty()) return fmt::format("{} ended the connection without a word of {}", where, name);
  return fmt::format("{} does not speak {}: {}", where, name,
                     last_refusal_.empty() ? "it says something else" : last_refusal_);
}

void Runner::stop(base::Error error) {
  if (!problem_) problem_ = std::move(error);
  loop_.stop();
}

Result<void> Runner::ask(const table::Request& request) {
  const bool over = gone_ || client_->finished();
  const auto* rematch = std::get_if<table::Rematch>(&request);
  if (over && rematch != nullptr && rematch->wish == table::Wish::again) {
    begin_again();
    return {};
  }
  if (over) return base::fail(base::Code::not_at_table, "the connection is closed");
  keep_time();
  return client_->ask(request);
}

void Runner::think(const games::AnyView& view) {
  const auto game = games::All::names[view.index()];
  thinker_->choose(*bots::find(game, ""), view,
                   [this, view](const games::AnyMove& move) { console_.hint(view, move); });
}

void Runner::begin_again() {
  attempts_ = 0;
  if (local_ != nullptr) return open_local();
  hang_up();
  if (const auto dialled = dial(); !dialled) give_up(dialled.error().detail);
}

void Runner::quit() {
  if (std::exchange(quitting_, true)) return;
  patience_.set(kLastWords, [this] { loop_.stop(); });
  send();
  hang_up();
}

Result<int> run(const Settings& settings) { return Runner(settings).run(); }

}  // namespace client::play
