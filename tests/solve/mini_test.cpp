// The solution of mini against searches that know nothing of it: one with the slow rules and no memory, one with the rules
// of the game itself and a memory of its own.
#include "solve/mini.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>
#include <numeric>
#include <optional>
#include <stop_token>
#include <string>
#include <unordered_map>
#include <utility>

#include "game/history.hpp"
#include "game/value.hpp"
#include "notation/fen.hpp"
#include "prove/rules.hpp"
#include "runtime/convert.hpp"
#include "runtime/game.hpp"
#include "solve/mini_oracle.hpp"
#include "support/game_at.hpp"
#include "support/random_games.hpp"
#include "support/scratch_folder.hpp"
#include "support/tested_games.hpp"

namespace crownhead::solve {
namespace {

constexpr int most = mini_men;

// With sanitizers solving takes half a minute: it is done once there, with one thread.
const MiniSolution& solution() {
    static const MiniSolution made = *MiniSolution::make({.threads = sanitized ? 1 : 2});
    return made;
}

// A game that is not over, somewhere between its first and its last move.
std::unique_ptr<Game> random_game(Random& random) {
    return after_random_moves(list::mini, static_cast<int>(random.below(45)), random);
}

// Plain alpha-beta to the end by the rule text; counts what it looks at, and gives up when that is too much.
class SlowSearch {
public:
    explicit SlowSearch(int nodes) : left_(nodes) {}

    std::optional<int> run(const Placement& placement) {
        const int difference = search(placement, -most, most);
        return left_ > 0 ? std::optional(difference) : std::nullopt;
    }

private:
    int search(const Placement& placement, int alpha, int beta) {
        if (--left_ <= 0) return 0;
        const auto moves = reference::legal_moves(list::mini, placement);
        if (moves.empty()) return placement.pieces(placement.turn) - placement.pieces(!placement.turn);
        int best = -most;
        for (const AnyMove& mv : moves) {
            best = std::max(best, -search(reference::after(list::mini, placement, mv), -beta, -std::max(alpha, best)));
            if (best >= beta) break;
        }
        return best;
    }

    int left_;
};

// Alpha-beta to the end with the generator that plays the game, which remembers the bounds it has found.
class RememberingSearch {
public:
    static constexpr Geometry board = list::mini.board;
    static constexpr Movement movement = list::mini.move;

    int run(const Placement& placement) { return search(to_position<board>(list::mini, placement), -most, most); }

private:
    struct Bounds {
        std::int8_t low = -most;
        std::int8_t high = most;
    };

    int search(const Position<board>& pos, int alpha, int beta) {
        const int difference = pos.of(pos.turn).count() - pos.of(!pos.turn).count();
        if (decided(pos, list::mini.end)) return difference;
        MoveList<board> moves;
        generate<movement>(pos, moves);
        if (moves.empty()) {
            if (blocked<movement>(pos, list::mini.end)) return difference;
            moves.push_back({});
        }
        const std::uint64_t key =
            pos.of(Side::Black).word() << 21U | pos.of(Side::White).word() << 1U | (pos.turn == Side::Black ? 0U : 1U);
        const Bounds known = memory_[key];
        if (known.low >= beta || known.low == known.high) return known.low;
        if (known.high <= alpha) return known.high;
        int best = -most;
        for (const Move<board>& mv : moves) {
            best = std::max(best, -search(after<movement>(pos, mv), -beta, -std::max(alpha, best)));
            if (best >= beta) break;
        }
        Bounds& bounds = memory_[key];
        if (best > alpha) bounds.low = std::max(bounds.low, static_cast<std::int8_t>(best));
        if (best < beta) bounds.high = std::min(bounds.high, static_cast<std::int8_t>(best));
        return best;
    }

