// A game of one's own as a file that can be played again: how it was opened and every act, as in a journal.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "table/records.hpp"

namespace client::play {

struct KeptGame {
  table::Header header;
  std::vector<table::Entry> entries{};
  std::optional<table::Outcome> outcome{};  ///< once it is over
};

/// As text with a checksum, and back. Code::corrupt with a sentence if it is not what was written.
std::string write_kept(const KeptGame& game);
base::Result<KeptGame> read_kept(std::string_view text);

/// Where what is kept for the user lies: $XDG_STATE_HOME/parlor or ~/.local/state/parlor; "" if neither is
/// known.
std::filesystem::path state_folder();

/// Replaces the file by one that only its owner reads, whole or not at all, and durably. Makes its folder.
base::Result<void> write_durably(const std::filesystem::path& file, std::string_view text);
base::Result<std::string> read_whole(const std::filesystem::path& file);

/// The games of one folder, a file each.
class KeptGames {
 public:
  explicit KeptGames(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// Where a game that was opened then is kept.
  std::filesystem::path file_of(const KeptGame& game) const;
  base::Result<void> keep(const KeptGame& game) const;

  /// Those that have moves and are not over, the last one played first; of that game, or of any if it is "".
  /// What cannot be read is told in a sentence each.
  std::vector<KeptGame> unfinished(std::string_view game, std::vector<std::string>& damaged) const;

 private:
  std::filesystem::path folder_;
};

}  // namespace client::play
