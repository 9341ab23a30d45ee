#include "progress.hpp"

#include <stop_token>
#include <utility>

#include <fmt/format.h>

#include "common.hpp"

namespace crownhead::cli {

namespace {

constexpr double patience_terminal = 1;  // seconds without a word
constexpr double patience_elsewhere = 5;
constexpr std::size_t most_lines = 200;                // where there are more steps, only the ticker speaks
constexpr std::chrono::seconds silence_elsewhere{15};  // at most so long without a line

}  // namespace

Progress::Progress(std::string what, std::string steps, bool quiet)
    : what_(std::move(what)),
      steps_(std::move(steps)),
      quiet_(quiet),
      terminal_(err_is_terminal()),
      start_(std::chrono::steady_clock::now()) {
    if (quiet_) return;
    ticker_ = std::jthread([this](const std::stop_token& stop) {
        std::unique_lock lock(mutex_);
        while (!stop.stop_requested()) {
            tick_.wait_for(lock, stop, terminal_ ? std::chrono::seconds(1) : silence_elsewhere, [] { return false; });
            if (stop.stop_requested()) break;
            if (terminal_)
                show();
            else
                write_err(line() + "\n");
        }
    });
}

Progress::~Progress() {
    if (ticker_.joinable()) {
        ticker_.request_stop();
        ticker_.join();
    }
    hide();
}

double Progress::seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
}

void Progress::step(std::size_t done, std::size_t of, std::uint64_t nodes, std::string_view label) {
    const std::scoped_lock lock(mutex_);
    done_ = done;
    of_ = of;
    nodes_ += nodes;
    if (quiet_) return;
    if (terminal_) {
        if (seconds() >= patience_terminal) show();
    } else if (seconds() >= patience_elsewhere && of <= most_lines) {
        write_err(fmt::format("{} ({})\n", line(), label));
    }
}

std::string Progress::line() const {
    const double elapsed = seconds();
    std::string text = fmt::format("{}: ", what_);
    if (done_ == 0) return text + fmt::format("{} so far", duration_text(elapsed));
    text += fmt::format("{} of {} {}, ", done_, of_, steps_);
    if (nodes_ > 0)
        text += fmt::format("{:.1f} M nodes/s, ", static_cast<double>(nodes_) / elapsed / 1e6);
    else
        text += fmt::format("{:.3g}/s, ", static_cast<double>(done_) / elapsed);
    text += fmt::format("{} so far", duration_text(elapsed));
    if (done_ < of_)
        text += fmt::format(", about {} left",
                            duration_text(elapsed / static_cast<double>(done_) * static_cast<double>(of_ - done_)));
    return text;
}

void Progress::show() {
    const std::string text = line();
    write_err(fmt::format("\r{:{}}", text, width_));
    width_ = text.size();
}

void Progress::hide() {
    const std::scoped_lock lock(mutex_);
    if (width_ > 0) write_err(fmt::format("\r{:{}}\r", "", width_));
    width_ = 0;
}

std::string duration_text(double seconds) {
    if (seconds < 60) return fmt::format("{:.{}f} s", seconds, seconds < 1 ? 2 : seconds < 10 ? 1 : 0);
    if (seconds >= 3.6e9) return "many years";
    const auto whole = static_cast<std::uint64_t>(seconds);
    if (whole < 3600) return fmt::format("{}:{:02} min", whole / 60, whole % 60);
    if (whole < 172800) return fmt::format("{}:{:02} h", whole / 3600, whole / 60 % 60);
    return fmt::format("{} days", whole / 86400);
}

}  // namespace crownhead::cli
