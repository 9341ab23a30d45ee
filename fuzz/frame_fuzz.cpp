// Frames of a page: whatever comes, the reader answers with a request or with a refusal that can be sent back.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "server/player_policy.hpp"
#include "server/protocol/json.hpp"
#include "server/protocol/requests.hpp"
#include "server/table/texts.hpp"

namespace {

using namespace crownhead::server;

void check(bool holds) {
    if (!holds) std::abort();
}

void use(const NewRequest& request) {
    check(request.name.size() <= 100 && request.game.size() <= 32);
    if (const auto variant = crownhead::find_variant(request.game))
        for (const Seat* const seat : {&request.black, &request.white})
            if (!seat->human()) static_cast<void>(check_player(seat->player, **variant));
    if (request.clock) check(request.clock->seconds >= 1 && request.clock->increment >= 0);
}

void use(const ReadRequest& request) { static_cast<void>(read_text(request.text, request.game, 100)); }

void use(const CheckRequest& request) {
    if (const auto variant = crownhead::find_variant(request.game))
        if (const auto placement = read_board(**variant, request.board, request.turn))
            check(board_text(*placement) == request.board);
}

void use(const ExportRequest& request) { check(request.table.empty() || is_id(request.table)); }

template <class T>
void use(const T& request) {
    if constexpr (requires { request.table; }) check(is_id(request.table));
    if constexpr (requires { request.run; }) check(is_id(request.run));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view frame(reinterpret_cast<const char*>(data), size);
    const Request request = read_request(frame);
    check(request.id.is_null() || request.id.is_number());
    if (request.action) {
        std::visit([](const auto& action) { use(action); }, *request.action);
        static_cast<void>(answer(request.id, Json::object()));
    } else {
        check(!request.action.error().message.code.empty());
        static_cast<void>(answer(request.id, request.action.error()));
    }
    return 0;
}
