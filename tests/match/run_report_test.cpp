// The report on a run: its numbers are those of the tally, its games can be replayed without knowing rules, and nothing
// that comes from outside gets out of its place.
#include "match/run_report.hpp"

#include <filesystem>
#include <fstream>
#include <random>
#include <stop_token>
#include <utility>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "match/journal.hpp"
#include "match/tournament.hpp"
#include "runtime/game.hpp"

namespace crownhead {
namespace {

using Json = nlohmann::ordered_json;

class RunReportTest : public testing::Test {
protected:
    RunReportTest() : folder_(testing::TempDir() + "crownhead-report-" + std::to_string(std::random_device{}())) {}
    ~RunReportTest() override { std::filesystem::remove_all(folder_); }

    static const Variant* variant(std::string_view name) { return *find_variant(name); }

    // Plays the plan, at most `most` games of it.
    Tally play(const Plan& plan, std::uint64_t most = 1'000'000) {
        Tally tally(plan);
        Result<Journal> journal = Journal::open(folder_, plan, tally);
        EXPECT_TRUE(journal.has_value());
        std::stop_source stop;
        const Result<void> played =
            play_all(tally, {.stop = stop.get_token(),
                             .on_game = [&](const FinishedGame& game) { return journal->append(game); },
                             .on_counted =
                                 [&](const Tally& now) {
                                     if (now.games() >= most) stop.request_stop();
                                 }});
        EXPECT_TRUE(played.has_value());
        return tally;
    }

    Json report(std::size_t games_per_cell = 20) const {
        Result<Json> made = report_data(folder_, games_per_cell);
        EXPECT_TRUE(made.has_value()) << made.error().message;
        return made ? *std::move(made) : Json{};
    }

    std::string refusal() const {
        const Result<Json> made = report_data(folder_);
        return made ? "" : made.error().message;
    }

    // The games of each two players, in order.
    static std::vector<Json> replays_of(const Json& data, std::size_t cell) {
        std::vector<Json> replays;
        for (const Json& replay : data["replays"])
            if (replay["cell"] == cell) replays.push_back(replay);
        return replays;
    }

    static std::size_t count_of(std::string_view text, std::string_view part) {
        std::size_t count = 0;
        for (std::size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1)) ++count;
        return count;
    }

