// The engine: one round takes all requests that wait, appends all their records at once, tells what is
// durable.
#include "server/engine.hpp"

#include <fmt/format.h>

#include <unordered_map>
#include <unordered_set>

#include "net/address.hpp"
#include "server/node.hpp"

namespace server {
namespace {

table::HallSettings hall_settings(const EngineSettings& settings, store::Journal& journal,
                                  table::TableNumbers numbers) {
  const auto last = journal.last_table();
  return {settings.seed,      TableId{last ? last->value + 1 : 1},
          settings.hold,      settings.grace,
          settings.abandon,   settings.come_back,
          settings.clocks,    settings.fresh_seed,
          std::move(numbers), settings.acts_per_game};
}

base::Seed bot_seed(const EngineSettings& settings) {
  if (settings.fresh_seed) return settings.fresh_seed();
  if (settings.seed.key()) return base::Seed(settings.seed.derive("bots"));
  return settings.seed.number() + 1;
}

/// What is refused, or said for nothing, costs as much as so many requests.
constexpr std::size_t kCostOfRemark = 10;
/// What a session answers by itself costs as much as a request for each so many bytes.
constexpr std::size_t kBytesOfRequest = 256;

}  // namespace

Engine::Engine(const games::Kits& kits, store::Journal& journal, Peers& wire, Observer& observer,
               const EngineSettings& settings)
    : kits_(kits),
      journal_(journal),
      wire_(wire),
      observer_(observer),
      host_(kits, *this,
            {.hall = hall_settings(
                 settings, journal,
                 settings.node.directory == nullptr
                     ? table::TableNumbers{}
                     : [this](const auto& header) { return node_->number(header); }),
             .switches = settings.switches,
             .bots = bot_seed(settings),
             .accounts = settings.accounts != nullptr}),
      inspector_(host_.hall(), inspector_settings(settings)),
      second_screen_(settings.second_screen),
      tells_deals_(settings.tells_deals),
      requests_per_second_(settings.requests_per_second),
      purses_(
          {Allowance(settings.address_requests_per_second), Allowance(settings.address_tables_per_second)}),
      account_purses_({Allowance(settings.account_requests_per_second),
                       Allowance(settings.account_tables_per_second), Allowance(settings.chat_per_second)}),
      idle_(settings.idle),
      chat_per_second_(settings.chat_per_second),
      chat_(settings.chat_heard_per_second),
      bots_per_address_(settings.bots_per_address),
      accounts_(settings.accounts),
      look_up_accounts_(settings.look_up_accounts) {
  NodeEngine& self = *this;
  if (settings.node.directory == nullptr) return;
  node_ = std::make_unique<Node>(kits, host_, self, settings.node);
  inspector_.look_beyond([this](PlayerId player) { return node_->sight_of(player); });
}

Engine::~Engine() = default;

Result<Engine::Recovery> Engine::recover(Time now) {
  if (auto reserved = reserve_names(now); !reserved) return std::unexpected(std::move(reserved).error());
  if (node_) {
    remember_finished(journal_.last_finished(table::kMostFinished));
    return Recovery{};
  }
  std::unordered_map<TableId, table::Table> tables;
  std::unordered_set<TableId> damaged;
  std::size_t set_aside = 0;
  const auto spoil = [&](TableId id, const base::Error& error) {
    tables.erase(id);
    damaged.insert(id);
    observer_.damaged(id, error);
  };
  auto read = journal_.read_unfinished(
      [&](const store::Record& record) {
        const auto id = table_of(record);
        if (const auto* header = std::get_if<store::Header>(&record)) {
          auto table = table::Table::open(kits_, *header);
          if (table) {
            tables.emplace(id, *std::move(table));
          } else if (table.error().code == base::Code::other_kit) {
            ++set_aside;
            observer_.set_aside(id, table.error());
          } else {
            spoil(id, table.error());
          }
        } else if (const auto found = tables.find(id); found != tables.end()) {
          if (auto done = found->second.advance(std::get<store::Entry>(record)); !done)
            spoil(id, done.error());
        }
      },
      spoil);
  if (!read) return std::unexpected(std::move(read).error());
  if (damaged.contains(TableId{0}) && !tables.empty()) {
    return base::fail(
        base::Code::corrupt,
        fmt::format("a line of the log names no table, so that any of the {} unfinished games may "
                    "lack a move: 'parlor fsck' shows what is damaged",
                    tables.size()));
  }
  const Recovery recovery{tables.size(), damaged.size(), set_aside};
  for (auto& [id, table] : tables) host_.restore(std::move(table), now);
  remember_finished(journal_.last_finished(table::kMostFinished));
  return recovery;
}

void Engine::open(PlayerId player, const protocols::Protocol& protocol, Time now, std::string_view address,
                  std::uint16_t port, std::string_view host) {
  auto purse = purses_.of(net::network_of(host.empty() ? address : host), now);
  host_.open(player, {protocol, address, port, host, account_at(address, now), purse}, now);
  auto& peer = peers_.insert(player.value, {&protocol, std::move(purse)});
  peer.chat = Allowance(chat_per_second_);
  peer.active = now;
  if (protocol.carrier == protocols::Carrier::tcp) {
    peer.pace.emplace(requests_per_second_);
    peer.track = inspector_.open(player, protocol, address, port, now);
  } else {
    inspector_.arrive(player, host);
  }
  observer_.connected(protocol, player, host.empty() ? address : host);
  slow(player, peer, debt(peer, now), now);
}

void Engine::receive(PlayerId player, std::string_view bytes, std::optional<Time> now) {
  Peer* peer = peers_.find(player.value);
  if (peer == nullptr) return;
  peer->active = now.value_or(latest_);
  if (peer->track) inspector_.note(*peer->track, Speaker::client, bytes, peer->active);
  host_.receive(player, bytes, peer->active);
}

void Engine::stood_still(base::Duration gap, Time now) {
  if (!stall_) host_.forgive(gap, table::Pause::of_program, now);  // else all of that is when it ends
}

void Engine::settled(const store::Settled& settled, Time now) {
  observer_.committed(settled);
  if (settled.position <= void_) return;
  if (!settled.result && node_ && settled.result.error().code == base::Code::corrupt)
    return node_->fence(now);
  if (!settled.result) return set_back(settled.result.error(), now);
  for (; !unsettled_.empty() && unsettled_.front().position <= settled.position; unsettled_.pop_front())
    tell_milestones(unsettled_.front());
  host_.outbox().settle(settled.position);
}

void Engine::tell_milestones(const Unsettled& append) {
  for (const auto& one : append.milestones) {
    if (const auto* header = std::get_if<store::Header>(&one)) observer_.begun(*header);
    if (const auto* closing = std::get_if<store::Closing>(&one)) observer_.ended(*closing);
  }
}

/// Before somebody's time is up all that has arrived is handled: it may be the move that came in time.
void Engine::wake(Time now) {
  if (stall_ && stall_->next_try && *stall_->next_try <= now) try_to_go_on();
  if (has_tried()) go_on_or_wait(now);
  let_go_on(now);
  let_go_of_idle(now);
  if (host_.hall().timekeeper().is_due(now)) settle(now);
  if (!stall_) host_.wake(now);
}

std::optional<Time> Engine::next_wake() const {
  if (stall_) return stall_->next_try;
  auto next = host_.next_wake(latest_);
  if (idle_ != base::Duration{} && peers_.size() > 0 && (!next || next_look_for_idle_ < *next))
    next = next_look_for_idle_;
  if (!slowed_.empty() && (!next || slowed_.begin()->first < *next)) next = slowed_.begin()->first;
  return next;
}

void Engine::settle(Time now) {
  const auto never = [] { return false; };
  work(now, never, never);
}

bool Engine::work(Time now, const Asked& enough, const Asked& gathers) {
  latest_ = now;
  bool rests = false;
  do {
    if (has_tried()) go_on_or_wait(now);
    for (; !rests && host_.has_turns(); rests = enough()) host_.take_turn(now);
    if (inspector_.has_news()) tell_news();
    if (!stall_ && host_.outbox().has_records() && !gathers()) append_gathered();
    host_.deliver(now);
    if (node_) node_->work(now);
  } while (!rests && (host_.has_turns() || has_tried()));
  return host_.has_turns();
}

void Engine::append_gathered() {
  auto records = host_.outbox().take_records();
  std::vector<TableId> tables;
  std::vector<store::Record> milestones;
  tables.reserve(records.size());
  for (const auto& record : records) {
    tables.push_back(table_of(record));
    if (!std::holds_alternative<store::Entry>(record)) milestones.push_back(record);
  }
  unsettled_.push_back({host_.outbox().position(), std::move(tables),
                        std::move(milestones)});  // first: a keeper may settle at once
  static_cast<void>(journal_.append(std::move(records)));
}

void Engine::send(PlayerId player, std::string_view bytes, Time now) {
  Peer* peer = peers_.find(player.value);
  if (peer == nullptr) return node_->guests().send(player, bytes);
  if (peer->track) inspector_.note(*peer->track, Speaker::server, bytes, now);
  peer->active = now;
  wire_.send(player, bytes);
}

/// Who does not read what it is told is not heard before it does.
bool Engine::may_ask(PlayerId player, Time now) {
  if (Peer* peer = peers_.find(player.value)) {
    if (host_.session(player)->untaken() > 0) slow(player, *peer, debt(*peer, now), now);
    if (peer->slowed) return false;
  }
  return !stall_ && !wire_.is_behind(player);
}

bool Engine::may_speak(PlayerId player) const {
  const Peer* peer = peers_.find(player.value);
  return peer == nullptr || !peer->slowed || !peer->pace;
}

void Engine::handle(table::Hall& hall, const host::Asked& asked, table::Effects& effects) {
  const auto& [player, request, company, now, arrived] = asked;
  if (const Peer* peer = peers_.find(player.value)) observer_.requested(*peer->protocol, player);
  const bool elsewhere = node_ != nullptr && node_->take(player, request, arrived.value_or(now), now);
  if (!elsewhere) hall.handle(player, request, now, effects, arrived);
  spend(asked, effects);
  if (node_ != nullptr && !elsewhere) node_->handled(player, request);
}

void Engine::took_turn(PlayerId player, const host::Turn& turn, Time now) {
  if (node_ != nullptr && node_->guests().has(player)) return node_->guests().took_turn(player);
  auto* found = peers_.find(player.value);
  if (found == nullptr) return;  // a stand-in
  auto& peer = *found;
  auto spent = std::exchange(peer.spent, 0) + (turn.said + kBytesOfRequest - 1) / kBytesOfRequest;
  for (const auto& remark : turn.remarks) {
    observer_.remarked(*peer.protocol, player, remark);
    if (peer.track) inspector_.note_refusal(*peer.track, remark, now);
    spent += kCostOfRemark;
  }
  keep_pace(player, peer, spent, now);
}

void Engine::told(PlayerId player, const table::Notice& notice) {
  observer_.told(player, notice);
  if (node_ != nullptr) node_->told(player, notice);
  if (const auto* started = std::get_if<table::Started>(&notice)) note_seat(player, *started, false);
  if (const auto* resumed = std::get_if<table::Resumed>(&notice)) note_seat(player, resumed->seat, true);
  if (std::holds_alternative<table::Over>(notice)) note_over(player);
}

void Engine::ends(PlayerId player, host::End how, Time now) {
  forgive_stall(now);
  if (node_) node_->ends(player, how);
  const Peer* peer = peers_.find(player.value);
  if (peer == nullptr) return;
  observer_.disconnected(*peer->protocol, player);
  if (peer->track) {
    inspector_.close(*peer->track, how == host::End::said ? Ended::by_server : Ended::by_peer, now);
  } else {
    inspector_.depart(player);
  }
  peers_.erase(player.value);
}

/// Whose limits hold for somebody: their network's; of a browser it is not its token, which it can change.
std::string Engine::address_of(PlayerId player) const {
  const Peer* peer = peers_.find(player.value);
  return peer == nullptr ? std::string() : peer->purse->name;
}

std::shared_ptr<host::Company> Engine::company_of(const std::string& name) {
  return purses_.of(name, latest_);
}

bool Engine::may_invite(const host::Company& company) {
  if (bots_per_address_ == 0 || company.bots < bots_per_address_) return true;
  observer_.limited(Reached::bots, company.name, latest_);
  return false;
}

}  // namespace server
