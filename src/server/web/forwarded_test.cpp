// For whom a proxy has forwarded a request: nobody can say so for themselves.
#include "server/web/forwarded.hpp"

#include <gtest/gtest.h>

namespace server::web {
namespace {

TEST(Forwarded, IsBelievedOfTrustedProxiesOnly) {
  net::Networks proxies;
  EXPECT_EQ(client_of("10.0.0.1", "1.2.3.4", proxies), "10.0.0.1") << "nobody is trusted";
  ASSERT_TRUE(proxies.add("10.0.0.0/8"));
  EXPECT_EQ(client_of("10.0.0.1", "1.2.3.4", proxies), "1.2.3.4");
  EXPECT_EQ(client_of("11.0.0.1", "1.2.3.4", proxies), "11.0.0.1");
  EXPECT_EQ(client_of("10.0.0.1", "", proxies), "10.0.0.1");
  EXPECT_EQ(client_of("10.0.0.1", "9.9.9.9, 1.2.3.4", proxies), "1.2.3.4")
      << "the first is the client's own word";
  EXPECT_EQ(client_of("10.0.0.1", "9.9.9.9, 1.2.3.4,10.7.7.7", proxies), "1.2.3.4") << "through two proxies";
  EXPECT_EQ(client_of("10.0.0.1", "2001:db8::7", proxies), "2001:db8::7");
  EXPECT_EQ(client_of("10.0.0.1", "1.2.3.4, unknown", proxies), "10.0.0.1");
}

}  // namespace
}  // namespace server::web
