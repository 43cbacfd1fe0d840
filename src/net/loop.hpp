// The one thread on which everything happens: sockets, timers, signals, posted work.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "net/descriptor.hpp"
#include "net/standstill.hpp"

namespace net {

/// Something with a descriptor that the loop watches.
class Watcher {
 public:
  virtual ~Watcher() = default;
  /// Called with epoll's bits whenever one of those watched for is there.
  virtual void ready(std::uint32_t events) = 0;
};

/// Everything here but `post` and `stop` is called on the thread that runs the loop, or before it runs.
///
/// A round handles every descriptor that is ready, then calls every `AfterRound`, then starts again.
class Loop {
 public:
  using Work = std::function<void()>;
  using Clock = std::chrono::steady_clock;

  Loop();

  /// Runs until `stop`; may be run again.
  void run();
  void stop();
  /// Runs `work` on the loop's thread, soon. May be called from any thread. Where it throws, since there is
  /// no memory, the work is as it was.
  void post(Work&& work);
  /// Calls `work` whenever one of the signals arrives. Must come before any other thread is started.
  void on_signals(const std::vector<int>& signals, std::function<void(int)> work);

  /// Watches a descriptor for epoll's bits `events`; it must live until the
  /// descriptor is closed and the round has ended.
  void watch(int descriptor, std::uint32_t events, Watcher& watcher);
  void change(int descriptor, std::uint32_t events, Watcher& watcher);

  /// Looks only at posted work and timers until `resume`, or until so long has passed: what becomes ready
  /// meanwhile is then handled in one round.
  void pause(std::chrono::milliseconds at_most);
  void resume() { paused_until_ = {}; }
  /// Does not wait for anything before the next round: there is something left to do.
  void go_on() { goes_on_ = true; }

  /// How long the loop did not run though it should have, since the last call.
  std::chrono::milliseconds take_standstill() { return standstill_.take(); }

  /// A timer of which one is set at a time; setting it again forgets what it was set to.
  class Timer {
   public:
    explicit Timer(Loop& loop) : loop_(loop) {}
    Timer(const Timer&) = delete;
    Timer& operator=(const Timer&) = delete;
    ~Timer() { cancel(); }
    void set(std::chrono::milliseconds delay, Work work);
    /// Again and again, until it is cancelled or set to something else; never, if the period is 0.
    void repeat(std::chrono::milliseconds period, Work work);
    void cancel();

   private:
    friend class Loop;
    Loop& loop_;
    Work work_;
    std::multimap<Clock::time_point, Timer*>::iterator place_;
    bool set_ = false;
  };

  /// Work that is done after every round, in the order in which they were made. Made and ended in between.
  class AfterRound {
   public:
    AfterRound(Loop& loop, Work work)
        : loop_(loop), place_(loop.after_round_.insert(loop.after_round_.end(), std::move(work))) {}
    AfterRound(const AfterRound&) = delete;
    AfterRound& operator=(const AfterRound&) = delete;
    ~AfterRound() { loop_.after_round_.erase(place_); }

   private:
    Loop& loop_;
    std::list<Work>::iterator place_;
  };

 private:
  void ring();
  void run_posted();
  void run_timers();
  void wait_for_doorbell(std::chrono::milliseconds at_most);
  void wait_for_anything(std::chrono::milliseconds at_most);
  std::chrono::milliseconds patience() const;

  Descriptor poll_;
  Descriptor bell_;
  Descriptor signals_;
  std::unique_ptr<Watcher> bell_watcher_;
  std::unique_ptr<Watcher> signal_watcher_;
  std::multimap<Clock::time_point, Timer*> timers_;
  Clock::time_point paused_until_;
  Standstill standstill_;
  std::list<Work> after_round_;
  bool stopped_ = false;
  bool goes_on_ = false;

  std::mutex mutex_;
  std::vector<Work> posted_;
};

}  // namespace net
