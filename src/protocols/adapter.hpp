// Adapts a transcript to what a server deals: what is said in place of a line, and what must be heard for
// one.
#pragma once

#include <expected>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "games/any.hpp"
#include "protocols/script.hpp"

namespace protocols {

/// Who plays whose part from the start of a game on. Until then all do what the transcript says.
struct Cast {
  std::size_t at = 0;          ///< the step by which the first of them hears that the game starts
  std::map<char, char> parts;  ///< by the peer that has the part in the transcript
};

/// The one in which each of `wanted` has the part of the transcript that its fellow of `found` gets here;
/// both are names in the order of turns. Nothing if they are not names of the same people.
std::optional<Cast> make_cast(std::size_t at, const std::map<char, std::string>& names,
                              const std::vector<std::string>& wanted, const std::vector<std::string>& found);

/// The names from the one who begins on.
std::vector<std::string> order_from(std::vector<std::string> names, std::string_view first);

enum class Verdict : std::uint8_t {
  right,
  wrong,
  other_word,  ///< the server does not know a word that our lexicon has; it may know another
  deal_again,  ///< this deal has nothing that the transcript could be played with; another may
  not_here,    ///< the server has not what it is about
};

struct Fit {
  Verdict verdict = Verdict::right;
  std::string text{};          ///< of wrong and other_word: what would have been right; of the last two: why
  std::optional<Cast> cast{};  ///< of deal_again: with whom the parts could be played here
};

inline Fit right() { return {}; }
inline Fit wrong(std::string expected) { return {Verdict::wrong, std::move(expected), {}}; }
inline Fit other_word(std::string expected) { return {Verdict::other_word, std::move(expected), {}}; }
inline Fit deal_again(std::string why, std::optional<Cast> cast = {}) {
  return {Verdict::deal_again, std::move(why), std::move(cast)};
}
inline Fit not_here(std::string why) { return {Verdict::not_here, std::move(why), {}}; }

/// How a game goes on behind the last line of a transcript. It outlives the tries to play it.
struct Sequel {
  Course course = Course::as_written;
  std::string word{};                            ///< that was laid last
  std::set<std::string, std::less<>> refused{};  ///< words that the server did not know
};

/// Keeps what is known of the game while one script is played once. It is asked about each step in order.
///
/// A move of the transcript means something only with the tiles that were dealt there. So it is looked what
/// the transcript says of it (taken, or refused for which reason), and another is said of which our own rules
/// say the same with the tiles that were dealt here.
class Adapter {
 public:
  explicit Adapter(const Script& script) : script_(script) {}
  Adapter(const Adapter&) = delete;
  Adapter& operator=(const Adapter&) = delete;
  virtual ~Adapter() = default;

  /// What is said in place of a '>' line: a message as a transcript writes it.
  virtual std::expected<std::string, Fit> say(std::size_t at) { return step(at).text; }
  /// Whether what was heard is what a '<' line asks for.
  virtual Fit hear(std::size_t at, std::string_view heard) = 0;
  /// The lines that a transcript would go on with: what somebody does next, and what everybody must hear of
  /// it, as far as that can be known before. Nothing once all has been said.
  virtual std::expected<std::vector<Step>, Fit> go_on(Sequel& /*sequel*/) { return {}; }
  /// A peer hangs up.
  virtual void hang_up(char /*peer*/) {}

 protected:
  const Step& step(std::size_t at) const { return script_.steps[at]; }
  const Script& script() const { return script_; }
  Step make_step(LineKind kind, char peer, std::string text = "") const {
    return protocols::make_step(*script_.protocol, kind, peer, std::move(text));
  }

 private:
  const Script& script_;
};

}  // namespace protocols
