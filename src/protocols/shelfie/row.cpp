// The My Shelfie protocol as one of all.
#include <array>

#include "protocols/row.hpp"
#include "protocols/shelfie/citations.hpp"
#include "protocols/shelfie/client.hpp"
#include "protocols/shelfie/java/stream.hpp"
#include "protocols/shelfie/secrets.hpp"
#include "protocols/shelfie/session.hpp"
#include "protocols/shelfie/tools.hpp"
#include "protocols/shelfie/translator.hpp"

namespace protocols::shelfie {
namespace {

template <Encoding encoding>
std::unique_ptr<protocols::Client> play_in(const games::Kits& kits) {
  return std::make_unique<Client>(kits, encoding);
}

constexpr std::array kEncodings{
    protocols::Encoding{"java", play_in<Encoding::java>, translate_java, java::kStreamHeader[0]},
    protocols::Encoding{"json", play_in<Encoding::json>},
};

}  // namespace

extern constinit const Protocol kProtocol{.name = "shelfie",
                                          .port = 1100,
                                          .game = "shelfie",
                                          .line_end = "\n",
                                          .json = true,
                                          .ping = R"("type":"PING")",
                                          .make_session = make_session<Session>,
                                          .make_client = kEncodings[0].make_client,
                                          .tick = std::chrono::seconds(1),
                                          .views = true,
                                          .encodings = kEncodings,
                                          .patience = std::chrono::seconds(15),
                                          .rule = rule,
                                          .refusals = refusals,
                                          .conceal = conceal,
                                          .grammar = &kGrammar,
                                          .checks = &kChecks,
                                          .sparring = &kSparring};

}  // namespace protocols::shelfie
