// Reads exported games and plays them again.
#include "store/verify.hpp"

#include <fmt/format.h>

#include <boost/json.hpp>

#include "store/export_formats.hpp"
#include "table/deal.hpp"
#include "table/table.hpp"

namespace store {
namespace {

namespace json = boost::json;
using base::Code;
using base::fail;
using base::Result;

std::unexpected<base::Error> malformed(std::string_view what) {
  return fail(Code::malformed, fmt::format("this is no exported game: {}", what));
}

/// The members of an object, each asked for by its name and kind; what is missing or of another kind is
/// noted.
class Fields {
 public:
  explicit Fields(const json::value& value) : object_(value.if_object()) {
    if (object_ == nullptr) problem_ = "something is no object";
  }

  std::string text(std::string_view name) {
    const auto* found = find(name);
    const auto* text = found == nullptr ? nullptr : found->if_string();
    if (text == nullptr) return note<std::string>(name);
    return std::string(*text);
  }

  template <class Number>
  Number number(std::string_view name) {
    const auto* found = find(name);
    if (found == nullptr || !found->is_number()) return note<Number>(name);
    boost::system::error_code wrong;
    const auto number = found->to_number<Number>(wrong);
    return wrong ? note<Number>(name) : number;
  }

  json::array list(std::string_view name) {
    const auto* found = find(name);
    const auto* list = found == nullptr ? nullptr : found->if_array();
    return list == nullptr ? note<json::array>(name) : *list;
  }

  base::Key key(std::string_view name) {
    const auto key = base::read_key(text(name));
    return key ? *key : note<base::Key>(name);
  }

  bool has(std::string_view name) const { return find(name) != nullptr; }
  const json::value* find(std::string_view name) const {
    return object_ == nullptr ? nullptr : object_->if_contains(json::string_view(name.data(), name.size()));
  }
  /// Empty if everything was there.
  const std::string& problem() const { return problem_; }

 private:
  template <class Value>
  Value note(std::string_view name) {
    if (problem_.empty()) problem_ = fmt::format("'{}' is missing or is not what it should be", name);
    return {};
  }

  const json::object* object_;
  std::string problem_;
};

Result<std::vector<table::Chair>> read_players(const json::array& players) {
  std::vector<table::Chair> chairs;
  for (const auto& player : players) {
    Fields fields(player);
    chairs.push_back({fields.text("name"), fields.text("protocol")});
    if (!fields.problem().empty()) return malformed(fields.problem());
  }
  return chairs;
}

Result<std::vector<Entry>> read_acts(TableId table, const json::array& acts, std::string_view clock) {
  std::vector<Entry> entries;
  for (const auto& act : acts) {
    Fields fields(act);
    Entry entry{table,
                fields.number<std::uint64_t>("seq"),
                {},
                {fields.number<std::uint8_t>("seat")},
                fields.text("act")};
    if (!clock.empty()) entry.charged = base::Duration(fields.number<base::Duration::rep>("charged"));
    if (!fields.problem().empty()) return malformed(fields.problem());
    entries.push_back(std::move(entry));
  }
  return entries;
}

Result<table::Outcome> read_result(const json::value& value) {
  Fields fields(value);
  table::Outcome outcome;
  outcome.reason = fields.text("reason");
  const auto numbers = [&](const json::array& list) {
    std::vector<int> found;
    for (const auto& one : list) found.push_back(one.is_int64() ? static_cast<int>(one.get_int64()) : -1);
    return found;
  };
  for (const int winner : numbers(fields.list("winners")))
    outcome.winners.push_back({static_cast<std::uint8_t>(winner)});
  if (fields.has("scores")) outcome.scores = numbers(fields.list("scores"));
  if (!fields.problem().empty()) return malformed(fields.problem());
  return outcome;
}

Result<Header> read_header(Fields& fields) {
  Header header;
  header.table = {fields.number<std::uint64_t>("table")};
  header.game = fields.text("game");
  header.options = fields.text("options");
  header.revision = fields.number<int>("revision");
  if (fields.has("clock")) header.clock = fields.text("clock");
  const auto seed = base::read_seed(fields.text("seed"));
  auto chairs = read_players(fields.list("players"));
  if (!fields.problem().empty()) return malformed(fields.problem());
  if (!seed) return malformed("'seed' is none");
  if (!chairs) return std::unexpected(std::move(chairs).error());
  header.seed = *seed;
  header.chairs = *std::move(chairs);
  return header;
}

Result<void> compare_end(const table::Table& table, const Claim& claim) {
  const auto outcome = table.outcome();
  const auto& claimed = claim.table.closing->outcome;
  if (!outcome) return fail(Code::corrupt, "by its moves the game is not over");
  if (*outcome != claimed) {
    return fail(Code::corrupt, fmt::format("by its moves the game ends as '{}', not as '{}'",
                                           table::write_outcome(*outcome), table::write_outcome(claimed)));
  }
  if (games::position_of(table.state()) != claim.position)
    return fail(Code::corrupt, "the game does not stand in the end as the file says");
  return {};
}

Result<Claim> claim_of(const json::value& value) {
  Fields fields(value);
  const auto* outcome = fields.find("outcome");
  if (outcome != nullptr && outcome->is_null())
    return fail(Code::malformed, "the game is not over: its seed is told when it is");
  Claim claim;
  auto header = read_header(fields);
  if (!header) return std::unexpected(std::move(header).error());
  claim.table.header = *std::move(header);
  claim.salt = fields.key("salt");
  claim.commitment = fields.key("commitment");
  if (fields.has("position")) claim.position = fields.text("position");
  auto entries = read_acts(claim.table.header.table, fields.list("acts"), claim.table.header.clock);
  auto end = read_result(outcome == nullptr ? json::value{} : *outcome);
  if (!fields.problem().empty()) return malformed(fields.problem());
  if (!entries) return std::unexpected(std::move(entries).error());
  if (!end) return std::unexpected(std::move(end).error());
  claim.table.entries = *std::move(entries);
  claim.table.closing = Closing{claim.table.header.table, {}, *std::move(end)};
  return claim;
}

}  // namespace

std::vector<Result<Claim>> read_claims(std::string_view text) {
  boost::system::error_code wrong;
  const auto value = json::parse(json::string_view(text.data(), text.size()), wrong);
  if (wrong) return {malformed("it is no JSON")};
  if (!value.is_array()) return {claim_of(value)};
  std::vector<Result<Claim>> claims;
  for (const auto& one : value.get_array()) claims.push_back(claim_of(one));
  if (claims.empty()) claims.emplace_back(malformed("there is none in it"));
  return claims;
}

Result<void> verify(const games::Kits& kits, const Claim& claim) {
  const auto& header = claim.table.header;
  if (claim.salt != table::salt_of(header))
    return fail(Code::corrupt, "the salt does not belong to the seed");
  if (claim.commitment != table::commitment_to(header, claim.salt)) {
    return fail(Code::corrupt,
                "the commitment is not to this table, game, players and seed: something of them was changed");
  }
  auto table = table::replay(kits, header, claim.table.entries);
  if (!table && table.error().code == Code::other_kit) return std::unexpected(std::move(table).error());
  if (!table)
    return fail(Code::corrupt, fmt::format("it cannot have been played so: {}", table.error().detail));
  return compare_end(*table, claim);
}

}  // namespace store
