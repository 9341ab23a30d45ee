#include "solve/proof_search.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "game/legality.hpp"
#include "prove/certificate.hpp"
#include "prove/rules.hpp"
#include "rules/variants.hpp"
#include "runtime/endgames.hpp"
#include "solve/space_of.hpp"
#include "support/scratch_folder.hpp"
#include "support/tested_games.hpp"
#include "util/random.hpp"

namespace crownhead::solve {
namespace {

// ---- 4x4 boards: every position, against plain iteration with the slow rules.

constexpr Variant tiny(const Variant& v) { return list::resized(v, v.name, 4); }

// Every way to put at most so many pieces a side on the board, with either side to move.
std::vector<Placement> all_placements(const Variant& v, int pieces_a_side) {
    std::vector<Placement> all;
    Placement placement(v.squares());
    const auto fill = [&](auto&& self, int number, int black, int white) -> void {
        if (number > v.squares()) {
            for (const Side turn : {Side::Black, Side::White}) {
                placement.turn = turn;
                if (check_placement(v, placement)) all.push_back(placement);
            }
            return;
        }
        self(self, number + 1, black, white);
        for (const Piece piece : {Piece::BlackMan, Piece::BlackKing, Piece::WhiteMan, Piece::WhiteKing}) {
            const bool is_black = belongs_to(piece, Side::Black);
            if ((is_black ? black : white) == pieces_a_side) continue;
            placement.put(number, piece);
            self(self, number + 1, black + (is_black ? 1 : 0), white + (is_black ? 0 : 1));
            placement.put(number, Piece::None);
        }
    };
    fill(fill, 1, 0, 0);
    return all;
}

// The values of all positions that these lead to, for the side to move: what wins or loses in ever more plies, until nothing
// is added; what is left is drawn.
std::map<std::string, Value> iterated_values(const Variant& v, const std::vector<Placement>& from) {
    struct Entry {
        std::vector<std::string> next;
        Value value = Value::Draw;
    };
    std::map<std::string, Entry> entries;
    std::vector<Placement> open;
    for (const Placement& placement : from) open.push_back(prove::normalised(placement));
    while (!open.empty()) {
        const Placement placement = open.back();
        open.pop_back();
        const std::string code = prove::position_code(v, placement);
        if (entries.contains(code)) continue;
        Entry entry;
        const std::vector<AnyMove> moves = reference::legal_moves(v, placement);
        if (moves.empty()) {
            const auto winner = reference::winner_without_move(v, placement);
            entry.value = !winner ? Value::Draw : *winner == placement.turn ? Value::Win : Value::Loss;
        }
        for (const AnyMove& mv : moves) {
            const Placement next = prove::normalised(reference::after(v, placement, mv));
            entry.next.push_back(prove::position_code(v, next));
            open.push_back(next);
        }
        entries.emplace(code, std::move(entry));
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (auto& [code, entry] : entries) {
            if (entry.next.empty() || entry.value != Value::Draw) continue;
            const auto value_of = [&](const std::string& next) { return entries.at(next).value; };
            if (std::ranges::any_of(entry.next, [&](const auto& next) { return value_of(next) == Value::Loss; }))
                entry.value = Value::Win;
            else if (std::ranges::all_of(entry.next, [&](const auto& next) { return value_of(next) == Value::Win; }))
                entry.value = Value::Loss;
            changed = changed || entry.value != Value::Draw;
        }
    }
    std::map<std::string, Value> values;
    for (const auto& [code, entry] : entries) values.emplace(code, entry.value);
    return values;
}

template <const Variant& V>
void compare_everywhere(int pieces_a_side) {
    const std::vector<Placement> placements = all_placements(V, pieces_a_side);
    ASSERT_FALSE(placements.empty());
    const std::map<std::string, Value> values = iterated_values(V, placements);
    const SpaceOf<V.board, V.move> space(V, nullptr);
    ProofTable table(std::uint64_t{1} << 30U);
    std::map<Value, int> seen;
    for (const Placement& placement : placements) {
        if (placement.pieces(placement.turn) == 0 || placement.pieces(!placement.turn) == 0) continue;
        const Value wanted = values.at(prove::position_code(V, placement));
        ++seen[wanted];
        ASSERT_EQ(ProofSearch(space, table, {}).value(space.key_of(placement)), wanted)
            << V.name << " " << prove::position_code(V, placement);
    }
    EXPECT_GE(seen.size(), 2U) << V.name;
}

#ifdef CROWNHEAD_SANITIZED
constexpr int tiny_most = 1;  // pieces a side
constexpr int samples = 20;
#else
constexpr int tiny_most = 2;
constexpr int samples = 200;
#endif

constexpr Variant tiny_english = tiny(list::english);
constexpr Variant tiny_suicide = tiny(list::suicide);
constexpr Variant tiny_giveaway = tiny(list::giveaway);
constexpr Variant tiny_sacrifice = tiny(list::sacrifice);
constexpr Variant tiny_international = tiny(list::international);
constexpr Variant tiny_antidraughts = tiny(list::antidraughts);
constexpr Variant tiny_russian = tiny(list::russian);
constexpr Variant tiny_antirussian = tiny(list::antirussian);
constexpr Variant tiny_italian = tiny(list::italian);
constexpr Variant tiny_antiitalian = tiny(list::antiitalian);
constexpr Variant tiny_frisian = tiny(list::frisian);
constexpr Variant tiny_antifrisian = tiny(list::antifrisian);

TEST(ProofSearch, IsRightInEveryPositionOnFourByFourWithShortKings) {
    compare_everywhere<tiny_english>(tiny_most);
    compare_everywhere<tiny_suicide>(tiny_most);
    compare_everywhere<tiny_giveaway>(tiny_most);
    compare_everywhere<tiny_sacrifice>(tiny_most);
    compare_everywhere<tiny_italian>(tiny_most);
    compare_everywhere<tiny_antiitalian>(tiny_most);
}

TEST(ProofSearch, IsRightInEveryPositionOnFourByFourWithFlyingKings) {
    compare_everywhere<tiny_international>(tiny_most);
    compare_everywhere<tiny_antidraughts>(tiny_most);
    compare_everywhere<tiny_russian>(tiny_most);
    compare_everywhere<tiny_antirussian>(tiny_most);
    compare_everywhere<tiny_frisian>(tiny_most);
    compare_everywhere<tiny_antifrisian>(tiny_most);
}

// ---- 6x6 boards: against endgame files, which are solved backwards.

std::shared_ptr<const Endgames> files_of(const Variant& v, int pieces, const ScratchFolder& folder) {
    const auto report = build_endgames(v, {.folder = folder.path(), .pieces = pieces, .threads = 2});
    EXPECT_TRUE(report) << report.error().message;
    auto opened = open_endgames(v, folder.path(), std::size_t{64} << 20U);
    EXPECT_TRUE(opened) << opened.error().message;
    return std::move(*opened);
}

// A position with so many pieces, men and kings as it comes.
Placement random_army(const Variant& v, Random& random, int black, int white) {
    for (;;) {
        Placement placement(v.squares());
        placement.turn = random.below(2) == 0 ? Side::Black : Side::White;
        const std::uint32_t kings = random.below(4);
        for (const Side side : {Side::Black, Side::White})
            for (int left = side == Side::Black ? black : white; left > 0;) {
                const int number = 1 + static_cast<int>(random.below(static_cast<std::uint32_t>(v.squares())));
                if (placement.at(number) != Piece::None) continue;
                placement.put(number, piece_of(side, random.below(4) < kings));
                --left;
            }
        if (check_placement(v, placement)) return placement;
    }
}

// The search has files of fewer pieces, or none.
void compare_armies(const Variant& v, int pieces, int fewer, int count) {
    const ScratchFolder folder;
    const ScratchFolder smaller;
    const std::unique_ptr<Space> known = new_space(v, files_of(v, pieces, folder));
    const std::unique_ptr<Space> unknown = new_space(v, fewer == 0 ? nullptr : files_of(v, fewer, smaller));
    ProofTable table(std::uint64_t{2} << 30U);
    Random random(11);
    for (int i = 0; i < count; ++i) {
        const int black = 1 + static_cast<int>(random.below(static_cast<std::uint32_t>(pieces - 1)));
        const int rest = std::min(pieces - black, v.pieces_per_side());
        const int white = 1 + static_cast<int>(random.below(static_cast<std::uint32_t>(rest)));
        const Key key = known->key_of(random_army(v, random, std::min(black, v.pieces_per_side()), white));
        const Value wanted = known->known(key);
        ASSERT_NE(wanted, Value::Unknown);
        ASSERT_EQ(ProofSearch(*unknown, table, {}).value(key), wanted) << v.name << " " << std::hex << key;
    }
}

TEST(ProofSearch, AgreesWithEndgameFilesOnSixBySix) {
    for (const Variant& v : variants)
        if (has_space(v)) compare_armies(v, v.move.king_run > 0 ? 2 : 3, 0, samples);
}

TEST(LongProofSearch, AgreesWithLargerEndgameFilesOnSixBySix) {
#ifdef CROWNHEAD_SANITIZED
    for (const Variant& v : variants)
        if (has_space(v)) compare_armies(v, 3, 2, 50);
    compare_armies(**find_variant("english-6"), 4, 3, 50);
#else
    for (const Variant& v : variants)
        if (has_space(v)) compare_armies(v, v.move.king_run > 0 || !has_own_moves(v) ? 4 : 5, 3, 100);
    compare_armies(**find_variant("suicide-6"), 6, 4, 300);
#endif
}

TEST(ProofSearch, EveryPositionHasItsOwnKey) {
    for (const Variant& v : variants) {
        if (!has_space(v)) continue;
        const std::unique_ptr<Space> space = new_space(v, nullptr);
        Random random(3);
        for (int i = 0; i < 500; ++i) {
            Placement placement =
                random_army(v, random, 1 + static_cast<int>(random.below(6)), 1 + static_cast<int>(random.below(6)));
            const Key key = space->key_of(placement);
            ASSERT_LT(key, Key{1} << 62U);
            ASSERT_EQ(space->placement_of(key, placement.turn), placement) << v.name;
        }
    }
}

TEST(ProofSearch, StopsAtItsLimits) {
    const Variant& v = **find_variant("english-6");
    const std::unique_ptr<Space> space = new_space(v, nullptr);
    const Key key = space->key_of(new_game(v)->placement());
    ProofTable table(std::uint64_t{1} << 30U);
    ProofSearch few(*space, table, {.nodes = 1000});
    EXPECT_FALSE(few.value(key));
    EXPECT_LE(few.nodes(), 1000U);
    std::stop_source stop;
    stop.request_stop();
    EXPECT_FALSE(ProofSearch(*space, table, {.stop = stop.get_token()}).value(key));
    ProofTable small(1000);
    EXPECT_FALSE(ProofSearch(*space, small, {}).value(key));
}

}  // namespace
}  // namespace crownhead::solve
