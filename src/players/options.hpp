// Options of a player that have been checked against its description in the catalogue.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "players/catalogue.hpp"
#include "util/assert.hpp"
#include "util/numbers.hpp"
#include "util/result.hpp"

namespace crownhead {

class OptionReader {
public:
    OptionReader(std::span<const OptionInfo> infos, const PlayerOptions& options) : infos_(infos), options_(options) {}

    bool given(std::string_view key) const { return find(key) != nullptr; }
    // The last value given, or the default.
    std::string_view text(std::string_view key) const {
        if (const PlayerOption* const option = find(key)) return option->value;
        for (const OptionInfo& info : infos_)
            if (info.key == key) return info.standard;
        return {};
    }
    double number(std::string_view key) const { return value<double>(key); }
    int integer(std::string_view key) const { return value<int>(key); }

private:
    const PlayerOption* find(std::string_view key) const {
        const PlayerOption* found = nullptr;
        for (const PlayerOption& option : options_)
            if (option.key == key) found = &option;
        return found;
    }
    template <class T>
    T value(std::string_view key) const {
        const std::string_view from = text(key);
        if (from.empty()) return T{};
        const Result<T> number = parse_number<T>(from);
        CH_ASSERT(number.has_value());
        return number.value_or(T{});
    }

    std::span<const OptionInfo> infos_;
    const PlayerOptions& options_;
};

// The members of a set, `a+b+3`, as places in the list of choices.
std::vector<std::size_t> read_set(std::string_view text, std::span<const std::string_view> choices);

}  // namespace crownhead
