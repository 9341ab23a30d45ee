// Checks the reference generator by itself: the rulebook positions, the perft tables, paths, and what a move changes.
#include "prove/rules.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "rules/variants.hpp"
#include "support/random_games.hpp"
#include "support/tested_games.hpp"

namespace crownhead {
namespace {

// Larger counts are left out, so that the tables of a game take about a second.
#ifdef CROWNHEAD_SANITIZED
constexpr std::uint64_t largest_count = 15'000;
#else
constexpr std::uint64_t largest_count = 1'050'000;
#endif

const Variant& game(const std::string& name) {
    const auto found = std::find_if(variants.begin(), variants.end(), [&](const Variant& v) { return v.name == name; });
    if (found == variants.end()) throw std::runtime_error("there is no game " + name);
    return *found;
}

// Reads a numeric FEN such as W:W31-50:BK1,2 without checking it.
Placement position(const Variant& v, const std::string& fen) {
    Placement result(v.squares());
    result.turn = fen.at(0) == 'W' ? Side::White : Side::Black;
    std::istringstream in(fen.substr(2));
    for (std::string list; std::getline(in, list, ':');) {
        const Side side = list.at(0) == 'W' ? Side::White : Side::Black;
        std::istringstream items(list.substr(1));
        for (std::string item; std::getline(items, item, ',');) {
            const bool king = item.at(0) == 'K';
            if (king) item.erase(0, 1);
            const std::size_t dash = item.find('-');
            const int first = std::stoi(item);
            const int last = dash == std::string::npos ? first : std::stoi(item.substr(dash + 1));
            for (int n = first; n <= last; ++n) result.put(n, piece_of(side, king));
        }
    }
    return result;
}

Placement start(const Variant& v) {
    Placement result(v.squares());
    result.turn = v.setup.first;
    for (int n = 1; n <= v.squares(); ++n) {
        const int row = cell_of_number(v.setup, v.size(), n).row;
        if (row < v.setup.rows) result.put(n, Piece::BlackMan);
        if (row >= v.size() - v.setup.rows) result.put(n, Piece::WhiteMan);
    }
    return result;
}

// The board turned round and the colours exchanged: the same game seen from the other side.
Placement turned(const Placement& placement) {
    Placement result(placement.count());
    result.turn = !placement.turn;
    for (int n = 1; n <= placement.count(); ++n) {
        const Piece p = placement.at(n);
        const Side other = belongs_to(p, Side::Black) ? Side::White : Side::Black;
        if (p != Piece::None) result.put(placement.count() + 1 - n, piece_of(other, is_king(p)));
    }
    return result;
}

// 32-28, 28x19(23), pass.
std::string text(const AnyMove& mv) {
    if (mv.is_pass()) return "pass";
    std::string result = std::to_string(mv.from) + (mv.is_capture() ? "x" : "-") + std::to_string(mv.to());
    const char* separator = "(";
    for (const std::uint8_t n : mv.captured()) {
        result += separator + std::to_string(n);
        separator = ",";
    }
    return mv.is_capture() ? result + ")" : result;
}

std::vector<std::string> texts(const Variant& v, const Placement& placement) {
    std::vector<std::string> result;
    for (const AnyMove& mv : reference::legal_moves(v, placement)) result.push_back(text(mv));
    std::sort(result.begin(), result.end());
    return result;
}

std::vector<std::string> split(const std::string& line, char separator) {
    std::vector<std::string> result;
    std::istringstream in(line);
    for (std::string part; std::getline(in, part, separator);) result.push_back(part);
    return result;
}

std::vector<std::vector<std::string>> rows_of(const std::string& file, std::size_t columns) {
    std::ifstream in(std::string(CROWNHEAD_TEST_DATA) + "/" + file);
    if (!in) throw std::runtime_error("cannot read tests/data/" + file);
    std::vector<std::vector<std::string>> rows;
    for (std::string line; std::getline(in, line);) {
        if (line.empty() || line.front() == '#') continue;
        rows.push_back(split(line, '\t'));
        if (rows.back().size() != columns) throw std::runtime_error(file + ": wrong number of columns: " + line);
    }
    return rows;
}

AnyMove the_move(const Variant& v, const Placement& placement, const std::string& wanted) {
    for (const AnyMove& mv : reference::legal_moves(v, placement))
        if (text(mv) == wanted) return mv;
    throw std::runtime_error("there is no move " + wanted);
}

// Plays the moves one after another; each must be legal.
Placement play(const Variant& v, Placement placement, const std::vector<std::string>& moves) {
    for (const std::string& wanted : moves) placement = reference::after(v, placement, the_move(v, placement, wanted));
    return placement;
}

// Perft with every path counted as a move of its own: the column "keep" of the published tables.
std::uint64_t perft_of_paths(const Variant& v, const Placement& placement, int depth) {
    if (depth == 0) return 1;
    std::uint64_t total = 0;
    for (const AnyMove& mv : reference::legal_moves(v, placement)) {
        const std::uint64_t paths = mv.hops.size() > 1 ? reference::all_paths(v, placement, mv).size() : 1;
        total += paths * perft_of_paths(v, reference::after(v, placement, mv), depth - 1);
    }
    return total;
}

void check_perft(const std::string& name) {
    int checked = 0;
    for (const auto& row : rows_of("perft.tsv", 5)) {
        const std::uint64_t count = std::stoull(row[3]);
        if (row[0] != name || count > largest_count) continue;
        const Variant& v = game(name);
        const Placement placement = row[1] == "start" ? start(v) : position(v, row[1]);
        EXPECT_EQ(reference::perft(v, placement, std::stoi(row[2])), count)
            << name << ' ' << row[1] << " depth " << row[2];
        ++checked;
    }
    EXPECT_GT(checked, 0);
}

TEST(Reference, Rulebook) {
    for (const auto& row : rows_of("rulebook.tsv", 4)) {
        const Variant& v = game(row[0]);
        std::vector<std::string> expected = row[2] == "none" ? std::vector<std::string>{} : split(row[2], ' ');
        std::sort(expected.begin(), expected.end());
        EXPECT_EQ(texts(v, position(v, row[1])), expected) << row[0] << ' ' << row[1] << ": " << row[3];
    }
}

TEST(Reference, BothSidesPlayByTheSameRules) {
    for (const auto& row : rows_of("rulebook.tsv", 4)) {
        const Variant& v = game(row[0]);
        const Placement placement = position(v, row[1]);
        const std::vector<AnyMove> moves = reference::legal_moves(v, placement);
        EXPECT_EQ(reference::legal_moves(v, turned(placement)).size(), moves.size()) << row[0] << ' ' << row[1];
        for (const AnyMove& mv : moves)
            EXPECT_EQ(reference::perft(v, turned(reference::after(v, placement, mv)), 2),
                      reference::perft(v, reference::after(v, placement, mv), 2))
                << row[0] << ' ' << row[1] << ' ' << text(mv);
    }
}

TEST(Reference, PerftOfEnglish) { check_perft("english"); }
TEST(Reference, PerftOfEnglish6) { check_perft("english-6"); }
TEST(Reference, PerftOfEnglish10) { check_perft("english-10"); }
TEST(Reference, PerftOfEnglish12) { check_perft("english-12"); }
TEST(Reference, PerftOfSuicide) { check_perft("suicide"); }
TEST(Reference, PerftOfSuicide6) { check_perft("suicide-6"); }
TEST(Reference, PerftOfSuicide10) { check_perft("suicide-10"); }
TEST(Reference, PerftOfSuicide12) { check_perft("suicide-12"); }
TEST(Reference, PerftOfGiveaway) { check_perft("giveaway"); }
TEST(Reference, PerftOfGiveaway6) { check_perft("giveaway-6"); }
TEST(Reference, PerftOfGiveaway10) { check_perft("giveaway-10"); }
TEST(Reference, PerftOfGiveaway12) { check_perft("giveaway-12"); }
TEST(Reference, PerftOfSacrifice6) { check_perft("sacrifice-6"); }
TEST(Reference, PerftOfMini) { check_perft("mini"); }
TEST(Reference, PerftOfKingMe) { check_perft("kingme"); }
TEST(Reference, PerftOfInternational) { check_perft("international"); }
TEST(Reference, PerftOfInternational6) { check_perft("international-6"); }
TEST(Reference, PerftOfAntidraughts) { check_perft("antidraughts"); }
TEST(Reference, PerftOfAntidraughts6) { check_perft("antidraughts-6"); }
TEST(Reference, PerftOfBreakthrough) { check_perft("breakthrough"); }
TEST(Reference, PerftOfFrisian) { check_perft("frisian"); }
TEST(Reference, PerftOfFrisian6) { check_perft("frisian-6"); }
TEST(Reference, PerftOfFrysk) { check_perft("frysk"); }
TEST(Reference, PerftOfAntifrisian) { check_perft("antifrisian"); }
TEST(Reference, PerftOfAntifrisian6) { check_perft("antifrisian-6"); }
TEST(Reference, PerftOfCanadian) { check_perft("canadian"); }
TEST(Reference, PerftOfAnticanadian) { check_perft("anticanadian"); }
TEST(Reference, PerftOfKiller) { check_perft("killer"); }
TEST(Reference, PerftOfBrazilian) { check_perft("brazilian"); }
TEST(Reference, PerftOfBrazilian6) { check_perft("brazilian-6"); }
TEST(Reference, PerftOfAntibrazilian) { check_perft("antibrazilian"); }
TEST(Reference, PerftOfRussian) { check_perft("russian"); }
TEST(Reference, PerftOfRussian6) { check_perft("russian-6"); }
TEST(Reference, PerftOfAntirussian) { check_perft("antirussian"); }
TEST(Reference, PerftOfAntirussian6) { check_perft("antirussian-6"); }
TEST(Reference, PerftOfPool) { check_perft("pool"); }
TEST(Reference, PerftOfItalian) { check_perft("italian"); }
TEST(Reference, PerftOfItalian6) { check_perft("italian-6"); }
TEST(Reference, PerftOfAntiitalian) { check_perft("antiitalian"); }
TEST(Reference, PerftOfAntiitalian6) { check_perft("antiitalian-6"); }
TEST(Reference, PerftOfSpanish) { check_perft("spanish"); }
TEST(Reference, PerftOfPortuguese) { check_perft("portuguese"); }
TEST(Reference, PerftOfCzech) { check_perft("czech"); }
TEST(Reference, PerftOfThai) { check_perft("thai"); }

// Published counts with duplicates, at depths where they differ from those without: docs/sources.md#perft-counts.
TEST(Reference, PerftWithEveryPathCounted) {
    EXPECT_EQ(perft_of_paths(game("frisian"), start(game("frisian")), 4), 3'880u);
    EXPECT_EQ(perft_of_paths(game("frisian"), start(game("frisian")), 6), 103'584u);
    if (sanitized) return;
    EXPECT_EQ(perft_of_paths(game("russian"), start(game("russian")), 8), 929'905u);
    EXPECT_EQ(perft_of_paths(game("english-6"), start(game("english-6")), 11), 808'158u);
    EXPECT_EQ(perft_of_paths(game("international"), position(game("international"), "W:B16-20:W31-35"), 9), 1'008'317u);
}

TEST(Reference, PathsOfACircularCapture) {
    const Variant& v = game("english");
    const Placement placement = position(v, "B:W6,7,8,14,15,16,22,23,24:BK2");
    const auto paths = reference::all_paths(v, placement, the_move(v, placement, "2x2(6,7,14,15)"));
    ASSERT_EQ(paths.size(), 2u);  // two ways round
    EXPECT_NE(paths[0], paths[1]);
    EXPECT_TRUE(same_effect(paths[0], paths[1]));
}

TEST(Reference, HopsEndBehindThePieceUnlessTheKingTurns) {
    const Variant& v = game("international");
    const Placement straight = position(v, "W:WK46:B23,37");
    EXPECT_EQ(texts(v, straight),
              (std::vector<std::string>{"46x10(23,37)", "46x14(23,37)", "46x19(23,37)", "46x5(23,37)"}));
    EXPECT_EQ(the_move(v, straight, "46x10(23,37)").hops, (std::vector<Hop>{{32, 37, 0}, {10, 23, 0}}));
    EXPECT_EQ(reference::all_paths(v, straight, the_move(v, straight, "46x10(23,37)")).size(), 1u);

    const Placement turn = position(v, "W:WK46:B8,32");  // turns on 19, in sight of 8
    EXPECT_EQ(the_move(v, turn, "46x2(8,32)").hops, (std::vector<Hop>{{19, 32, 0}, {2, 8, 0}}));
}

TEST(Reference, DoubleKillIsOneHop) {
    const Variant& v = game("kingme");
    const Placement placement = position(v, "B:W6,15,19:BK1");
    EXPECT_EQ(the_move(v, placement, "1x24(6,15,19)").hops, (std::vector<Hop>{{10, 6, 0}, {24, 15, 19}}));
    EXPECT_EQ(play(v, placement, {"1x24(6,15,19)"}), position(v, "W:BK24"));
}

// FID 6.9: of the two ways round only the one that meets the king first is allowed.
TEST(Reference, ItalianPrecedenceAppliesToPaths) {
    const Variant& v = game("italian");
    const Placement placement = position(v, "W:WK22:B10,11,18,K19");
    EXPECT_EQ(texts(v, placement), std::vector<std::string>{"22x22(10,11,18,19)"});
    const auto paths = reference::all_paths(v, placement, reference::legal_moves(v, placement).front());
    ASSERT_EQ(paths.size(), 1u);
    EXPECT_EQ(paths.front().hops.front().captured, 19);
}

TEST(Reference, NoMovesWhenTheGameIsOver) {
    for (const Variant& v : variants) {
        Placement placement = start(v);
        std::replace(placement.squares.begin(), placement.squares.end(), Piece::WhiteMan, Piece::None);
        placement.turn = Side::White;
        EXPECT_TRUE(reference::legal_moves(v, placement).empty()) << v.name;
        placement.turn = Side::Black;  // the side with pieces may still move, as in the one-sided rulebook positions
        EXPECT_FALSE(reference::legal_moves(v, placement).empty()) << v.name;
    }
    EXPECT_TRUE(texts(game("breakthrough"), position(game("breakthrough"), "B:WK3:B11")).empty());
}

TEST(Reference, WhoHasWonWithoutAMove) {
    const auto winner = [](const std::string& name, const std::string& fen) {
        const Variant& v = game(name);
        const Placement placement = position(v, fen);
        EXPECT_TRUE(reference::legal_moves(v, placement).empty()) << name << ' ' << fen;
        return reference::winner_without_move(v, placement);
    };
    EXPECT_EQ(winner("english", "B:W1"), Side::White);
    EXPECT_EQ(winner("suicide", "B:W1"), Side::Black);
    EXPECT_EQ(winner("english", "W:W5:B1"), Side::Black);
    EXPECT_EQ(winner("giveaway", "W:W5:B1"), Side::White);
    EXPECT_EQ(winner("suicide", "W:W5:B1"), std::nullopt);
    EXPECT_EQ(winner("sacrifice-6", "W:W4:B1"), Side::Black);
    EXPECT_EQ(winner("mini", "W:W1:B17"), std::nullopt);
    EXPECT_EQ(winner("mini", "W:W1,2:B17"), Side::White);
    EXPECT_EQ(winner("mini", "B:W1,2:B17"), Side::White);
    EXPECT_EQ(winner("mini", "B:W1:B16,17"), Side::Black);
    EXPECT_EQ(winner("breakthrough", "B:WK3:B11"), Side::White);
    EXPECT_EQ(winner("breakthrough", "B:W30:BK3,11"), Side::Black);
}

// The ends of random games, as the rest of the program sees them.
TEST(Reference, SameWinnersAsTheProgram) {
    Random random(3);
    int decided = 0;
    for (const Variant& v : variants) {
        for (int i = 0; i < 20; ++i) {
            const auto played = new_game(v);
            play_randomly(*played, 300, random);
            const auto outcome = played->outcome();
            if (!outcome || !reference::legal_moves(v, played->placement()).empty()) continue;
            EXPECT_EQ(reference::winner_without_move(v, played->placement()), outcome->winner) << v.name;
            ++decided;
        }
    }
    EXPECT_GT(decided, 200);
}

TEST(Reference, Promotion) {
    const auto promotes = [](const std::string& name, const std::string& fen) {
        return reference::legal_moves(game(name), position(game(name), fen)).at(0).promotes;
    };
    EXPECT_TRUE(promotes("english", "B:W1:B28"));
    EXPECT_FALSE(promotes("english", "B:W1:B22"));
    EXPECT_FALSE(promotes("english", "B:W1:BK28"));
    EXPECT_FALSE(promotes("mini", "B:W1:B15"));
    EXPECT_TRUE(promotes("russian", "W:W11:B7,9"));            // in passing
    EXPECT_FALSE(promotes("international", "W:W15:B9,10"));    // passes the far row
    EXPECT_TRUE(promotes("international", "W:W15:B8,19,20"));  // ends there
    EXPECT_EQ(play(game("russian"), position(game("russian"), "W:W11:B7,9"), {"11x13(7,9)"}),
              position(game("russian"), "B:WK13"));
    EXPECT_EQ(play(game("mini"), position(game("mini"), "B:W1:B15"), {"15-18"}), position(game("mini"), "W:W1:B18"));
}

TEST(Reference, PassOnlyChangesTheTurn) {
    const Variant& v = game("mini");
    EXPECT_EQ(play(v, position(v, "B:W18:B16"), {"pass"}), position(v, "W:W18:B16"));
}

// Frisian art. 17.
TEST(Reference, KingRunIsCountedAndLimited) {
    const Variant& v = game("frisian");
    const std::size_t white = static_cast<std::size_t>(Side::White);
    Placement placement = position(v, "W:W50,K46:B15");
    placement = play(v, placement, {"46-41", "15-20", "41-46", "20-25"});
    EXPECT_EQ(placement.king_runs[white], (KingRun{46, 2}));
    placement = play(v, placement, {"46-41", "25-30"});
    EXPECT_EQ(placement.king_runs[white], (KingRun{41, 3}));
    EXPECT_EQ(texts(v, placement), (std::vector<std::string>{"50-44", "50-45"}));

    placement = play(v, placement, {"50-45", "30-34"});  // a move by another piece lifts the ban
    EXPECT_EQ(placement.king_runs[white], KingRun{});
    EXPECT_GT(texts(v, placement).size(), 2u);
}

TEST(Reference, KingRunWithoutMenIsNoBan) {
    const Variant& v = game("frisian");
    Placement placement = position(v, "W:WK46:BK45");
    placement.king_runs[static_cast<std::size_t>(Side::White)] = {46, 3};
    const std::size_t free = texts(v, placement).size();
    EXPECT_EQ(free, 9u);
    placement = play(v, placement, {"46-41"});
    EXPECT_EQ(placement.king_runs[static_cast<std::size_t>(Side::White)], (KingRun{41, 3}));
}

TEST(Reference, KingRunPassesToAnotherKingAndEndsWithACapture) {
    const Variant& v = game("frisian");
    const std::size_t white = static_cast<std::size_t>(Side::White);
    const std::size_t black = static_cast<std::size_t>(Side::Black);
    Placement placement = position(v, "W:W50,K1,K46:B6,K45");
    placement.king_runs[white] = {46, 3};
    EXPECT_EQ(play(v, placement, {"1-7"}).king_runs[white], (KingRun{7, 1}));

    placement = position(v, "W:W50,K46:B23,K45");  // the banned king may still capture
    placement.king_runs[white] = {46, 3};
    placement.king_runs[black] = {45, 2};
    const Placement next = play(v, placement, {"46x19(23)"});
    EXPECT_EQ(next.king_runs[white], KingRun{});
    EXPECT_EQ(next.king_runs[black], (KingRun{45, 2}));  // a capture of another piece leaves the enemy's run alone

    placement = position(v, "W:W50,K46:B6,K23");
    placement.king_runs[black] = {23, 2};
    EXPECT_EQ(play(v, placement, {"46x19(23)"}).king_runs[black], KingRun{});
}

}  // namespace
}  // namespace crownhead
