// Review: what each move of a game did to the exact value of its position.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "protocol/json.hpp"
#include "runtime/game.hpp"
#include "solve/oracle.hpp"

namespace crownhead::server {

// Both values are for the side that made the move; unknown where computing them would have taken too long.
struct ReviewedMove {
    int node = 0;  // that the move leads to
    solve::Exact before{};
    solve::Exact after{};
    std::vector<std::string> better{};  // the moves that keep the value, if this one did not

    friend bool operator==(const ReviewedMove&, const ReviewedMove&) = default;
};

struct Review {
    enum class State : std::uint8_t { Working, Done, Stopped };
    State state = State::Working;
    int last = 0;                       // node to which the moves lead
    std::size_t planned = 0;            // moves
    std::vector<ReviewedMove> moves{};  // in the order of the game; the last ones come first
};

// Whether `a` is worse than `b` for the side that moves: a worse value, or fewer pieces at the end.
bool is_worse(const solve::Exact& a, const solve::Exact& b);

// `game`: before the move with this index was made. Without an answer the values stay unknown.
ReviewedMove review_move(const Game& game, std::size_t index, const std::optional<solve::Answer>& answer, int node);

Json review_json(const std::optional<Review>& review);

}  // namespace crownhead::server
