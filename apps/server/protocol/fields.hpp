// The fields of a request, each with its type, its range and its largest size.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "protocol/refusal.hpp"
#include "protocol/requests.hpp"

namespace crownhead::server {

inline constexpr std::size_t name_size = largest_name;  // of tables, runs and people, in characters
inline constexpr std::size_t word_size = 32;            // of games, formats, dates
inline constexpr std::size_t place_size = 64;           // in a list
inline constexpr std::size_t player_size = 200;         // of a description
inline constexpr std::size_t fen_size = 1000;           // a full 12x12 board takes less than 400
inline constexpr std::size_t search_size = 200;

// The fields of a request. A field that is missing or wrong throws a Refusal, which read_request catches.
class Fields {
public:
    explicit Fields(const Json& json, std::string where = "") : json_(json), where_(std::move(where)) {}

    bool has(const char* name) const {
        const auto found = json_.find(name);
        return found != json_.end() && !found->is_null();
    }

    // That the field is there, even as null.
    void require(const char* name) const {
        if (!json_.contains(name)) throw bad_request({"request.missing", {{"field", where_ + name}}});
    }

    const Json& at(const char* name) const {
        if (!has(name)) throw bad_request({"request.missing", {{"field", where_ + name}}});
        return *json_.find(name);
    }

    std::string text(const char* name, std::size_t largest) const {
        const Json& value = at(name);
        if (!value.is_string()) throw wrong(name, "a text");
        return checked(name, value.get_ref<const std::string&>(), largest);
    }
    std::string text_or_empty(const char* name, std::size_t largest) const {
        return has(name) ? text(name, largest) : "";
    }
    // On one line: what is shown in lists and written to plans.
    std::string line(const char* name, std::size_t largest) const {
        std::string value = text_or_empty(name, 4 * largest);
        // Bytes that go on with a character are not counted.
        if (std::ranges::count_if(value, [](char c) { return (static_cast<unsigned char>(c) & 0xc0U) != 0x80; }) >
            static_cast<std::ptrdiff_t>(largest))
            throw wrong(name, fmt::format("at most {} characters long", largest));
        if (std::ranges::any_of(value, [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7f'; }))
            throw wrong(name, "one line of text");
        return value;
    }

    template <class T>
    T whole(const char* name, T lowest, T highest) const {
        const Json& value = at(name);
        std::optional<T> read;
        if (value.is_number_unsigned()) {
            if (const auto number = value.get<std::uint64_t>(); std::in_range<T>(number)) read = static_cast<T>(number);
        } else if (value.is_number_integer()) {
            if (const auto number = value.get<std::int64_t>(); std::in_range<T>(number)) read = static_cast<T>(number);
        }
        if (!read || *read < lowest || *read > highest)
            throw wrong(name, fmt::format("a whole number from {} to {}", lowest, highest));
        return *read;
    }
    template <class T>
    T whole_or(const char* name, T lowest, T highest, T otherwise) const {
        return has(name) ? whole(name, lowest, highest) : otherwise;
    }

    double number(const char* name, double lowest, double highest) const {
        const Json& value = at(name);
        if (!value.is_number()) throw wrong(name, fmt::format("a number from {} to {}", lowest, highest));
        const double read = value.get<double>();
        if (!(read >= lowest && read <= highest))
            throw wrong(name, fmt::format("a number from {} to {}", lowest, highest));
        return read;
    }

    bool flag(const char* name) const {
        if (!has(name)) return false;
        if (!at(name).is_boolean()) throw wrong(name, "true or false");
        return at(name).get<bool>();
    }

    Side side(const char* name) const {
        const std::string word = text(name, word_size);
        if (word != "black" && word != "white") throw wrong(name, "black or white");
        return word == "black" ? Side::Black : Side::White;
    }

    std::string id(const char* name) const {
        std::string value = text(name, word_size);
        if (!is_id(value))
            throw unknown({std::string_view(name) == "run" ? "refusal.no-such-run" : "refusal.no-such-table"});
        return value;
    }

    Fields object(const char* name) const {
        const Json& value = at(name);
        if (!value.is_object()) throw wrong(name, "an object");
        return Fields(value, fmt::format("{}{}.", where_, name));
    }

    std::vector<std::string> texts(const char* name, std::size_t most, std::size_t largest) const {
        const Json& value = at(name);
        if (!value.is_array() || value.size() > most)
            throw wrong(name, fmt::format("a list of at most {} texts", most));
        std::vector<std::string> all;
        for (const Json& item : value) {
            if (!item.is_string()) throw wrong(name, "a list of texts");
            all.push_back(checked(name, item.get_ref<const std::string&>(), largest));
        }
        return all;
    }

    std::vector<std::string> texts_or_none(const char* name, std::size_t most, std::size_t largest) const {
        return has(name) ? texts(name, most, largest) : std::vector<std::string>{};
    }

    std::vector<int> numbers(const char* name, std::size_t most, int lowest, int highest) const {
        const Json& value = at(name);
        const std::string expected = fmt::format("a list of at most {} numbers from {} to {}", most, lowest, highest);
        if (!value.is_array() || value.size() > most) throw wrong(name, expected);
        std::vector<int> all;
        for (const Json& item : value) {
            if (!item.is_number_integer() || item < lowest || item > highest) throw wrong(name, expected);
            all.push_back(item.get<int>());
        }
        return all;
    }

    Seat seat(const char* name) const {
        const Fields fields = object(name);
        const std::string kind = fields.text("kind", word_size);
        if (kind == "human") return {.name = fields.line("name", name_size)};
        if (kind != "computer") throw fields.wrong("kind", "human or computer");
        Seat seat{.player = fields.text("player", player_size)};
        if (seat.player.empty()) throw fields.wrong("player", "a strategy");
        return seat;
    }

    Refusal wrong(const char* name, std::string_view expected) const {
        return bad_request({"request.wrong", {{"field", where_ + name}, {"detail", std::string(expected)}}});
    }

private:
    std::string checked(const char* name, const std::string& value, std::size_t largest) const {
        if (value.size() > largest) throw wrong(name, fmt::format("at most {} bytes long", largest));
        return value;
    }

    const Json& json_;
    std::string where_;  // "plan.", for messages
};

}  // namespace crownhead::server
