// Review: what each move of a game did to the exact value of the position it was played in.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "messages.hpp"
#include "runtime/game.hpp"
#include "solve/oracle.hpp"

namespace crownhead::server {

// Both values are those of the side that made the move; unknown where it would have taken too long.
struct ReviewedMove {
    int node = 0;  // that the move leads to
    solve::Exact before{};
    solve::Exact after{};
    std::vector<std::string> better{};  // moves that keep what this one gave away; none if it gave nothing away

    friend bool operator==(const ReviewedMove&, const ReviewedMove&) = default;
};

struct Review {
    enum class State : std::uint8_t { Working, Done, Stopped };
    State state = State::Working;
    int last = 0;                       // node to which the moves lead
    std::size_t planned = 0;            // moves
    std::vector<ReviewedMove> moves{};  // in the order of the game; the last ones come first
};

// Whether the side that has the choice is worse off with `a` than with `b`: it is beaten where it could draw, or has fewer
// pieces in the end.
bool is_worse(const solve::Exact& a, const solve::Exact& b);

// `game`: before the move with this index was made. No answer: too hard to tell.
ReviewedMove review_move(const Game& game, std::size_t index, const std::optional<solve::Answer>& answer, int node);

Json review_json(const std::optional<Review>& review);

}  // namespace crownhead::server
