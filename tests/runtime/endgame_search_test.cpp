// Endgame files against a search that knows the rules of the game and nothing else: it makes every move, remembers nothing and
// cuts nothing off. As deep as it looks it sees the end exactly where the files say so, and as many plies away.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <optional>
#include <string>
#include <string_view>

#include "game/history.hpp"
#include "notation/fen.hpp"
#include "rules/variants.hpp"
#include "runtime/convert.hpp"
#include "runtime/endgames.hpp"
#include "runtime/with_variant.hpp"
#include "support/random_positions.hpp"
#include "support/scratch_folder.hpp"
#include "support/tested_games.hpp"
#include "util/random.hpp"
#include "util/threads.hpp"

namespace crownhead {
namespace {

ExactValue end_of_game(const Outcome& outcome, Side side) {
    if (!outcome.winner) return {Value::Draw, {}};
    return {*outcome.winner == side ? Value::Win : Value::Loss, 0};
}

// What so many plies show: a win in the fewest of them, a loss in the most, a draw by the rules, or nothing (Unknown). Below
// zero nodes nothing that it says counts.
template <Movement M, Geometry G>
ExactValue look_ahead(const Position<G>& pos, const Ending& end, int depth, int& nodes) {
    if (--nodes < 0) return {};
    if (const auto over = decided(pos, end)) return end_of_game(*over, pos.turn);
    MoveList<G> moves;
    generate<M>(pos, moves);
    if (moves.empty()) {
        if (const auto over = blocked<M>(pos, end)) return end_of_game(*over, pos.turn);
        moves.push_back(Move<G>{});  // a pass
    }
    if (depth == 0) return {};
    std::optional<int> win;
    int loss = 0;
    bool draw = false;
    bool unknown = false;
    for (const Move<G>& mv : moves) {
        const ExactValue next = look_ahead<M>(after<M>(pos, mv), end, depth - 1, nodes);
        switch (next.value) {
            case Value::Loss: win = std::min(win.value_or(*next.plies + 1), *next.plies + 1); break;
            case Value::Win: loss = std::max(loss, *next.plies + 1); break;
            case Value::Draw: draw = true; break;
            case Value::Unknown: unknown = true; break;
        }
    }
    if (win) return {Value::Win, win};
    if (unknown) return {};
    if (draw) return {Value::Draw, {}};
    return {Value::Loss, loss};
}

// How far it came before there were too many nodes, and what it saw.
struct Sight {
    int depth = -1;
    ExactValue seen{};
};

template <Movement M, Geometry G>
Sight search(const Position<G>& pos, const Ending& end, int most_nodes) {
    constexpr int deepest = 50;  // kings that have one move each could go on for ever
    Sight sight;
    while (sight.seen.value == Value::Unknown && sight.depth < deepest) {
        int nodes = most_nodes;
        const ExactValue seen = look_ahead<M>(pos, end, sight.depth + 1, nodes);
        if (nodes < 0) break;
        sight = {sight.depth + 1, seen};
    }
    return sight;
}

// Both sides have pieces, together so many at most, and the game is not over.
template <Geometry G>
Position<G> thrown_endgame(const Variant& v, int pieces, Random& random) {
    for (;;) {
        const Position<G> pos = thrown_position<G>(v, random, pieces - 1);
        if (!pos.of(Side::Black).empty() && !pos.of(Side::White).empty() && pos.occupied().count() <= pieces &&
            !decided(pos, v.end))
            return pos;
    }
}

struct Findings {
    int wins = 0;
    int losses = 0;
    int draws = 0;   // by the rules
    int far = 0;     // wins and losses more than two plies away
    int beyond = 0;  // wins and losses by the files that are farther away than the search could look

    void add(const ExactValue& seen, const ExactValue& known) {
        switch (seen.value) {
            case Value::Win: ++wins; break;
            case Value::Loss: ++losses; break;
            case Value::Draw: ++draws; break;
            case Value::Unknown: beyond += known.plies ? 1 : 0; break;
        }
        far += seen.plies.value_or(0) > 2 ? 1 : 0;
    }
};

// Compares so many random positions with up to so many pieces, all of which the files know.
Findings compare(const Variant& v, int pieces, int count, int most_nodes) {
    Findings findings;
    const ScratchFolder folder;
    const auto report = build_endgames(v, {.folder = folder.path(), .pieces = pieces, .distances = true});
    EXPECT_TRUE(report) << report.error().message;
    const auto endgames = open_endgames(v, folder.path(), std::size_t{16} << 20U);
    EXPECT_TRUE(endgames) << endgames.error().message;
    const auto game = new_game(v);
    with_variant(v, [&]<Geometry G, Movement M>() {
        Random random(1);
        for (int i = 0; i < count; ++i) {
            const Position<G> pos = thrown_endgame<G>(v, pieces, random);
            const Placement placement = to_placement(v, pos);
            SCOPED_TRACE(std::string(v.name) + " " + fen::write(v, placement));
            ASSERT_TRUE(game->set(placement, Strictness::Legal));
            const std::optional<ExactValue> known = (*endgames)->exact_value(*game);
            ASSERT_TRUE(known);
            ASSERT_EQ(known->plies.has_value(), known->value != Value::Draw);
            const Sight sight = search<M>(pos, v.end, most_nodes);
            if (sight.seen.value == Value::Unknown) {
                ASSERT_GT(known->plies.value_or(sight.depth + 1), sight.depth);
            } else {
                ASSERT_EQ(known->value, sight.seen.value);
                ASSERT_EQ(known->plies, sight.seen.plies);
            }
            findings.add(sight.seen, *known);
        }
    });
    return findings;
}

// Fewer pieces are nearer to the end, so less is beyond the search.
#ifdef CROWNHEAD_SANITIZED
constexpr int beyond_share = 40;
#else
constexpr int beyond_share = 20;
#endif

// And enough was there to agree about.
void expect_agreement(const Variant& v, int pieces, int count, int most_nodes) {
    const Findings found = compare(v, pieces, count, most_nodes);
    EXPECT_GT(found.wins, count / 20) << v.name;
    EXPECT_GT(found.losses, count / 100) << v.name;
    EXPECT_GT(found.far, count / 40) << v.name;
    EXPECT_GT(found.beyond, count / beyond_share) << v.name;
    if (v.end.blocked == Blocked::Passes) {
        EXPECT_GT(found.draws, count / 20) << v.name;
    }
}

TEST(EndgameSearch, AgreesWithTheFiles) {
    for (const std::string_view name : {"english-6", "giveaway-6", "mini"})
        expect_agreement(**find_variant(name), 3, 300, 300);
    for (const std::string_view name : {"russian", "italian", "frisian"})
        expect_agreement(**find_variant(name), 2, 300, 300);
}

#ifdef CROWNHEAD_SANITIZED
constexpr int many = 200;
constexpr int most_nodes = 200;
int pieces_of(const Variant& v) { return v.size() == 6 ? 3 : 2; }
#else
constexpr int many = 800;
constexpr int most_nodes = 500;
int pieces_of(const Variant& v) { return v.size() == 6 || v.name == "english" ? 4 : v.size() == 8 ? 3 : 2; }
#endif

TEST(LongEndgameSearch, AgreesWithTheFilesInEveryGame) {
    std::atomic<std::size_t> next{0};
    on_threads(2, [&] {
        for (std::size_t i = next++; i < tested_games().size(); i = next++)
            expect_agreement(tested_games()[i], pieces_of(tested_games()[i]), many, most_nodes);
    });
}

}  // namespace
}  // namespace crownhead