    std::unordered_map<std::uint64_t, Bounds> memory_;
};

TEST(MiniSolution, EqualsPlainAlphaBetaByTheRuleText) {
    Random random(1);
    int compared = 0;
    constexpr int games = sanitized ? 500 : 3000;
    for (int i = 0; i < games; ++i) {
        const auto game = random_game(random);
        const std::optional<int> expected = SlowSearch(500).run(game->placement());
        if (!expected) continue;
        ++compared;
        ASSERT_EQ(solution().difference(game->placement()), expected) << fen::write(list::mini, game->placement());
    }
    EXPECT_GT(compared, games / 3);
}

// Also positions that no game from the start can reach: each is worth as much as its best move.
TEST(MiniSolution, EveryPositionIsWorthItsBestMove) {
    Random random(2);
    for (int i = 0; i < 20'000; ++i) {
        const auto game = i % 2 == 0 ? random_game(random) : thrown_game(list::mini, most, random);
        int best = -most;
        const std::unique_ptr<Game> next = game->clone();
        for (std::size_t mv = 0; mv < game->legal().size(); ++mv) {
            next->play(mv);
            const std::optional<int> difference = solution().difference(next->placement());
            ASSERT_TRUE(difference.has_value());
            if (const auto outcome = next->outcome()) {
                const Placement end = next->placement();
                ASSERT_EQ(*difference, end.pieces(end.turn) - end.pieces(!end.turn));
                // The sign says who wins.
                ASSERT_EQ(*difference == 0, !outcome->winner.has_value());
                ASSERT_EQ(*difference > 0, outcome->winner == end.turn);
            }
            best = std::max(best, -*difference);
            next->undo();
        }
        ASSERT_EQ(solution().difference(game->placement()), best) << fen::write(list::mini, game->placement());
    }
}

void expect_known_statistics(const MiniStatistics& statistics) {
    EXPECT_EQ(statistics.solved, 224'653'848U);
    EXPECT_EQ(statistics.positions, 34'337'081U);
    EXPECT_EQ(statistics.longest_game, 54);
    EXPECT_EQ(statistics.start, 0);
    std::uint64_t sum = 0;
    for (const auto& row : statistics.values) sum += std::accumulate(row.begin(), row.end(), std::uint64_t{0});
    EXPECT_EQ(sum, statistics.positions);
    EXPECT_EQ(std::accumulate(statistics.differences.begin(), statistics.differences.end(), std::uint64_t{0}),
              statistics.positions);
    const auto game = new_game(list::mini);
    ASSERT_EQ(statistics.first_moves.size(), game->legal().size());
    int best = -most;
    for (std::size_t i = 0; i < statistics.first_moves.size(); ++i) {
        EXPECT_EQ(statistics.first_moves[i].first, game->legal()[i]);
        best = std::max(best, statistics.first_moves[i].second);
    }
    EXPECT_EQ(best, statistics.start);
}

TEST(MiniSolution, StatisticsAddUp) { expect_known_statistics(solution().statistics()); }

TEST(MiniSolution, KnowsNothingOfPositionsWithTooManyMen) {
    const auto game = new_game(list::mini);
    Placement placement = game->placement();
    placement.put(9, Piece::BlackMan);
    EXPECT_FALSE(solution().difference(placement));
    placement.put(1, Piece::None);
    EXPECT_TRUE(solution().difference(placement));
    placement.put(9, Piece::BlackKing);
    EXPECT_FALSE(solution().difference(placement));
    EXPECT_FALSE(solution().difference(Placement(18)));
    EXPECT_FALSE(solution().difference(Placement(32)));
}

TEST(MiniSolution, StopsWhenTold) {
    std::stop_source stop;
    std::uint64_t last = 0;
    const auto made =
        MiniSolution::make({.threads = 1, .stop = stop.get_token(), .on_progress = [&](auto done, auto of) {
                                EXPECT_GE(done, last);
                                EXPECT_LE(done, of);
                                last = done;
                                if (done > 1'000'000) stop.request_stop();
                            }});
    ASSERT_FALSE(made);
    EXPECT_EQ(made.error().message, "stopped");
}

class MiniFile : public testing::Test {
protected:
    std::string refusal() const {
        const auto loaded = MiniSolution::load(path_);
        return loaded ? "accepted" : loaded.error().message;
    }
    void change(std::streamoff offset) const {
        std::fstream file(path_, std::ios::in | std::ios::out | std::ios::binary);
        file.seekg(offset);
        const int byte = file.get();
        file.seekp(offset);
        file.put(static_cast<char>(byte ^ 1));
    }

