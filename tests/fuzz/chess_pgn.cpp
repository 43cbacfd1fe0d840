// Fuzz: any bytes as PGN. What is accepted is the same after it was written and read again.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "games/chess/pgn.hpp"

namespace {

using namespace games::chess;

void demand(bool holds) {
  if (!holds) std::abort();
}

std::string write_all(const std::vector<Record>& records) {
  std::string text;
  for (const Record& record : records) text += write_pgn(record) + '\n';
  return text;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto records = read_pgn({reinterpret_cast<const char*>(data), size});
  if (!records) {
    demand(records.error().detail.starts_with("line "));
    return 0;
  }
  const std::string text = write_all(*records);
  const auto again = read_pgn(text);
  demand(again && again->size() == records->size() && write_all(*again) == text);
  for (std::size_t at = 0; at < records->size(); ++at) {
    demand((*again)[at].moves == (*records)[at].moves && (*again)[at].start == (*records)[at].start &&
           (*again)[at].finish == (*records)[at].finish);
  }
  return 0;
}
