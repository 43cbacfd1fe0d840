// Which protocols there are: one row each.
#include "protocols/all.hpp"

#include <algorithm>
#include <array>

#include "protocols/chess/client.hpp"
#include "protocols/chess/session.hpp"

namespace protocols {
namespace {

template <class Half, class Base>
std::unique_ptr<Base> make() {
  return std::make_unique<Half>();
}

constexpr std::array kAll{
    Protocol{"chess", 6343, "chess", "\n", make<chess::Session, Session>, make<chess::Client, Client>},
};

}  // namespace

std::span<const Protocol> all() { return kAll; }

const Protocol* find(std::string_view name) {
  const auto found = std::ranges::find(kAll, name, &Protocol::name);
  return found == kAll.end() ? nullptr : &*found;
}

}  // namespace protocols
