// What inspectors ask and tell each other, as a line of words.
#include "server/wire_words.hpp"

#include "cluster/words.hpp"

namespace cluster::words {

template <>
constexpr auto kLast<server::WireQuestion::About> = server::WireQuestion::About::transcript;
template <>
constexpr auto kFields<table::Sight> =
    std::tuple{&table::Sight::table, &table::Sight::eyes, &table::Sight::watches};
template <>
constexpr auto kFields<server::Inspector::FarBrowser> =
    std::tuple{&server::Inspector::FarBrowser::place, &server::Inspector::FarBrowser::sights};
template <>
constexpr auto kFields<server::WireQuestion> = std::tuple{
    &server::WireQuestion::about, &server::WireQuestion::connection, &server::WireQuestion::browser};
template <>
constexpr auto kFields<protocols::Connection> = std::tuple{
    &protocols::Connection::number,   &protocols::Connection::protocol, &protocols::Connection::address,
    &protocols::Connection::name,     &protocols::Connection::table,    &protocols::Connection::seat,
    &protocols::Connection::plays,    &protocols::Connection::since,    &protocols::Connection::closed,
    &protocols::Connection::messages, &protocols::Connection::refused,  &protocols::Connection::link};
template <>
constexpr auto kFields<protocols::WireLine> =
    std::tuple{&protocols::WireLine::at,      &protocols::WireLine::from_client, &protocols::WireLine::text,
               &protocols::WireLine::code,    &protocols::WireLine::why,         &protocols::WireLine::cite,
               &protocols::WireLine::sentence};
template <>
constexpr auto kFields<protocols::Overheard> = std::tuple{
    &protocols::Overheard::connection, &protocols::Overheard::lines, &protocols::Overheard::missed};
template <>
constexpr auto kFields<protocols::Transcript> = std::tuple{&protocols::Transcript::text};
template <>
constexpr auto kFields<server::WireRefusal> =
    std::tuple{&server::WireRefusal::code, &server::WireRefusal::why};
template <>
constexpr auto kFields<server::WireAnswer> =
    std::tuple{&server::WireAnswer::connections, &server::WireAnswer::overheard,
               &server::WireAnswer::transcript, &server::WireAnswer::refusal};

}  // namespace cluster::words

namespace server {
namespace {

template <class One>
std::string write_words(const One& one) {
  cluster::words::Writer line;
  line.put(one);
  return line.take();
}

template <class One>
std::optional<One> read_words(std::string_view text) {
  One one;
  if (!cluster::words::Reader(text).get(one)) return std::nullopt;
  return one;
}

}  // namespace

std::string write(const WireQuestion& question) { return write_words(question); }
std::string write(const WireAnswer& answer) { return write_words(answer); }
std::optional<WireQuestion> read_question(std::string_view text) { return read_words<WireQuestion>(text); }
std::optional<WireAnswer> read_answer(std::string_view text) { return read_words<WireAnswer>(text); }

}  // namespace server
