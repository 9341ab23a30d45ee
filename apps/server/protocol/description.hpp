// The description of the protocol, protocol.json, as the program has it: which requests, fields and codes there are, and
// whether a frame fits.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace crownhead::server {

using Json = nlohmann::json;

// The whole file; read once.
const Json& protocol_description();

// The first field of a request that is not described, as "clock.minutes". Requires that the request is described.
std::optional<std::string> unknown_field(std::string_view request, const Json& frame);

// Why a value is not of a described type, with the place; empty if it is. For messages the code and its parameters are
// checked too.
std::string mismatch(const Json& type, const Json& value);

// The code of a message as the description has it, which lives as long as the program; likewise a parameter's name.
std::optional<std::string_view> known_code(std::string_view code);
std::optional<std::string_view> known_param(std::string_view name);

}  // namespace crownhead::server