    ScratchFolder folder_;
    std::string path_ = folder_.path() + "/mini.solution";
};

TEST_F(MiniFile, IsTheSameWhenItIsReadAgain) {
    ASSERT_TRUE(solution().save(path_));
    const auto loaded = MiniSolution::load(path_);
    ASSERT_TRUE(loaded) << loaded.error().message;
    EXPECT_TRUE(*loaded == solution());
    const auto found = MiniSolution::complete(path_, {.on_progress = [](auto, auto) { FAIL() << "made again"; }});
    ASSERT_TRUE(found);
    EXPECT_TRUE(*found == solution());
}

TEST_F(MiniFile, IsRefusedWhenDamaged) {
    EXPECT_NE(refusal().find("cannot use " + path_), std::string::npos);
    ASSERT_TRUE(solution().save(path_));
    const auto size = static_cast<std::streamoff>(std::filesystem::file_size(path_));
    change(0);
    EXPECT_EQ(refusal(), "cannot use " + path_ + ": it is not a solution of mini");
    change(0);
    change(9);
    EXPECT_EQ(refusal(), "cannot use " + path_ + ": it was made by another version or for other rules");
    change(9);
    for (const std::streamoff offset : {std::streamoff{20}, std::streamoff{1000}, size / 2, size - 9, size - 1}) {
        change(offset);
        EXPECT_EQ(refusal(), "cannot use " + path_ + ": it is damaged") << offset;
        change(offset);
    }
    EXPECT_EQ(refusal(), "accepted");
    std::filesystem::resize_file(path_, static_cast<std::uintmax_t>(size - 1));
    EXPECT_EQ(refusal(), "cannot use " + path_ + ": it is damaged");
    std::filesystem::resize_file(path_, 100);
    EXPECT_EQ(refusal(), "cannot use " + path_ + ": it is not a solution of mini");
}

TEST(MiniOracle, AnswersWhatTheSolutionSays) {
    const auto oracle = mini_oracle(std::make_shared<const MiniSolution>(solution()));
    Random random(3);
    for (int i = 0; i < 200; ++i) {
        const auto game = random_game(random);
        const auto answer = oracle->ask(*game, {.nodes = 1});
        ASSERT_TRUE(answer);
        EXPECT_EQ(answer->position.difference, solution().difference(game->placement()));
        ASSERT_EQ(answer->moves.size(), game->legal().size());
        const auto best = std::ranges::max_element(answer->moves, {}, [](const Exact& e) { return *e.difference; });
        EXPECT_EQ(*best, answer->position);
        EXPECT_EQ(answer->position.value == Value::Win, *answer->position.difference > 0);
        EXPECT_EQ(answer->position.value == Value::Loss, *answer->position.difference < 0);
    }
}

const MiniSolution& solution_of_one_thread() {
    if (sanitized) return solution();
    static const MiniSolution made = *MiniSolution::make({.threads = 1});
    return made;
}

constexpr int many_positions = sanitized ? 60 : 8'000;

TEST(LongMiniSolution, EqualsAlphaBetaInThousandsOfPositions) {
    Random random(4);
    RememberingSearch search;
    for (int i = 0; i < many_positions; ++i) {
        const auto game = random_game(random);
        ASSERT_EQ(solution().difference(game->placement()), search.run(game->placement()))
            << fen::write(list::mini, game->placement());
    }
    if (sanitized) return;
    EXPECT_EQ(solution().statistics().start, search.run(new_game(list::mini)->placement()));
}

TEST(LongMiniSolution, IsTheSameWithOneThread) {
    expect_known_statistics(solution_of_one_thread().statistics());
    EXPECT_TRUE(solution_of_one_thread() == solution());
}

}  // namespace
}  // namespace crownhead::solve
