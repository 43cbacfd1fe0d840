// What every client's fuzz target does: a server says anything at all to somebody who plays, and who presses
// keys.
#pragma once

#include <array>

#include "bots/all.hpp"
#include "client/play/console.hpp"
#include "conversation.hpp"

namespace fuzz {

/// A player at a console, without terminal and network. Whatever the server says, each round ends.
class Player final : client::play::Outside {
 public:
  Player(const protocols::Protocol& protocol, std::unique_ptr<protocols::Client> client)
      : client_(std::move(client)),
        console_({.what = std::string(protocol.name), .where = "here", .name = "anna", .chat = true}, *this) {
    static_cast<void>(client_->ask(table::Name{"anna"}));
    static_cast<void>(client_->ask(table::Seek{.game = std::string(protocol.game), .seats = 2}));
  }

  void hear(std::string_view bytes) {
    client_->receive(bytes);
    settle();
  }
  void press(std::string_view keys) {
    for (const char key : keys) console_.press(key_of(key));
    settle();
  }
  void end() {
    client_->tick();
    client_->hang_up();
    settle();
  }
  /// What a hint would ask of a bot: of the strongest, or of one that is quick.
  enum class Thought : std::uint8_t { hard, quick };
  void think(Thought thought) {
    const auto view = client_->view();
    const auto moves = view ? games::moves(*view) : std::vector<games::AnyMove>{};
    if (moves.empty()) return;
    const auto game = games::game_of(*view);
    const auto& bot = thought == Thought::hard ? bots::strongest(game) : *bots::find(game, "random");
    base::Rng rng(1);
    console_.hint(*view, bot.choose(*view, moves, rng));
    settle();
  }

 private:
  using Key = client::play::Key;

  base::Result<void> ask(const table::Request& request) override { return client_->ask(request); }
  void think(const games::AnyView& /*view*/) override {}
  base::Result<std::string> save(const std::string& file) override { return "saved as " + file; }
  void begin_again() override {}
  void quit() override {}

  static Key key_of(char byte) {
    constexpr std::string_view kNamed = "\t^v<>!\b$~";
    constexpr std::array kKinds{Key::Kind::enter,     Key::Kind::up,      Key::Kind::down,
                                Key::Kind::left,      Key::Kind::right,   Key::Kind::escape,
                                Key::Kind::backspace, Key::Kind::page_up, Key::Kind::help};
    const auto found = kNamed.find(byte);
    if (found != std::string_view::npos) return {.kind = kKinds[found]};
    return {.kind = Key::Kind::character, .character = static_cast<unsigned char>(byte)};
  }

  void settle() {
    while (const auto notice = client_->next()) console_.hear(*notice);
    while (const auto answer = client_->take_answer()) console_.hear(*answer);
    console_.see(client_->view());
    client_->take_output();
    console_.take_news();
    console_.draw(24, 80, {.unicode = true, .colour = true});
    console_.picture({.unicode = false, .colour = false});
  }

  std::unique_ptr<protocols::Client> client_;
  client::play::Console console_;
};

/// Lines: "! " and keys, or what the server says.
inline void play(const protocols::Protocol& protocol, std::unique_ptr<protocols::Client> client,
                 std::string_view text) {
  Player player(protocol, std::move(client));
  const bool thinks_hard = text.size() % 32 == 0;
  while (!text.empty()) {
    const auto end = text.find('\n');
    const auto line = text.substr(0, end == std::string_view::npos ? text.size() : end + 1);
    text.remove_prefix(line.size());
    if (line.starts_with("! ")) {
      player.press(line.substr(2));
    } else {
      player.hear(spoken(protocol, line));
    }
  }
  player.think(thinks_hard ? Player::Thought::hard : Player::Thought::quick);
  player.end();
}

}  // namespace fuzz
