// How two nodes that share a secret greet each other on a link: each proves that it knows it. No I/O.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.hpp"

namespace net {

/// The number of a node, as the directory has it.
using Node = std::int64_t;

/// What a node is, and what it tells the others of itself.
struct NodeCard {
  Node node = 0;
  std::string about{};  ///< one line

  friend bool operator==(const NodeCard&, const NodeCard&) = default;
};

/// One side of it. Whoever dials speaks first, so that a stranger hears nothing of the other:
///
///     dials    parlor-link 1 NODE OTHER NONCE
///     accepts  dare NONCE
///     dials    proof PROOF ABOUT
///     accepts  proof PROOF ABOUT
///
/// A proof is a keyed hash of everything above it and of who says it, so that none is good for another link,
/// for the other side, or with other words.
class Greeting {
 public:
  static Greeting dial(NodeCard own, std::string_view secret, Node whom);
  static Greeting accept(NodeCard own, std::string_view secret);

  /// Takes the peer's next line. Code::malformed says why it is to be hung up on.
  base::Result<void> hear(std::string_view line);
  /// What is to be said now, with the ends of lines; empties it.
  std::string take_output();
  /// The peer, once it has proven that it knows the secret.
  const std::optional<NodeCard>& peer() const { return peer_; }

 private:
  enum class Step : std::uint8_t { await_greeting, await_dare, await_proof };

  Greeting(NodeCard own, std::string_view secret, Step step);
  base::Result<void> hear_greeting(std::string_view line);
  base::Result<void> hear_dare(std::string_view line);
  base::Result<void> hear_proof(std::string_view line);
  void prove();
  std::string proof(Node who, std::string_view about) const;

  NodeCard own_;
  std::string secret_;
  std::string nonce_;
  std::string said_;  ///< by both sides up to the proofs
  std::string output_;
  Step step_;
  bool dials_ = false;
  Node other_ = 0;  ///< whom it expects, or who it says it is
  std::optional<NodeCard> peer_;
};

}  // namespace net
