// A game of one's own as a file that can be played again.
#include "client/play/kept_game.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>

#include "base/text.hpp"

namespace client::play {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kFirstLine = "parlor game 1";
constexpr std::string_view kEnding = ".game";

/// FNV-1a: finds what was changed by accident.
std::uint64_t checksum(std::string_view text) {
  std::uint64_t sum = 0xcbf29ce484222325U;
  for (const char byte : text) sum = (sum ^ static_cast<unsigned char>(byte)) * 0x100000001b3U;
  return sum;
}

std::unexpected<base::Error> damaged(std::string_view why) {
  return base::fail(base::Code::corrupt, fmt::format("this is no whole game: {}", why));
}

/// Takes "NAME: VALUE" off the text.
base::Result<std::string_view> take_field(std::string_view& text, std::string_view name) {
  auto line = base::cut(text, '\n');
  const auto found = base::cut(line, ':');
  if (found != name) return damaged(fmt::format("'{}' is missing", name));
  return base::trim(line);
}

std::unexpected<base::Error> refused(const fs::path& file, std::string_view what) {
  return base::fail(base::Code::storage,
                    fmt::format("{} cannot be {}: {}", file.string(), what, std::strerror(errno)));
}

base::Result<table::Header> read_header(std::string_view& text) {
  table::Header header;
  header.table = {1};
  std::string_view seed;
  std::string_view revision;
  std::string_view opened;
  std::string_view chairs;
  std::string_view game;
  std::string_view options;
  std::string_view clock;
  const std::pair<std::string_view, std::string_view*> fields[]{
      {"game", &game},     {"options", &options}, {"seed", &seed},    {"revision", &revision},
      {"opened", &opened}, {"clock", &clock},     {"chairs", &chairs}};
  for (const auto& [name, value] : fields) {
    const auto found = take_field(text, name);
    if (!found) return std::unexpected(found.error());
    *value = *found;
  }
  const auto read_seed = base::read_seed(seed);
  const auto number = base::to_number<int>(revision);
  const auto time = base::to_number<std::int64_t>(opened);
  auto seats = table::read_chairs(chairs);
  if (!read_seed || !number || !time || !seats) return damaged("its head makes no sense");
  header.game = game;
  header.options = options;
  header.clock = clock;
  header.seed = *read_seed;
  header.revision = *number;
  header.opened = base::Time(base::Duration(*time));
  header.chairs = *std::move(seats);
  return header;
}

}  // namespace

std::string write_kept(const KeptGame& game) {
  const auto& header = game.header;
  auto text =
      fmt::format("{}\ngame: {}\noptions: {}\nseed: {}\nrevision: {}\nopened: {}\nclock: {}\nchairs: {}\n",
                  kFirstLine, header.game, header.options, base::write_seed(header.seed), header.revision,
                  base::millis(header.opened), header.clock, table::write_chairs(header.chairs));
  for (const auto& entry : game.entries) table::write_entry(text, entry);
  text += fmt::format("over: {}\n", game.outcome ? table::write_outcome(*game.outcome) : "");
  return text + fmt::format("end {:016x}\n", checksum(text));
}

base::Result<KeptGame> read_kept(std::string_view text) {
  const auto end = text.rfind("end ");
  if (!text.starts_with(kFirstLine)) return damaged("it does not begin as one");
  if (end == std::string_view::npos ||
      text.substr(end) != fmt::format("end {:016x}\n", checksum(text.substr(0, end))))
    return damaged("its checksum is wrong");
  text = text.substr(0, end);
  base::cut(text, '\n');
  auto header = read_header(text);
  if (!header) return std::unexpected(header.error());
  KeptGame game{*std::move(header)};
  while (!text.empty() && !text.starts_with("over:")) {
    auto entry = table::read_entry(game.header.table, base::cut(text, '\n'));
    if (!entry) return std::unexpected(entry.error());
    game.entries.push_back(*std::move(entry));
  }
  const auto over = take_field(text, "over");
  if (!over) return std::unexpected(over.error());
  if (over->empty()) return game;
  auto outcome = table::read_outcome(*over);
  if (!outcome) return std::unexpected(outcome.error());
  game.outcome = *std::move(outcome);
  return game;
}

fs::path state_folder() {
  const auto word = [](const char* name) {
    const char* text = std::getenv(name);
    return std::string_view(text == nullptr ? "" : text);
  };
  const fs::path state(word("XDG_STATE_HOME"));
  if (state.is_absolute()) return state / "parlor";
  const fs::path home(word("HOME"));
  return home.is_absolute() ? home / ".local/state/parlor" : fs::path();
}

base::Result<void> write_durably(const fs::path& file, std::string_view text) {
  std::error_code problem;
  fs::create_directories(file.parent_path(), problem);
  fs::permissions(file.parent_path(), fs::perms::owner_all, problem);
  const auto fresh = file.string() + ".new";
  const int out = ::open(fresh.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (out < 0) return refused(fresh, "written");
  bool whole = ::fchmod(out, 0600) == 0;
  while (whole && !text.empty()) {
    const auto count = ::write(out, text.data(), text.size());
    whole = count > 0;
    if (whole) text.remove_prefix(static_cast<std::size_t>(count));
  }
  whole = whole && ::fsync(out) == 0;
  ::close(out);
  if (!whole || ::rename(fresh.c_str(), file.c_str()) != 0) return refused(file, "written");
  const int folder = ::open(file.parent_path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return refused(file.parent_path(), "opened");
  const bool synced = ::fsync(folder) == 0;
  ::close(folder);
  if (!synced) return refused(file.parent_path(), "written");
  return {};
}

base::Result<std::string> read_whole(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) return refused(file, "read");
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

fs::path KeptGames::file_of(const KeptGame& game) const {
  return folder_ / fmt::format("{}-{}{}", base::millis(game.header.opened), game.header.game, kEnding);
}

base::Result<void> KeptGames::keep(const KeptGame& game) const {
  return write_durably(file_of(game), write_kept(game));
}

std::vector<KeptGame> KeptGames::unfinished(std::string_view game, std::vector<std::string>& damaged) const {
  std::vector<KeptGame> found;
  std::error_code problem;
  for (const auto& entry : fs::directory_iterator(folder_, problem)) {
    if (entry.path().extension() != kEnding) continue;
    const auto text = read_whole(entry.path());
    auto kept = text ? read_kept(*text) : std::unexpected(text.error());
    if (!kept) {
      damaged.push_back(fmt::format("{}: {}", entry.path().string(), kept.error().detail));
    } else if (!kept->outcome && !kept->entries.empty() && (game.empty() || kept->header.game == game)) {
      found.push_back(*std::move(kept));
    }
  }
  const auto last = [](const KeptGame& one) {
    return one.entries.empty() ? one.header.opened : one.entries.back().at;
  };
  std::ranges::sort(found, std::ranges::greater{}, last);
  return found;
}

}  // namespace client::play
