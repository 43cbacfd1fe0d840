// How a client half speaks.
#include "app/speaking.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <vector>

namespace app {
namespace {

constexpr std::string_view kUtf16 = "utf-16be";

std::unexpected<base::Error> refuse(std::string sentence) {
  return base::fail(base::Code::malformed, std::move(sentence));
}

/// The names of the protocols of which something is so.
template <class Test>
std::string names_where(Test test) {
  std::vector<std::string_view> names;
  for (const auto& protocol : protocols::all()) {
    if (test(protocol)) names.push_back(protocol.name);
  }
  return fmt::format("{}", fmt::join(names, " and "));
}

}  // namespace

std::string all_encodings(std::string_view mark) {
  std::vector<std::string> choices;
  for (const auto& protocol : protocols::all()) {
    std::string names;
    for (const auto& encoding : protocol.encodings)
      names +=
          names.empty() ? fmt::format("{}{}", encoding.name, mark) : fmt::format(" or {}", encoding.name);
    if (!names.empty()) choices.push_back(fmt::format("{} in {}", names, protocol.name));
  }
  return fmt::format("{}", fmt::join(choices, ", "));
}

void add_charset_flag(CLI::App& command, std::string& charset) {
  command
      .add_option(
          "--charset", charset,
          fmt::format("utf-8 (default), or utf-16be, which some servers and clients of {} write in its place",
                      names_where([](const protocols::Protocol& protocol) { return protocol.utf16; })))
      ->type_name("NAME")
      ->check(CLI::IsMember({std::string("utf-8"), std::string(kUtf16)}));
}

void add_speech_flags(CLI::App& command, SpeechFlags& flags) {
  command
      .add_option(
          "--encoding", flags.encoding,
          fmt::format("How messages are written, where there is a choice: {}", all_encodings(" (default)")))
      ->type_name("NAME");
  add_charset_flag(command, flags.charset);
  command.add_flag("--no-flags", flags.no_flags,
                   fmt::format("Announce no features, for servers of {} that know no flags",
                               names_where([](const protocols::Protocol& protocol) {
                                 return protocol.make_client_without_flags != nullptr;
                               })));
}

base::Result<decltype(protocols::Protocol::make_client)> find_speech(const protocols::Protocol& protocol,
                                                                     const SpeechFlags& flags) {
  if (flags.no_flags && protocol.make_client_without_flags == nullptr)
    return refuse(fmt::format("{} has no flags that could be left out", protocol.name));
  if (flags.encoding.empty())
    return flags.no_flags ? protocol.make_client_without_flags : protocol.make_client;
  const auto found = std::ranges::find(protocol.encodings, flags.encoding, &protocols::Encoding::name);
  if (found != protocol.encodings.end()) return found->make_client;
  return refuse(fmt::format("{} has no encoding called '{}'", protocol.name, flags.encoding));
}

base::Result<client::Charset> find_charset(const protocols::Protocol& protocol, std::string_view charset) {
  if (charset != kUtf16) return client::Charset::utf8;
  if (protocol.utf16) return client::Charset::utf16be;
  return refuse(fmt::format("{} is written in utf-8 only", protocol.name));
}

}  // namespace app
