#include "table/review.hpp"

#include <array>
#include <string_view>

#include "notation/move_text.hpp"

namespace crownhead::server {

namespace {

int rank(Value value) {
    switch (value) {
        case Value::Win: return 1;
        case Value::Loss: return -1;
        default: return 0;
    }
}

}  // namespace

bool is_worse(const solve::Exact& a, const solve::Exact& b) {
    if (a.value == Value::Unknown || b.value == Value::Unknown) return false;
    if (a.value != b.value) return rank(a.value) < rank(b.value);
    return a.difference && b.difference && *a.difference < *b.difference;
}

ReviewedMove review_move(const Game& game, std::size_t index, const std::optional<solve::Answer>& answer, int node) {
    ReviewedMove reviewed{.node = node};
    if (!answer || index >= answer->moves.size()) return reviewed;
    reviewed.before = answer->position;
    reviewed.after = answer->moves[index];
    if (!is_worse(reviewed.after, reviewed.before)) return reviewed;
    const Variant& v = game.variant();
    for (std::size_t i = 0; i < answer->moves.size(); ++i)
        if (answer->moves[i].value != Value::Unknown && !is_worse(answer->moves[i], reviewed.before))
            reviewed.better.push_back(move_text::write(v, game.legal(), i, v.setup.notation));
    return reviewed;
}

Json review_json(const std::optional<Review>& review) {
    if (!review) return nullptr;
    constexpr std::array<std::string_view, 3> states{"working", "done", "stopped"};
    Json moves = Json::array();
    for (const ReviewedMove& move : review->moves)
        moves.push_back({{"node", move.node},
                         {"before", known_json(move.before)},
                         {"after", known_json(move.after)},
                         {"better", move.better}});
    return {{"state", states[static_cast<std::size_t>(review->state)]},
            {"last", review->last},
            {"of", review->planned},
            {"moves", std::move(moves)}};
}

}  // namespace crownhead::server
