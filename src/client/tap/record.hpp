// Writes what was watched as a transcript (docs/formats/transcript.md).
#pragma once

#include <fstream>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.hpp"
#include "client/tap/grammar.hpp"

namespace client::tap {

/// The letters of connections, in order; a transcript knows no more of them.
inline constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

class Record {
 public:
  /// Code::storage if the file cannot be written.
  static base::Result<Record> open(const std::string& file, const protocols::Protocol& protocol,
                                   std::string_view server, std::optional<std::uint64_t> seed);

  void connect(char peer);
  void message(char peer, Way way, std::string_view text);
  /// Who ended the connection: the one from whom nothing more comes.
  void end(char peer, Way nothing_more);

 private:
  explicit Record(std::ofstream file) : file_(std::move(file)) {}
  void write(std::string_view line);

  std::ofstream file_;
};

}  // namespace client::tap
