// parlor export: writes the games that a server keeps.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <optional>

#include "app/commands.hpp"
#include "store/archive.hpp"
#include "store/export_formats.hpp"

namespace app {
namespace {

struct ExportFlags {
  store::Place place;
  std::string format;
  std::optional<std::uint64_t> game;
  std::string out;  ///< a folder for a file a game
  KitFiles kits;
};

/// Formats of which one file holds any number of games.
bool holds_many(std::string_view format) { return format == "json" || format == "pgn"; }

/// Whether a game is left out because it wants another format or other words, and not because something is
/// wrong with it.
bool is_only_left_out(base::Reason code) {
  return code == base::Code::unknown_game || code == base::Code::bad_seats || code == base::Code::other_kit;
}

/// Writes tables one after the other in one format.
class Writer {
 public:
  Writer(const games::Kits& kits, std::string_view format) : kits_(kits), format_(format) {}

  void write(const store::StoredTable& stored, std::string_view before) {
    if (format_ == "json") {
      const auto json = store::to_json(kits_, stored);
      fmt::print("{}{}", before, json.text);
      if (!json.replayed) complain_of_position(json.replayed.error());
      ++written_;
      return;
    }
    const auto text = store::to_format(format_, kits_, stored);
    if (text) {
      fmt::print("{}{}", before, *text);
      ++written_;
    } else {
      complain_of(text.error());
    }
  }

  void complain_of(const base::Error& error) {
    if (is_only_left_out(error.code)) {
      ++left_out_;
      last_reason_ = error.detail;
    } else {
      result_ = complain(error.detail);
    }
  }

  /// Everything else of the table was written.
  void complain_of_position(const base::Error& error) {
    if (error.code == base::Code::other_kit) {
      fmt::print(stderr, "{}: how it stands is not said\n", error.detail);
    } else {
      complain_of(error);
    }
  }

  bool json() const { return format_ == "json"; }
  std::size_t written() const { return written_; }
  std::size_t left_out() const { return left_out_; }
  const std::string& last_reason() const { return last_reason_; }
  int result() const { return result_; }

 private:
  const games::Kits& kits_;
  std::string_view format_;
  std::size_t written_ = 0;
  std::size_t left_out_ = 0;
  std::string last_reason_;
  int result_ = 0;
};

int export_one(store::Archive& archive, Writer writer, base::TableId table) {
  const auto stored = archive.table(table);
  if (!stored) return complain(stored.error().detail);
  writer.write(*stored, "");
  if (writer.left_out() > 0) return complain(writer.last_reason());
  if (writer.json()) fmt::print("\n");
  return writer.result();
}

/// Every game as a file of its own, by the number of its table.
int export_files(store::Archive& archive, const games::Kits& kits, const ExportFlags& flags) {
  std::error_code problem;
  std::filesystem::create_directories(flags.out, problem);
  int result = 0;
  std::size_t left_out = 0;
  std::string reason;  // of the last of them
  const auto write = [&](const store::StoredTable& stored) {
    const auto text = flags.format == "json"
                          ? base::Result<std::string>(store::to_json(kits, stored).text + "\n")
                          : store::to_format(flags.format, kits, stored);
    if (!text) {
      if (is_only_left_out(text.error().code)) {
        ++left_out;
        reason = text.error().detail;
      } else {
        result = complain(text.error().detail);
      }
      return;
    }
    const auto file = fmt::format("{}/{}.{}", flags.out, stored.header.table.value, flags.format);
    std::ofstream out(file, std::ios::binary | std::ios::trunc);
    out << *text << std::flush;
    if (!out) result = complain(fmt::format("cannot write to '{}'", file));
  };
  const auto damaged = [&](base::TableId table, const base::Error& error) {
    result = complain(fmt::format("table {}: {}", table.value, error.detail));
  };
  const auto read = archive.all(write, damaged);
  if (left_out > 0) fmt::print(stderr, "{} games were left out; the last: {}\n", left_out, reason);
  return read ? result : complain(read.error().detail);
}

/// Every game; one that cannot be written in this format is left out, and that is said.
int export_all(store::Archive& archive, Writer writer) {
  if (writer.json()) fmt::print("[");
  const auto write = [&](const store::StoredTable& stored) {
    const bool first = writer.written() == 0;
    writer.write(stored, writer.json() ? (first ? "\n" : ",\n") : (first ? "" : "\n"));
  };
  const auto damaged = [&](base::TableId table, const base::Error& error) {
    writer.complain_of({base::Code::corrupt, fmt::format("table {}: {}", table.value, error.detail)});
  };
  const auto read = archive.all(write, damaged);
  if (writer.json()) fmt::print("\n]\n");
  if (writer.left_out() > 0) {
    fmt::print(stderr, "{} games were left out; the last: {}\n", writer.left_out(), writer.last_reason());
  }
  return read ? writer.result() : complain(read.error().detail);
}

int run_export(const ExportFlags& flags) {
  const auto kits = make_kits(flags.kits);
  if (!kits) return complain(kits.error().detail);
  const auto archive = store::Archive::open(flags.place);
  if (!archive) return complain(archive.error().detail);
  if (!flags.out.empty() && flags.game)
    return complain("--out is for all games: --game writes to standard output");
  if (!flags.out.empty()) return export_files(**archive, *kits, flags);
  if (!flags.game && !holds_many(flags.format))
    return complain(fmt::format(
        "a file of {} holds one game: --game ID writes one, --out DIR a file for each", flags.format));
  const Writer writer(*kits, flags.format);
  return flags.game ? export_one(**archive, writer, {*flags.game}) : export_all(**archive, writer);
}

}  // namespace

void add_export(CLI::App& app, Run& run) {
  std::vector<std::string> formats;
  std::string about;
  for (const auto& format : games::all_formats()) {
    formats.emplace_back(format.name);
    about += fmt::format("{}{} ({})", about.empty() ? "" : ", ", format.name, format.about);
  }
  formats.emplace_back("json");
  auto* command = app.add_subcommand("export", "Write finished and running games to standard output");
  auto flags = std::make_shared<ExportFlags>();
  add_place_flags(*command, flags->place);
  command->add_option("--game", flags->game, "Only the game at this table (default: all)")->type_name("ID");
  command->add_option("--format", flags->format, about + " or json")
      ->required()
      ->check(CLI::IsMember(formats))
      ->type_name("FORMAT");
  command->add_option("--out", flags->out, "A folder for a file a game (default: all to standard output)")
      ->type_name("DIR");
  add_kit_flags(*command, flags->kits);
  command->footer("Works while a server runs on it.");
  command->callback([flags, &run] { run = [flags] { return run_export(*flags); }; });
}

}  // namespace app
