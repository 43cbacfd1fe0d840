// The one generator of legal moves, as a template over what is done with them: list, count, look for one, or
// walk on.
#pragma once

#include "games/chess/attacks.hpp"
#include "games/chess/position.hpp"

namespace games::chess {

/// What one side's geometry is, known when compiling.
template <Color Us>
struct Side {
  static constexpr bool kWhite = Us == Color::white;
  static constexpr int kForward = kWhite ? 8 : -8;
  static constexpr int kLeft = kWhite ? 7 : -9;   ///< a capture towards the a-file
  static constexpr int kRight = kWhite ? 9 : -7;  ///< a capture towards the h-file
  static constexpr Bitboard kThird = rank_set(kWhite ? 2 : 5);
  static constexpr Bitboard kSeventh = rank_set(kWhite ? 6 : 1);
  static constexpr Bitboard kLast = rank_set(kWhite ? 7 : 0);
  static constexpr Square kHome = kWhite ? 0 : 56;  ///< the a-file's corner
  static constexpr Castling kShort = kWhite ? kWhiteShort : kBlackShort;
  static constexpr Castling kLong = kWhite ? kWhiteLong : kBlackLong;

  template <int Delta>
  static constexpr Bitboard shift(Bitboard set) {
    if constexpr (Delta > 0) return set << Delta;
    return set >> (Delta < 0 ? -Delta : 0);
  }
  static constexpr Bitboard forward(Bitboard set) { return shift<kForward>(set); }
  static constexpr Bitboard left(Bitboard set) { return shift<kLeft>(set & ~file_set(0)); }
  static constexpr Bitboard right(Bitboard set) { return shift<kRight>(set & ~file_set(7)); }
};

/// Every square that `By` attacks when `occupied` squares block the lines.
template <Color By>
inline Bitboard attacked_by(const Position& position, Bitboard occupied) {
  const Bitboard own = position.of(By);
  Bitboard set = Side<By>::left(position.pawns & own) | Side<By>::right(position.pawns & own) |
                 kKingAttacks[position.king(By)];
  for (Bitboard left = position.knights & own; left != 0;) set |= kKnightAttacks[take_first(left)];
  for (Bitboard left = position.diagonal & own; left != 0;) set |= bishop_attacks(take_first(left), occupied);
  for (Bitboard left = position.straight & own; left != 0;) set |= rook_attacks(take_first(left), occupied);
  return set;
}

/// What the enemy does to our king: who gives check, where a check can be met, who is pinned.
struct Threats {
  Bitboard checkers = 0;
  Bitboard meet = 0;           ///< squares between the king and a sliding checker
  Bitboard diagonal_pins = 0;  ///< lines on which a piece of ours is pinned, with the pinning piece
  Bitboard straight_pins = 0;
};

template <Color Us>
inline Threats threats(const Position& position) {
  const Bitboard us = position.of(Us);
  const Bitboard them = position.of(!Us);
  const Bitboard occupied = us | them;
  const Square king = position.king(Us);
  const Lines& lines = kLines[king];
  Threats found;
  found.checkers =
      them & ((kPawnAttacks[index(Us)][king] & position.pawns) | (kKnightAttacks[king] & position.knights));
  const auto look = [&](Bitboard sliders, Bitboard& pins) {
    while (sliders != 0) {
      const Square slider = take_first(sliders);
      const Bitboard between = kBetween[king][slider];
      const Bitboard blockers = between & occupied;
      if (blockers == 0) {
        found.checkers |= bit(slider);
        found.meet |= between;
      } else if (!has_several(blockers) && (blockers & us) != 0) {
        pins |= between | bit(slider);
      }
    }
  };
  look((lines.diagonal | lines.anti_diagonal) & position.diagonal & them, found.diagonal_pins);
  look((lines.rank | lines.file) & position.straight & them, found.straight_pins);
  return found;
}

/// Gives every legal step of `Us`, who must be the side to move, to the sink, as sets of targets:
///   sink.pieces<Kind>(from, targets)        knight, bishop, rook, queen or king; captures included
///   sink.pawns<Delta>(targets)              a pawn comes from target - Delta; captures included
///   sink.double_pushes<Delta>(targets)
///   sink.promotions<Delta>(targets)         each target stands for four moves
///   sink.en_passant(from, to)
///   sink.castle(king's square, its target)
template <Color Us, class Sink>
class Generator {
  using Ours = Side<Us>;

