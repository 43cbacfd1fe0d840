// Writing portable game notation.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "base/text.hpp"
#include "games/chess/fen.hpp"
#include "games/chess/pgn.hpp"
#include "games/chess/san.hpp"

namespace games::chess {
namespace {

constexpr std::size_t kMostColumns = 79;

/// The tags that every game has, in the order of the standard, and what stands for an unknown value.
constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kRoster{
    {{"Event", "?"}, {"Site", "?"}, {"Date", "????.??.??"}, {"Round", "?"}, {"White", "?"}, {"Black", "?"}}};

bool is_in_roster(std::string_view name) {
  return std::ranges::any_of(kRoster, [&](const auto& tag) { return tag.first == name; });
}

void write_tag(std::string& text, std::string_view name, std::string_view value) {
  text += fmt::format("[{} \"", name);
  for (const char c : value) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') text += '\\';
    text += byte < 0x20 || byte == 0x7F ? ' ' : c;
  }
  text += "\"]\n";
}

void write_tags(std::string& text, const Record& record) {
  for (const auto& [name, unknown] : kRoster) {
    const auto tag = std::ranges::find(record.tags, name, &Tag::name);
    write_tag(text, name, tag == record.tags.end() ? unknown : tag->value);
  }
  write_tag(text, "Result", name_of(record.finish));
  if (record.start != start_position()) {
    write_tag(text, "SetUp", "1");
    write_tag(text, "FEN", write_fen(record.start));
  }
  for (const Tag& tag : record.tags) {
    if (!is_in_roster(tag.name)) write_tag(text, tag.name, tag.value);
  }
}

/// Puts words into lines.
class Wrapper {
 public:
  explicit Wrapper(std::string& text) : text_(text) {}

  void add(std::string_view word) {
    if (column_ > 0 && column_ + 1 + word.size() > kMostColumns) {
      text_ += '\n';
      column_ = 0;
    }
    if (column_ > 0) text_ += ' ';
    column_ += word.size() + (column_ > 0 ? 1 : 0);
    text_ += word;
  }

 private:
  std::string& text_;
  std::size_t column_ = 0;
};

void write_moves(std::string& text, const Record& record) {
  Wrapper wrapper(text);
  Position position = record.start;
  for (const Move& move : record.moves) {
    if (position.turn == Color::white)
      wrapper.add(fmt::format("{}.", position.number));
    else if (position == record.start)
      wrapper.add(fmt::format("{}...", position.number));
    wrapper.add(write_san(position, move));
    if (const auto at = static_cast<std::size_t>(&move - record.moves.data()); at < record.notes.size())
      wrapper.add(fmt::format("{{{}}}", record.notes[at]));
    position = after(position, move);
  }
  if (!record.remark.empty()) {
    const auto comment = fmt::format("{{{}}}", record.remark);
    for (const auto word : base::split(comment, ' ')) wrapper.add(word);
  }
  wrapper.add(name_of(record.finish));
}

}  // namespace

std::string_view name_of(Finish finish) {
  constexpr std::array<std::string_view, 4> kNames{"*", "1-0", "0-1", "1/2-1/2"};
  return kNames[static_cast<std::size_t>(finish)];
}

Finish finish_of(const State& state) {
  if (state.end == End::none) return Finish::open;
  if (!state.winner) return Finish::draw;
  return *state.winner == kWhiteSeat ? Finish::white_wins : Finish::black_wins;
}

std::string write_pgn(const Record& record) {
  std::string text;
  write_tags(text, record);
  text += '\n';
  write_moves(text, record);
  text += '\n';
  return text;
}

}  // namespace games::chess
