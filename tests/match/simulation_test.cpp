// The batch simulator: what it reads, and that its logs are games by the rules.
#include "match/simulation.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "notation/course_log.hpp"
#include "rules/variants.hpp"
#include "runtime/game.hpp"

namespace crownhead {
namespace {

// By value: what a function returns must outlive the loop over it.
std::vector<const Variant*> sizes_of(std::string_view name) { return games_by_size(name).value(); }
std::vector<const Variant*> suicide() { return sizes_of("suicide"); }

using Games = std::vector<const Variant*>;

// Gives these games one after the other.
std::function<const Variant*()> one_by_one(const Games& games) {
    return [&games, at = std::size_t{0}]() mutable { return at < games.size() ? games[at++] : nullptr; };
}

std::string log_of(const Simulation& simulation, const Games& games) {
    std::string log;
    const Result<SimulationResult> played = simulate(simulation, one_by_one(games),
                                                     [&](std::string_view text) -> Result<void> {
                                                         log += text;
                                                         return {};
                                                     },
                                                     {});
    EXPECT_TRUE(played) << played.error().message;
    return log;
}

struct SizeList {
    Games games;
    std::vector<BadLine> bad;
};

// In pieces of every size up to the whole text.
SizeList read_sizes(std::string_view text, const Games& games) {
    SizeList list;
    for (std::size_t piece = 1; piece <= text.size() + 1; ++piece) {
        list = {};
        SizeReader reader(text_source(text, piece), games);
        while (const auto line = reader.next()) {
            if (*line)
                list.games.push_back(**line);
            else
                list.bad.push_back(line->error());
        }
    }
    return list;
}

// Replays a log move by move, and compares its end.
void expect_legal(std::string_view text, std::span<const Variant* const> games) {
    const auto read = course_log::read(text);
    ASSERT_TRUE(read) << read.error().message;
    ASSERT_EQ(read->size(), games.size());
    for (std::size_t i = 0; i < games.size(); ++i) {
        const course_log::LogGame& log = (*read)[i];
        ASSERT_EQ(log.size, games[i]->size());
        const auto game = new_game(*games[i]);
        Placement start = game->start();
        start.turn = log.moves.front().player;
        ASSERT_TRUE(game->set(start, Strictness::Legal));
        for (const course_log::LogMove& mv : log.moves) {
            ASSERT_EQ(game->turn(), mv.player);
            const auto legal = game->legal();
            const auto found = std::ranges::find_if(
                legal, [&](const AnyMove& l) { return l.from == mv.move.from && l.hops == mv.move.hops; });
            ASSERT_NE(found, legal.end()) << "game " << i << ", line " << mv.line;
            game->play(static_cast<std::size_t>(found - legal.begin()));
        }
        ASSERT_TRUE(game->outcome()) << "game " << i;
        EXPECT_EQ(game->outcome()->winner, log.winner);
        const Placement end = game->placement();
        const auto left = [&](Side side) {
            return std::ranges::count_if(end.squares, [&](Piece p) { return belongs_to(p, side); });
        };
        EXPECT_EQ(left(Side::Black), log.left1);
        EXPECT_EQ(left(Side::White), log.left2);
    }
}

TEST(Sizes, GoodLinesInAllShapes) {
    const SizeList list = read_sizes("6\r\n 8\t\n10\n\n  \n12", suicide());
    EXPECT_TRUE(list.bad.empty());
    ASSERT_EQ(list.games.size(), 4U);
    for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(list.games[i]->size(), static_cast<int>(6 + 2 * i));
    EXPECT_EQ(read_sizes("008", suicide()).games.size(), 1U);
}

TEST(Sizes, BadLinesAreNamed) {
    const SizeList list = read_sizes("6\n7\n14\n-8\nsix\n8 8\n8.0\n99999999999999999999\n4\n\x01\n12\n", suicide());
    EXPECT_EQ(list.games.size(), 2U);
    ASSERT_EQ(list.bad.size(), 9U);
    EXPECT_EQ(list.bad[0].number, 2U);
    EXPECT_EQ(list.bad[0].why, "7 is odd: expected a board size 6, 8, 10 or 12");
    EXPECT_EQ(list.bad[1].why, "14 is out of range: expected a board size 6, 8, 10 or 12");
    EXPECT_EQ(list.bad[2].why, "-8 is out of range: expected a board size 6, 8, 10 or 12");
    EXPECT_EQ(list.bad[3].number, 5U);
    EXPECT_EQ(list.bad[6].why, "99999999999999999999 is out of range: expected a board size 6, 8, 10 or 12");
    EXPECT_EQ(list.bad[8].why, "'?' is not a whole number: expected a board size 6, 8, 10 or 12");
    EXPECT_EQ(list.bad[8].number, 10U);
}

TEST(Sizes, LongLinesAndMarks) {
    const std::string spaces(5000, ' ');
    const std::string text = "\xef\xbb\xbf" + std::string("6\n6") + spaces + "7\n" + spaces + "\n8\n";
    SizeReader reader(text_source(text), suicide());
    EXPECT_EQ((**reader.next())->size(), 6);
    EXPECT_EQ(reader.next()->error().why, "the line is too long: expected a board size 6, 8, 10 or 12");
    EXPECT_EQ(reader.next()->error().number, 3U);
    EXPECT_EQ((**reader.next())->size(), 8);
    EXPECT_FALSE(reader.next());
}

TEST(Sizes, OtherGamesHaveOtherSizes) {
    EXPECT_EQ(games_by_size("giveaway")->size(), 4U);
    ASSERT_EQ(games_by_size("suicide-6")->size(), 1U);
    EXPECT_EQ(read_sizes("8\n", sizes_of("suicide-6")).bad.front().why, "8 is out of range: expected a board size 6");
    EXPECT_EQ(read_sizes("6\n", sizes_of("mini")).games.front()->name, "mini");
    EXPECT_FALSE(games_by_size("suicid"));
    EXPECT_TRUE(read_sizes("", suicide()).games.empty());
}

// Also where no game has the bare name of its family.
TEST(Sizes, EveryFamilyHasAllItsSizes) {
    for (const Variant& v : variants) {
        const auto games = games_by_size(v.family);
        ASSERT_TRUE(games) << v.family;
        EXPECT_NE(std::ranges::find(*games, &v), games->end()) << v.name;
        EXPECT_TRUE(std::ranges::all_of(*games, [&](const Variant* game) { return game->family == v.family; }));
        EXPECT_TRUE(std::ranges::is_sorted(*games, std::less{}, [](const Variant* game) { return game->size(); }));
        if (v.name != v.family) {
            EXPECT_EQ(*games_by_size(v.name), Games{&v});
        }
    }
}

TEST(Simulation, AppendixDShape) {
    const std::string log = log_of({.player2 = "random"}, {suicide()[0]});
    EXPECT_TRUE(log.starts_with("6\np1 "));
    EXPECT_TRUE(log.ends_with("wp1\n") || log.ends_with("wp2\n") || log.ends_with("\nd\n"));
    EXPECT_EQ(log.find("\n\n"), std::string::npos);
    const std::string two = log_of({.player2 = "random"}, {suicide()[0], suicide()[1]});
    EXPECT_TRUE(two.starts_with(log));
    EXPECT_EQ(two.find("\n\n"), log.size() - 1);
    EXPECT_EQ(two.find("\n\n", log.size() + 1), std::string::npos);
}

TEST(Simulation, WhoBegins) {
    const Games four(4, suicide()[0]);
    Simulation simulation{.player2 = "random"};
    for (const Starter starter : {Starter::First, Starter::Second, Starter::Alternate}) {
        simulation.starter = starter;
        const auto games = course_log::read(log_of(simulation, four));
        ASSERT_TRUE(games);
        for (std::size_t i = 0; i < 4; ++i) {
            const bool second = starter == Starter::Second || (starter == Starter::Alternate && i % 2 == 1);
            EXPECT_EQ((*games)[i].moves.front().player, second ? Side::White : Side::Black);
        }
    }
}

TEST(Simulation, GamesAreLegalInEveryGame) {
    for (const std::string_view name : {"suicide", "giveaway", "english", "mini", "kingme", "russian"}) {
        std::vector<const Variant*> games;
        const std::vector<const Variant*> sizes = sizes_of(name);
        for (const Variant* const v : sizes) games.insert(games.end(), 10, v);
        expect_legal(log_of({.player2 = "random", .starter = Starter::Alternate}, games), games);
    }
}

TEST(Simulation, ErrorsOfWriterAndPlayersAreGivenBack) {
    const Games games(1000, suicide()[0]);
    const Simulation simulation{.player2 = "random"};
    const Result<SimulationResult> full =
        simulate(simulation, one_by_one(games), [](std::string_view) -> Result<void> { return fail("disk full"); }, {});
    ASSERT_FALSE(full);
    EXPECT_EQ(full.error().message, "disk full");
    Simulation nobody = simulation;
    nobody.player1 = "nobody";
    EXPECT_FALSE(simulate(nobody, one_by_one(games), [](std::string_view) -> Result<void> { return {}; }, {}));
}

TEST(ThreadsSimulation, TheSameLogOnAnyNumberOfThreads) {
    Simulation simulation{.player2 = "random", .starter = Starter::Alternate};
    Games games;
    for (int i = 0; i < 2000; ++i) games.push_back(suicide()[static_cast<std::size_t>(i % 2)]);
    const std::string one = log_of(simulation, games);
    simulation.threads = 3;
    EXPECT_EQ(log_of(simulation, games), one);
    simulation.seed = 2;
    EXPECT_NE(log_of(simulation, games), one);
}

// Thousands of games of each size and pairing replay legally with the same end.
TEST(LongSimulation, GamesOfEachSizeAndPairingReplay) {
#ifdef CROWNHEAD_SANITIZED
    constexpr std::size_t count = 60;
#else
    constexpr std::size_t count = 2500;
#endif
    const std::vector<const Variant*> sizes = suicide();
    for (const auto& [one, two] :
         {std::pair{"random", "edge"}, std::pair{"random", "scatter"}, std::pair{"edge", "scatter"}})
        for (const Variant* const v : sizes) {
            const std::vector<const Variant*> games(count, v);
            expect_legal(log_of({.player1 = one, .player2 = two, .starter = Starter::Alternate, .threads = 2}, games),
                         games);
        }
}

}  // namespace
}  // namespace crownhead
