// A state, move, event or view of some game, whose type only those see who know the game.
#pragma once

#include <concepts>
#include <memory>
#include <utility>
#include <vector>

namespace games {

/// What a boxed value is of its game: a state, a move ...
enum class Role : unsigned char { state, move, event, view };

/// For looking up whose type something is; never made.
template <class T>
struct Part {};

/// The type that plays this role in the game of rules G.
template <class G, Role role>
struct PartIn;
template <class G>
struct PartIn<G, Role::state> {
  using Type = typename G::State;
};
template <class G>
struct PartIn<G, Role::move> {
  using Type = typename G::Move;
};
template <class G>
struct PartIn<G, Role::event> {
  using Type = typename G::Event;
};
template <class G>
struct PartIn<G, Role::view> {
  using Type = typename G::View;
};

/// T is what it is to be by the rules of its own game, which that names by
/// `template <class T> Rules rules_of(Part<T>);` in its namespace.
template <class T, Role role>
concept Playing = requires {
  typename PartIn<decltype(rules_of(Part<T>{})), role>::Type;
  requires std::same_as<T, typename PartIn<decltype(rules_of(Part<T>{})), role>::Type>;
};

/// A value like any other: copies are equal and apart. They share what they hold until one is changed.
template <Role kRole>
class Boxed {
 public:
  static constexpr Role role = kRole;

  /// Holds nothing, and is equal to what holds nothing.
  Boxed() = default;

  template <class T>
  Boxed(std::in_place_type_t<T> /*type*/, T value) : held_(std::make_shared<Held<T>>(std::move(value))) {}

  template <Playing<kRole> T>
  Boxed(T value) : Boxed(std::in_place_type<T>, std::move(value)) {}  // NOLINT(google-explicit-constructor)

  template <class T>
  bool holds() const {
    return held_ && held_->type == &kType<T>;
  }

  /// nullptr if it holds something else.
  template <class T>
  const T* if_holds() const {
    return holds<T>() ? &static_cast<const Held<T>&>(*held_).value : nullptr;
  }
  template <class T>
  T* if_holds() {
    if (!holds<T>()) return nullptr;
    if (held_.use_count() > 1) held_ = held_->copy();
    return &static_cast<Held<T>&>(*held_).value;
  }

  friend bool operator==(const Boxed& one, const Boxed& other) {
    if (one.held_ == other.held_) return true;
    return one.held_ && other.held_ && one.held_->equals(*other.held_);
  }

 private:
  template <class T>
  static constexpr char kType = 0;  ///< its address says which type it is

  struct Holder {
    explicit Holder(const char* type) : type(type) {}
    Holder(const Holder&) = default;
    Holder& operator=(const Holder&) = delete;
    virtual ~Holder() = default;
    virtual std::shared_ptr<Holder> copy() const = 0;
    virtual bool equals(const Holder& other) const = 0;

    const char* type;
  };

  template <class T>
  struct Held final : Holder {
    explicit Held(T held) : Holder(&kType<T>), value(std::move(held)) {}
    std::shared_ptr<Holder> copy() const override { return std::make_shared<Held>(*this); }
    bool equals(const Holder& other) const override {
      return this->type == other.type && value == static_cast<const Held&>(other).value;
    }

    T value;
  };

  std::shared_ptr<Holder> held_;
};

/// As std::get and std::get_if of a variant, for whoever knows which game it is.
template <class T, Role role>
const T& get(const Boxed<role>& boxed) {
  return *boxed.template if_holds<T>();
}
template <class T, Role role>
T& get(Boxed<role>& boxed) {
  return *boxed.template if_holds<T>();
}
template <class T, Role role>
const T* get_if(const Boxed<role>* boxed) {
  return boxed->template if_holds<T>();
}

/// Parts of one game as parts of any.
template <Role role, class T>
std::vector<Boxed<role>> box(std::vector<T> parts) {
  std::vector<Boxed<role>> boxed;
  boxed.reserve(parts.size());
  for (auto& part : parts) boxed.emplace_back(std::in_place_type<T>, std::move(part));
  return boxed;
}

}  // namespace games
