// What players are called in a protocol whose names have no white space.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace protocols::scrabble_clarkson {

/// Players of other protocols may have white space in their names; here it is written '_' (ruling 6). No two
/// are called alike.
class Names {
 public:
  /// What somebody is called here; the same for as long as they are known.
  const std::string& shown(const std::string& name);

  /// Whether somebody else than `name` is called `shown`.
  bool is_taken(std::string_view shown, std::string_view name) const;

  void forget(const std::string& name) { shown_.erase(name); }
  void forget_all() { shown_.clear(); }

 private:
  std::map<std::string, std::string, std::less<>> shown_;  ///< by name
};

}  // namespace protocols::scrabble_clarkson
