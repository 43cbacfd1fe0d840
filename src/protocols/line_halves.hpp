// The halves of a conversation that is held in lines: what all such protocols do alike.
#pragma once

#include <fmt/format.h>

#include "protocols/lines.hpp"
#include "protocols/session.hpp"

namespace protocols {

class LineSession : public Session {
 public:
  void receive(std::string_view bytes) override { lines_.receive(bytes); }
  bool hungry() const override { return lines_.hungry(); }
  std::size_t untaken() const override { return lines_.untaken(); }

 protected:
  explicit LineSession(std::size_t longest = kLongestLine) : lines_(longest) {}

  Lines lines_;
};

class LineClient : public Client {
 public:
  void receive(std::string_view bytes) override {
    lines_.receive(bytes);
    std::string line;
    while (!finished_) {
      const auto found = lines_.next(line);
      if (found == Lines::Found::nothing) return;
      if (found == Lines::Found::too_long)
        return confused(fmt::format("the server sent a line of more than {} KiB", longest_ / 1024));
      while (line.ends_with('\r')) line.pop_back();  // some write CR CR LF
      read(line);
    }
  }

 protected:
  explicit LineClient(std::size_t longest = kLongestLine) : lines_(longest), longest_(longest) {}

  /// A line of the server, without its end.
  virtual void read(std::string_view line) = 0;
  /// The two sides no longer speak of the same game: says so and goes.
  void confused(std::string why) {
    notices_.emplace_back(table::Refused{{base::Code::malformed, std::move(why)}});
    finished_ = true;
  }

 private:
  Lines lines_;
  std::size_t longest_;
};

}  // namespace protocols
