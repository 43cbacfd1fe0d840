// Which protocols there are. A new one is a folder and a row in all.cpp.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "protocols/rule.hpp"
#include "protocols/secrets.hpp"
#include "protocols/session.hpp"
#include "protocols/translator.hpp"
#include "table/overview.hpp"

namespace protocols {

struct Checks;
struct Grammar;
struct Sparring;

/// Something that a host can switch on for a protocol: a flag, a setting, a word in transcripts. Protocols
/// may share one.
struct Switch {
  std::string_view name;
  std::string_view about;  ///< a line for people
};

/// One of several encodings of a protocol's messages: its client half speaks it, its server half understands
/// it.
struct Encoding {
  std::string_view name;  ///< on the command line
  std::unique_ptr<Client> (*make_client)(const games::Kits& kits);
  /// How transcripts write its messages. nullptr: they are lines of text, and stand there as they are.
  std::unique_ptr<Translator> (*translate)() = nullptr;
  char first_byte = '\0';  ///< of a stream that must be translated
};

/// What carries a protocol's bytes: TCP itself, or WebSocket, one line a message.
enum class Carrier : std::uint8_t { tcp, websocket };

/// What a protocol has besides moves, as far as a person who plays must know it.
struct Facets {
  bool names = true;     ///< players have names, by which they can come back
  bool chat = false;     ///< people can talk
  bool ready = false;    ///< the game begins when all say that they are ready
  bool lobbies = false;  ///< there are several, which can be listed and joined by name
  bool hall = false;     ///< there are many games, to be chosen from
  bool clocks = false;   ///< the players' time can be chosen, and is told
};

struct Protocol {
  std::string_view name;       ///< in flags, configuration, metrics and the journal
  std::uint16_t port;          ///< where it listens unless told otherwise
  std::string_view game = {};  ///< empty: all of them
  std::string_view line_end;   ///< what ends a message, for transcripts
  std::string_view unit = {};  ///< what '|' stands for in transcripts; empty: itself
  bool json = false;           ///< transcripts compare its messages by their values in JSON
  std::string_view ping = {};  ///< contained in what transcripts pass over unless they speak of it
  std::span<const Switch> switches = {};
  std::unique_ptr<Session> (*make_session)(const SessionContext& context);
  /// The kits must outlive the client. nullptr: only its server's half is written here.
  std::unique_ptr<Client> (*make_client)(const games::Kits& kits) = nullptr;
  base::Duration tick{};  ///< how often Session::tick is called; zero: never
  bool views = false;     ///< sessions are told how things stand after each act (Happened::view)
  std::span<const Encoding> encodings{};  ///< if there are several; `make_client` speaks the first
  base::Duration patience{};  ///< with a peer to whom nothing can be sent; zero: as long as the system has it
  Carrier carrier = Carrier::tcp;
  /// The sentence that a message broke, by the answer that refuses it as it stands in a transcript; nothing
  /// if the answer refuses nothing. The reason, where it is known, makes it the more exact. nullptr: the
  /// protocol is Parlor's own.
  std::optional<Rule> (*rule)(std::string_view answer, Reason why) = nullptr;
  /// All answers that refuse something, one of each kind, as they stand in a transcript. Where there is a
  /// rule.
  std::vector<std::string> (*refusals)() = nullptr;
  /// A message as it stands in a transcript, without what only the player at the wire may know. nullptr:
  /// there is no such thing.
  std::string (*conceal)(std::string_view message, Speaker speaker) = nullptr;
  /// The client half that announces none of the features it has, for servers that know no flags. nullptr:
  /// the protocol has none.
  std::unique_ptr<Client> (*make_client_without_flags)(const games::Kits& kits) = nullptr;
  bool utf16 = false;   ///< programs in the wild write it as UTF-16BE, too
  bool silent = false;  ///< a server says nothing until an opponent is there, and nothing to a move
  bool offers = false;  ///< its clients hear what is offered to them (table::Hears)
  Facets facets{};      ///< for people who play
  /// Writes down what other nodes tell of this one's part of the hall. nullptr: its clients look into none.
  table::OverviewPart (*write_part)(const table::Overview& overview) = nullptr;

  // What tools know of it. nullptr: it has no such thing.
  const Grammar* grammar = nullptr;    ///< its messages, for who watches (grammar.hpp)
  const Checks* checks = nullptr;      ///< how servers and clients of it are tested (checks.hpp)
  const Sparring* sparring = nullptr;  ///< what a server to practise against may do (sparring.hpp)
};

std::span<const Protocol> all();

/// The encoding whose streams begin so and must be translated; nullptr if there is none.
const Encoding* find_translated(const Protocol& protocol, char first_byte);

/// The protocol of that name; nullptr if there is none.
const Protocol* find(std::string_view name);

/// The switches of all protocols, each once.
std::vector<Switch> all_switches();
bool is_switch(std::string_view name);

}  // namespace protocols
