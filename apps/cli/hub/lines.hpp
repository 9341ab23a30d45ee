// Lines in and out of the Hub protocol.
#pragma once

#include <cstddef>
#include <exception>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "runtime/engine.hpp"

namespace crownhead::cli::hub {

inline constexpr std::size_t longest_line = std::size_t{1} << 20;  // a game of 100,000 moves is shorter

struct InputLine {
    std::string text{};
    bool too_long = false;
};

// Nothing at the end of input.
std::optional<InputLine> next_line();

// Standard output for both threads. Neither may end because nobody reads: the thinking one has helpers to wait for, so
// the failure is kept until the reading one looks.
class Output {
public:
    void line(std::string_view text);
    void error(std::string_view message);
    bool failed() const;
    void rethrow() const;

private:
    mutable std::mutex mutex_;
    std::exception_ptr failure_;
};

std::string info_line(const Analysis& analysis);

}  // namespace crownhead::cli::hub
