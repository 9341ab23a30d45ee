// Game: names, setting up positions, moving to and fro, copies.
#include "runtime/game.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "game/legality.hpp"
#include "notation/fen.hpp"
#include "rules/variants.hpp"
#include "util/random.hpp"

namespace crownhead {
namespace {

std::unique_ptr<Game> game_of(std::string_view name) {
    auto game = new_game(name);
    EXPECT_TRUE(game) << name;
    return std::move(*game);
}

Placement position(const Game& game, std::string_view fen) {
    const Result<Placement> placement = fen::read(game.variant(), fen);
    EXPECT_TRUE(placement) << fen;
    return *placement;
}

// Everything that can be seen of a game.
struct Snapshot {
    Placement placement;
    Placement start;
    std::uint64_t key;
    std::vector<AnyMove> legal;
    std::vector<AnyMove> played;
    std::optional<Outcome> outcome;
    friend bool operator==(const Snapshot&, const Snapshot&) = default;
};
Snapshot snapshot(const Game& game) {
    return {game.placement(),
            game.start(),
            game.key(),
            {game.legal().begin(), game.legal().end()},
            {game.played().begin(), game.played().end()},
            game.outcome()};
}

// --- Names

TEST(FindVariant, ByNameAndByNameWithSize) {
    for (const Variant& v : variants) {
        const auto found = find_variant(v.name);
        ASSERT_TRUE(found) << v.name;
        EXPECT_EQ(*found, &v);
        const std::string with_size = std::string(v.family) + "-" + std::to_string(v.size());
        const auto sized = find_variant(with_size);
        ASSERT_TRUE(sized) << with_size;
        EXPECT_EQ(*sized, &v);
    }
    EXPECT_EQ((*find_variant("english-8"))->name, "english");
    EXPECT_EQ((*find_variant("canadian-12"))->name, "canadian");
    EXPECT_EQ((*find_variant("sacrifice"))->name, "sacrifice-6");
    EXPECT_EQ((*find_variant("antirussian"))->name, "antirussian");
    EXPECT_EQ((*find_variant("poddavki"))->name, "antirussian");
}

TEST(FindVariant, SaysWhichNameIsNear) {
    const std::pair<std::string_view, std::string_view> cases[] = {
        {"suicid", "suicide"},
        {"Russian", "russian"},
        {"internationl", "international"},
        {"brasilian", "brazilian"},
        {"king-me", "kingme"},
        {"giveaway10", "giveaway-10"},
        {"anti-draughts", "antidraughts"},
        {"checz", "czech"},
        {"thay", "thai"},
    };
    for (const auto& [wrong, right] : cases) {
        const auto found = find_variant(wrong);
        ASSERT_FALSE(found) << wrong;
        EXPECT_EQ(found.error().message,
                  "unknown game '" + std::string(wrong) + "'; did you mean '" + std::string(right) + "'?");
    }
}

// S0.1: any other size is refused with a clear message.
TEST(FindVariant, SaysWhichSizesThereAre) {
    for (const std::string_view size : {"7", "5", "4", "14", "0", "-8", "08", "x", ""}) {
        const auto found = find_variant("suicide-" + std::string(size));
        ASSERT_FALSE(found) << size;
        if (size == "-8") continue;  // what stands before the last dash is no game
        EXPECT_EQ(found.error(), (Error{"there is no board of size '" + std::string(size) +
                                            "' for suicide; it is played on 6, 8, 10 or 12",
                                        8}));
    }
    EXPECT_EQ(find_variant("mini-8").error().message, "there is no board of size '8' for mini; it is played on 6");
    EXPECT_EQ(find_variant("russian-10").error().message,
              "there is no board of size '10' for russian; it is played on 6 or 8");
    EXPECT_EQ(find_variant("sacrifice-8").error().message,
              "there is no board of size '8' for sacrifice; it is played on 6");
}

TEST(FindVariant, RefusesAnythingElse) {
    for (const std::string_view name :
         {"", "-", "-8", "8", "english-", " english", "english ", "english-8-8", "ENGLISH"})
        EXPECT_FALSE(find_variant(name)) << name;
    EXPECT_FALSE(find_variant(std::string(10'000, 'x')));
    EXPECT_FALSE(new_game("no such game"));
    EXPECT_EQ(new_game("no such game").error(), find_variant("no such game").error());
}

// A name comes from outside: the message about it stays on one line of reasonable length.
TEST(FindVariant, MessagesAreShortAndPrintable) {
    for (const std::string& name :
         {std::string(10'000, 'x'), std::string("a\nb\x1b[2J"), "suicide-" + std::string(9999, '9')}) {
        const std::string message = find_variant(name).error().message;
        EXPECT_LT(message.size(), 200u);
        EXPECT_TRUE(std::ranges::all_of(message, [](char c) { return c >= ' ' && c <= '~'; }));
    }
}

TEST(NewGame, StandsAtTheStart) {
    for (const Variant& v : variants) {
        const auto game = new_game(v);
        EXPECT_EQ(&game->variant(), &v);
        EXPECT_EQ(game->placement(), start_placement(v)) << v.name;
        EXPECT_EQ(game->start(), start_placement(v)) << v.name;
        EXPECT_TRUE(game->played().empty());
        EXPECT_FALSE(game->outcome());
        EXPECT_FALSE(game->undo());
        EXPECT_FALSE(game->redo());
        // As many steps as the front row has: two for each man but one at the edge.
        EXPECT_EQ(game->legal().size(), static_cast<std::size_t>(v.size() - 1)) << v.name;
    }
}

// --- Setting up

TEST(Game, RefusesImpossiblePositionsAndStaysAsItWas) {
    struct Refused {
        std::string_view game;
        std::string_view fen;
        std::string_view message;
    };
    const Refused cases[] = {
        {"english", "B:W21-32:B1-13", "Black has 13 pieces; english starts with 12"},
        {"english", "B:WK20-32:B1-12", "White has 13 pieces; english starts with 12"},
        {"thai", "B:W25-32:BK1-9", "Black has 9 pieces; thai starts with 8"},
        {"english", "B:W21,4:B1", "the white man on 4 stands on its far row, where it would be a king"},
        {"international", "B:W21:B50", "the black man on 50 stands on its far row, where it would be a king"},
        {"italian", "W:W1:B5", "the white man on 1 stands on its far row, where it would be a king"},
        {"spanish", "W:W32:B20", "the white man on 32 stands on its far row, where it would be a king"},
        {"spanish", "W:W9:B1", "the black man on 1 stands on its far row, where it would be a king"},
        {"mini", "B:WK14:B2", "there are no kings in mini, but a king stands on 14"},
        {"suicide", "B:W:B", "there is no piece on the board"},
    };
    for (const Refused& refused : cases) {
        const auto game = game_of(refused.game);
        Random random(1);
        for (int i = 0; i < 6; ++i) game->play(random.below(static_cast<std::uint32_t>(game->legal().size())));
        game->undo();
        const Snapshot before = snapshot(*game);
        const Result<void> set = game->set(position(*game, refused.fen), Strictness::Legal);
        ASSERT_FALSE(set) << refused.fen;
        EXPECT_EQ(set.error().message, refused.message);
        EXPECT_EQ(snapshot(*game), before) << refused.fen;
        EXPECT_TRUE(game->redo());  // even what had been taken back is still there
    }
}

TEST(Game, RefusesPositionsOfOtherBoards) {
    const auto game = game_of("suicide-10");
    const Snapshot before = snapshot(*game);
    for (const int squares : {0, 18, 32, 49, 51, 72}) {
        const Result<void> legal = game->set(Placement(squares), Strictness::Legal);
        ASSERT_FALSE(legal);
        EXPECT_EQ(legal.error().message,
                  "the position has " + std::to_string(squares) + " squares, suicide-10 is played on 50");
        EXPECT_FALSE(game->set(Placement(squares), Strictness::Anything));
        EXPECT_EQ(snapshot(*game), before);
    }
}

TEST(Game, AcceptsAnythingForStudy) {
    const auto game = game_of("english");
    for (const std::string_view fen : {"B:W21-32:B1-13", "B:W4,21:B1", "W:W:B", "B:WK1-16:BK17-32"}) {
        const Placement placement = position(*game, fen);
        EXPECT_FALSE(game->set(placement, Strictness::Legal)) << fen;
        ASSERT_TRUE(game->set(placement, Strictness::Anything)) << fen;
        EXPECT_EQ(game->placement(), placement) << fen;
    }
}

// A game without kings cannot even express one.
TEST(Game, RefusesKingsInMiniAlsoForStudy) {
    const auto game = game_of("mini");
    const Snapshot before = snapshot(*game);
    EXPECT_FALSE(game->set(position(*game, "B:WK14:B2"), Strictness::Anything));
    EXPECT_EQ(snapshot(*game), before);
}

// The runs of kings (Frisian art. 17) are part of a position; a run without its king is none.
TEST(Game, RefusesImpossibleKingRuns) {
    const auto game = game_of("frisian");
    Placement placement = position(*game, "W:W50,K46:B6,K45");
    const auto white = static_cast<std::size_t>(Side::White);
    placement.king_runs[white] = {46, 3};
    ASSERT_TRUE(game->set(placement, Strictness::Legal));
    EXPECT_EQ(game->placement(), placement);
    for (const AnyMove& mv : game->legal()) EXPECT_EQ(mv.from, 50);

    const Snapshot before = snapshot(*game);
    for (const KingRun& run : {KingRun{45, 1}, KingRun{50, 1}, KingRun{1, 1}, KingRun{46, 4}, KingRun{0, 2},
                               KingRun{51, 1}, KingRun{255, 1}}) {
        placement.king_runs[white] = run;
        EXPECT_FALSE(game->set(placement, Strictness::Legal)) << int{run.square} << ' ' << int{run.count};
        EXPECT_FALSE(game->set(placement, Strictness::Anything)) << int{run.square} << ' ' << int{run.count};
        EXPECT_EQ(snapshot(*game), before);
    }
    const auto other = game_of("international");
    EXPECT_FALSE(other->set(before.placement, Strictness::Legal));  // there is no such rule
}

TEST(Game, SettingUpStartsANewGame) {
    const auto game = game_of("english");
    for (int i = 0; i < 10; ++i) game->play(0);
    game->undo();
    const Placement placement = position(*game, "W:W18:B14");
    ASSERT_TRUE(game->set(placement, Strictness::Legal));
    EXPECT_EQ(game->start(), placement);
    EXPECT_EQ(game->placement(), placement);
    EXPECT_TRUE(game->played().empty());
    EXPECT_FALSE(game->undo());
    EXPECT_FALSE(game->redo());
    game->play(0);
    EXPECT_EQ(game->start(), placement);
    EXPECT_TRUE(game->outcome());
    EXPECT_TRUE(game->legal().empty());
}

// --- To and fro

TEST(Game, UndoRedoAndPlayedAgree) {
    const auto game = game_of("international");
    std::vector<Snapshot> line{snapshot(*game)};
    Random random(5);
    while (line.size() < 40) {
        game->play(random.below(static_cast<std::uint32_t>(game->legal().size())));
        line.push_back(snapshot(*game));
    }
    // A walk through the line, never beyond its ends.
    std::size_t at = line.size() - 1;
    for (int i = 0; i < 500; ++i) {
        if (random.below(2) == 0) {
            EXPECT_EQ(game->undo(), at > 0);
            if (at > 0) --at;
        } else {
            EXPECT_EQ(game->redo(), at + 1 < line.size());
            if (at + 1 < line.size()) ++at;
        }
        ASSERT_EQ(snapshot(*game), line[at]) << at;
    }
}

TEST(Game, AnotherMoveForgetsTheOldLine) {
    const auto game = game_of("english");
    game->play(0);
    const Snapshot first = snapshot(*game);
    game->undo();
    game->play(1);
    const Snapshot second = snapshot(*game);
    EXPECT_NE(first.key, second.key);
    ASSERT_EQ(second.played.size(), 1u);
    EXPECT_NE(second.played, first.played);
    EXPECT_FALSE(game->redo());
    game->undo();
    game->play(0);
    EXPECT_EQ(snapshot(*game), first);
}

TEST(Game, PathsBeginWithTheMoveItself) {
    // docs/sources.md#rule-positions: the king captures the same pieces in several orders.
    const auto game = game_of("frisian");
    ASSERT_TRUE(game->set(position(*game, "W:WK50:B3,7,10,12,13,14,17,20,21,23,25,30,32,36,38,39,41,43,K47"),
                          Strictness::Legal));
    ASSERT_EQ(game->legal().size(), 1u);
    const std::vector<AnyMove> paths = game->paths(0);
    EXPECT_GT(paths.size(), 1u);
    EXPECT_EQ(paths.front(), game->legal()[0]);
    for (const AnyMove& path : paths) EXPECT_TRUE(same_effect(path, paths.front()));
}

// --- Copies

TEST(Game, ACopyIsIndependent) {
    for (const std::string_view name : {"english", "mini", "frisian", "canadian"}) {
        const auto game = game_of(name);
        Random random(6);
        for (int i = 0; i < 8; ++i) game->play(random.below(static_cast<std::uint32_t>(game->legal().size())));
        game->undo();
        const Snapshot before = snapshot(*game);
        const auto copy = game->clone();
        EXPECT_EQ(snapshot(*copy), before);
        EXPECT_EQ(&copy->variant(), &game->variant());

        // What the copy does the original does not notice, and the other way round.
        EXPECT_TRUE(copy->redo());  // it can redo what the original could
        copy->undo();
        copy->undo();
        copy->play(0);
        copy->play(0);
        EXPECT_EQ(snapshot(*game), before);
        const Snapshot of_copy = snapshot(*copy);
        ASSERT_TRUE(game->set(start_placement(game->variant()), Strictness::Legal));
        EXPECT_EQ(snapshot(*copy), of_copy);
    }
}

TEST(Game, ACopyOutlivesItsOriginal) {
    std::unique_ptr<Game> copy;
    {
        const auto game = game_of("russian");
        game->play(3);
        copy = game->clone();
    }
    EXPECT_EQ(copy->played().size(), 1u);
    EXPECT_TRUE(copy->undo());
    EXPECT_EQ(copy->placement(), start_placement(copy->variant()));
    EXPECT_EQ(copy->legal().size(), 7u);
}

// The draw counters are part of the copy.
TEST(Game, ACopyRemembersTheHistory) {
    const auto game = game_of("english");
    ASSERT_TRUE(game->set(position(*game, "B:WK29:BK4"), Strictness::Legal));
    const auto to = [](Game& g, int square) {
        for (std::size_t i = 0; i < g.legal().size(); ++i) {
            if (g.legal()[i].to() == square) {
                g.play(i);
                return;
            }
        }
        FAIL() << square;
    };
    for (const int square : {8, 25, 4, 29, 8, 25, 4}) to(*game, square);
    const auto copy = game->clone();
    EXPECT_FALSE(copy->outcome());
    to(*copy, 29);
    ASSERT_TRUE(copy->outcome());
    EXPECT_EQ(copy->outcome()->reason, Reason::Repetition);
}

}  // namespace
}  // namespace crownhead