 public:
  Generator(const Position& position, Sink& sink, Bitboard movers)
      : position_(position),
        sink_(sink),
        us_(position.of(Us)),
        movers_(us_ & movers),
        occupied_(position.occupied()) {}

  void run() {
    const Threats found = threats<Us>(position_);
    king(found.checkers);
    if (has_several(found.checkers)) return;  // only the king can answer a double check
    const Bitboard allowed = found.checkers != 0 ? found.checkers | found.meet : ~us_;
    pawns(found, allowed);
    if (position_.en_passant != kNoSquare) en_passant();
    officers(found, allowed);
  }

 private:
  void king(Bitboard checkers) {
    const Square from = position_.king(Us);
    if (!has(movers_, from)) return;
    const Bitboard steps = kKingAttacks[from] & ~us_;
    const Castling rights = checkers == 0 ? open_castling() : Castling{0};
    if (steps == 0 && rights == 0) return;
    // The king does not shield the squares behind it.
    const Bitboard danger = attacked_by<!Us>(position_, occupied_ ^ bit(from));
    sink_.template pieces<Kind::king>(from, steps & ~danger);
    if (rights != 0) castle(rights, danger);
  }

  /// The rights to castle for which nothing stands between king and rook (FIDE 3.8.2.2).
  Castling open_castling() const {
    constexpr Bitboard kShortGap = Bitboard{0b01100000} << Ours::kHome;
    constexpr Bitboard kLongGap = Bitboard{0b00001110} << Ours::kHome;
    Castling open = 0;
    if ((occupied_ & kShortGap) == 0) open |= Ours::kShort;
    if ((occupied_ & kLongGap) == 0) open |= Ours::kLong;
    return open & position_.castling;
  }

  /// FIDE 3.8.2.1: the king neither passes nor reaches an attacked square.
  void castle(Castling rights, Bitboard danger) {
    constexpr Square kKing = Ours::kHome + 4;
    constexpr Bitboard kShortWalk = Bitboard{0b01100000} << Ours::kHome;
    constexpr Bitboard kLongWalk = Bitboard{0b00001100} << Ours::kHome;
    if ((rights & Ours::kShort) != 0 && (danger & kShortWalk) == 0) sink_.castle(kKing, kKing + 2);
    if ((rights & Ours::kLong) != 0 && (danger & kLongWalk) == 0) sink_.castle(kKing, kKing - 2);
  }

  /// A pinned piece may move along its pin. No step leads from one pin line of a kind to another of that
  /// kind.
  void officers(const Threats& found, Bitboard allowed) {
    const Bitboard pins = found.diagonal_pins | found.straight_pins;
    const Bitboard free = movers_ & ~pins;
    for (Bitboard left = position_.knights & free; left != 0;) {
      const Square from = take_first(left);
      sink_.template pieces<Kind::knight>(from, kKnightAttacks[from] & allowed);
    }
    for (Bitboard left = position_.diagonal & ~position_.straight & free; left != 0;) {
      const Square from = take_first(left);
      sink_.template pieces<Kind::bishop>(from, bishop_attacks(from, occupied_) & allowed);
    }
    for (Bitboard left = position_.straight & ~position_.diagonal & free; left != 0;) {
      const Square from = take_first(left);
      sink_.template pieces<Kind::rook>(from, rook_attacks(from, occupied_) & allowed);
    }
    for (Bitboard left = position_.straight & position_.diagonal & free; left != 0;) {
      const Square from = take_first(left);
      sink_.template pieces<Kind::queen>(from, queen_attacks(from, occupied_) & allowed);
    }
    if ((pins & movers_) != 0) pinned_officers(found, allowed);
  }

