// EventLog: what an operator may want to know, one line for each event, in the file crownhead.log of the data folder. A file of
// a megabyte is moved aside, and three of these are kept. No line has a secret or a text of a game in it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace crownhead::server {

enum class LogLevel : std::uint8_t { Off, Error, Warning, Info };

std::optional<LogLevel> read_log_level(std::string_view word);  // "off", "error", "warning", "info"

class EventLog {
public:
    EventLog(std::filesystem::path file, LogLevel level, std::uint64_t most_bytes = 1'000'000);

    void error(std::string_view event) noexcept { write(LogLevel::Error, event); }
    void warning(std::string_view event) noexcept { write(LogLevel::Warning, event); }
    void info(std::string_view event) noexcept { write(LogLevel::Info, event); }

private:
    void write(LogLevel level, std::string_view event) noexcept;
    void rotate();

    std::filesystem::path file_;
    LogLevel level_;
    std::uint64_t most_bytes_;
    std::mutex mutex_;
    std::ofstream out_;
    std::uint64_t bytes_ = 0;
};

}  // namespace crownhead::server
