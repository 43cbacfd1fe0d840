// One player at one terminal.
#include "client/play/runner.hpp"

#include <fmt/format.h>
#include <sys/epoll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>

namespace client::play {

using base::Result;
using std::chrono::milliseconds;
using Stage = Scene::Stage;

namespace {

constexpr milliseconds kLastWords{500};  ///< until what is left to say must be sent

/// "a casual bot", "casual bots".
std::string who_is(const Settings& settings) {
  const auto level = settings.opponent->level;
  return settings.players == 2 ? fmt::format("a {} bot", level) : fmt::format("{} bots", level);
}

}  // namespace

table::First first_of(const Settings& settings) {
  if (!settings.seat) return table::First::as_they_came;
  return *settings.seat == 0 ? table::First::seeker : table::First::other;
}

namespace {

About about(const Settings& settings, const Facets& facets) {
  const bool here = settings.protocol == nullptr;
  return {.what = here ? settings.game : std::string(settings.protocol->name),
          .where = here ? "against " + who_is(settings) : net::write_address(settings.server),
          .name = settings.name,
          .names = facets.names,
          .chat = facets.chat,
          .ready = facets.ready,
          .lobbies = facets.lobbies,
          .hall = facets.hall,
          .offers = facets.offers,
          .wishes = {.players = settings.players,
                     .level = settings.level,
                     .clock = settings.clock,
                     .first = first_of(settings)},
          .hints = settings.hints};
}

/// The time of day when the program began, and from then on time that only ever counts on.
base::Time now() {
  static const auto day = std::chrono::system_clock::now().time_since_epoch();
  static const auto began = std::chrono::steady_clock::now();
  return base::Time(
      std::chrono::duration_cast<base::Duration>(day + (std::chrono::steady_clock::now() - began)));
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
      console_(about(settings, facets_), *this),
      resumed_(settings.resumed) {}

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
  if (problem_) return std::unexpected(*problem_);
  console_.tell(fmt::format("You play against {}: {}.", who_is(settings_), settings_.opponent->about));
  return make_face();
}

Result<void> Runner::make_face() {
  if (face_) return {};
  if (settings_.manner == Manner::plain) {
    face_ = std::make_unique<PlainFace>();
  } else {
    auto terminal = Terminal::open(settings_.colours);
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
  if (terminal_is_gone) return quit();
  const bool ended = (events & EPOLLIN) == 0 || (!quitting_ && face_ && !face_->read(console_));
  if (ended) input_ended();
}

/// Input that is always ready is read bit by bit, so that answers come between.
void Runner::read_input() {
  if (quitting_) return;
  if (!face_->read(console_)) return input_ended();
  loop_.post([this] { read_input(); });
}

/// Who goes before the server has said anything has seen no game.
void Runner::input_ended() {
  if (met_ || quitting_) return quit();
  stop({base::Code::system, fmt::format("the input ended before {} had said anything of the protocol {}",
                                        net::write_address(settings_.server), settings_.protocol->name)});
}

void Runner::open_local() {
  auto table =
      std::make_unique<LocalTable>(LocalSettings{.kits = settings_.kits,
                                                 .game = settings_.game,
                                                 .seats = settings_.players,
                                                 .name = settings_.name,
                                                 .seed = settings_.seed,
                                                 .bot = settings_.opponent,
                                                 .clock = settings_.clock,
                                                 .seat = settings_.seat,
                                                 .keep = [this](const KeptGame& game) { keep(game); },
                                                 .resumed = std::exchange(resumed_, std::nullopt)});
  table->keep_time(now());
  local_ = table.get();
  client_ = std::move(table);
  connected_ = met_ = true;
  gone_ = false;
  if (const auto asked = client_->ask(table::Seek{.game = settings_.game}); !asked) stop(asked.error());
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
  if (local_ != nullptr || !transport_) return;
  transport_->say(output);
  if (record_) record_->sent(output);
  if (const auto bytes = transport_->take_output(); !bytes.empty()) tcp_.send(link_, bytes);
}

void Runner::hang_up() {
  if (local_ != nullptr || !transport_) return;
  transport_->end();
  if (const auto bytes = transport_->take_output(); !bytes.empty()) tcp_.send(link_, bytes);
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
    if (refused != nullptr && settings_.account && seeks_when_named_)
      return stop({base::Code::system, fmt::format("not signed in: {}", last_refusal_)});
    console_.hear(*notice);
    const bool is_named =
        (accepted || refused != nullptr) && std::exchange(seeks_when_named_, false) && accepted;
    if (is_named && console_.scene().stage != Stage::playing) seek();
  }
  while (const auto answer = client_->take_answer()) console_.hear(*answer);
  console_.see(client_->view());
  met_ = met_ || console_.scene().understood;
}

void Runner::let_bots_move() {
  if (local_ == nullptr || bot_thinks_) return;
  const auto turn = local_->bots_turn();
  if (!turn) return;
  bot_thinks_ = true;
  thinker_->choose(*turn->mind, turn->view, [this, turn = *turn, table = local_](const auto& move) {
    bot_thinks_ = false;
    if (table == local_) local_->bot_plays(turn, move);
  });
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
  const auto game = games::game_of(view);
  thinker_->choose(bots::strongest(game), view,
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
