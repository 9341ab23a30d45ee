#include "players/edge.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

#include "board/geometry.hpp"
#include "rules/setup.hpp"
#include "util/assert.hpp"
#include "util/random.hpp"

namespace crownhead {

namespace {

class EdgePlayer final : public Player {
public:
    explicit EdgePlayer(std::uint64_t seed) : random_(seed) {}

    std::string_view name() const override { return "edge"; }

    // Millions of games are played this way: one walk over the list, nothing allocated, one
    // random number.
    Choice choose(const Game& game, const Context&) override {
        const std::span<const AnyMove> moves = game.legal();
        CH_ASSERT(!moves.empty());
        if (&game.variant() != variant_) measure(game.variant());
        // In most games captures stand in the list alone; where they are optional, other moves stand beside them.
        int best = rank(moves.front());
        std::uint32_t ties = 1;
        for (const AnyMove& move : moves.subspan(1)) {
            const int found = rank(move);
            if (found == best) ++ties;
            if (found >= best) continue;
            best = found;
            ties = 1;
        }
        std::uint32_t skip = ties > 1 ? random_.below(ties) : 0;
        std::size_t index = 0;
        while (rank(moves[index]) != best || skip-- > 0) ++index;
        return {.index = index, .remark = Message{best == capture ? "remark.capture" : "remark.to-the-side"}};
    }

private:
    static constexpr int capture = -1;

    int rank(const AnyMove& move) const { return move.is_capture() ? capture : distance_[move.to()]; }

    void measure(const Variant& variant) {
        variant_ = &variant;
        for (int number = 1; number <= variant.squares(); ++number) {
            const int column = cell_of_number(variant.setup, variant.size(), number).column;
            distance_[static_cast<std::size_t>(number)] = std::min(column, variant.size() - 1 - column);
        }
    }

    Random random_;
    const Variant* variant_ = nullptr;
    std::array<int, max_squares + 1> distance_{};  // in columns to the nearest side, by square number; 0: a pass
};

}  // namespace

const Strategy& edge_strategy() {
    static constexpr Strategy strategy{
        .name = "edge", .make = [](const PlayerOptions&, std::uint64_t seed) -> Result<std::unique_ptr<Player>> {
            return edge_player(seed);
        }};
    return strategy;
}

std::unique_ptr<Player> edge_player(std::uint64_t seed) { return std::make_unique<EdgePlayer>(seed); }

}  // namespace crownhead
