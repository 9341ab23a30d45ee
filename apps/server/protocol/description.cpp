#include "protocol/description.hpp"

#include <functional>
#include <map>
#include <vector>

#include <fmt/format.h>

// Made by cmake/embed.cmake.
extern "C" {
extern const char* const protocol_description_texts[];  // NOLINT(*-avoid-non-const-global-variables)
}

namespace crownhead::server {

namespace {

std::string_view stripped(std::string_view text) {
    while (text.starts_with(' ')) text.remove_prefix(1);
    while (text.ends_with(' ')) text.remove_suffix(1);
    return text;
}

// The alternatives of `A | B`; those within parentheses stay together.
std::vector<std::string_view> alternatives(std::string_view type) {
    std::vector<std::string_view> parts;
    int depth = 0;
    std::size_t start = 0;
    for (std::size_t i = 0; i < type.size(); ++i) {
        if (type[i] == '(') ++depth;
        if (type[i] == ')') --depth;
        if (type[i] != '|' || depth > 0) continue;
        parts.push_back(stripped(type.substr(start, i - start)));
        start = i + 1;
    }
    parts.push_back(stripped(type.substr(start)));
    return parts;
}

const Json& named_type(std::string_view name) {
    const Json& types = protocol_description().at("types");
    return types.at(std::string(name));
}

// The fields of an object type, by name without the question mark: its type, and whether it may be left out.
struct Field {
    Json type{};
    bool optional = false;
};
using FieldTypes = std::map<std::string, Field, std::less<>>;

void add_fields(const Json& type, bool partial, FieldTypes& fields) {
    if (type.is_string()) return add_fields(named_type(type.get_ref<const std::string&>()), partial, fields);
    if (type.contains("$all")) {
        for (const Json& part : type["$all"]) add_fields(part, partial, fields);
        return;
    }
    if (type.contains("$partial")) return add_fields(type["$partial"], true, fields);
    for (const auto& [key, value] : type.items()) {
        const bool optional = key.ends_with('?');
        fields[optional ? key.substr(0, key.size() - 1) : key] = {.type = value, .optional = optional || partial};
    }
}

FieldTypes fields_of(const Json& type) {
    FieldTypes fields;
    add_fields(type, false, fields);
    return fields;
}

std::string within(std::string_view where, const std::string& problem) {
    if (problem.empty()) return "";
    return fmt::format("{}{}{}", where, problem.starts_with(':') || problem.starts_with('[') ? "" : ".", problem);
}

std::string message_mismatch(const Json& message) {
    const Json& codes = protocol_description().at("messages");
    const auto code = codes.find(message.at("code").get<std::string>());
    if (code == codes.end()) return fmt::format(": there is no code {}", message["code"].dump());
    const Json& params = message.at("params");
    if (!params.is_object()) return ": the parameters are no object";
    if (params.size() != code->size()) return fmt::format(": {} has other parameters", message.dump());
    for (const Json& name : *code)
        if (!params.contains(name.get<std::string>())) return fmt::format(": {} has other parameters", message.dump());
    return "";
}

std::string object_mismatch(const Json& type, const Json& value) {
    if (!value.is_object()) return fmt::format(": expected an object, found {}", value.dump());
    const FieldTypes fields = fields_of(type);
    for (const auto& [name, field] : fields) {
        const auto found = value.find(name);
        if (found == value.end()) {
            if (!field.optional) return fmt::format(": {} is missing", name);
        } else if (std::string problem = mismatch(field.type, *found); !problem.empty()) {
            return within(name, problem);
        }
    }
    for (const auto& [name, ignored] : value.items())
        if (!fields.contains(name)) return fmt::format(": {} is not described", name);
    return "";
}

std::string tuple_mismatch(const Json& types, const Json& value) {
    if (!value.is_array() || value.size() != types.size()) return fmt::format(": expected {} values", types.size());
    for (std::size_t i = 0; i < types.size(); ++i)
        if (std::string problem = mismatch(types[i], value[i]); !problem.empty())
            return within(fmt::format("[{}]", i), problem);
    return "";
}

std::string simple_mismatch(std::string_view type, const Json& value) {
    const auto unless = [&](bool fits) {
        return fits ? "" : fmt::format(": expected {}, found {}", type, value.dump());
    };
    if (type.ends_with("[]")) {
        if (!value.is_array()) return unless(false);
        const Json item = std::string(type.substr(0, type.size() - 2));
        for (std::size_t i = 0; i < value.size(); ++i)
            if (std::string problem = mismatch(item, value[i]); !problem.empty())
                return within(fmt::format("[{}]", i), problem);
        return "";
    }
    if (type.starts_with('(')) return mismatch(std::string(type.substr(1, type.size() - 2)), value);
    if (type.starts_with('\'')) return unless(value == std::string(type.substr(1, type.size() - 2)));
    if (type == "string" || type == "Code") return unless(value.is_string());
    if (type == "integer") return unless(value.is_number_integer());
    if (type == "number") return unless(value.is_number());
    if (type == "boolean") return unless(value.is_boolean());
    if (type == "null") return unless(value.is_null());
    if (type == "Params") return unless(value.is_object());
    if (std::string problem = mismatch(named_type(type), value); !problem.empty()) return problem;
    return type == "Message" ? message_mismatch(value) : "";
}

std::optional<std::string> unknown_in(const Json& type, const Json& value) {
    if (type.is_string()) {
        const auto& text = type.get_ref<const std::string&>();
        std::optional<std::string> unknown;
        for (const std::string_view part : alternatives(text)) {
            if (!protocol_description().at("types").contains(std::string(part))) return std::nullopt;
            unknown = unknown_in(named_type(part), value);
            if (!unknown) return std::nullopt;
        }
        return unknown;
    }
    if (!value.is_object() || type.contains("$tuple")) return std::nullopt;
    const FieldTypes fields = fields_of(type);
    for (const auto& [name, inner] : value.items()) {
        const auto field = fields.find(name);
        if (field == fields.end()) return name;
        if (const auto unknown = unknown_in(field->second.type, inner)) return fmt::format("{}.{}", name, *unknown);
    }
    return std::nullopt;
}

}  // namespace

const Json& protocol_description() {
    static const Json description = Json::parse(protocol_description_texts[0]);
    return description;
}

std::optional<std::string> unknown_field(std::string_view request, const Json& frame) {
    const FieldTypes fields = fields_of(protocol_description().at("requests").at(std::string(request)).at("fields"));
    for (const auto& [name, value] : frame.items()) {
        if (name == "id" || name == "do") continue;
        const auto field = fields.find(name);
        if (field == fields.end()) return name;
        if (const auto unknown = unknown_in(field->second.type, value)) return fmt::format("{}.{}", name, *unknown);
    }
    return std::nullopt;
}

std::string mismatch(const Json& type, const Json& value) {
    if (type.is_object() && type.contains("$tuple")) return tuple_mismatch(type["$tuple"], value);
    if (type.is_object()) return object_mismatch(type, value);
    std::string problem;
    for (const std::string_view part : alternatives(type.get_ref<const std::string&>())) {
        problem = simple_mismatch(part, value);
        if (problem.empty()) return "";
    }
    return problem;
}

std::optional<std::string_view> known_code(std::string_view code) {
    const Json& codes = protocol_description().at("messages");
    const auto found = codes.find(std::string(code));
    if (found == codes.end()) return std::nullopt;
    return found.key();
}

std::optional<std::string_view> known_param(std::string_view name) {
    const Json& kinds = protocol_description().at("params").at("kinds");
    const auto found = kinds.find(std::string(name));
    if (found == kinds.end()) return std::nullopt;
    return found.key();
}

}  // namespace crownhead::server
