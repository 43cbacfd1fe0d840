// What is counted of a server that is one of several, in Prometheus' text form.
#pragma once

#include <memory>
#include <string>

#include "server/node_watcher.hpp"

namespace server {

/// Used on the loop's thread.
class NodeMetrics final : public NodeWatcher {
 public:
  NodeMetrics();
  ~NodeMetrics() override;

  void took_over() override;
  void took_tables(std::size_t tables, double seconds) override;
  void fenced() override;
  void missed_act() override;
  void asks_again() override;
  void attached(double seconds) override;
  void asked_directory(DirectoryAct act, double seconds) override;
  void claimed(ClaimAnswer answer) override;

  /// Its part of the page for /metrics; so many appends were in doubt since the start.
  std::string page(const NodeStanding& standing, std::uint64_t appends_in_doubt);

 private:
  struct Impl;
  std::unique_ptr<Impl> inside_;
};

}  // namespace server
