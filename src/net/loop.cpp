// The loop, on Asio.
#include "net/loop.hpp"

#include <boost/asio/post.hpp>

#include "net/loop_inside.hpp"

namespace net {
namespace {

void wait_for(boost::asio::signal_set& signals, const std::function<void(int)>& work) {
  signals.async_wait([&signals, work](const boost::system::error_code& problem, int signal) {
    if (problem) return;
    work(signal);
    wait_for(signals, work);
  });
}

}  // namespace

Loop::Loop() : inside_(std::make_unique<Inside>()) {}
Loop::~Loop() = default;

void Loop::run() { inside_->context.run(); }
void Loop::stop() { inside_->context.stop(); }
void Loop::post(Work work) { boost::asio::post(inside_->context, std::move(work)); }

void Loop::on_signals(const std::vector<int>& signals, std::function<void(int)> work) {
  auto& set = inside_->signals.emplace_back(inside_->context);
  for (const int signal : signals) set.add(signal);
  wait_for(set, work);
}

struct Loop::Timer::Inside {
  boost::asio::steady_timer timer;
};

Loop::Timer::Timer(Loop& loop) : inside_(new Inside{boost::asio::steady_timer(loop.inside().context)}) {}
Loop::Timer::~Timer() = default;

void Loop::Timer::set(std::chrono::milliseconds delay, Work work) {
  inside_->timer.expires_after(delay);
  inside_->timer.async_wait([work = std::move(work)](const boost::system::error_code& problem) {
    if (!problem) work();
  });
}

void Loop::Timer::cancel() { inside_->timer.cancel(); }

}  // namespace net
