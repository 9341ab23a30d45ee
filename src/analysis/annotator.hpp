// Annotator: goes through a game and judges every move by the values before and after it, from the last move to the first, so that
// what the engine has learnt of later positions helps with the earlier ones. Nothing is claimed that is not known: a judgement
// is exact only if both values are.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <stop_token>
#include <string_view>
#include <vector>

#include "analysis/move_value.hpp"
#include "runtime/game.hpp"

namespace crownhead::analysis {

enum class Glyph : std::uint8_t { None, Slip, Mistake, Blunder };

std::string_view text_of(Glyph glyph);  // "", "?!", "?", "??"

// Loss of expected score from which an estimated move is a slip, a mistake, a blunder.
inline constexpr std::array<double, 3> glyph_limits{0.05, 0.10, 0.20};

// Exact values: a lost draw is a mistake, a lost win a blunder, fewer pieces at the end a slip. Otherwise by glyph_limits.
Glyph glyph_of(const MoveValue& before, const MoveValue& after);

// How much of the expected score a move cost; never negative.
double loss_of(const MoveValue& before, const MoveValue& after);

struct JudgedMove {
    MoveValue before{};  // of the position, for the side that moves; unknown until it is judged
    MoveValue after{};   // of the move that was made, for the same side
    double loss = 0;
    Glyph glyph = Glyph::None;
    bool forced = false;              // there was no other move
    std::vector<std::size_t> best{};  // better moves by their indices, best first; none if the move was as good as any
    std::vector<AnyMove> line{};      // the move and what is expected to follow
    std::vector<AnyMove> better{};    // the same of the first of the better moves
    std::vector<ValuedMove> all{};    // every move with its value, at the moments that mattered

    bool is_judged() const { return before.is_known() && after.is_known(); }
    bool is_exact() const { return before.is_exact() && after.is_exact(); }
    // It kept what the position was worth: no glyph.
    bool holds() const { return glyph == Glyph::None; }

    friend bool operator==(const JudgedMove&, const JudgedMove&) = default;
};

inline constexpr std::size_t moment_count = 3;

// The moves that cost most, in the order of the game.
std::vector<std::size_t> moments_of(const std::vector<JudgedMove>& moves, std::size_t count = moment_count);

struct AnnotatorLimits {
    std::uint64_t nodes = 100'000;            // of the engine for each move
    std::uint64_t oracle_nodes = 10'000'000;  // of the oracle for each position
    std::size_t longest = 1000;               // the last so many moves are judged
    std::stop_token stop{};
};

class Annotator {
public:
    // The game with its moves played. The engine's past is forgotten, so that equal games give equal judgements.
    Annotator(const Game& game, Sources sources, AnnotatorLimits limits);

    // One position more. False: all is done, or it was stopped. There is a quick first round, a thorough second one, and a closer
    // look at the moments that mattered, which may take a judgement back.
    bool step();

    std::size_t done() const { return done_; }        // steps
    std::size_t planned() const { return planned_; }  // at most
    bool is_done() const { return stage_ == Stage::Done; }
    bool is_quick() const { return stage_ == Stage::Quick; }  // in the first round, which does without an oracle
    // Exact sources that have become known meanwhile.
    void use(std::shared_ptr<const Endgames> endgames, std::shared_ptr<solve::Oracle> oracle);

    std::size_t first() const { return first_; }  // the ply of the first move that is judged
    const std::vector<JudgedMove>& moves() const { return moves_; }

private:
    enum class Stage : std::uint8_t { Quick, Thorough, Moments, Done };
    struct Known {
        MoveValue value{};  // of a position, for the side to move
        std::vector<AnyMove> line{};
    };

    bool stopped() const { return limits_.stop.stop_requested(); }
    ValueLimits value_limits(std::uint64_t nodes, std::size_t lines) const;
    void begin_round(Stage stage);
    void value_end();
    void judge(std::size_t ply);
    void look_closer(std::size_t ply);
    void next_stage();

    std::unique_ptr<Game> game_;
    Sources sources_;
    AnnotatorLimits limits_;
    std::vector<AnyMove> played_;
    std::vector<JudgedMove> moves_;  // from first_ on
    std::size_t first_ = 0;
    Stage stage_ = Stage::Quick;
    std::size_t next_ = 0;  // the move that is judged next is the one before this ply; moves_.size() + 1: the end
    Known after_{};         // of the position after that move
    std::vector<std::size_t> closer_{};  // moves that were looked at closely
    std::size_t done_ = 0;
    std::size_t planned_ = 0;
};

}  // namespace crownhead::analysis
