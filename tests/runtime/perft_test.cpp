// Perft of any variant: threads change nothing but the time, and the news of finished moves adds up.
#include "runtime/perft.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <map>
#include <string>
#include <vector>

#include "game/legality.hpp"
#include "notation/fen.hpp"
#include "notation/move_text.hpp"
#include "prove/rules.hpp"
#include "rules/variants.hpp"
#include "runtime/game.hpp"

namespace crownhead {
namespace {

#ifdef CROWNHEAD_SANITIZED
constexpr int deep = 5;
#else
constexpr int deep = 7;
#endif

std::uint64_t nodes(const Variant& v, const Placement& placement, int depth, int threads = 1) {
    return perft(v, placement, {.depth = depth, .threads = threads, .on_root_move = {}});
}

const Variant& variant(std::string_view name) { return **find_variant(name); }

TEST(ThreadsPerft, TheNumberOfThreadsDoesNotMatter) {
    for (const std::string_view name :
         {"english", "suicide-6", "mini", "international", "breakthrough", "frisian", "canadian"}) {
        const Variant& v = variant(name);
        for (int depth = 1; depth <= deep; ++depth) {
            const std::uint64_t one = nodes(v, start_placement(v), depth, 1);
            EXPECT_EQ(nodes(v, start_placement(v), depth, 2), one) << name << " depth " << depth;
            EXPECT_EQ(nodes(v, start_placement(v), depth, 3), one) << name << " depth " << depth;
        }
    }
}

// More threads than there is work for.
TEST(ThreadsPerft, IdleThreadsDoNoHarm) {
    const Variant& v = variant("english");
    EXPECT_EQ(nodes(v, *fen::read(v, "B:W18:B14"), 6, 16), nodes(v, *fen::read(v, "B:W18:B14"), 6, 1));
    EXPECT_EQ(nodes(v, start_placement(v), 1, 8), 7u);
}

TEST(ThreadsPerft, EveryMoveIsReportedOnce) {
    for (const std::string_view name : {"english", "russian", "mini", "frisian"}) {
        const Variant& v = variant(name);
        const auto game = new_game(v);
        for (const int threads : {1, 2, 3}) {
            for (const int depth : {1, 2, 3, 4, 6}) {
                std::map<std::string, std::uint64_t> counts;
                std::uint64_t sum = 0;
                std::size_t calls = 0;
                std::atomic<int> inside{0};
                const std::uint64_t total = perft(
                    v, start_placement(v),
                    {.depth = depth,
                     .threads = threads,
                     .on_root_move = [&](const AnyMove& mv, std::uint64_t count, std::size_t done, std::size_t of) {
                         EXPECT_EQ(++inside, 1);  // never two calls at a time
                         EXPECT_EQ(done, ++calls);
                         EXPECT_EQ(of, game->legal().size());
                         EXPECT_TRUE(counts.emplace(move_text::write_full(v, mv, v.setup.notation), count).second);
                         sum += count;
                         --inside;
                     }});
                EXPECT_EQ(calls, game->legal().size()) << name;
                EXPECT_EQ(sum, total) << name;
                EXPECT_EQ(total, nodes(v, start_placement(v), depth));
                // Each count is the perft of the position after that move.
                for (std::size_t i = 0; i < game->legal().size(); ++i) {
                    const std::string text = move_text::write_full(v, game->legal()[i], v.setup.notation);
                    game->play(i);
                    const std::uint64_t expected = depth == 1 ? 1 : nodes(v, game->placement(), depth - 1);
                    EXPECT_EQ(counts.at(text), expected) << name << ' ' << text << " depth " << depth;
                    game->undo();
                }
            }
        }
    }
}

// Moves that end the game at once are reported too, with nothing below them.
TEST(Perft, FinishedGamesHaveNoMoves) {
    const Variant& v = variant("english");
    EXPECT_EQ(nodes(v, *fen::read(v, "B:W16,19:B12"), 1), 0u);  // blocked
    EXPECT_EQ(nodes(v, *fen::read(v, "B:W16:B"), 3), 0u);
    EXPECT_EQ(nodes(v, *fen::read(v, "W:W16:B"), 1), 2u);  // the side with pieces moves; then the game is over
    EXPECT_EQ(nodes(v, *fen::read(v, "W:W16:B"), 2), 0u);
    for (const int depth : {2, 3, 4, 5, 6}) {
        std::size_t calls = 0;
        const std::uint64_t total =
            perft(v, *fen::read(v, "W:W18:B14"),
                  {.depth = depth,
                   .threads = 1,
                   .on_root_move = [&](const AnyMove& mv, std::uint64_t count, std::size_t done, std::size_t of) {
                       ++calls;
                       EXPECT_TRUE(mv.is_capture());
                       EXPECT_EQ(count, 0u);
                       EXPECT_EQ(done, 1u);
                       EXPECT_EQ(of, 1u);
                   }});
        EXPECT_EQ(total, 0u);
        EXPECT_EQ(calls, 1u);
    }
}

// Where passes and first kings matter, counted by the slow generator.
TEST(Perft, AgreesWithTheReferenceAtTheEndsOfGames) {
    const std::pair<std::string_view, std::string_view> cases[] = {
        {"mini", "B:W14:B16"},
        {"mini", "W:W8,14:B5,13"},
        {"mini", "W:W4,5:B16,9"},
        {"breakthrough", "W:W6,12:B41,33"},
        {"breakthrough", "B:W11,12:B41,36"},
        {"suicide-6", "B:W14,17:B4,K1"},
        {"antidraughts", "W:W24,25:B15"},
        {"kingme", "B:W18,15,K27:BK9,4"},
        {"thai", "W:WK32,25:B6,9,K1"},
    };
    for (const auto& [name, fen] : cases) {
        const Variant& v = variant(name);
        const Placement placement = *fen::read(v, fen);
        for (int depth = 1; depth <= 5; ++depth)
            EXPECT_EQ(nodes(v, placement, depth), reference::perft(v, placement, depth))
                << name << ' ' << fen << " depth " << depth;
    }
}

}  // namespace
}  // namespace crownhead
