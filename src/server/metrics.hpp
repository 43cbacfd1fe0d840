// What the server counts, in Prometheus' text form.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "server/engine.hpp"
#include "server/limits.hpp"
#include "server/web/listener.hpp"

namespace server {

/// Counts what the engine and the web listener report. Used on the loop's thread.
class Metrics final : public Observer, public web::Watcher {
 public:
  Metrics();
  ~Metrics() override;

  void connected(const protocols::Protocol& protocol, PlayerId player, std::string_view host) override;
  void disconnected(const protocols::Protocol& protocol, PlayerId player) override;
  void requested(const protocols::Protocol& protocol, PlayerId player) override;
  void remarked(const protocols::Protocol& protocol, PlayerId player,
                const protocols::Remark& remark) override;
  void slowed(const protocols::Protocol& protocol, PlayerId player) override;
  void limited(Reached limit, const std::string& whose, Time now) override;
  void begun(const store::Header& header) override;
  void ended(const store::Closing& closing) override;
  void committed(const store::Settled& settled) override;
  void set_aside(TableId table, const base::Error& error) override;
  void damaged(TableId table, const base::Error& error) override;
  void stalled(const base::Error& error) override;
  void went_on() override;
  void asked_account(std::size_t act, const protocols::AccountAnswer& answer) override;
  void accounts_failed(const base::Error& error) override;
  void answered(unsigned status) override;
  void refused(web::Refusal reason) override;
  void lagged(double seconds);
  /// Others on the same database have been shown so long ago that this server lives.
  void beat_aged(double seconds);

  /// The page for /metrics; the hall says how many tables and moves there are.
  std::string page(const table::Hall& hall);

 private:
  struct Impl;
  std::unique_ptr<Impl> inside_;
};

}  // namespace server
