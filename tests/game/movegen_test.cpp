// The fast generator: published counts, rulebook positions, and the slow generator on random positions.
#include "game/movegen.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

#include "game/legality.hpp"
#include "notation/fen.hpp"
#include "prove/rules.hpp"
#include "rules/variants.hpp"
#include "runtime/engine.hpp"
#include "runtime/game.hpp"
#include "runtime/perft.hpp"
#include "support/random_placements.hpp"
#include "support/tested_games.hpp"

namespace crownhead {
namespace {

#ifdef CROWNHEAD_SANITIZED
constexpr int few = 150;
constexpr int many = 500;
constexpr std::uint64_t fast_count = 300'000;
constexpr std::uint64_t long_count = 1'000'000;
#else
constexpr int few = 1500;
constexpr int many = 5000;
constexpr std::uint64_t fast_count = 5'000'000;
constexpr std::uint64_t long_count = 100'000'000;
#endif

std::vector<std::vector<std::string>> read_table(const std::string& name) {
    std::ifstream in(std::string(CROWNHEAD_TEST_DATA) + "/" + name);
    EXPECT_TRUE(in) << name;
    std::vector<std::vector<std::string>> rows;
    for (std::string line; std::getline(in, line);) {
        if (line.empty() || line[0] == '#') continue;
        std::vector<std::string> row;
        std::istringstream cells(line);
        for (std::string cell; std::getline(cells, cell, '\t');) row.push_back(cell);
        rows.push_back(row);
    }
    EXPECT_FALSE(rows.empty());
    return rows;
}

std::string effect_text(const AnyMove& mv) {
    if (mv.is_pass()) return "pass";
    std::string text = std::to_string(mv.from) + (mv.is_capture() ? "x" : "-") + std::to_string(mv.to());
    if (mv.is_capture()) {
        text += "(";
        for (const std::uint8_t n : mv.captured()) text += (text.back() == '(' ? "" : ",") + std::to_string(n);
        text += ")";
    }
    return text;
}

TEST(Movegen, RulebookPositions) {
    std::set<std::string_view> games;
    for (const auto& row : read_table("rulebook.tsv")) {
        ASSERT_GE(row.size(), 3U);
        auto game = new_game(row[0]);
        ASSERT_TRUE(game) << row[0];
        games.insert((*game)->variant().family);
        const auto placement = fen::read((*game)->variant(), row[1]);
        ASSERT_TRUE(placement) << row[1] << ": " << placement.error().message;
        ASSERT_TRUE((*game)->set(*placement, Strictness::Anything));
        std::multiset<std::string> expected;
        std::istringstream words(row[2]);
        for (std::string word; words >> word;)
            if (word != "none") expected.insert(word);
        std::multiset<std::string> found;
        for (const AnyMove& mv : (*game)->legal()) found.insert(effect_text(mv));
        EXPECT_EQ(found, expected) << row[0] << " " << row[1] << " " << (row.size() > 3 ? row[3] : "");
    }
    for (const Variant& v : variants) EXPECT_TRUE(games.contains(v.family)) << v.family << " has no rulebook position";
}

// Every line of the table whose count lies in (above, at_most].
void check_perft(std::uint64_t above, std::uint64_t at_most) {
    std::set<std::string_view> games;
    int lines = 0;
    for (const auto& row : read_table("perft.tsv")) {
        ASSERT_GE(row.size(), 4U);
        const auto variant = find_variant(row[0]);
        ASSERT_TRUE(variant) << row[0];
        games.insert((*variant)->name);
        const std::uint64_t expected = std::stoull(row[3]);
        if (expected <= above || expected > at_most) continue;
        ++lines;
        const auto placement = row[1] == "start" ? start_placement(**variant) : fen::read(**variant, row[1]);
        ASSERT_TRUE(placement) << row[1];
        EXPECT_EQ(perft(**variant, *placement, {.depth = std::stoi(row[2]), .threads = 1, .on_root_move = {}}),
                  expected)
            << row[0] << " " << row[1] << " depth " << row[2];
    }
    EXPECT_GT(lines, 10);
    for (const Variant& v : variants) EXPECT_TRUE(games.contains(v.name)) << v.name << " has no perft line";
}

TEST(Movegen, PublishedPerft) { check_perft(0, fast_count); }
TEST(LongMovegen, PublishedPerft) { check_perft(fast_count, long_count); }

// Counting leaves in bulk agrees with making every move, also where kings abound.
TEST(Movegen, BulkCountingAgreesWithMakingMoves) {
    for (const Variant& v : variants)
        each_random_placement(v, few / 10, 7, [&](const Placement& placement) {
            for (int depth = 1; depth <= 3; ++depth)
                ASSERT_EQ(perft(v, placement, {.depth = depth, .on_root_move = {}}),
                          perft(v, placement, {.depth = depth, .bulk = false, .on_root_move = {}}))
                    << v.name << " " << fen::write(v, placement);
        });
}

using MoveEffect = std::tuple<int, int, std::vector<std::uint8_t>, bool>;
MoveEffect effect_of(const AnyMove& mv) { return {mv.from, mv.to(), mv.captured(), mv.promotes}; }

std::vector<std::vector<Hop>> sorted_hops(const std::vector<AnyMove>& paths) {
    std::vector<std::vector<Hop>> all;
    for (const AnyMove& path : paths) all.push_back(path.hops);
    const auto fields = [](const Hop& hop) { return std::tie(hop.to, hop.captured, hop.captured_second); };
    const auto hop_less = [&](const Hop& x, const Hop& y) { return fields(x) < fields(y); };
    std::sort(all.begin(), all.end(), [&](const std::vector<Hop>& a, const std::vector<Hop>& b) {
        return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end(), hop_less);
    });
    return all;
}

// Legal moves, their number, whether there are any and captures among them, the positions after them, and on some
// positions all paths, are those of the slow generator.
void compare_with_reference(Game& game, const Engine& engine, const Placement& placement, bool with_paths) {
    const Variant& v = game.variant();
    SCOPED_TRACE(std::string(v.name) + " " + fen::write(v, placement));
    ASSERT_TRUE(game.set(placement, Strictness::Anything));
    const std::vector<AnyMove> slow = reference::legal_moves(v, placement);
    std::set<MoveEffect> expected;
    for (const AnyMove& mv : slow) expected.insert(effect_of(mv));
    ASSERT_EQ(expected.size(), slow.size());

    ASSERT_EQ(game.outcome().has_value(), slow.empty());
    ASSERT_EQ(perft(v, placement, {.depth = 1, .on_root_move = {}}), slow.size());
    const bool capture = std::ranges::any_of(slow, [](const AnyMove& mv) { return mv.is_capture(); });
    if (!slow.empty()) {
        ASSERT_EQ(!engine.quiet_features(game).has_value(), capture);
    }
    std::set<MoveEffect> found;
    for (std::size_t i = 0; i < game.legal().size(); ++i) {
        const AnyMove any = game.legal()[i];
        ASSERT_TRUE(found.insert(effect_of(any)).second) << "twice " << effect_text(any);
        if (with_paths && any.is_capture()) {
            const auto mine = sorted_hops(game.paths(i));
            const auto theirs = sorted_hops(reference::all_paths(v, placement, any));
            ASSERT_TRUE(mine == theirs) << "paths of " << effect_text(any) << ": " << mine.size() << " found, "
                                        << theirs.size() << " expected";
        }
        game.play(i);
        ASSERT_EQ(game.placement(), reference::after(v, placement, any)) << effect_text(any);
        ASSERT_TRUE(game.undo());
    }
    ASSERT_EQ(found, expected);
}

void compare_all(int count, std::uint64_t seed) {
    for (const Variant& v : variants) {
        const auto game = new_game(v);
        const auto engine = new_engine(v, {.table_megabytes = 1});
        int n = 0;
        const int positions = has_own_moves(v) ? count : std::min(count, few);
        each_random_placement(v, positions, seed, [&](const Placement& placement) {
            if (!testing::Test::HasFatalFailure()) compare_with_reference(*game, *engine, placement, n++ % 20 == 0);
        });
        if (testing::Test::HasFatalFailure()) return;
    }
}

TEST(Movegen, AgreesWithReference) { compare_all(few, 1); }
TEST(LongMovegen, AgreesWithReference) { compare_all(many, 2); }

// A position in which the same pieces can be taken in an immense number of orders.
TEST(Movegen, ManyOrdersOfOneCapture) {
    const auto variant = find_variant("frisian");
    const auto placement = fen::read(**variant, "W:WK50:B3,7,10,12,13,14,17,20,21,23,25,30,32,36,38,39,41,43,K47");
    ASSERT_TRUE(placement);
    auto game = new_game(**variant);
    ASSERT_TRUE(game->set(*placement, Strictness::Legal));
    ASSERT_EQ(game->legal().size(), 1U);
    EXPECT_EQ(effect_text(game->legal()[0]), "50x46(3,7,10,12,13,14,17,20,21,23,25,30,32,36,38,39,41,43,47)");
}

}  // namespace
}  // namespace crownhead
