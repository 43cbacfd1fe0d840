// Reads the documents of docs/protocols and of protocols' own folders, once each.
#include "harness/documents.hpp"

#include <map>

#include "base/text.hpp"
#include "harness/stage.hpp"

namespace harness {
namespace {

std::string unbroken(std::string_view text) {
  std::string plain;
  for (const char c : text) {
    const bool space = c == ' ' || c == '\n' || c == '\r' || c == '\t';
    if (!space) {
      plain += c;
    } else if (!plain.empty() && plain.back() != ' ') {
      plain += ' ';
    }
  }
  return plain;
}

/// Ours stand in docs/protocols; "halma.md" may stand in the folder of halma instead.
std::filesystem::path find_document(const std::string& name) {
  const auto root = std::filesystem::path(PARLOR_SOURCE_DIR);
  const auto own = root / "src/protocols" / name.substr(0, name.find('.')) / name;
  return std::filesystem::exists(own) ? own : root / "docs/protocols" / name;
}

const std::string& document(const std::string& name) {
  static std::map<std::string, std::string> kept;
  const auto found = kept.find(name);
  if (found != kept.end()) return found->second;
  return kept.emplace(name, unbroken(read_text(find_document(name)))).first->second;
}

}  // namespace

bool is_quoted(std::string_view cite, std::string_view sentence) {
  return document(std::string(base::cut(cite, ','))).contains(unbroken(sentence));
}

}  // namespace harness
