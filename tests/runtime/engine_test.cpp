// The engine through its abstract interface: its values against plain minimax, wins at their distance, limits, threads.
#include "runtime/engine.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <set>
#include <sstream>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "notation/fen.hpp"
#include "rules/variants.hpp"
#include "runtime/plain_search.hpp"
#include "search/score.hpp"
#include "support/cpu_time.hpp"
#include "support/random_games.hpp"
#include "support/tested_games.hpp"

namespace crownhead {
namespace {

// The values of eval/material.hpp, with the sign that the plain searches give them.
eval::Weights material(const Variant& v) {
    const int sign = v.end.bare == Bare::Wins ? -1 : 1;
    return eval::material_only(v, 100 * sign, 300 * sign);
}

// Without any part the engine is minimax; with the table alone it still is, also when the table is full of other positions.
void expect_minimax(int positions, int depth) {
    for (const Variant& v : tested_games()) {
        Random random(7);
        const auto bare =
            new_engine(v, {.table_megabytes = 1, .features = SearchFeatures::none(), .weights = material(v)});
        const auto tabled = new_engine(v, {.table_megabytes = 1,
                                           .features = SearchFeatures::none().with(SearchFeature::Table),
                                           .weights = material(v)});
        const auto windowed = new_engine(v, {.table_megabytes = 1,
                                             .features = SearchFeatures::none()
                                                             .with(SearchFeature::Table)
                                                             .with(SearchFeature::Aspiration)
                                                             .with(SearchFeature::Killers)
                                                             .with(SearchFeature::History),
                                             .weights = material(v)});
        for (int i = 0; i < positions; ++i) {
            const auto game = i % 2 == 0 ? after_random_moves(v, static_cast<int>(random.below(60)), random)
                                         : thrown_game(v, 4, random);
            const PlainReport plain =
                plain_search(*game, {.method = Method::Minimax, .evaluation = Evaluation::Material, .depth = depth});
            for (Engine* const engine : {bare.get(), tabled.get(), windowed.get()}) {
                const Analysis found = engine->think(*game, {.depth = depth});
                ASSERT_EQ(found.score(), plain.score) << v.name << " position " << i;
                ASSERT_EQ(found.depth, depth);
            }
        }
    }
}

TEST(Engine, WithoutItsPartsIsMinimax) {
    expect_minimax(30, 2);
    expect_minimax(10, 3);
}

#ifdef CROWNHEAD_SANITIZED
constexpr int long_positions = 20;
constexpr int fast_games = 44 * 10;
#else
constexpr int long_positions = 150;
constexpr int fast_games = 44 * 50;
#endif

TEST(LongEngine, WithoutItsPartsIsMinimax) {
    expect_minimax(long_positions, 2);
    expect_minimax(long_positions, 3);
}

// ---- Wins and losses at their distance

struct Decided {
    std::string game;
    std::string fen;
    int plies = 0;  // negative: a loss
    std::string reason;
};

std::vector<Decided> decided_positions() {
    std::ifstream file(std::string(CROWNHEAD_TEST_DATA) + "/wins.tsv");
    std::vector<Decided> all;
    for (std::string line; std::getline(file, line);) {
        if (line.empty() || line.front() == '#') continue;
        std::istringstream words(line);
        Decided one;
        std::string plies;
        std::getline(words, one.game, '\t');
        std::getline(words, one.fen, '\t');
        std::getline(words, plies, '\t');
        std::getline(words, one.reason, '\t');
        one.plies = std::stoi(plies);
        all.push_back(one);
    }
    return all;
}

std::string_view word_for(Reason reason) {
    switch (reason) {
        case Reason::NoPieces: return "no-pieces";
        case Reason::NoMove: return "no-move";
        case Reason::KingMade: return "king-made";
        case Reason::MorePieces: return "more-pieces";
        default: return "a draw";
    }
}

std::unique_ptr<Game> position(std::string_view name, std::string_view text) {
    auto game = new_game(name);
    EXPECT_TRUE(game) << name;
    const auto placement = fen::read((*game)->variant(), text);
    EXPECT_TRUE(placement) << text;
    EXPECT_TRUE((*game)->set(*placement, Strictness::Legal)) << text;
    return std::move(*game);
}

// Plays the moves of a line; each must be legal. (A line of captures may go on where the count of moves makes a draw.)
void follow(Game& game, const AnalysedLine& line) {
    for (const AnyMove& mv : line.moves) {
        if (game.outcome() && !game.outcome()->winner) return;
        const auto legal = game.legal();
        const auto found = std::ranges::find_if(legal, [&](const AnyMove& other) { return same_effect(mv, other); });
        ASSERT_NE(found, legal.end());
        game.play(static_cast<std::size_t>(found - legal.begin()));
    }
}

TEST(Engine, FindsWinsAndLossesAtTheirDistance) {
    const std::vector<Decided> all = decided_positions();
    ASSERT_GT(all.size(), 300U);
    std::set<std::string> games;
    std::set<std::string> reasons;
    for (const Decided& one : all) {
        if (!is_tested(one.game)) continue;
        SCOPED_TRACE(one.game + " " + one.fen);
        games.insert(one.game);
        reasons.insert(one.reason);
        const auto game = position(one.game, one.fen);
        const int expected = one.plies > 0 ? score::win(one.plies) : score::loss(-one.plies);
        const PlainReport plain = plain_search(*game, {.depth = std::abs(one.plies)});
        ASSERT_EQ(plain.score, expected);
        const auto engine = new_engine(game->variant(), {.table_megabytes = 1});
        const Analysis found = engine->think(*game, {.depth = std::abs(one.plies) + 6});
        ASSERT_EQ(found.score(), expected);
        // With only its sound features it sees the end as soon as it looks that far, and its line leads there.
        const auto exact = new_engine(
            game->variant(), {.table_megabytes = 1, .features = SearchFeatures::none().with(SearchFeature::Table)});
        const Analysis exactly = exact->think(*game, {.depth = std::abs(one.plies)});
        ASSERT_EQ(exactly.score(), expected);
        ASSERT_EQ(exactly.lines.front().moves.size(), static_cast<std::size_t>(std::abs(one.plies)));
        follow(*game, exactly.lines.front());
        const auto outcome = game->outcome();
        ASSERT_TRUE(outcome && outcome->winner);
        ASSERT_TRUE(one.reason == word_for(outcome->reason) || one.reason == "no-pieces" || one.reason == "no-move");
    }
    EXPECT_EQ(games.size(), tested_games().size());
    if (sanitized) return;
    EXPECT_EQ(reasons, (std::set<std::string>{"king-made", "more-pieces", "no-move", "no-pieces"}));
}

// ---- Draws

TEST(Engine, KnowsThatRepeatingIsADraw) {
    // King against king: nobody makes progress.
    const auto game = position("english", "B:WK32:BK1");
    const auto engine = new_engine(game->variant(), {.table_megabytes = 1});
    EXPECT_EQ(engine->think(*game, {.depth = 20}).score(), 0);
}

TEST(Engine, KnowsTheCountOfMoves) {
    // Two kings against one: drawn after five moves of each side. At first two kings are better, with one move of each side
    // to go it is a draw. What the table has of the same positions with more moves to go must not count.
    const auto game = position("international", "W:WK47,K48:BK5");
    const auto engine = new_engine(game->variant(), {.table_megabytes = 1});
    EXPECT_GT(engine->think(*game, {.depth = 2}).score(), 5);
    for (int ply = 0; ply < 8; ++ply) {
        ASSERT_FALSE(game->outcome());
        game->play(engine->think(*game, {.depth = 2}).best());
    }
    const auto fresh = position("international", fen::write(game->variant(), game->placement()));
    EXPECT_GT(engine->think(*fresh, {.depth = 8}).score(), 5);
    EXPECT_EQ(engine->think(*game, {.depth = 4}).score(), 0);
    EXPECT_EQ(engine->think(*game, {.depth = 6}).score(), 0);
}

// ---- What an analysis holds

TEST(Engine, LinesAreLegalAndSorted) {
    Random random(21);
    for (const Variant& v : tested_games()) {
        SCOPED_TRACE(v.name);
        const auto engine = new_engine(v, {.table_megabytes = 1});
        for (int i = 0; i < 4; ++i) {
            const auto game = after_random_moves(v, static_cast<int>(random.below(40)), random);
            const int lines = 1 + static_cast<int>(random.below(5));
            int last_depth = 0;
            const Analysis found = engine->think(*game, {.depth = 5, .lines = lines}, [&](const Analysis& analysis) {
                EXPECT_EQ(analysis.depth, ++last_depth);
            });
            EXPECT_EQ(found.depth, 5);
            ASSERT_EQ(found.lines.size(), std::min<std::size_t>(static_cast<std::size_t>(lines), game->legal().size()));
            std::set<std::size_t> first_moves;
            for (std::size_t k = 0; k < found.lines.size(); ++k) {
                const AnalysedLine& line = found.lines[k];
                first_moves.insert(line.index);
                ASSERT_LT(line.index, game->legal().size());
                ASSERT_FALSE(line.moves.empty());
                EXPECT_TRUE(same_effect(line.moves.front(), game->legal()[line.index]));
                EXPECT_EQ(line.depth, 5);
                if (k > 0) {
                    EXPECT_LE(line.score, found.lines[k - 1].score);
                }
                follow(*game->clone(), line);
            }
            EXPECT_EQ(first_moves.size(), found.lines.size());
        }
    }
}

// With all moves wanted and no pruning, every move gets its own minimax value.
TEST(Engine, EveryLineHasTheValueOfItsMove) {
    Random random(4);
    for (const Variant& v : variants) {
        const auto game = after_random_moves(v, 12, random);
        const auto engine =
            new_engine(v, {.table_megabytes = 1, .features = SearchFeatures::none(), .weights = material(v)});
        const int all = static_cast<int>(game->legal().size());
        const Analysis found = engine->think(*game, {.depth = 3, .lines = all});
        ASSERT_EQ(found.lines.size(), game->legal().size());
        for (const AnalysedLine& line : found.lines) {
            const auto next = game->clone();
            next->play(line.index);
            if (next->outcome()) continue;
            const PlainReport plain =
                plain_search(*next, {.method = Method::Minimax, .evaluation = Evaluation::Material, .depth = 2});
            // One ply further from the root, a decided game is one ply nearer.
            const int shift = !score::is_decided(plain.score) ? 0 : plain.score > 0 ? 1 : -1;
            EXPECT_EQ(line.score, -(plain.score - shift)) << v.name;
        }
    }
}

TEST(Engine, IsDeterministic) {
    for (const std::string_view name : {"english", "suicide-6", "frisian", "canadian"}) {
        const auto game = new_game(name);
        std::vector<std::uint64_t> nodes;
        for (int run = 0; run < 2; ++run) {
            const auto engine = new_engine((*game)->variant(), {.table_megabytes = 1});
            nodes.push_back(engine->think(**game, {.depth = 7}).nodes);
            nodes.push_back(engine->think(**game, {.nodes = 5000}).nodes);
            engine->forget();
            nodes.push_back(engine->think(**game, {.depth = 7}).nodes);
        }
        EXPECT_EQ(nodes[0], nodes[3]) << name;
        EXPECT_EQ(nodes[1], nodes[4]) << name;
        EXPECT_EQ(nodes[2], nodes[5]) << name;
        EXPECT_EQ(nodes[0], nodes[2]) << name << ": what was forgotten still matters";
        EXPECT_LE(nodes[1], 5000U);
    }
}

// ---- Time

using Clock = std::chrono::steady_clock;
double since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

// What the engine is responsible for is the processor time that it uses: on a busy machine more time passes on the wall.
#ifdef CROWNHEAD_SANITIZED
constexpr double tolerance = 0.2;  // the sanitizers slow everything down
#else
constexpr double tolerance = 0.02;
#endif

TEST(Engine, KeepsToTheTimeOfAMove) {
    for (const std::string_view name : {"english", "frisian", "canadian"}) {
        const auto game = new_game(name);
        const auto engine = new_engine((*game)->variant(), {.table_megabytes = 4});
        const auto start = Clock::now();
        const CpuTimer used = CpuTimer::of_thread();
        engine->think(**game, {.seconds = 0.1});
        EXPECT_LE(used.seconds(), 0.1 + tolerance) << name;
        EXPECT_GE(since(start), 0.09) << name;
    }
}

TEST(Engine, OneMoveNeedsNoThought) {
    const auto game = position("english", "B:W18:B15");
    ASSERT_EQ(game->legal().size(), 1U);
    const auto engine = new_engine(game->variant(), {.table_megabytes = 1});
    const CpuTimer used = CpuTimer::of_thread();
    engine->think(*game, {.seconds = 5});
    EXPECT_LE(used.seconds(), 1);
}

TEST(Engine, UsesAClockWithCare) {
    const auto game = new_game("international");
    const auto engine = new_engine((*game)->variant(), {.table_megabytes = 1});
    const auto start = Clock::now();
    const CpuTimer used = CpuTimer::of_thread();
    engine->think(**game, {.clock = ClockTime{.seconds = 2, .increment = 0}});
    EXPECT_LE(used.seconds(), 0.8 + tolerance);
    EXPECT_GE(since(start), 0.02);
}

#ifdef CROWNHEAD_SANITIZED
constexpr double stop_within = 0.1;
#else
constexpr double stop_within = 0.01;
#endif

TEST(ThreadsEngine, StopsAtOnce) {
    for (const int threads : {1, 3}) {
        const auto game = new_game("international");
        const auto engine = new_engine((*game)->variant(), {.table_megabytes = 4, .threads = threads});
        double used = 1e9;
        for (int attempt = 0; attempt < 10 && used > threads * stop_within; ++attempt) {
            std::atomic<bool> thinking = false;
            Analysis found;
            std::stop_source stop;
            std::jthread thinker([&] {
                found = engine->think(**game, {.stop = stop.get_token()}, [&](const Analysis&) { thinking = true; });
            });
            while (!thinking) std::this_thread::yield();
            std::this_thread::sleep_for(std::chrono::milliseconds(30));
            const CpuTimer timer = CpuTimer::of_process();
            stop.request_stop();
            thinker.join();
            used = std::min(used, timer.seconds());
            EXPECT_GE(found.depth, 1);
            EXPECT_FALSE(found.lines.empty());
        }
        EXPECT_LE(used, threads * stop_within);
    }
}

TEST(ThreadsEngine, PondersUntilTheHit) {
    const auto game = new_game("english");
    const auto engine = new_engine((*game)->variant(), {.table_megabytes = 4});
    std::stop_source hit;
    std::atomic<bool> over = false;
    std::jthread thinker([&] {
        engine->think(**game, {.seconds = 0.05, .ponder_hit = hit.get_token()});
        over = true;
    });
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    EXPECT_FALSE(over);
    const auto start = Clock::now();
    const CpuTimer used = CpuTimer::of_process();
    hit.request_stop();
    thinker.join();
    EXPECT_LE(used.seconds(), 0.05 + tolerance);
    EXPECT_GE(since(start), 0.04);
}

// A stop or a ponder hit that comes before the search has begun is not lost.
TEST(Engine, RemembersWhatWasRequestedEarly) {
    const auto game = new_game("international");
    const auto engine = new_engine((*game)->variant(), {.table_megabytes = 4});
    std::stop_source stop;
    stop.request_stop();
    EXPECT_FALSE(engine->think(**game, {.stop = stop.get_token()}).lines.empty());
    std::stop_source hit;
    hit.request_stop();
    EXPECT_FALSE(engine->think(**game, {.seconds = 0.01, .ponder_hit = hit.get_token()}).lines.empty());
}

// The same position on several threads: legal lines, and wins found just the same.
TEST(ThreadsEngine, FindWins) {
    for (const Decided& one : decided_positions()) {
        if (std::abs(one.plies) != 4 && one.plies != 5) continue;
        const auto game = position(one.game, one.fen);
        const auto engine = new_engine(game->variant(), {.table_megabytes = 1, .threads = 3});
        const Analysis found = engine->think(*game, {.depth = 10});
        EXPECT_EQ(found.score(), one.plies > 0 ? score::win(one.plies) : score::loss(-one.plies))
            << one.game << " " << one.fen;
    }
}

// ---- Many fast games: nothing illegal (the game accepts only legal indices, and the line is followed), never over time.

TEST(LongEngine, PlaysThousandsOfGames) {
    constexpr double budget = 0.002;
    Random random(99);
    int late = 0;
    int moves = 0;
    for (int number = 0; number < fast_games; ++number) {
        const Variant& v = variants[static_cast<std::size_t>(number) % variants.size()];
        const auto engine = new_engine(v, {.table_megabytes = 1});
        const auto game = after_random_moves(v, static_cast<int>(random.below(12)), random);
        // Every fiftieth game by the clock, the others by nodes.
        const bool timed = number % 50 == 49;
        for (int ply = 0; ply < 300 && !game->outcome(); ++ply) {
            const CpuTimer used = CpuTimer::of_thread();
            const SearchLimits limits =
                timed ? SearchLimits{.seconds = budget} : SearchLimits{.nodes = 1 + random.below(60)};
            const Analysis found = engine->think(*game, limits);
            if (timed && used.seconds() > budget + tolerance) ++late;
            ++moves;
            ASSERT_LT(found.best(), game->legal().size());
            if (ply % 16 == 0) follow(*game->clone(), found.lines.front());
            game->play(found.best());
        }
    }
    // A virtual machine may count what other machines take from it; the engine itself is never late.
    EXPECT_LE(late, moves / 2000);
}

}  // namespace
}  // namespace crownhead
