// Chess has no chance but who is White; and which adapter a protocol has.
#include <algorithm>

#include "client/check/adapter.hpp"

namespace client::check {
namespace {

class Chess final : public Adapter {
 public:
  using Adapter::Adapter;

  Fit hear(std::size_t at, std::string_view heard) override {
    const std::string_view expected = step(at).text;
    if (heard == expected) return right();
    const bool swapped = (expected == "COLOR WHITE" && heard == "COLOR BLACK") ||
                         (expected == "COLOR BLACK" && heard == "COLOR WHITE");
    if (swapped) return deal_again("the first of a pair never was White", swap(at));
    return wrong(std::string(expected));
  }

 private:
  /// The two who hear their colours there.
  std::optional<Cast> swap(std::size_t at) const {
    const char one = step(at).peer;
    const auto& steps = script().steps;
    const auto other =
        std::find_if(steps.begin() + static_cast<std::ptrdiff_t>(at), steps.end(), [&](const Step& next) {
          return next.peer != one && next.kind == transcript::Line::Kind::expect &&
                 next.text.starts_with("COLOR ");
        });
    if (other == steps.end()) return std::nullopt;
    return Cast{.at = at, .parts = {{one, other->peer}, {other->peer, one}}};
  }
};

}  // namespace

std::unique_ptr<Adapter> adapt_chess(const Script& script) { return std::make_unique<Chess>(script); }

std::unique_ptr<Adapter> make_adapter(const Script& script, const games::Kits& kits) {
  const auto name = script.protocol->name;
  if (name == "scrabble-twente") return adapt_twente(script, kits);
  if (name == "scrabble-clarkson") return adapt_clarkson(script, kits);
  if (name == "spectrangle") return adapt_spectrangle(script, kits);
  if (name == "shelfie") return adapt_shelfie(script, kits);
  return adapt_chess(script);
}

}  // namespace client::check
