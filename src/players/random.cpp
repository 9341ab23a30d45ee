#include "players/random.hpp"

#include "util/assert.hpp"
#include "util/random.hpp"

namespace crownhead {

namespace {

class RandomPlayer final : public Player {
public:
    explicit RandomPlayer(std::uint64_t seed) : random_(seed) {}

    std::string_view name() const override { return "random"; }

    Choice choose(const Game& game, const Context&) override {
        const std::size_t count = game.legal().size();
        CH_ASSERT(count > 0);
        return {.index = random_.below(static_cast<std::uint32_t>(count)), .remark = Message{"remark.random"}};
    }

private:
    Random random_;
};

}  // namespace

const Strategy& random_strategy() {
    static constexpr Strategy strategy{
        .name = "random", .make = [](const PlayerOptions&, std::uint64_t seed) -> Result<std::unique_ptr<Player>> {
            return random_player(seed);
        }};
    return strategy;
}

std::unique_ptr<Player> random_player(std::uint64_t seed) { return std::make_unique<RandomPlayer>(seed); }

}  // namespace crownhead
