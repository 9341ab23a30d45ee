// Whoever walks through a certificate never meets a move without an answer.
#include "prove/playbook.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "prove/rules.hpp"
#include "solve/proven.hpp"
#include "support/proof_maker.hpp"
#include "util/random.hpp"

namespace crownhead::prove {
namespace {

const Variant& game_called(std::string_view name) { return *std::ranges::find(variants, name, &Variant::name); }

Playbook shipped(std::string_view game) {
    std::expected<Playbook, Fault> book = Playbook::open(solve::shipped_certificate(game_called(game)));
    EXPECT_TRUE(book) << book.error().message;
    return std::move(*book);
}

// Goes along random replies to a strategy, again from the start whenever a game is over or has gone on for long.
void walk_at_random(const Playbook& book, std::size_t strategy, int nodes) {
    constexpr int longest_game = 200;
    const ProofReport& report = book.report();
    const StrategyReport& promise = report.strategies[strategy];
    Random random(strategy + 1);
    Placement at = report.position;
    std::uint64_t plies = promise.longest;
    int ply = 0;
    int ends = 0;
    for (int i = 0; i < nodes; ++i) {
        const PlaybookNode node = book.at(strategy, at);
        ASSERT_TRUE(node.inside);
        ASSERT_EQ(node.over, node.moves.empty());
        ASSERT_EQ(node.plies.has_value(), promise.goal == Goal::Wins);
        if (node.plies) {
            ASSERT_LE(*node.plies, plies);  // a win comes nearer
        }
        if (node.over || ply == longest_game) {
            if (node.over) {
                ++ends;
                ASSERT_NE(node.winner, !promise.side);
                if (promise.goal == Goal::Wins) {
                    ASSERT_EQ(node.winner, promise.side);
                }
            }
            at = report.position;
            plies = promise.longest;
            ply = 0;
            continue;
        }
        const PlaybookMove* next = nullptr;
        if (at.turn == promise.side) {
            ASSERT_EQ(std::ranges::count_if(node.moves, &PlaybookMove::chosen), 1);
            next = &*std::ranges::find_if(node.moves, &PlaybookMove::chosen);
            ASSERT_TRUE(next->inside);
        } else {
            for (const PlaybookMove& move : node.moves) {
                ASSERT_TRUE(move.inside);
                ASSERT_FALSE(move.chosen);
                ASSERT_NE(move.answer.has_value(), move.over);
                // The answer is what the next position says.
                if (move.answer) {
                    const PlaybookNode after = book.at(strategy, move.after);
                    const auto chosen = std::ranges::find_if(after.moves, &PlaybookMove::chosen);
                    ASSERT_NE(chosen, after.moves.end());
                    ASSERT_EQ(chosen->move, *move.answer);
                }
            }
            next = &node.moves[random.below(static_cast<std::uint32_t>(node.moves.size()))];
        }
        if (node.plies) plies = *node.plies - 1;
        at = next->after;
        ++ply;
    }
    EXPECT_GT(ends, 0);
}

// Ten thousand nodes, in strategies that hold and in one that wins.
TEST(Playbook, AnswersEveryMove) {
#ifdef CROWNHEAD_SANITIZED
    constexpr int divisor = 20;
#else
    constexpr int divisor = 1;
    const Playbook draw = shipped("giveaway-6");
    ASSERT_EQ(draw.report().strategies.size(), 2U);
    walk_at_random(draw, 0, 4000);
    walk_at_random(draw, 1, 3000);
#endif
    const Playbook win = shipped("antidraughts-6");
    ASSERT_EQ(win.report().strategies.size(), 1U);
    walk_at_random(win, 0, 3000 / divisor);
}

TEST(Playbook, SaysWhatIsOutside) {
    const Playbook book = shipped("antidraughts-6");
    const PlaybookNode start = book.at(0, book.report().position);
    EXPECT_TRUE(start.inside);
    EXPECT_EQ(start.plies, book.report().strategies[0].longest);
    int outside = 0;
    for (const PlaybookMove& move : start.moves) {
        EXPECT_FALSE(move.answer);  // it is the owner's move
        if (move.inside) continue;
        ++outside;
        const PlaybookNode node = book.at(0, move.after);
        EXPECT_FALSE(node.inside);
        EXPECT_FALSE(node.plies);
        EXPECT_FALSE(node.moves.empty());
        EXPECT_TRUE(std::ranges::none_of(node.moves, &PlaybookMove::chosen));
    }
    EXPECT_GT(outside, 0);
}

// Also on boards whose positions do not fit into a number, and where the game is over at once.
TEST(Playbook, OfSmallPositions) {
    for (const auto& [game, fen] : {std::pair("english", "B:WK29:B25,K18"), std::pair("frisian-6", "W:W8,K1:BK14"),
                                    std::pair("english-6", "B:W5:B1,2"), std::pair("giveaway-6", "B:W13,K7:BK9")}) {
        const std::string bytes = write(ProofMaker(game, fen).certificate());
        const std::expected<Playbook, Fault> book = Playbook::open(bytes);
        ASSERT_TRUE(book) << game << ": " << book.error().message;
        for (std::size_t i = 0; i < book->report().strategies.size(); ++i) walk_at_random(*book, i, 100);
    }
    const std::expected<Playbook, Fault> over = Playbook::open(write(ProofMaker("english-6", "B:W5:B").certificate()));
    ASSERT_TRUE(over) << over.error().message;
    const PlaybookNode node = over->at(0, over->report().position);
    EXPECT_TRUE(node.inside && node.over);
    EXPECT_EQ(node.winner, Side::White);
}

TEST(Playbook, RefusesWhatIsNoProof) {
    const std::string_view good = solve::shipped_certificate(game_called("antifrisian-6"));
    std::string damaged(good);
    damaged[damaged.size() / 2] ^= 1;
    const std::expected<Playbook, Fault> book = Playbook::open(damaged);
    ASSERT_FALSE(book);
    EXPECT_EQ(book.error().kind, Fault::Kind::Damaged);
    EXPECT_FALSE(book.error().position);
}

}  // namespace
}  // namespace crownhead::prove
