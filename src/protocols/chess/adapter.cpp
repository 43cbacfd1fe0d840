// Transcripts of chess, which has no chance but who is White.
#include <algorithm>

#include "protocols/adapter.hpp"
#include "protocols/chess/tools.hpp"

namespace protocols::chess {
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
          return next.peer != one && next.kind == LineKind::expect && next.text.starts_with("COLOR ");
        });
    if (other == steps.end()) return std::nullopt;
    return Cast{.at = at, .parts = {{one, other->peer}, {other->peer, one}}};
  }
};

}  // namespace

std::unique_ptr<Adapter> adapt(const Script& script, const games::Kits& /*kits*/) {
  return std::make_unique<Chess>(script);
}

}  // namespace protocols::chess
