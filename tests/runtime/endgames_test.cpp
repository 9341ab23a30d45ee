#include "runtime/endgames.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <stop_token>

#include "notation/fen.hpp"
#include "rules/variants.hpp"
#include "support/scratch_folder.hpp"
#include "support/tested_games.hpp"

namespace crownhead {
namespace {

// Sets with `few` pieces are built by every run. With sanitizers larger ones are built for one game with short kings and one
// with flying kings.
#ifdef CROWNHEAD_SANITIZED
constexpr int few = 2;
bool has_large_sets(const Variant& v) { return v.name == "english" || v.name == "russian"; }
#else
constexpr int few = 3;
bool has_large_sets(const Variant&) { return true; }
#endif
constexpr std::size_t cache_bytes = std::size_t{16} << 20U;

// The lines of a table with tabs between the fields.
std::vector<std::vector<std::string>> lines_of(const std::string& name) {
    std::ifstream in(std::string(CROWNHEAD_TEST_DATA) + "/" + name);
    std::vector<std::vector<std::string>> lines;
    for (std::string line; std::getline(in, line);) {
        if (line.empty() || line.front() == '#') continue;
        std::istringstream fields(line);
        lines.emplace_back();
        for (std::string field; std::getline(fields, field, '\t');) lines.back().push_back(field);
    }
    EXPECT_FALSE(lines.empty()) << name;
    return lines;
}

std::unique_ptr<Endgames> built(const Variant& v, const egdb::BuildOptions& options) {
    const auto report = build_endgames(v, options);
    EXPECT_TRUE(report) << report.error().message;
    auto opened = open_endgames(v, options.folder, cache_bytes);
    EXPECT_TRUE(opened) << opened.error().message;
    return std::move(*opened);
}

// The values of a game up to so many pieces. Several tests look at the same ones; they are built once.
Endgames& values_of(const Variant& v, int pieces) {
    struct Set {
        ScratchFolder folder;
        std::unique_ptr<Endgames> endgames;
    };
    static std::map<std::pair<std::string_view, int>, Set> sets;
    Set& set = sets[{v.name, pieces}];
    if (!set.endgames) set.endgames = built(v, {.folder = set.folder.path(), .pieces = pieces, .threads = 2});
    return *set.endgames;
}

std::optional<Value> value_in(const Endgames& endgames, const Game& game) {
    const auto verdict = endgames.exact_value(game);
    return verdict ? std::optional(verdict->value) : std::nullopt;
}

const Variant& named(const std::string& name) { return **find_variant(name); }

// Classes and whole piece counts as the table has them: "K v KK" and "3".
std::map<std::string, std::array<std::uint64_t, 3>> totals_of(const Endgames& endgames) {
    std::map<std::string, std::array<std::uint64_t, 3>> totals;
    for (const egdb::ClassInfo& info : endgames.classes()) {
        totals[text_of(info.material)] = info.totals;
        auto& sum = totals[std::to_string(info.material.pieces())];
        for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += info.totals[i];
    }
    return totals;
}

int pieces_in(const std::string& key) {
    if (key.find('v') == std::string::npos) return std::stoi(key);
    return static_cast<int>(std::ranges::count_if(key, [](char c) { return c == 'K' || c == 'm'; }));
}

// Every game of the table, up to so many pieces.
void expect_known_totals(int pieces) {
    std::map<std::string, std::vector<std::vector<std::string>>> by_game;
    for (const auto& line : lines_of("endgame_totals.tsv")) by_game[line[0]].push_back(line);
    for (const auto& [game, lines] : by_game) {
        const Variant& v = named(game);
        const int most = v.size() == 10 ? std::max(pieces - 1, 2) : has_large_sets(v) ? pieces : few;
        const auto totals = totals_of(values_of(v, most));
        for (const auto& line : lines) {
            if (pieces_in(line[1]) > most) continue;
            const auto found = totals.find(line[1]);
            ASSERT_NE(found, totals.end()) << game << " " << line[1];
            const auto& [draw, win, loss] = found->second;
            EXPECT_EQ(std::to_string(win), line[2]) << game << " " << line[1];
            EXPECT_EQ(std::to_string(draw), line[3]) << game << " " << line[1];
            EXPECT_EQ(std::to_string(loss), line[4]) << game << " " << line[1];
        }
    }
}

TEST(Endgames, HaveTheKnownTotals) { expect_known_totals(few); }
TEST(LongEndgames, HaveTheKnownTotals) { expect_known_totals(few + 1); }

void expect_everything_verified(Endgames& endgames, const Variant& v, int pieces) {
    const egdb::VerifyReport report = endgames.verify({.threads = 2});
    EXPECT_EQ(report.wrong, 0U) << v.name << ": " << report.first_wrong;
    EXPECT_EQ(report.positions, count_endgames(v, pieces)) << v.name;
}

// The column with the longest win or loss, where the table has the game; each has an example, and everything is verified.
void expect_known_distances(const Variant& v, int pieces) {
    const ScratchFolder folder;
    const auto endgames = built(v, {.folder = folder.path(), .pieces = pieces, .threads = 2, .distances = true});
    std::map<std::string, int> longest;
    const auto game = new_game(v);
    for (const egdb::ClassInfo& info : endgames->classes()) {
        ASSERT_TRUE(info.longest) << v.name;
        longest[text_of(info.material)] = info.longest->plies;
        int& all = longest[std::to_string(info.material.pieces())];
        all = std::max(all, info.longest->plies);
        ASSERT_TRUE(game->set(info.longest->example, Strictness::Legal));
        EXPECT_EQ(endgames->exact_value(*game)->plies, info.longest->plies) << v.name << " " << text_of(info.material);
    }
    for (const auto& line : lines_of("endgame_totals.tsv"))
        if (line[0] == v.name && pieces_in(line[1]) <= pieces) {
            EXPECT_EQ(std::to_string(longest[line[1]]), line[5]) << line[0] << " " << line[1];
        }
    expect_everything_verified(*endgames, v, pieces);
}

TEST(Endgames, HaveTheKnownDistances) {
    for (const Variant& v : tested_games()) expect_known_distances(v, v.size() == 6 ? few : 2);
}
TEST(LongEndgames, HaveTheKnownDistances) {
    expect_known_distances(list::english, few + 1);
    for (const Variant* v :
         {&list::giveaway, &list::italian, &list::russian, &list::brazilian, &list::international, &list::antidraughts})
        if (has_large_sets(*v)) expect_known_distances(*v, 3);
}

TEST(LongEndgames, VerifyInEveryGame) {
    for (const Variant& v : tested_games()) {
        const bool own_moves = has_own_moves(v);
        const int pieces = v.size() == 6 && own_moves                      ? few + 1
                           : v.size() == 6 || (own_moves && v.size() < 12) ? few
                                                                           : 2;
        expect_everything_verified(values_of(v, pieces), v, pieces);
    }
}

// International positions of the Kingsrow database.
void expect_samples(int pieces) {
    const Variant& v = list::international;
    const Endgames& endgames = values_of(v, pieces);
    const auto game = new_game(v);
    int seen = 0;
    for (const auto& line : lines_of("endgame_samples.tsv")) {
        const auto placement = fen::read(v, line[0]);
        ASSERT_TRUE(placement) << line[0];
        if (placement->pieces(Side::Black) + placement->pieces(Side::White) > pieces) continue;
        ASSERT_TRUE(game->set(*placement, Strictness::Legal)) << line[0];
        const Value wanted = line[1] == "win" ? Value::Win : line[1] == "draw" ? Value::Draw : Value::Loss;
        EXPECT_EQ(value_in(endgames, *game), wanted) << line[0];
        ++seen;
    }
    EXPECT_EQ(seen, pieces == 2 ? 6 : pieces == 3 ? 18 : 46);
}

TEST(Endgames, AgreeWithKnownPositions) { expect_samples(few); }
TEST(LongEndgames, AgreeWithKnownPositions) { expect_samples(few + 1); }

TEST(Endgames, TellTheValueOfEachMove) {
    const Endgames& endgames = values_of(list::english, 3);
    const auto game = new_game(list::english);
    ASSERT_TRUE(game->set(*fen::read(list::english, "B:WK32:BK15,K18"), Strictness::Legal));
    EXPECT_EQ(value_in(endgames, *game), Value::Win);
    const auto verdicts = endgames.move_values(*game);
    ASSERT_EQ(verdicts.size(), game->legal().size());
    EXPECT_TRUE(std::ranges::any_of(verdicts, [](const auto& v) { return v && v->value == Value::Win; }));
    // More pieces than the files have, and a man where only a king can stand.
    ASSERT_TRUE(game->set(*fen::read(list::english, "B:WK32,31:BK15,K18"), Strictness::Legal));
    EXPECT_EQ(value_in(endgames, *game), std::nullopt);
    ASSERT_TRUE(game->set(*fen::read(list::english, "B:W1:BK15"), Strictness::Anything));
    EXPECT_EQ(value_in(endgames, *game), std::nullopt);
}

TEST(Endgames, MemoryIsBounded) {
    const ScratchFolder folder;
    const auto report = build_endgames(list::english, {.folder = folder.path(), .pieces = 4, .memory = 1 << 20});
    ASSERT_FALSE(report);
    EXPECT_NE(report.error().message.find("of memory"), std::string::npos);
}

std::map<std::string, std::string> files_in(const std::string& folder) {
    std::map<std::string, std::string> files;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        std::ifstream in(entry.path(), std::ios::binary);
        files[entry.path().filename().string()] = {std::istreambuf_iterator<char>(in), {}};
    }
    return files;
}

// Stopped again and again, with damage in between: in the end the files are the same as those of one quiet build.
TEST(ThreadsEndgames, GoOnAfterAnInterruption) {
    const ScratchFolder quiet;
    static_cast<void>(built(list::english, {.folder = quiet.path(), .pieces = 3}));
    const ScratchFolder restless;
    std::size_t runs = 0;
    for (bool finished = false; !finished; ++runs) {
        ASSERT_LT(runs, 20U);
        std::stop_source stop;
        std::size_t steps = 0;
        const auto report =
            build_endgames(list::english, {.folder = restless.path(),
                                           .pieces = 3,
                                           .threads = 2,
                                           .stop = stop.get_token(),
                                           .on_progress = [&](std::uint64_t, std::uint64_t, const egdb::Material&) {
                                               if (++steps == std::size_t{40} << runs) stop.request_stop();
                                           }});
        ASSERT_TRUE(report) << report.error().message;
        finished = !report->stopped;
    }
    EXPECT_GT(runs, 2U);
    EXPECT_EQ(files_in(quiet.path()), files_in(restless.path()));
    // A file that is damaged is built again from the others.
    std::filesystem::resize_file(restless.path() + "/Km-K.wdl", 50);
    EXPECT_FALSE(open_endgames(list::english, restless.path(), cache_bytes));
    int notes = 0;
    const auto report = build_endgames(
        list::english, {.folder = restless.path(), .pieces = 3, .on_note = [&](const std::string&) { ++notes; }});
    ASSERT_TRUE(report);
    EXPECT_EQ(notes, 1);
    EXPECT_EQ(report->built, 1U);
    EXPECT_EQ(files_in(quiet.path()), files_in(restless.path()));
}

// With room for a handful of blocks, so that each thread throws out what another one has just read.
TEST(ThreadsEndgames, AnswerSeveralThreads) {
    const Variant& v = named("english-6");
    const ScratchFolder folder;
    static_cast<void>(built(v, {.folder = folder.path(), .pieces = 3, .threads = 2, .distances = true}));
    const auto endgames = open_endgames(v, folder.path(), 1);
    ASSERT_TRUE(endgames) << endgames.error().message;
    EXPECT_EQ((*endgames)->verify({.threads = 3}).wrong, 0U);
}

TEST(Endgames, OfOtherRulesAreRefused) {
    const ScratchFolder folder;
    static_cast<void>(built(list::english, {.folder = folder.path(), .pieces = 2}));
    const auto opened = open_endgames(list::suicide, folder.path(), cache_bytes);
    ASSERT_FALSE(opened);
    EXPECT_NE(opened.error().message.find("other rules"), std::string::npos);
}

}  // namespace
}  // namespace crownhead
