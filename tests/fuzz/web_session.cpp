// Fuzzes the browser's protocol: any split of the stream gives the same conversation, whatever is told is
// JSON, and every update leads to the state whose hash it names.
#include <boost/json.hpp>

#include "conversation.hpp"
#include "protocols/web/state.hpp"

namespace {

namespace json = boost::json;

/// What a browser knows of its table, by the messages that it was told.
class Browser {
 public:
  void hear(const json::object& message) {
    const auto& type = message.at("type").as_string();
    if (type == "table") {
      table_ = message.at("table");
      seq_ = message.at("seq");
      state_ = message.at("state").as_object();
      check(message);
    } else if (type == "update" && message.at("table") == table_) {
      if (message.at("seq").as_int64() != seq_.as_int64() + 1) std::abort();
      seq_ = message.at("seq");
      for (const auto& [name, value] : message.at("patch").as_object()) state_.at(name) = value;
      check(message);
    }
  }

 private:
  void check(const json::object& message) const {
    if (message.at("hash").as_string() != protocols::web::hash_of(json::serialize(state_))) std::abort();
  }

  json::value table_;
  json::value seq_;
  json::object state_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const auto& protocol = *protocols::find("web");
  const auto script = fuzz::read_script(protocol, {reinterpret_cast<const char*>(bytes), size});
  for (const auto& [peer, sent] : fuzz::converse(protocol, script)) {
    Browser browser;
    for (std::size_t begin = 0; begin < sent.size();) {
      const auto end = sent.find('\n', begin);
      if (end == std::string::npos) {
        if (sent.substr(begin) != "<closed>") std::abort();
        break;
      }
      browser.hear(json::parse(std::string_view(sent).substr(begin, end - begin)).as_object());
      begin = end + 1;
    }
  }
  return 0;
}
