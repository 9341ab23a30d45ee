// Review: what each move of a game did to the value of its position, as the pages are told and as it is kept with the game.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analysis/annotator.hpp"
#include "protocol/json.hpp"
#include "runtime/game.hpp"
#include "table/game_tree.hpp"

namespace crownhead::server {

// What a review has asked. With more of it, it can be made better.
struct ReviewSources {
    int pieces = 0;           // of the largest endgames
    bool solution = false;    // exact values of the whole game
    std::uint64_t nodes = 0;  // of the engine, for a move

    friend bool operator==(const ReviewSources&, const ReviewSources&) = default;
};

bool is_better(const ReviewSources& now, const ReviewSources& then);

struct Review {
    enum class State : std::uint8_t { Working, Done, Stopped };
    State state = State::Working;
    int last = 0;             // node to which the moves lead
    std::size_t planned = 0;  // moves
    std::size_t done = 0;     // steps
    std::size_t steps = 0;
    Json moves = Json::array();    // ReviewedMove of protocol.json
    Json moments = Json::array();  // Moment
    std::string made{};            // when; empty: by a program that did not say it
    ReviewSources sources{};

    friend bool operator==(const Review&, const Review&) = default;
};

Json value_json(const analysis::MoveValue& value);  // null where nothing is known

// `game`: with all its moves played. `nodes`: of the judged moves.
Json reviewed_json(const Game& game, const std::vector<int>& nodes, const std::vector<analysis::JudgedMove>& moves);
// The moments that were looked at closely.
Json moments_json(const Game& game, const std::vector<int>& nodes, const std::vector<analysis::JudgedMove>& moves);

Json review_json(const std::optional<Review>& review);

// On disk: only finished ones, and nothing if there is none. What is damaged, of another form or about other moves is no review.
std::string stored_review(const std::optional<Review>& review);
std::optional<Review> read_review(const std::string& text, const GameTree& tree);

}  // namespace crownhead::server
