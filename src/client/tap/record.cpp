// Writes what was watched as a transcript, line by line, so that it is whole whenever one stops.
#include "client/tap/record.hpp"

#include <fmt/format.h>

namespace client::tap {

base::Result<Record> Record::open(const std::string& file, const protocols::Protocol& protocol,
                                  std::string_view server, std::optional<std::uint64_t> seed) {
  Record record{std::ofstream(file)};
  record.write(fmt::format("# from: what went between clients and {}, as parlor tap saw it", server));
  record.write(fmt::format("protocol: {}", protocol.name));
  if (seed) record.write(fmt::format("options: seed={}", *seed));
  if (!record.file_) return base::fail(base::Code::storage, fmt::format("cannot write to '{}'", file));
  return record;
}

void Record::write(std::string_view line) { file_ << line << '\n' << std::flush; }

void Record::connect(char peer) { write(fmt::format("{}+", peer)); }

/// Pings come by the clock, which a transcript turns by hand: they are passed over.
void Record::message(char peer, Way way, std::string_view text) {
  if (text.find("\"type\":\"PING\"") != std::string_view::npos) return;
  const auto sign = way == Way::to_server ? '>' : '<';
  write(text.empty() ? fmt::format("{}{}", peer, sign) : fmt::format("{}{} {}", peer, sign, text));
}

void Record::end(char peer, Way nothing_more) {
  write(fmt::format("{}{}", peer, nothing_more == Way::to_server ? "!" : "<!"));
}

}  // namespace client::tap
