// One connection as it is watched: its messages, and the sentences that they break.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "client/tap/decoder.hpp"
#include "client/tap/order.hpp"

namespace client::tap {

/// Something worth a line.
struct Sight {
  enum class Kind : std::uint8_t { message, carrier, fault };

  Kind kind = Kind::message;
  Way way = Way::to_server;
  std::string text;
  std::string sentence = {};  ///< of a fault: where it stands and how it reads

  friend bool operator==(const Sight&, const Sight&) = default;
};

/// Without I/O: bytes in, sights out.
class Watch {
 public:
  explicit Watch(const protocols::Protocol& protocol, Charset charset = Charset::utf8);

  std::vector<Sight> see(Way way, std::string_view bytes);
  /// Nothing more comes: what is left of unfinished messages.
  std::vector<Sight> end() const;

  std::size_t messages() const { return messages_; }
  std::size_t faults() const { return faults_; }

 private:
  void judge(Way way, const std::string& message, std::vector<Sight>& sights);
  void blame(Way way, const std::string& message, const Rule& broken, std::vector<Sight>& sights);

  const protocols::Protocol* protocol_;
  const Grammar* grammar_;
  Order order_;
  std::unique_ptr<Decoder> decoder_;
  std::string asked_;          ///< the last message of the client
  bool asked_blamed_ = false;  ///< it was found wrong by its words already
  std::size_t messages_ = 0;
  std::size_t faults_ = 0;
};

}  // namespace client::tap