  void pinned_officers(const Threats& found, Bitboard allowed) {
    for (Bitboard left = position_.diagonal & movers_ & found.diagonal_pins; left != 0;) {
      const Square from = take_first(left);
      slide<Kind::bishop>(from, bishop_attacks(from, occupied_) & found.diagonal_pins & allowed);
    }
    for (Bitboard left = position_.straight & movers_ & found.straight_pins; left != 0;) {
      const Square from = take_first(left);
      slide<Kind::rook>(from, rook_attacks(from, occupied_) & found.straight_pins & allowed);
    }
  }

  /// A queen, or a piece of kind K.
  template <Kind K>
  void slide(Square from, Bitboard targets) {
    if (has(position_.diagonal & position_.straight, from))
      sink_.template pieces<Kind::queen>(from, targets);
    else
      sink_.template pieces<K>(from, targets);
  }

  void pawns(const Threats& found, Bitboard allowed) {
    const Bitboard own = position_.pawns & movers_;
    const Bitboard empty = ~occupied_;
    const Bitboard targets = position_.of(!Us) & allowed;
    const Bitboard pushers = own & ~found.diagonal_pins;
    const Bitboard takers = own & ~found.straight_pins;
    const Bitboard free_takers = takers & ~found.diagonal_pins;
    const Bitboard pinned_takers = takers & found.diagonal_pins;
    const Bitboard pushes = empty & (Ours::forward(pushers & ~found.straight_pins) |
                                     (Ours::forward(pushers & found.straight_pins) & found.straight_pins));
    const Bitboard left =
        targets & (Ours::left(free_takers) | (Ours::left(pinned_takers) & found.diagonal_pins));
    const Bitboard right =
        targets & (Ours::right(free_takers) | (Ours::right(pinned_takers) & found.diagonal_pins));
    sink_.template double_pushes<2 * Ours::kForward>(Ours::forward(pushes & Ours::kThird) & empty & allowed);
    advance<Ours::kForward>(pushes & allowed);
    advance<Ours::kLeft>(left);
    advance<Ours::kRight>(right);
  }

  template <int Delta>
  void advance(Bitboard targets) {
    sink_.template pawns<Delta>(targets & ~Ours::kLast);
    if ((targets & Ours::kLast) != 0) sink_.template promotions<Delta>(targets & Ours::kLast);
  }

  /// Two pawns leave one rank at once, so the simple masks do not do: look at the board after it.
  void en_passant() {
    const Square to = position_.en_passant;
    const Square captured = to - Ours::kForward;
    for (Bitboard left = kPawnAttacks[index(!Us)][to] & position_.pawns & movers_; left != 0;) {
      const Square from = take_first(left);
      const Bitboard after = (occupied_ ^ bit(from) ^ bit(captured)) | bit(to);
      const Bitboard danger = attackers(position_, position_.king(Us), !Us, after) & ~bit(captured);
      if (danger == 0) sink_.en_passant(from, to);
    }
  }

  const Position& position_;
  Sink& sink_;
  Bitboard us_;
  Bitboard movers_;  ///< those of us whose steps are wanted
  Bitboard occupied_;
};

inline constexpr Bitboard kWholeBoard = ~Bitboard{0};

/// The steps of those who stand on the squares of `movers`.
template <Color Us, class Sink>
inline void generate(const Position& position, Sink& sink, Bitboard movers = kWholeBoard) {
  Generator<Us, Sink>(position, sink, movers).run();
}

/// The same for whichever side is to move.
template <class Sink>
inline void generate(const Position& position, Sink& sink, Bitboard movers = kWholeBoard) {
  if (position.turn == Color::white)
    generate<Color::white>(position, sink, movers);
  else
    generate<Color::black>(position, sink, movers);
}

/// Counts without making a list.
struct Counter {
  std::uint64_t total = 0;

  template <Kind>
  void pieces(Square, Bitboard targets) {
    add(targets);
  }
  template <int>
  void pawns(Bitboard targets) {
    add(targets);
  }
  template <int>
  void double_pushes(Bitboard targets) {
    add(targets);
  }
  template <int>
  void promotions(Bitboard targets) {
    total += 4 * static_cast<std::uint64_t>(std::popcount(targets));
  }
  void en_passant(Square, Square) { ++total; }
  void castle(Square, Square) { ++total; }

 private:
  void add(Bitboard targets) { total += static_cast<std::uint64_t>(std::popcount(targets)); }
};

}  // namespace games::chess
