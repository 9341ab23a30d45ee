// Messages in words: the English sentences of data/messages, for the terminal. The page has those of every language.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "rules/variant.hpp"
#include "util/message.hpp"

namespace crownhead::message_text {

// The sentence of a code with its placeholders; nullopt if there is no such code.
std::optional<std::string_view> sentence(std::string_view code);

// The message as a phrase. `v` says what the sides are called and how squares are written. A code without a sentence
// gives the code itself.
std::string write(const Message& message, const Variant* v = nullptr);
inline std::string write(const Message& message, const Variant& v) { return write(message, &v); }

// The same with a capital letter and a final dot.
std::string write_sentence(const Message& message, const Variant* v = nullptr);
inline std::string write_sentence(const Message& message, const Variant& v) { return write_sentence(message, &v); }

}  // namespace crownhead::message_text
