// The loop, on epoll: one system call finds all that is ready.
#include "net/loop.hpp"

#include <poll.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <memory>
#include <span>
#include <utility>

namespace net {
namespace {

using std::chrono::milliseconds;

constexpr int kMostEvents = 128;
/// So long it is asked for more of them in one round.
constexpr auto kListening = std::chrono::microseconds(500);
constexpr milliseconds kForever{1'000'000'000};

/// A watcher that calls a function.
class Caller final : public Watcher {
 public:
  explicit Caller(Loop::Work work) : work_(std::move(work)) {}
  void ready(std::uint32_t /*events*/) override { work_(); }

 private:
  Loop::Work work_;
};

/// Epoll counts in milliseconds; a rest of one is rounded up so that a timer is never found not yet due.
milliseconds until(Loop::Clock::time_point when) {
  const auto left = when - Loop::Clock::now();
  return std::max(milliseconds(0), std::chrono::ceil<milliseconds>(left));
}

}  // namespace

Descriptor::~Descriptor() {
  if (file_ >= 0) ::close(file_);
}

Loop::Loop() : poll_(::epoll_create1(EPOLL_CLOEXEC)), bell_(::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)) {
  bell_watcher_ = std::make_unique<Caller>([this] { run_posted(); });
  watch(bell_.get(), EPOLLIN, *bell_watcher_);
}

void Loop::run() {
  for (stopped_ = false; !stopped_;) {
    if (paused_until_ > Clock::now()) {
      wait_for_doorbell(std::min(patience(), until(paused_until_)));
    } else {
      wait_for_anything(std::exchange(goes_on_, false) ? milliseconds(0) : patience());
      for (const auto& work : after_round_) work();
    }
    run_timers();
  }
}

void Loop::stop() {
  post([this] { stopped_ = true; });
}

void Loop::post(Work&& work) {
  bool first = false;
  {
    const std::lock_guard guard(mutex_);
    first = posted_.empty();
    posted_.push_back(std::move(work));
  }
  if (first) ring();
}

void Loop::on_signals(const std::vector<int>& signals, std::function<void(int)> work) {
  sigset_t set{};
  ::sigemptyset(&set);
  for (const int signal : signals) ::sigaddset(&set, signal);
  ::pthread_sigmask(SIG_BLOCK, &set, nullptr);
  signals_ = Descriptor(::signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC));
  signal_watcher_ = std::make_unique<Caller>([this, work = std::move(work)] {
    signalfd_siginfo arrived{};
    while (::read(signals_.get(), &arrived, sizeof arrived) == sizeof arrived)
      work(static_cast<int>(arrived.ssi_signo));
  });
  watch(signals_.get(), EPOLLIN, *signal_watcher_);
}

void Loop::watch(int descriptor, std::uint32_t events, Watcher& watcher) {
  epoll_event event{};
  event.events = events;
  event.data.ptr = &watcher;
  ::epoll_ctl(poll_.get(), EPOLL_CTL_ADD, descriptor, &event);
}

void Loop::change(int descriptor, std::uint32_t events, Watcher& watcher) {
  epoll_event event{};
  event.events = events;
  event.data.ptr = &watcher;
  ::epoll_ctl(poll_.get(), EPOLL_CTL_MOD, descriptor, &event);
}

void Loop::pause(milliseconds at_most) {
  if (paused_until_ == Clock::time_point{}) paused_until_ = Clock::now() + at_most;
}

void Loop::ring() {
  const std::uint64_t one = 1;
  static_cast<void>(::write(bell_.get(), &one, sizeof one));
}

void Loop::run_posted() {
  std::uint64_t rings = 0;
  static_cast<void>(::read(bell_.get(), &rings, sizeof rings));
  std::vector<Work> work;
  {
    const std::lock_guard guard(mutex_);
    work.swap(posted_);
  }
  for (const auto& one : work) one();
}

/// Those that are due by now; what they set for at once comes after the next round.
void Loop::run_timers() {
  const auto now = Clock::now();
  while (!timers_.empty() && timers_.begin()->first <= now) {
    Timer* timer = timers_.begin()->second;
    timers_.erase(timers_.begin());
    timer->set_ = false;
    const auto work = std::move(timer->work_);
    work();
  }
}

void Loop::wait_for_doorbell(milliseconds at_most) {
  pollfd bell{bell_.get(), POLLIN, 0};
  standstill_.waits(at_most);
  const int rings = ::poll(&bell, 1, static_cast<int>(at_most.count()));
  standstill_.woke();
  if (rings > 0) run_posted();
}

/// The kernel tells of those first who have waited longest: where thousands speak at once, whoever is behind
/// them would have to wait for a whole round for every few of them.
void Loop::wait_for_anything(milliseconds at_most) {
  paused_until_ = {};
  std::array<epoll_event, kMostEvents> events;
  standstill_.waits(at_most);
  int count = ::epoll_wait(poll_.get(), events.data(), kMostEvents, static_cast<int>(at_most.count()));
  standstill_.woke();
  for (const auto end = Clock::now() + kListening;;) {
    for (const auto& event : std::span(events).first(static_cast<std::size_t>(std::max(count, 0))))
      static_cast<Watcher*>(event.data.ptr)->ready(event.events);
    if (count < kMostEvents || Clock::now() >= end) return;
    count = ::epoll_wait(poll_.get(), events.data(), kMostEvents, 0);
  }
}

milliseconds Loop::patience() const {
  return timers_.empty() ? kForever : std::min(kForever, until(timers_.begin()->first));
}

void Loop::Timer::set(milliseconds delay, Work work) {
  cancel();
  work_ = std::move(work);
  place_ = loop_.timers_.emplace(Clock::now() + delay, this);
  set_ = true;
}

void Loop::Timer::repeat(milliseconds period, Work work) {
  if (period == milliseconds{}) return cancel();
  set(period, [this, period, work = std::move(work)] {
    repeat(period, work);  // first, so that the work can end it
    work();
  });
}

void Loop::Timer::cancel() {
  if (!std::exchange(set_, false)) return;
  loop_.timers_.erase(place_);
}

}  // namespace net
