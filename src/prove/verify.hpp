// The verifier of certificates: walks through every reply to a strategy and sees whether it achieves what it promises.
// It plays by the slow generator of prove/rules.hpp, which was written from the rule text, and shares nothing with what finds
// proofs: no search, no endgame files, no fast generator.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <functional>
#include <limits>
#include <optional>
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

// Why the bytes of a certificate prove nothing: which line, or which position and choice.
struct Fault : Error {
    enum class Kind : std::uint8_t {
        Damaged,     // no certificate, or one with changed bytes
        Foreign,     // of a game, of rules or of a position that are not known here
        Lost,        // the strategy loses
        Drawn,       // ... should win, and does not
        Repeated,    // ... goes round in a circle and should win
        NoMove,      // ... has no move for a position
        TooMany,     // more positions arise than the file says, or than are allowed
        Miscounted,  // the head of the file does not agree with the rest
        Stopped,
    };
    Kind kind = Kind::Damaged;
    std::optional<Side> side{};           // whose strategy it is
    std::uint64_t positions = 0;          // of that strategy that were visited
    std::optional<Placement> position{};  // where it fails
};

struct VerifyOptions {
    std::uint64_t most_positions = std::numeric_limits<std::uint64_t>::max();  // in one strategy
    std::stop_token stop{};                                                    // set from outside: give up
    // Positions seen of the strategy with this number, and how many there will be if the certificate is right.
    std::function<void(std::size_t strategy, std::uint64_t done, std::uint64_t of)> on_progress{};
};

// What the bytes of a certificate prove.
std::expected<ProofReport, Fault> verify_proof(std::string_view bytes, const VerifyOptions& options = {});

// What they claim, by the head of the file alone: `positions` and `choices` of each strategy are those that it names.
std::expected<ProofReport, Fault> read_claim(std::string_view bytes);

}  // namespace crownhead::prove
