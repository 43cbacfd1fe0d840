// A player at a console, with a world that remembers what was wanted.
#pragma once

#include <gtest/gtest.h>

#include "client/play/console.hpp"
#include "client/play/desk_fixture.hpp"
#include "games/chess/rules.hpp"

namespace client::play {

/// Remembers what was wanted.
struct World final : Outside {
  base::Result<void> ask(const table::Request& request) override {
    if (refuse) return std::unexpected(*refuse);
    asked.push_back(request);
    return {};
  }
  void think(const games::AnyView& view) override {
    thinking = view;
    ++thoughts;
  }
  base::Result<std::string> save(const std::string& file) override {
    if (refuse) return std::unexpected(*refuse);
    saved = file;
    return "Saved.";
  }
  void begin_again() override { ++begun; }
  void quit() override { quitted = true; }

  std::vector<table::Request> asked;
  std::optional<base::Error> refuse;
  std::optional<games::AnyView> thinking;
  int thoughts = 0;
  int begun = 0;
  std::string saved;
  bool quitted = false;
};

class AtTheConsole : public testing::Test {
 protected:
  void press(Key::Kind kind) { console_.press({.kind = kind}); }
  void type(std::u32string_view text) {
    for (const char32_t character : text)
      console_.press({.kind = Key::Kind::character, .character = character});
  }
  std::string screen() const { return console_.draw(24, 80, kPlain).text(); }
  bool shows(std::string_view text) const { return screen().find(text) != std::string::npos; }
  void start(base::Seat seat = games::chess::kWhiteSeat) {
    const auto state = *games::start({}, "chess", "", 2, 1);
    auto view = std::make_shared<games::AnyView>(games::view(state, seat));
    console_.hear(table::Started{{}, seat, {"anna", "bert"}, view});
  }

  World world_;
  Console console_{
      {.what = "chess", .where = "somewhere:1", .name = "anna", .chat = true, .ready = true, .lobbies = true},
      world_};
};

}  // namespace client::play
