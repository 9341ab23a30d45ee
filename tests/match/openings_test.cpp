// Openings of matches: every ballot, fair random ones, and the same for the same seed.
#include "match/openings.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "notation/move_text.hpp"
#include "rules/variants.hpp"

namespace crownhead {
namespace {

std::string moves_of(const Game& game) {
    std::string text;
    for (const AnyMove& mv : game.played()) text += move_text::write_full(game.variant(), mv, Notation::Numeric) + " ";
    return text;
}

// 156 of the three-move openings are in use (data/openings/english.txt). An illegal move would make a line shorter.
TEST(Openings, EveryBallotOnceBeforeOneComesAgain) {
    constexpr std::size_t all = 156;
    ASSERT_TRUE(has_ballots(list::english));
    for (const std::size_t round : {0U, 1U}) {
        std::set<std::string> dealt;
        for (std::size_t pair = 0; pair < all; ++pair) {
            const auto game = opening(list::english, Openings::Ballots, 0, round * all + pair, 1);
            ASSERT_EQ(game->played().size(), 3U) << moves_of(*game);
            EXPECT_FALSE(game->outcome());
            EXPECT_TRUE(dealt.insert(moves_of(*game)).second) << moves_of(*game) << "dealt twice";
        }
    }
}

TEST(Openings, BallotsAreShuffledBySeedAndRound) {
    const auto order = [](std::uint64_t seed, std::size_t first) {
        std::string text;
        for (std::size_t pair = first; pair < first + 10; ++pair)
            text += moves_of(*opening(list::english, Openings::Ballots, 0, pair, seed)) + "\n";
        return text;
    };
    EXPECT_EQ(order(1, 0), order(1, 0));
    EXPECT_NE(order(1, 0), order(2, 0));
    EXPECT_NE(order(1, 0), order(1, 156));
}

TEST(Openings, GamesWithoutBallotsBeginAtTheStart) {
    for (const Variant& v : variants) {
        EXPECT_EQ(has_ballots(v), v.name == "english") << v.name;
        if (!has_ballots(v)) {
            EXPECT_TRUE(opening(v, Openings::Ballots, 6, 0, 1)->played().empty()) << v.name;
        }
        EXPECT_TRUE(opening(v, Openings::Start, 6, 3, 1)->played().empty()) << v.name;
    }
}

// Nobody may be ahead before the match has begun.
TEST(Openings, RandomOnesAreFair) {
    for (const Variant& v : variants)
        for (const int plies : {0, 1, 4, 6, 9})
            for (std::size_t pair = 0; pair < 8; ++pair) {
                const auto game = opening(v, Openings::Random, plies, pair, 1);
                SCOPED_TRACE(testing::Message() << v.name << ": " << moves_of(*game));
                EXPECT_EQ(game->played().size(), static_cast<std::size_t>(plies));
                ASSERT_FALSE(game->outcome());
                EXPECT_TRUE(std::ranges::none_of(game->legal(), &AnyMove::is_capture));
                int balance = 0;
                for (const Piece piece : game->placement().squares) {
                    if (piece == Piece::None) continue;
                    balance += (belongs_to(piece, Side::Black) ? 1 : -1) * (is_king(piece) ? 3 : 1);
                }
                EXPECT_EQ(balance, 0);
            }
}

TEST(Openings, SameSeedSameOpening) {
    for (const Variant& v : variants) {
        std::set<std::string> different;
        for (std::size_t pair = 0; pair < 20; ++pair) {
            const std::string line = moves_of(*opening(v, Openings::Random, 6, pair, 7));
            EXPECT_EQ(line, moves_of(*opening(v, Openings::Random, 6, pair, 7))) << v.name;
            different.insert(line);
            different.insert(moves_of(*opening(v, Openings::Random, 6, pair, 8)));
        }
        EXPECT_GT(different.size(), 20U) << v.name;  // both pair and seed matter; chance may give some line twice
    }
}

}  // namespace
}  // namespace crownhead
