// Result<T>: a value, or an Error that says what was wrong and where. For everything that comes from outside.
#pragma once

#include <cstddef>
#include <expected>
#include <string>
#include <utility>

namespace crownhead {

struct Error {
    std::string message;     // what was found and what was expected, one line, no final dot
    std::size_t offset = 0;  // place in the text that was read, counted from 0

    friend bool operator==(const Error&, const Error&) = default;
};

template <class T>
using Result = std::expected<T, Error>;

inline std::unexpected<Error> fail(std::string message, std::size_t offset = 0) {
    return std::unexpected(Error{std::move(message), offset});
}

}  // namespace crownhead
