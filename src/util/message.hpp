// What the program says to a person, as data: a code and its parameters. The sentences are in data/messages, one file
// for each language.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace crownhead {

using MessageValue = std::variant<std::int64_t, double, std::string>;

struct MessageParam {
    std::string_view name;  // a literal
    MessageValue value;

    friend bool operator==(const MessageParam&, const MessageParam&) = default;
};

struct Message {
    std::string_view code;  // a literal: lower case, dots between groups, hyphens in words
    std::vector<MessageParam> params{};

    const MessageValue* find(std::string_view name) const {
        for (const MessageParam& param : params)
            if (param.name == name) return &param.value;
        return nullptr;
    }

    friend bool operator==(const Message&, const Message&) = default;
};

}  // namespace crownhead
