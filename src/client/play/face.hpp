// The two ways to face a player: a full screen, or plain lines.
#pragma once

#include <memory>
#include <string>

#include "client/play/console.hpp"
#include "client/play/terminal.hpp"

namespace client::play {

class Face {
 public:
  virtual ~Face() = default;
  /// Something may have changed.
  virtual void show(Console& console) = 0;
  /// Standard input has something. False: nothing more will come from there.
  virtual bool read(Console& console) = 0;
  virtual void resize() {}
  /// Whether the player sees that a connection is lost and can choose what to do then.
  virtual bool stays_when_lost() const = 0;
};

class FullFace final : public Face {
 public:
  explicit FullFace(std::unique_ptr<Terminal> terminal) : terminal_(std::move(terminal)) {}

  void show(Console& console) override;
  bool read(Console& console) override;
  void resize() override;
  bool stays_when_lost() const override { return true; }

 private:
  std::unique_ptr<Terminal> terminal_;
  std::optional<Grid> shown_;  ///< what stands on it
};

/// Each line typed is a command or a move, each thing that happens a line.
class PlainFace final : public Face {
 public:
  void show(Console& console) override;
  bool read(Console& console) override;
  bool stays_when_lost() const override { return false; }

 private:
  void obey(Console& console, std::string_view line);

  std::string waiting_;                  ///< the beginning of a line
  std::optional<games::AnyView> shown_;  ///< what was told of last
  bool begun_ = false;                   ///< how to read on was said
  bool boards_ = false;                  ///< are printed before each turn
};

}  // namespace client::play