    std::string folder_;
};

std::string text_of(const Placement& placement) {
    std::string text;
    for (const Piece piece : placement.squares) text += std::string_view("ebBwW")[static_cast<std::size_t>(piece)];
    return text;
}

// What the page does with a move (boardAfter in web/src/report/data.ts).
void apply(std::string& squares, const Json& move) {
    if (move["from"] == 0) return;
    const auto place = [&](const Json& number) -> char& { return squares.at(number.get<std::size_t>() - 1); };
    char moved = std::exchange(place(move["from"]), 'e');
    for (const Json& hop : move["hops"])
        for (const std::size_t captured : {1U, 2U})
            if (hop[captured] != 0) place(hop[captured]) = 'e';
    if (move["crowned"] == true) moved = moved == 'b' ? 'B' : 'W';
    place(move["hops"].back()[0]) = moved;
}

TEST_F(RunReportTest, NumbersAreThoseOfTheTally) {
    const Tally tally = play({.name = "A study",
                              .variants = {variant("suicide-6"), variant("suicide")},
                              .players = {"random", "alphabeta:depth=1", "random"},
                              .pairs = 10,
                              .opening_plies = 4,
                              .seed = 77});
    const Json data = report(3);
    EXPECT_EQ(data["name"], "A study");
    EXPECT_EQ(data["games"], (std::vector<std::string>{"suicide-6", "suicide"}));
    EXPECT_EQ(data["done"], 120);
    EXPECT_EQ(data["planned"], 120);
    EXPECT_EQ(data["state"], "complete");
    EXPECT_NE(data["plan"].get<std::string>().find("auto 4\n"), std::string::npos) << data["plan"];
    EXPECT_NE(data["plan"].get<std::string>().find("\nseed 77\n"), std::string::npos) << data["plan"];
    EXPECT_EQ(data["players"], (std::vector<std::string>{"random", "alphabeta:depth=1", "random (2)"}));
    ASSERT_EQ(data["cells"].size(), tally.cells().size());
    for (std::size_t i = 0; i < tally.cells().size(); ++i) {
        const MatchStats& stats = tally[i].stats;
        const Json& cell = data["cells"][i];
        EXPECT_EQ(cell["won"], stats.wins);
        EXPECT_EQ(cell["drawn"], stats.draws);
        EXPECT_EQ(cell["lost"], stats.losses);
        EXPECT_EQ(cell["score"][0], stats.points() / static_cast<double>(stats.games()));
        EXPECT_EQ(cell["ends"].value("no-pieces", 0U), tally[i].ends[static_cast<std::size_t>(Reason::NoPieces)]);
        EXPECT_EQ(replays_of(data, i).size(), 3U);
    }
    std::size_t at = 0;
    for (const Standing& standing : standings(tally)) {
        const Json& shown = data["standings"][at++];
        EXPECT_TRUE(shown["game"].is_null());
        EXPECT_EQ(shown["player"], standing.player);
        EXPECT_EQ(shown["won"], standing.stats.wins);
        EXPECT_EQ(shown["drawn"], standing.stats.draws);
        EXPECT_EQ(shown["lost"], standing.stats.losses);
    }
}

TEST_F(RunReportTest, SameRunSameReport) {
    play({.variants = {variant("suicide-6")}, .players = {"random", "random"}, .pairs = 3});
    EXPECT_EQ(report(), report());
}

// Flying kings and squares by name, captures to all sides, crowning in passing, double kills, passes.
TEST_F(RunReportTest, GamesCanBeReplayedWithoutRules) {
    const Plan plan{.variants = {variant("russian"), variant("frisian"), variant("spanish"), variant("mini"),
                                 variant("thai"), variant("suicide-6"), variant("canadian")},
                    .players = {"random", "random"},
                    .pairs = 15};
    const Tally tally = play(plan);
    const Json data = report(1000);
    std::size_t captures = 0;
    std::size_t crowned = 0;
    std::size_t passes = 0;
    std::size_t at = 0;  // one cell for each game, in the order of the plan
    const Result<void> read = read_in_order(folder_, tally, [&](const FinishedGame& finished) -> Result<void> {
        const Json& board = data["boards"][finished.id.cell];
        const Json& shown = data["replays"].at(at++);
        const Variant& v = *tally.cells()[finished.id.cell].variant;
        EXPECT_EQ(board["name"], v.name);
        EXPECT_EQ(shown["cell"], finished.id.cell);
        EXPECT_EQ(shown["number"], finished.id.number);
        EXPECT_EQ(shown["black"],
                  tally.cells()[finished.id.cell].side_of_first(finished.id.number) == Side::Black ? 0 : 1);
        EXPECT_EQ(shown["white"], 1 - shown["black"].get<int>());
        EXPECT_EQ(shown["moves"].size(), finished.moves.size());
        EXPECT_EQ(board["size"], v.size());
        EXPECT_EQ(board["cells"].size(), static_cast<std::size_t>(v.squares()));
        const std::unique_ptr<Game> game = new_game(v);
        std::string squares = board["start"];
        EXPECT_EQ(squares, text_of(game->start()));
        for (std::size_t i = 0; i < finished.moves.size(); ++i) {
            const Json& move = shown["moves"][i];
            std::size_t index = 0;
            while (game->legal()[index].from != finished.moves[i].from ||
                   game->legal()[index].to() != finished.moves[i].to() ||
                   game->legal()[index].captured() != finished.moves[i].captured())
                ++index;
            captures += game->legal()[index].is_capture() ? 1U : 0U;
            crowned += game->legal()[index].promotes ? 1U : 0U;
            passes += game->legal()[index].is_pass() ? 1U : 0U;
            game->play(index);
            apply(squares, move);
            EXPECT_EQ(squares, text_of(game->placement()))
                << v.name << ", game " << finished.id.number << ", move " << i + 1;
        }
        return {};
    });
    EXPECT_TRUE(read.has_value());
    EXPECT_GT(captures, 0U);
    EXPECT_GT(crowned, 0U);
    EXPECT_GT(passes, 0U);
    EXPECT_EQ(at, data["replays"].size());
    EXPECT_EQ(data["boards"][0]["names"][0], "b8");
    EXPECT_TRUE(data["boards"][5]["names"].is_null());  // squares are called by their numbers
}

TEST_F(RunReportTest, GamesFromAPositionAreReplayedFromThere) {
    const Plan plan{.variants = {variant("english-6")},
                    .players = {"random", "alphabeta:depth=1"},
                    .pairs = 3,
                    .openings = Openings::Start,
                    .fen = "W:W13,17:B5,K2"};
    play(plan);
    const Json data = report();
    EXPECT_EQ(data["fen"], plan.fen);
    EXPECT_EQ(data["start"], text_of(*plan.start()));
    ASSERT_EQ(data["replays"].size(), 6U);
    for (const Json& replay : data["replays"]) {
        const std::unique_ptr<Game> game = starting_game(*variant("english-6"), plan.start());
        std::string squares = data["start"];
        for (const Json& move : replay["moves"]) {
            ASSERT_FALSE(game->outcome());
            apply(squares, move);
            const auto legal = game->legal();
            const auto found = std::ranges::find_if(
                legal, [&](const AnyMove& mv) { return mv.from == move["from"] && mv.to() == move["hops"].back()[0]; });
            ASSERT_NE(found, legal.end());
            game->play(static_cast<std::size_t>(found - legal.begin()));
            EXPECT_EQ(squares, text_of(game->placement()));
        }
        EXPECT_TRUE(game->outcome());
    }
}

TEST_F(RunReportTest, WhatComesFromOutsideStaysInItsPlace) {
    const std::string hostile = "</script><script>alert(1)</script><!--\xE2\x80\xA8 \"'&\\ <b>x</b>";
    const Plan plan{.name = "name " + hostile,
                    .variants = {variant("suicide-6")},
                    .players = {"hub:cmd=player " + hostile, "random"},
                    .pairs = 1};
    Tally tally(plan);
    {
        Result<Journal> journal = Journal::open(folder_, plan, tally);
        ASSERT_TRUE(journal.has_value());
        for (const std::uint64_t number : {0U, 1U}) {
            FinishedGame game{.id = {.cell = 0, .number = number}, .finish = Finish::Forfeit, .winner = Side::Black};
            game.why = "why " + hostile + "\xff";
            ASSERT_TRUE(journal->append(game).has_value());
        }
    }
    const std::string page = R"(<script id="run" type="application/json">null</script>)";
    const Result<std::string> filled = fill_report(page, report());
    ASSERT_TRUE(filled.has_value());
    EXPECT_EQ(count_of(*filled, "<"), 2U);  // of the script itself
    EXPECT_EQ(count_of(*filled, "</script>"), 1U);
    EXPECT_EQ(count_of(*filled, "\xff"), 0U);
    EXPECT_EQ(count_of(*filled, "\xE2\x80\xA8"), 0U);  // it ends a line of a script
    // Inside JSON it is the same text again.
    const std::size_t start = filled->find('>') + 1;
    const Json data = Json::parse(filled->substr(start, filled->find("</script>") - start));
    EXPECT_EQ(data["name"], plan.name);
    EXPECT_EQ(data["players"][0], "hub:cmd=player " + hostile);
    for (const std::size_t number : {0U, 1U}) {
        const Json& end = data["replays"][number]["end"];
        EXPECT_EQ(end["code"], "reason.forfeit");
        EXPECT_EQ(end["params"]["detail"], "why " + hostile + "\xEF\xBF\xBD");
        EXPECT_EQ(data["replays"][number]["winner"], "black");
    }
    EXPECT_EQ(data["cells"][0]["forfeits"], (std::vector<int>{1, 1}));
    EXPECT_EQ(data["cells"][0]["ends"], (Json{{"forfeit", 2}}));
}

TEST_F(RunReportTest, NeedsAPageWithAPlaceForTheRun) {
    const std::string page = R"(<a><script id="run" type="application/json">null</script></a>)";
    const auto filled = fill_report(page, {{"name", "</script><b>"}});
    ASSERT_TRUE(filled);
    EXPECT_EQ(*filled, R"(<a><script id="run" type="application/json">{"name":"\u003c/script>\u003cb>"}</script></a>)");
    EXPECT_FALSE(fill_report("<html></html>", {}));
}

TEST_F(RunReportTest, SequentialTestAndUnfinishedRuns) {
    const Plan plan{.variants = {variant("suicide-6")},
                    .players = {"alphabeta:depth=3", "random"},
                    .pairs = 500,
                    .sprt = Sprt{.elo0 = 0, .elo1 = 50}};
    play(plan, 4);
    Json data = report();
    EXPECT_EQ(data["done"], 4);
    EXPECT_EQ(data["planned"], 1000);
    EXPECT_EQ(data["state"], "stopped");
    EXPECT_NE(data["plan"].get<std::string>().find("\nsprt 0 50"), std::string::npos) << data["plan"];
    EXPECT_EQ(data["cells"][0]["sprt"]["verdict"], "open");
    EXPECT_EQ(data["replays"].size(), 4U);
    play(plan);
    data = report(0);
    EXPECT_EQ(data["state"], "complete");  // the test needed no more
    EXPECT_LT(data["done"], 1000);
    EXPECT_EQ(data["cells"][0]["sprt"]["verdict"], "accepted");
    EXPECT_EQ(data["replays"].size(), 0U);
}

TEST_F(RunReportTest, SaysWhatIsWrong) {
    EXPECT_EQ(refusal(), "there is no folder " + folder_);
    std::filesystem::create_directories(folder_);
    EXPECT_EQ(refusal(), folder_ + " holds no run of games: there is no plan.txt in it");
    const Plan plan{.variants = {variant("suicide-6")}, .players = {"random", "random"}, .pairs = 2};
    {
        Tally tally(plan);
        ASSERT_TRUE(Journal::open(folder_, plan, tally).has_value());
    }
    EXPECT_EQ(refusal(), folder_ + " has no finished game yet");
    play(plan);
    EXPECT_EQ(refusal(), "");
    std::ofstream(folder_ + "/journal.tsv", std::ios::app) << "0\t1\tb\n";
    EXPECT_NE(refusal().find("journal.tsv, line 6: "), std::string::npos) << refusal();
}

// A line can be whole and still no game by the rules.
TEST_F(RunReportTest, RefusesGamesThatCannotBePlayed) {
    const Plan plan{.variants = {variant("suicide-6")}, .players = {"random", "edge"}, .pairs = 1};
    Tally tally(plan);
    Result<Journal> journal = Journal::open(folder_, plan, tally);
    ASSERT_TRUE(journal.has_value());
    FinishedGame game{.id = {.cell = 0, .number = 0}, .winner = Side::Black};
    game.moves.push_back({.from = 1, .hops = {{.to = 18}}});
    ASSERT_TRUE(journal->append(game).has_value());
    EXPECT_TRUE(refusal().ends_with("game 1 of random – edge in suicide-6: move 1 (1-18) is not legal")) << refusal();
}

}  // namespace
}  // namespace crownhead
