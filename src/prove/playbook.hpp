// Playbook: a certificate that was walked through once and can be asked about any position: whether it can arise, what the
// strategy plays there, and how it answers each move of the other side.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "game/any_move.hpp"
#include "game/placement.hpp"
#include "prove/verify.hpp"

namespace crownhead::prove {

struct PlaybookMove {
    AnyMove move;
    Placement after;
    bool inside = false;                   // the position after it can arise under the strategy
    bool chosen = false;                   // the owner of the strategy plays it
    std::optional<AnyMove> answer{};       // of the owner, after a move of the other side
    bool over = false;                     // the game ends with it
    std::optional<Side> winner{};          // ... and then who has won; null: a draw
    std::optional<std::uint64_t> plies{};  // that remain after it at most, where the strategy wins
};

// A position as one of the strategies sees it.
struct PlaybookNode {
    bool inside = false;  // it can arise while the owner keeps to the strategy
    bool over = false;
    std::optional<Side> winner{};
    std::optional<std::uint64_t> plies{};  // to the end at most, where the strategy wins
    std::vector<PlaybookMove> moves{};     // all legal ones, as the slow generator lists them
};

class Playbook {
public:
    // Takes as long as verify_proof, and refuses what it refuses.
    static std::expected<Playbook, Fault> open(std::string_view bytes, const VerifyOptions& options = {});

    const ProofReport& report() const { return report_; }
    // By the strategy with this number in the report.
    PlaybookNode at(std::size_t strategy, const Placement& placement) const;

    // The positions of one strategy and the choices there.
    class Positions {
    public:
        struct Entry {
            std::uint32_t choice = 0;  // among the successors in the order of their codes
            std::uint64_t plies = 0;   // to the end at most, where the strategy wins
        };
        virtual ~Positions() = default;
        virtual std::optional<Entry> find(const Placement& placement) const = 0;
        // Which of these positions after one move the choice means; the first if several moves lead to it.
        virtual std::size_t chosen(std::uint32_t choice, const std::vector<PlaybookMove>& moves) const = 0;
    };

private:
    std::optional<AnyMove> answer(std::size_t strategy, const Placement& placement) const;

    ProofReport report_;
    std::vector<std::unique_ptr<const Positions>> strategies_;
};

}  // namespace crownhead::prove
