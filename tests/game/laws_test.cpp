// Laws that hold in every game on every board, tried on random play and on positions thrown on the board.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "notation/course_log.hpp"
#include "notation/fen.hpp"
#include "notation/move_text.hpp"
#include "prove/rules.hpp"
#include "rules/variants.hpp"
#include "runtime/game.hpp"
#include "runtime/perft.hpp"
#include "util/random.hpp"

namespace crownhead {
namespace {

#ifdef CROWNHEAD_SANITIZED
constexpr int games_each = 2;
constexpr int thrown_each = 10;
constexpr int mirrored_each = 3;
#else
constexpr int games_each = 60;
constexpr int thrown_each = 200;
constexpr int mirrored_each = 80;
#endif

std::string here(const Game& game) {
    return std::string(game.variant().name) + " ply " + std::to_string(game.played().size()) + " " +
           fen::write(game.variant(), game.placement());
}

std::size_t any_index(const Game& game, Random& random) {
    return random.below(static_cast<std::uint32_t>(game.legal().size()));
}

// Another seed for each variant: games that share a movement would be the same games otherwise.
Random random_for(const Variant& v, std::uint64_t seed) {
    return Random(1000 * seed + static_cast<std::uint64_t>(&v - variants.data()));
}

// Calls f(game) before every ply of random games from the start, and once at their ends.
void in_random_games(std::uint64_t seed, const std::function<void(Game&, Random&)>& f) {
    for (const Variant& v : variants) {
        Random random = random_for(v, seed);
        for (int round = 0; round < games_each && !testing::Test::HasFatalFailure(); ++round) {
            const auto game = new_game(v);
            while (!game->legal().empty() && !testing::Test::HasFatalFailure()) {
                f(*game, random);
                game->play(any_index(*game, random));
            }
            f(*game, random);
        }
    }
}

// A legal placement with pieces on random squares, in play; kings are as frequent as men.
Placement thrown(const Variant& v, Random& random) {
    const auto game = new_game(v);
    for (;;) {
        Placement placement(v.squares());
        placement.turn = random.below(2) == 0 ? Side::Black : Side::White;
        const std::uint32_t share = 1 + random.below(5);  // of ten squares
        for (int number = 1; number <= v.squares(); ++number) {
            if (random.below(10) >= share) continue;
            const Side side = random.below(2) == 0 ? Side::Black : Side::White;
            const int row = cell_of_number(v.setup, v.size(), number).row;
            const bool king =
                has_kings(v.move) && !v.end.king_wins && (random.below(2) == 0 || row == far_row(v.size(), side));
            placement.put(number, piece_of(side, king));
            // The king that has stepped three times, where it matters.
            if (king && v.move.king_run > 0 && random.below(3) == 0)
                placement.king_runs[static_cast<std::size_t>(side)] = {static_cast<std::uint8_t>(number),
                                                                       v.move.king_run};
        }
        if (game->set(placement, Strictness::Legal) && !game->outcome()) return placement;
    }
}

// Positions of every kind: some of random play, some thrown.
void on_positions(int count, std::uint64_t seed, const std::function<void(const Variant&, const Placement&)>& f) {
    for (const Variant& v : variants) {
        Random random = random_for(v, seed);
        auto game = new_game(v);
        for (int i = 0; i < count && !testing::Test::HasFatalFailure(); ++i) {
            for (std::uint32_t plies = 5 + random.below(10); plies > 0; --plies) {
                if (game->legal().empty()) game = new_game(v);
                game->play(any_index(*game, random));
            }
            if (!game->legal().empty()) f(v, game->placement());
            f(v, thrown(v, random));
        }
    }
}

// --- Keys

TEST(Laws, TheKeyKeptMoveByMoveIsTheKeyOfThePosition) {
    in_random_games(1, [](Game& game, Random&) {
        const auto fresh = new_game(game.variant());
        ASSERT_TRUE(fresh->set(game.placement(), Strictness::Legal)) << here(game);
        ASSERT_EQ(fresh->key(), game.key()) << here(game);
        ASSERT_EQ(fresh->placement(), game.placement()) << here(game);
    });
}

// Among the positions seen here no two share a key: by chance that would happen once in ten billion runs.
TEST(Laws, DifferentPositionsHaveDifferentKeys) {
    std::map<std::pair<std::string_view, std::uint64_t>, Placement> seen;
    in_random_games(2, [&](Game& game, Random&) {
        const auto [it, is_new] = seen.try_emplace({game.variant().name, game.key()}, game.placement());
        ASSERT_EQ(it->second, game.placement()) << here(game);
    });
    EXPECT_GT(seen.size(), variants.size() * 10);
}

// One piece more, less or crowned, one square further, or the other side to move: another key each time.
TEST(Laws, TheKeySeesEverySquareAndTheTurn) {
    for (const Variant& v : variants) {
        const auto game = new_game(v);
        std::map<std::uint64_t, std::string> seen;
        for (const Side turn : {Side::Black, Side::White}) {
            for (int number = 1; number <= v.squares(); ++number) {
                for (const Piece piece : {Piece::BlackMan, Piece::BlackKing, Piece::WhiteMan, Piece::WhiteKing}) {
                    if (is_king(piece) && !has_kings(v.move)) continue;
                    Placement placement(v.squares());
                    placement.turn = turn;
                    placement.put(number, piece);
                    ASSERT_TRUE(game->set(placement, Strictness::Anything));
                    const auto [it, is_new] = seen.emplace(game->key(), fen::write(v, placement));
                    ASSERT_TRUE(is_new) << v.name << ' ' << it->second << ' ' << fen::write(v, placement);
                }
            }
        }
    }
}

// --- Make, undo, redo

TEST(Laws, UndoAndRedoRestoreEverything) {
    in_random_games(3, [](Game& game, Random& random) {
        const Placement placement = game.placement();
        const std::uint64_t key = game.key();
        const std::vector<AnyMove> legal(game.legal().begin(), game.legal().end());
        const std::size_t ply = game.played().size();
        if (legal.empty()) return;
        const std::size_t index = any_index(game, random);
        game.play(index);
        const Placement next = game.placement();
        const std::uint64_t next_key = game.key();
        const std::optional<Outcome> next_outcome = game.outcome();
        ASSERT_EQ(game.played().size(), ply + 1);
        ASSERT_EQ(game.played().back(), legal[index]) << here(game);
        ASSERT_TRUE(game.undo());
        ASSERT_EQ(game.placement(), placement) << here(game);
        ASSERT_EQ(game.key(), key) << here(game);
        ASSERT_TRUE(std::ranges::equal(game.legal(), legal)) << here(game);
        ASSERT_EQ(game.played().size(), ply);
        ASSERT_TRUE(game.redo());
        ASSERT_EQ(game.placement(), next) << here(game);
        ASSERT_EQ(game.key(), next_key) << here(game);
        ASSERT_EQ(game.outcome(), next_outcome) << here(game);
        ASSERT_FALSE(game.redo());
        ASSERT_TRUE(game.undo());
    });
}

TEST(Laws, AGameCanBeTakenBackToItsStartAndPlayedAgain) {
    for (const Variant& v : variants) {
        Random random = random_for(v, 4);
        const auto game = new_game(v);
        std::vector<std::uint64_t> keys{game->key()};
        while (!game->legal().empty()) {
            game->play(any_index(*game, random));
            keys.push_back(game->key());
        }
        const std::optional<Outcome> outcome = game->outcome();
        for (std::size_t ply = keys.size() - 1; ply > 0; --ply) {
            ASSERT_EQ(game->key(), keys[ply]) << here(*game);
            ASSERT_TRUE(game->undo());
        }
        EXPECT_FALSE(game->undo());
        EXPECT_EQ(game->placement(), game->start()) << v.name;
        EXPECT_FALSE(game->outcome()) << v.name;
        for (std::size_t ply = 1; ply < keys.size(); ++ply) {
            ASSERT_TRUE(game->redo());
            ASSERT_EQ(game->key(), keys[ply]) << here(*game);
        }
        EXPECT_EQ(game->outcome(), outcome) << v.name;
    }
}

// --- Pieces

struct Count {
    int men = 0;
    int all = 0;
};
std::array<Count, 2> count(const Placement& placement) {
    std::array<Count, 2> counts;
    for (const Piece p : placement.squares) {
        if (p == Piece::None) continue;
        Count& c = counts[belongs_to(p, Side::Black) ? 0 : 1];
        ++c.all;
        if (!is_king(p)) ++c.men;
    }
    return counts;
}

TEST(Laws, PiecesNeverBecomeMore) {
    in_random_games(5, [](Game& game, Random&) {
        if (game.played().empty()) return;
        const AnyMove& mv = game.played().back();
        const auto now = count(game.placement());
        const std::size_t mover = game.placement().turn == Side::White ? 0 : 1;
        ASSERT_TRUE(game.undo());
        const auto before = count(game.placement());
        ASSERT_TRUE(game.redo());
        ASSERT_EQ(now[mover].all, before[mover].all) << here(game);
        ASSERT_EQ(now[mover].men, before[mover].men - (mv.promotes ? 1 : 0)) << here(game);
        ASSERT_EQ(now[1 - mover].all, before[1 - mover].all - static_cast<int>(mv.captured().size())) << here(game);
        ASSERT_LE(now[1 - mover].men, before[1 - mover].men) << here(game);
    });
}

// Every game ends, with a reason exactly when nothing can be played; the longest of each is recorded.
TEST(Laws, EveryGameEnds) {
    constexpr std::size_t far_too_long = 5000;
    std::map<std::string, std::size_t> longest;
    in_random_games(6, [&](Game& game, Random&) {
        ASSERT_LT(game.played().size(), far_too_long) << here(game);
        ASSERT_EQ(game.outcome().has_value(), game.legal().empty()) << here(game);
        std::size_t& most = longest[std::string(game.variant().name)];
        most = std::max(most, game.played().size());
    });
    for (const auto& [name, plies] : longest) RecordProperty("longest_" + name, static_cast<int>(plies));
    EXPECT_EQ(longest.size(), variants.size());
}

// --- Symmetry

int turned(const Variant& v, int number) {
    return number_of(v.setup, v.size(), v.squares() - 1 - index_of_number(v.setup, v.size(), number));
}

// The board turned by half a circle, with the colours exchanged: the other side sees what this one saw.
Placement swapped(const Variant& v, const Placement& placement) {
    Placement other(v.squares());
    other.turn = !placement.turn;
    for (int number = 1; number <= v.squares(); ++number) {
        const Piece p = placement.at(number);
        if (p != Piece::None)
            other.put(turned(v, number), piece_of(belongs_to(p, Side::Black) ? Side::White : Side::Black, is_king(p)));
    }
    for (std::size_t side = 0; side < 2; ++side) {
        const KingRun& run = placement.king_runs[side];
        if (run.count > 0) other.king_runs[1 - side] = {static_cast<std::uint8_t>(turned(v, run.square)), run.count};
    }
    return other;
}

using Effect = std::pair<std::pair<int, int>, std::vector<int>>;
std::vector<Effect> effects(const Variant& v, const Game& game, bool turn) {
    const auto number = [&](int n) { return turn ? turned(v, n) : n; };
    std::vector<Effect> all;
    for (const AnyMove& mv : game.legal()) {
        if (mv.is_pass()) continue;
        std::vector<int> captured;
        for (const std::uint8_t n : mv.captured()) captured.push_back(number(n));
        std::sort(captured.begin(), captured.end());
        all.push_back({{number(mv.from), number(mv.to())}, captured});
    }
    std::sort(all.begin(), all.end());
    return all;
}

TEST(Laws, ColoursCanBeExchanged) {
    on_positions(thrown_each, 7, [](const Variant& v, const Placement& placement) {
        const Placement other = swapped(v, placement);
        const std::string where = std::string(v.name) + ' ' + fen::write(v, placement);
        ASSERT_EQ(swapped(v, other), placement) << where;
        const auto game = new_game(v);
        const auto mirror = new_game(v);
        ASSERT_TRUE(game->set(placement, Strictness::Legal)) << where;
        ASSERT_TRUE(mirror->set(other, Strictness::Legal)) << where;
        ASSERT_EQ(game->legal().size(), mirror->legal().size()) << where;
        ASSERT_EQ(effects(v, *game, false), effects(v, *mirror, true)) << where;
        for (int depth = 2; depth <= 3; ++depth)
            ASSERT_EQ(perft(v, placement, {.depth = depth, .threads = 1, .on_root_move = {}}),
                      perft(v, other, {.depth = depth, .threads = 1, .on_root_move = {}}))
                << where << " depth " << depth;
    });
}

// The winner too: a finished game, exchanged, is finished the other way round.
TEST(Laws, OutcomesCanBeExchanged) {
    in_random_games(8, [](Game& game, Random&) {
        if (!game.legal().empty()) return;
        const auto mine = new_game(game.variant());
        const auto theirs = new_game(game.variant());
        ASSERT_TRUE(mine->set(game.placement(), Strictness::Legal));
        ASSERT_TRUE(theirs->set(swapped(game.variant(), game.placement()), Strictness::Legal));
        ASSERT_EQ(mine->outcome().has_value(), theirs->outcome().has_value()) << here(game);
        if (!mine->outcome()) return;  // it was a draw by counting
        Outcome expected = *mine->outcome();
        if (expected.winner) expected.winner = !*expected.winner;
        expected.about = !expected.about;
        ASSERT_EQ(*theirs->outcome(), expected) << here(game);
    });
}

// A board reflected left to right is the same game. The fast generator works on boards of one orientation only; the
// reference looks at the diagram and plays on the reflected one.
TEST(Laws, TheBoardCanBeReflected) {
    on_positions(mirrored_each, 9, [](const Variant& v, const Placement& placement) {
        Variant reflected = v;
        reflected.setup.mirrored = !v.setup.mirrored;
        const auto reflect = [&](int number) {
            Cell c = cell_of_number(v.setup, v.size(), number);
            c.column = v.size() - 1 - c.column;
            return number_of_cell(reflected.setup, v.size(), c);
        };
        Placement other(v.squares());
        other.turn = placement.turn;
        for (int number = 1; number <= v.squares(); ++number) other.put(reflect(number), placement.at(number));
        for (std::size_t side = 0; side < 2; ++side)
            if (const KingRun& run = placement.king_runs[side]; run.count > 0)
                other.king_runs[side] = {static_cast<std::uint8_t>(reflect(run.square)), run.count};
        std::uint64_t nodes = 0;
        for (int depth = 1; depth <= 3 && nodes < 400; ++depth) {
            nodes = perft(v, placement, {.depth = depth, .threads = 1, .on_root_move = {}});
            ASSERT_EQ(nodes, reference::perft(reflected, other, depth))
                << v.name << ' ' << fen::write(v, placement) << " depth " << depth;
        }
    });
}

// --- Text

TEST(Laws, EveryPositionOfAGameReadsBackFromItsFen) {
    in_random_games(10, [](Game& game, Random&) {
        const Variant& v = game.variant();
        Placement expected = game.placement();
        expected.king_runs = {};  // a FEN does not carry them
        for (const Notation notation : {Notation::Numeric, v.setup.notation}) {
            const Result<Placement> back = fen::read(v, fen::write(v, expected, notation));
            ASSERT_TRUE(back) << here(game);
            ASSERT_EQ(*back, expected) << here(game);
        }
    });
}

// A whole game written as moves, short or with every path, by number or by name, and read back move by move.
TEST(Laws, AGameWrittenAsMovesIsTheSameGame) {
    for (const Variant& v : variants) {
        for (const Notation notation : {Notation::Numeric, v.setup.notation}) {
            Random random = random_for(v, 11);
            for (int round = 0; round < (games_each + 1) / 2; ++round) {
                const auto game = new_game(v);
                const auto by_short = new_game(v);
                const auto by_path = new_game(v);
                const auto read_and_play = [&](Game& other, const std::string& text) {
                    const auto index =
                        move_text::read(v, text, other.legal(), [&](std::size_t i) { return other.paths(i); });
                    ASSERT_TRUE(index) << here(other) << ' ' << text << ": " << index.error().message;
                    other.play(*index);
                };
                while (!game->legal().empty()) {
                    const std::size_t index = any_index(*game, random);
                    const std::vector<AnyMove> paths = game->paths(index);
                    ASSERT_EQ(paths.front(), game->legal()[index]) << here(*game);
                    const AnyMove& path = paths[random.below(static_cast<std::uint32_t>(paths.size()))];
                    ASSERT_NO_FATAL_FAILURE(
                        read_and_play(*by_short, move_text::write(v, game->legal(), index, notation)));
                    ASSERT_NO_FATAL_FAILURE(read_and_play(*by_path, move_text::write_full(v, path, notation)));
                    game->play(index);
                    ASSERT_EQ(by_short->key(), game->key()) << here(*game);
                    ASSERT_EQ(by_path->key(), game->key()) << here(*game);
                }
                EXPECT_EQ(by_short->outcome(), game->outcome()) << v.name;
                EXPECT_EQ(by_path->outcome(), game->outcome()) << v.name;
            }
        }
    }
}

// Is this a way to carry out the legal move with that index?
bool goes_along(const Game& game, std::size_t index, const AnyMove& path) {
    const AnyMove& mv = game.legal()[index];
    if (mv.from != path.from || mv.to() != path.to()) return false;
    return std::ranges::any_of(game.paths(index), [&](const AnyMove& way) { return way.hops == path.hops; });
}

// A whole game as a course log (S0.11): read back, every line is a legal move and the end is the same.
TEST(Laws, ACourseLogReplaysToTheSameEnd) {
    for (const Variant& v : variants) {
        Random random = random_for(v, 12);
        std::vector<course_log::LogGame> written;
        std::vector<std::uint64_t> ends;
        for (int round = 0; round < games_each; ++round) {
            const auto game = new_game(v);
            course_log::LogGame log{.size = v.size()};
            while (!game->legal().empty()) {
                const std::size_t index = any_index(*game, random);
                log.moves.push_back({game->placement().turn, game->legal()[index]});
                game->play(index);
            }
            const auto left = count(game->placement());
            log.left1 = left[0].all;
            log.left2 = left[1].all;
            log.winner = game->outcome()->winner;
            written.push_back(std::move(log));
            ends.push_back(game->key());
        }
        const auto read = course_log::read(course_log::write(written));
        ASSERT_TRUE(read) << v.name << ": " << read.error().message;
        ASSERT_EQ(read->size(), written.size()) << v.name;
        for (std::size_t i = 0; i < read->size(); ++i) {
            const course_log::LogGame& log = (*read)[i];
            const auto game = new_game(v);
            for (const course_log::LogMove& line : log.moves) {
                ASSERT_EQ(line.player, game->placement().turn) << here(*game);
                const auto legal = game->legal();
                // The log does not say whether a man is crowned; the path decides.
                std::size_t index = 0;
                while (index < legal.size() && !goes_along(*game, index, line.move)) ++index;
                ASSERT_LT(index, legal.size()) << here(*game) << " line " << line.line;
                game->play(index);
            }
            EXPECT_EQ(game->key(), ends[i]) << v.name;
            ASSERT_TRUE(game->outcome()) << v.name;
            EXPECT_EQ(game->outcome()->winner, log.winner) << v.name;
            EXPECT_EQ(count(game->placement())[0].all, log.left1) << v.name;
            EXPECT_EQ(count(game->placement())[1].all, log.left2) << v.name;
        }
    }
}

}  // namespace
}  // namespace crownhead
