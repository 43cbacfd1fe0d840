// The log, on spdlog.
#include "server/log.hpp"

#include <fmt/format.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <atomic>
#include <chrono>

#include "base/text.hpp"

namespace server {
namespace {

std::atomic<LogFormat> format_in_use = LogFormat::text;

spdlog::logger& logger() {
  static const auto kLogger = [] {
    auto made = std::make_shared<spdlog::logger>("parlor", std::make_shared<spdlog::sinks::stderr_sink_mt>());
    made->set_pattern("%v");
    return made;
  }();
  return *kLogger;
}

spdlog::level::level_enum level_of(Level level) {
  switch (level) {
    case Level::debug:
      return spdlog::level::debug;
    case Level::info:
      return spdlog::level::info;
    case Level::warn:
      return spdlog::level::warn;
    case Level::error:
      return spdlog::level::err;
  }
  std::unreachable();
}

std::string_view name_of(Level level) {
  switch (level) {
    case Level::debug:
      return "debug";
    case Level::info:
      return "info";
    case Level::warn:
      return "warn";
    case Level::error:
      return "error";
  }
  std::unreachable();
}

/// A text between quotes, with what JSON does not allow inside escaped. What peers say may be any bytes: if
/// they are not clean UTF-8, each byte that is not plain is escaped, so that the line always is.
std::string quoted(std::string_view text) {
  const bool clean = base::is_printable(text);
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      result += '\\';
      result += c;
    } else if (!clean && (c < 0x20 || c > 0x7e)) {
      result += fmt::format("\\u{:04x}", static_cast<unsigned char>(c));
    } else {
      result += c;
    }
  }
  return result + '"';
}

std::string now_text() {
  using std::chrono::system_clock;
  const auto now = system_clock::now();
  const auto millis =
      std::chrono::duration_cast<std::chrono::milliseconds>(now.time_since_epoch()).count() % 1000;
  const auto seconds = system_clock::to_time_t(now);
  std::tm parts{};
  ::gmtime_r(&seconds, &parts);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:03}Z", parts.tm_year + 1900, parts.tm_mon + 1,
                     parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec, millis);
}

std::string as_json(std::string_view level, std::string_view message, Fields fields) {
  auto line = fmt::format(R"({{"time":"{}","level":"{}","message":{})", now_text(), level, quoted(message));
  for (const auto& [key, value] : fields) line += fmt::format(",\"{}\":{}", key, quoted(value));
  return line + '}';
}

std::string as_text(std::string_view level, std::string_view message, Fields fields) {
  auto line = fmt::format("{} {:<5} {}", now_text(), level, message);
  for (const auto& [key, value] : fields) {
    const bool plain =
        !value.empty() && base::is_printable(value) && value.find_first_of(" \"") == std::string::npos;
    line += fmt::format(" {}={}", key, plain ? value : quoted(value));
  }
  return line;
}

}  // namespace

void set_log(std::string_view level, LogFormat format) {
  logger().set_level(spdlog::level::from_str(std::string(level)));
  logger().flush_on(spdlog::level::trace);
  format_in_use = format;
}

bool logs(Level level) { return logger().should_log(level_of(level)); }

void log(Level level, std::string_view message, Fields fields) {
  if (!logs(level)) return;
  const auto line = format_in_use == LogFormat::json ? as_json(name_of(level), message, fields)
                                                     : as_text(name_of(level), message, fields);
  logger().log(level_of(level), line);
}

}  // namespace server
