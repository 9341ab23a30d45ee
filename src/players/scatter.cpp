#include "players/scatter.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "board/geometry.hpp"
#include "rules/setup.hpp"
#include "util/assert.hpp"
#include "util/random.hpp"

namespace crownhead {

namespace {

// A piece more or less outweighs any number of neighbours, and the end of the game any number of pieces.
constexpr double piece_value = 1000;
constexpr double end_value = 1'000'000;

int pieces_taken(const AnyMove& move) {
    int taken = 0;
    for (const Hop& hop : move.hops) taken += (hop.captured != 0 ? 1 : 0) + (hop.captured_second != 0 ? 1 : 0);
    return taken;
}

class ScatterPlayer final : public Player {
public:
    explicit ScatterPlayer(std::uint64_t seed) : random_(seed) {}

    std::string_view name() const override { return "scatter"; }

    Choice choose(const Game& game, const Context&) override {
        const std::size_t count = game.legal().size();
        CH_ASSERT(count > 0);
        if (count == 1) return {.index = 0, .remark = Message{"remark.only-move"}};
        if (&game.variant() != variant_) learn_board(game.variant());
        const std::unique_ptr<Game> look = game.clone();
        std::size_t chosen = 0;
        View best;
        std::uint32_t ties = 0;
        for (std::size_t index = 0; index < count; ++index) {
            look->play(index);
            const View view = after_my_move(*look, game.turn());
            look->undo();
            if (ties > 0 && view.value < best.value) continue;
            ties = ties > 0 && view.value == best.value ? ties + 1 : 1;
            if (random_.below(ties) > 0) continue;  // each of n equal moves stays with the same probability
            best = view;
            chosen = index;
        }
        return {.index = chosen, .remark = remark(best)};
    }

private:
    struct View {
        double value = 0;
        int touching = 0;         // pairs of own pieces next to each other, where the opponent captures nothing
        bool captures = false;    // the opponent does
        std::optional<Side> won;  // the game is over and a side has won
        bool over = false;
    };

    // The value of my move. Where the opponent captures, that is the average over the captures: which one is their choice.
    View after_my_move(Game& look, Side me) const {
        View view;
        if (const auto outcome = look.outcome()) {
            view.over = true;
            view.won = outcome->winner;
            view.value = value_of_end(*outcome, me);
            return view;
        }
        double sum = 0;
        int captures = 0;
        const std::size_t replies = look.legal().size();
        for (std::size_t reply = 0; reply < replies; ++reply) {
            if (!look.legal()[reply].is_capture()) continue;
            ++captures;
            look.play(reply);
            const auto outcome = look.outcome();
            sum += outcome ? value_of_end(*outcome, me) : at_rest(look, me).value;
            look.undo();
        }
        if (captures == 0) return at_rest(look, me);
        view.captures = true;
        view.value = sum / captures;
        return view;
    }

    // Nothing is played from here; a capture that awaits me is counted, not made.
    View at_rest(const Game& look, Side me) const {
        const Placement placement = look.placement();
        View view;
        int balance = 0;
        for (int number = 1; number <= placement.count(); ++number) {
            const Piece piece = placement.at(number);
            if (piece == Piece::None) continue;
            balance += belongs_to(piece, me) ? 1 : -1;
            if (!belongs_to(piece, me)) continue;
            for (const std::uint8_t other : below_[static_cast<std::size_t>(number)])
                if (other != 0 && belongs_to(placement.at(other), me)) ++view.touching;
        }
        if (look.turn() == me) balance += next_capture(look.legal());
        view.value = (losing_wins() ? -balance : balance) * piece_value - view.touching;
        return view;
    }

    // How many pieces I take from here: as few as the rules allow where losing everything wins, otherwise as many.
    int next_capture(std::span<const AnyMove> moves) const {
        int most = 0;
        int fewest = moves.empty() ? 0 : pieces_taken(moves.front());
        for (const AnyMove& move : moves) {
            most = std::max(most, pieces_taken(move));
            fewest = std::min(fewest, pieces_taken(move));
        }
        return losing_wins() ? fewest : most;
    }

    // A draw is better than a loss and worse than anything that goes on.
    static double value_of_end(const Outcome& outcome, Side me) {
        if (!outcome.winner) return -end_value / 2;
        return *outcome.winner == me ? end_value : -end_value;
    }

    bool losing_wins() const { return variant_->end.bare == Bare::Wins; }

    static Message remark(const View& view) {
        if (view.over) return {view.won ? "remark.ends-the-game" : "remark.only-a-draw"};
        if (view.captures) return {"remark.after-your-capture"};
        if (view.touching == 0) return {"remark.none-touch"};
        return {"remark.spreads", {{"count", std::int64_t{view.touching}}}};
    }

    void learn_board(const Variant& variant) {
        variant_ = &variant;
        const int size = variant.size();
        for (int number = 1; number <= variant.squares(); ++number) {
            const Cell cell = cell_of_number(variant.setup, size, number);
            const auto at = [&](int column) {
                const bool exists = cell.row + 1 < size && column >= 0 && column < size;
                return static_cast<std::uint8_t>(exists ? number_of_cell(variant.setup, size, {cell.row + 1, column})
                                                        : 0);
            };
            below_[static_cast<std::size_t>(number)] = {at(cell.column - 1), at(cell.column + 1)};
        }
    }

    Random random_;
    const Variant* variant_ = nullptr;
    std::array<std::array<std::uint8_t, 2>, max_squares + 1> below_{};  // the squares diagonally below; 0: none
};

}  // namespace

const Strategy& scatter_strategy() {
    static constexpr Strategy strategy{
        .name = "scatter", .make = [](const PlayerOptions&, std::uint64_t seed) -> Result<std::unique_ptr<Player>> {
            return scatter_player(seed);
        }};
    return strategy;
}

std::unique_ptr<Player> scatter_player(std::uint64_t seed) { return std::make_unique<ScatterPlayer>(seed); }

}  // namespace crownhead
