// How long a server is waited for, by what is known of it.
#pragma once

#include <chrono>
#include <map>
#include <string>

namespace client::check {

using Milliseconds = std::chrono::milliseconds;

/// Learns from every answer.
class Pace {
 public:
  /// Between acts of different peers whose order matters: some times as long as the slowest answer of late.
  Milliseconds get() const;
  void note(Milliseconds answer);
  /// How long it is waited for that the server ends its side, too, when everybody has hung up.
  Milliseconds parting(Milliseconds patience) const;
  void note_no_parting() { parts_ = false; }
  /// How long a message of that shape is waited for: less, once it did not come several times.
  Milliseconds patience(Milliseconds usual, const std::string& shape) const;
  void note_silence(const std::string& shape) { ++silences_[shape]; }
  void note_message(const std::string& shape) { silences_.erase(shape); }
  /// How long a deal that fits is looked for: less, once none was found.
  std::chrono::seconds search() const;
  void note_no_deal() { ++vain_searches_; }

 private:
  Milliseconds slowest_{};
  bool parts_ = true;
  std::map<std::string, int> silences_;
  int vain_searches_ = 0;
};

}  // namespace client::check
