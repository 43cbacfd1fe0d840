// Reading portable game notation.
#include <algorithm>
#include <cctype>
#include <optional>

#include <fmt/format.h>

#include "games/chess/fen.hpp"
#include "games/chess/pgn.hpp"
#include "games/chess/san.hpp"

namespace games::chess {
namespace {

using base::Code;
using base::fail;
using base::Result;

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }
bool is_space(char c) { return c == ' ' || is_control(c); }
bool is_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// Ends a word of movetext.
bool is_mark(char c) { return is_space(c) || std::string_view("[](){};$*").contains(c); }

std::optional<Finish> read_finish(std::string_view word) {
  for (const Finish finish : {Finish::open, Finish::white_wins, Finish::black_wins, Finish::draw}) {
    if (word == name_of(finish)) return finish;
  }
  return std::nullopt;
}

/// "12." and "12..." at the head of a word; a word that is only a number is one too.
std::string_view without_number(std::string_view word) {
  const auto digits = std::min(word.find_first_not_of("0123456789"), word.size());
  if (digits < word.size() && word[digits] != '.') return word;
  const auto dots = word.find_first_not_of('.', digits);
  return dots == word.npos ? std::string_view{} : word.substr(dots);
}

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  Result<std::vector<Record>> run() {
    for (;;) {
      if (auto skipped = skip(); !skipped) return std::unexpected(skipped.error());
      if (done()) break;
      auto read = peek() == '[' ? read_tag() : read_word();
      if (!read) return std::unexpected(read.error());
    }
    finish_record();
    return std::move(records_);
  }

 private:
  bool done() const { return at_ == text_.size(); }
  char peek() const { return text_[at_]; }

  char take() {
    if (peek() == '\n') ++line_;
    return text_[at_++];
  }

  auto wrong(base::Reason code, std::string_view what) const { return wrong_at(line_, code, what); }
  std::unexpected<base::Error> wrong_at(int line, base::Reason code, std::string_view what) const {
    return fail(code, fmt::format("line {}: {}", line, what));
  }

  /// Passes over all that says nothing: spaces, comments, variations, glyphs, escaped lines.
  Result<> skip() {
    int depth = 0;
    const int begin = line_;
    for (; !done(); take()) {
      const char c = peek();
      if (c == '{') {
        if (auto skipped = skip_comment(); !skipped) return skipped;
      } else if (c == ';' || (c == '%' && (at_ == 0 || text_[at_ - 1] == '\n'))) {
        while (!done() && peek() != '\n') take();
        if (done()) break;
      } else if (c == '(') {
        ++depth;
      } else if (c == ')') {
        if (--depth < 0) return wrong(Code::malformed, "a variation ends that never began");
      } else if (c == '$') {
        while (at_ + 1 < text_.size() && std::isdigit(static_cast<unsigned char>(text_[at_ + 1])) != 0)
          take();
      } else if (depth == 0 && !is_space(c)) {
        return {};
      }
    }
    if (depth > 0) return wrong_at(begin, Code::malformed, "a variation does not end");
    return {};
  }

  /// Up to the closing brace, which is left for the caller to take.
  Result<> skip_comment() {
    const int begin = line_;
    while (!done() && peek() != '}') take();
    if (done()) return wrong_at(begin, Code::malformed, "a comment does not end");
    return {};
  }

  void skip_blanks() {
    while (!done() && peek() != '\n' && is_space(peek())) take();
  }

  Result<> read_tag() {
    if (in_moves_) finish_record();  // a game without its last word
    begun_ = true;
    take();
    skip_blanks();
    Tag tag;
    while (!done() && is_name(peek())) tag.name += take();
    skip_blanks();
    if (tag.name.empty() || done() || peek() != '"')
      return wrong(Code::malformed, "a tag is written [Name \"value\"]");
    take();
    while (!done() && peek() != '"' && peek() != '\n') {
      if (peek() == '\\' && at_ + 1 < text_.size() && (text_[at_ + 1] == '"' || text_[at_ + 1] == '\\'))
        take();
      const char c = take();
      tag.value += is_control(c) ? ' ' : c;
    }
    if (done() || take() != '"') return wrong(Code::malformed, "the value of a tag does not end");
    skip_blanks();
    if (done() || peek() != ']') return wrong(Code::malformed, "a tag does not end with ]");
    take();
    return keep(std::move(tag));
  }

  Result<> keep(Tag tag) {
    if (tag.name == "FEN") {
      const auto start = read_fen(tag.value);
      if (!start) return wrong(Code::malformed, start.error().detail);
      record_.start = *start;
      position_ = *start;
    } else if (tag.name == "Result") {
      record_.finish = read_finish(tag.value).value_or(Finish::open);
    } else if (tag.name != "SetUp" && std::ranges::count(record_.tags, tag.name, &Tag::name) == 0) {
      record_.tags.push_back(std::move(tag));
    }
    return {};
  }

  Result<> read_word() {
    begun_ = in_moves_ = true;
    const auto from = at_;
    do take();
    while (!done() && !is_mark(peek()));
    const auto whole = text_.substr(from, at_ - from);
    if (const auto finish = read_finish(whole)) {
      record_.finish = *finish;
      finish_record();
      return {};
    }
    const auto word = without_number(whole);
    if (word.empty() || word == "e.p." || word.find_first_not_of("!?") == word.npos) return {};
    const auto move = read_san(position_, word);
    if (!move) return wrong(move.error().code, move.error().detail);
    record_.moves.push_back(*move);
    position_ = after(position_, *move);
    return {};
  }

  void finish_record() {
    if (begun_) records_.push_back(std::move(record_));
    record_ = {};
    position_ = record_.start;
    begun_ = in_moves_ = false;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int line_ = 1;
  std::vector<Record> records_;
  Record record_;
  Position position_ = record_.start;
  bool begun_ = false;
  bool in_moves_ = false;
};

}  // namespace

Result<std::vector<Record>> read_pgn(std::string_view text) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  return Reader(text).run();
}

}  // namespace games::chess
