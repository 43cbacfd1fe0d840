// parlor export: writes the games of a data directory.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <optional>

#include "app/commands.hpp"
#include "store/export_formats.hpp"
#include "store/reader.hpp"

namespace app {
namespace {

struct Flags {
  std::string data = "./parlor-data";
  std::string format;
  std::optional<std::uint64_t> game;
  KitFiles kits;
};

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

int export_one(store::Reader& reader, Writer writer, base::TableId table) {
  const auto stored = reader.table(table);
  if (!stored) return complain(stored.error().detail);
  writer.write(*stored, "");
  if (writer.left_out() > 0) return complain(writer.last_reason());
  if (writer.json()) fmt::print("\n");
  return writer.result();
}

/// Every game; one that cannot be written in this format is left out, and that is said.
int export_all(store::Reader& reader, Writer writer) {
  if (writer.json()) fmt::print("[");
  const auto write = [&](const store::StoredTable& stored) {
    const bool first = writer.written() == 0;
    writer.write(stored, writer.json() ? (first ? "\n" : ",\n") : (first ? "" : "\n"));
  };
  const auto damaged = [&](base::TableId table, const base::Error& error) {
    writer.complain_of({base::Code::corrupt, fmt::format("table {}: {}", table.value, error.detail)});
  };
  const auto read = reader.all(write, damaged);
  if (writer.json()) fmt::print("\n]\n");
  if (writer.left_out() > 0) {
    fmt::print(stderr, "{} games were left out; the last: {}\n", writer.left_out(), writer.last_reason());
  }
  return read ? writer.result() : complain(read.error().detail);
}

int run_export(const Flags& flags) {
  const auto kits = make_kits(flags.kits);
  if (!kits) return complain(kits.error().detail);
  auto reader = store::Reader::open(flags.data);
  if (!reader) return complain(reader.error().detail);
  const Writer writer(*kits, flags.format);
  return flags.game ? export_one(*reader, writer, {*flags.game}) : export_all(*reader, writer);
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
  auto flags = std::make_shared<Flags>();
  command->add_option("--data", flags->data, "Data directory (default ./parlor-data)")->type_name("DIR");
  command->add_option("--game", flags->game, "Only the game at this table (default: all)")->type_name("ID");
  command->add_option("--format", flags->format, about + " or json")
      ->required()
      ->check(CLI::IsMember(formats))
      ->type_name("FORMAT");
  add_kit_flags(*command, flags->kits);
  command->footer("Works while a server runs on the directory.");
  command->callback([flags, &run] { run = [flags] { return run_export(*flags); }; });
}

}  // namespace app
