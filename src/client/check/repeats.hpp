// A conversation that goes round in circles, written short.
#pragma once

#include <string>
#include <vector>

namespace client::check {

/// The lines with what is said again and again written once, and how often: "a> MOVE 4 1 4 4   x94"; of
/// several lines that come again together, a line behind them says so.
std::vector<std::string> collapsed(const std::vector<std::string>& lines);

}  // namespace client::check
