#include "hub/lines.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "common.hpp"
#include "notation/hub_text.hpp"
#include "search/score.hpp"

namespace crownhead::cli::hub {

namespace {

// In men, for the side to move. A win in n plies is 100 - n/100; what is not decided stays below 95, so that a better
// score is always the larger number.
std::string write_score(int score) {
    constexpr double lowest_win = 95.0;
    if (!score::is_decided(score)) {
        const double men = static_cast<double>(score) / 100.0;
        return fmt::format("{:.2f}", std::clamp(men, -lowest_win + 0.01, lowest_win - 0.01));
    }
    const int plies = score::won - std::abs(score);
    const double men = std::max(100.0 - static_cast<double>(plies) / 100.0, lowest_win);
    return fmt::format("{:.2f}", score > 0 ? men : -men);
}

}  // namespace

std::optional<InputLine> next_line() {
    InputLine line;
    for (int c = std::getchar(); c != '\n'; c = std::getchar()) {
        if (c == EOF && line.text.empty()) return std::nullopt;
        if (c == EOF) break;
        if (line.text.size() < longest_line)
            line.text += static_cast<char>(c);
        else
            line.too_long = true;
    }
    return line;
}

void Output::line(std::string_view text) {
    const std::scoped_lock lock(mutex_);
    if (failure_) return;
    try {
        print("{}\n", text);
        flush_out();
    } catch (...) {
        failure_ = std::current_exception();
    }
}

void Output::error(std::string_view message) { line(fmt::format("error message={}", hub_text::quoted(message))); }

bool Output::failed() const {
    const std::scoped_lock lock(mutex_);
    return failure_ != nullptr;
}

void Output::rethrow() const {
    const std::scoped_lock lock(mutex_);
    if (failure_) std::rethrow_exception(failure_);
}

std::string info_line(const Analysis& analysis) {
    const AnalysedLine& best = analysis.lines.front();
    const double speed = static_cast<double>(analysis.nodes) / std::max(analysis.seconds, 1e-6) / 1e6;
    return fmt::format("info depth={} mean-depth={} score={} nodes={} time={:.3f} nps={:.2f} pv=\"{}\"", best.depth,
                       analysis.deepest, write_score(best.score), analysis.nodes, analysis.seconds, speed,
                       hub_text::write_moves(best.moves, " "));
}

}  // namespace crownhead::cli::hub
