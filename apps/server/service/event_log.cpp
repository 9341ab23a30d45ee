#include "service/event_log.hpp"

#include <array>
#include <exception>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "service/library.hpp"
#include "util/printable.hpp"

namespace crownhead::server {

namespace {

constexpr std::array<std::string_view, 4> level_words{"off", "error", "warning", "info"};
constexpr int kept_logs = 3;

}  // namespace

std::optional<LogLevel> read_log_level(std::string_view word) {
    for (std::size_t i = 0; i < level_words.size(); ++i)
        if (level_words[i] == word) return static_cast<LogLevel>(i);
    return std::nullopt;
}

EventLog::EventLog(std::filesystem::path file, LogLevel level, std::uint64_t most_bytes)
    : file_(std::move(file)), level_(level), most_bytes_(most_bytes) {}

void EventLog::write(LogLevel level, std::string_view event) noexcept try {
    if (level > level_) return;
    const std::string line =
        fmt::format("{} {} {}\n", time_stamp(), level_words[static_cast<std::size_t>(level)], printable(event));
    const std::scoped_lock lock(mutex_);
    if (!out_.is_open()) {
        out_.open(file_, std::ios::app | std::ios::binary);
        std::error_code error;
        bytes_ = std::filesystem::file_size(file_, error);
        if (error) bytes_ = 0;
    }
    if (bytes_ + line.size() > most_bytes_) rotate();
    out_ << line << std::flush;
    out_.clear();
    bytes_ += line.size();
} catch (const std::exception&) {
    out_.close();  // a log that cannot be written is no reason to stop: the next event opens it again
}

void EventLog::rotate() {
    out_.close();
    std::error_code ignored;
    const auto name = [&](int number) { return fmt::format("{}.{}", file_.string(), number); };
    for (int i = kept_logs; i > 1; --i) std::filesystem::rename(name(i - 1), name(i), ignored);
    std::filesystem::rename(file_, name(1), ignored);
    out_.open(file_, std::ios::app | std::ios::binary);
    bytes_ = 0;
}

}  // namespace crownhead::server
