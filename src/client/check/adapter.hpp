// Adapts a transcript to what a server deals: what is said in place of a line, and what must be heard for
// one.
#pragma once

#include <expected>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "client/check/recast.hpp"
#include "games/any.hpp"

namespace client::check {

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
  transcript::Course course = transcript::Course::as_written;
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
  Step make_step(transcript::Line::Kind kind, char peer, std::string text = "") const {
    return check::make_step(*script_.protocol, kind, peer, std::move(text));
  }

 private:
  const Script& script_;
};

/// The kits must outlive it.
std::unique_ptr<Adapter> make_adapter(const Script& script, const games::Kits& kits);

// One a protocol.
std::unique_ptr<Adapter> adapt_chess(const Script& script);
std::unique_ptr<Adapter> adapt_twente(const Script& script, const games::Kits& kits);
std::unique_ptr<Adapter> adapt_clarkson(const Script& script, const games::Kits& kits);
std::unique_ptr<Adapter> adapt_spectrangle(const Script& script, const games::Kits& kits);
std::unique_ptr<Adapter> adapt_shelfie(const Script& script, const games::Kits& kits);

}  // namespace client::check
