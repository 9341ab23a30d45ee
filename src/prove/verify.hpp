// The verifier of certificates: walks through every reply to a strategy and sees whether it achieves what it promises.
// It plays by the slow generator of prove/rules.hpp, which was written from the rule text, and shares nothing with what finds
// proofs: no search, no endgame files, no fast generator.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <stop_token>
#include <string_view>
#include <vector>

#include "game/placement.hpp"
#include "prove/certificate.hpp"
#include "rules/variant.hpp"
#include "util/result.hpp"

namespace crownhead::prove {

struct StrategyReport {
    Owner owner = Owner::Mover;
    Goal goal = Goal::Wins;
    Side side = Side::Black;      // the one that plays by it
    std::uint64_t positions = 0;  // all that can arise
    std::uint64_t choices = 0;    // where the side had more than one way to go on
    std::uint64_t replies = 0;    // positions with the other side to move: all of its moves were followed
    std::uint64_t ends = 0;       // positions in which the game is over
    std::uint64_t longest = 0;    // plies of the longest game, if the strategy wins
    std::uint64_t bytes = 0;
};

struct ProofReport {
    const Variant* variant = nullptr;
    Placement position;
    Value value = Value::Draw;  // for the side to move
    std::vector<StrategyReport> strategies{};
};

struct VerifyOptions {
    std::uint64_t most_positions = std::numeric_limits<std::uint64_t>::max();  // in one strategy
    std::stop_token stop{};                                                    // set from outside: give up
    // Positions seen, and how many there will be if the certificate is right.
    std::function<void(std::uint64_t done, std::uint64_t of)> on_progress{};
};

// What the bytes of a certificate prove, or why they do not: which line, or which position and choice.
Result<ProofReport> verify_proof(std::string_view bytes, const VerifyOptions& options = {});

}  // namespace crownhead::prove
