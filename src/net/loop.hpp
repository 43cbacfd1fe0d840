// The one thread on which everything happens: timers, signals, posted work, sockets.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <vector>

namespace net {

/// Everything here but `post` and `stop` is called on the thread that runs the loop (or before it runs).
class Loop {
 public:
  using Work = std::function<void()>;

  Loop();
  ~Loop();

  /// Runs until `stop`.
  void run();
  void stop();
  /// Runs `work` on the loop's thread, soon. May be called from any thread.
  void post(Work work);
  /// Calls `work` whenever one of the signals arrives, for as long as the loop lives.
  void on_signals(const std::vector<int>& signals, std::function<void(int)> work);

  /// A timer of which one is set at a time; setting it again forgets what it was set to.
  class Timer {
   public:
    explicit Timer(Loop& loop);
    ~Timer();
    void set(std::chrono::milliseconds delay, Work work);
    void cancel();

   private:
    struct Inside;
    std::unique_ptr<Inside> inside_;
  };

  /// Asio's own, for the rest of this room.
  struct Inside;
  Inside& inside() { return *inside_; }

 private:
  std::unique_ptr<Inside> inside_;
};

}  // namespace net
