// A small HTTP listener: answers GET by a function from path to page.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "net/address.hpp"
#include "net/loop.hpp"

namespace net {

struct Page {
  unsigned status = 200;
  std::string type = "text/plain; charset=utf-8";
  std::string body;
};

class Http {
 public:
  using Answer = std::function<Page(std::string_view path)>;

  Http(Loop& loop, Answer answer);
  ~Http();

  /// Listens from now on; port 0 picks a free one. Returns the address listened on.
  base::Result<Address> listen(const Address& address);
  void stop_listening();

 private:
  struct Inside;
  std::shared_ptr<Inside> inside_;
};

}  // namespace net
