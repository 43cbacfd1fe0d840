// What is inside the loop: Asio, for the files of this room only.
#pragma once

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <list>

#include "net/loop.hpp"

namespace net {

struct Loop::Inside {
  boost::asio::io_context context{1};
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> guard{context.get_executor()};
  std::list<boost::asio::signal_set> signals;
};

}  // namespace net
