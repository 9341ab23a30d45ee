// Why a request was not carried out: the kind of refusal, and a message for people.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "util/message.hpp"

namespace crownhead::server {

enum class RefusalKind : std::uint8_t {
    BadRequest,  // the frame or its fields are wrong
    Unknown,     // no such table, run, game
    Illegal,     // the rules forbid it
    Refused,     // not now, or not by this page
    TooMany,     // a limit
    Failed,      // the program could not, e.g. because the disk is full
};

struct Refusal {
    RefusalKind kind = RefusalKind::Refused;
    Message message{};
    std::string detail{};  // technical, in English; may be empty
};

inline Refusal bad_request(Message message, std::string detail = {}) {
    return {RefusalKind::BadRequest, std::move(message), std::move(detail)};
}
inline Refusal unknown(Message message, std::string detail = {}) {
    return {RefusalKind::Unknown, std::move(message), std::move(detail)};
}
inline Refusal illegal(Message message, std::string detail = {}) {
    return {RefusalKind::Illegal, std::move(message), std::move(detail)};
}
inline Refusal refused(std::string_view code) { return {RefusalKind::Refused, {code}}; }
inline Refusal refused(Message message) { return {RefusalKind::Refused, std::move(message)}; }
inline Refusal too_many(Message message) { return {RefusalKind::TooMany, std::move(message)}; }
// What went wrong with files or the database: the detail says it.
inline Refusal failed(std::string detail) {
    return {RefusalKind::Failed, {"refusal.failed", {{"detail", detail}}}, detail};
}

}  // namespace crownhead::server
