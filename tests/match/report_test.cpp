// The report on a run: its numbers are those of the tally, its games can be replayed without knowing rules, and nothing
// that comes from outside gets out of its place.
#include "match/report.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <random>
#include <stop_token>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "match/chart.hpp"
#include "match/journal.hpp"
#include "match/tournament.hpp"
#include "runtime/game.hpp"

namespace crownhead {
namespace {

class ReportTest : public testing::Test {
protected:
    ReportTest() : folder_(testing::TempDir() + "crownhead-report-" + std::to_string(std::random_device{}())) {}
    ~ReportTest() override { std::filesystem::remove_all(folder_); }

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

    RunReport report(std::size_t games_per_cell = 20) const {
        Result<RunReport> made = make_report(folder_, {.games_per_cell = games_per_cell});
        EXPECT_TRUE(made.has_value()) << made.error().message;
        return made ? *std::move(made) : RunReport{};
    }

    std::string refusal() const {
        const Result<RunReport> made = make_report(folder_, {});
        return made ? "" : made.error().message;
    }

    static nlohmann::json data_of(const RunReport& report) {
        constexpr std::string_view begin = "<script type=\"application/json\" id=\"games\">";
        const std::size_t at = report.html.find(begin) + begin.size();
        return nlohmann::json::parse(report.html.substr(at, report.html.find("</script>", at) - at));
    }

    static void expect_in(const std::string& text, const std::string& part) {
        EXPECT_NE(text.find(part), std::string::npos) << part;
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
    for (const Piece piece : placement.squares) text += std::string_view(".bBwW")[static_cast<std::size_t>(piece)];
    return text;
}

// What the script of the page does with a move.
void apply(std::string& squares, const nlohmann::json& move) {
    const nlohmann::json& path = move[1];
    if (path.empty()) return;
    const auto place = [&](const nlohmann::json& number) -> char& { return squares.at(number.get<std::size_t>() - 1); };
    char moved = std::exchange(place(path.front()), '.');
    if (move.size() > 2)
        for (const nlohmann::json& hop : move[2])
            for (const nlohmann::json& captured : hop) place(captured) = '.';
    if (move.size() > 3) moved = moved == 'b' ? 'B' : 'W';
    place(path.back()) = moved;
}

TEST_F(ReportTest, NumbersAreThoseOfTheTally) {
    const Tally tally = play({.name = "A study",
                              .variants = {variant("suicide-6"), variant("suicide")},
                              .players = {"random", "alphabeta:depth=1", "random"},
                              .pairs = 10,
                              .opening_plies = 4,
                              .seed = 77});
    const std::string html = report(3).html;
    expect_in(html, "<title>A study – Crownhead</title>");
    expect_in(html, "3 players in 2 games: 120 games, all that were planned.");
    expect_in(html, "4 random moves, each from both sides");
    expect_in(html, "<dd>77</dd>");
    expect_in(html, "random (2)");
    for (std::size_t i = 0; i < tally.cells().size(); ++i) {
        const MatchStats& stats = tally[i].stats;
        const double score = stats.points() / static_cast<double>(stats.games());
        const std::string link = fmt::format("<a href=\"#cell-{}\"", i);
        const auto cell = [&](double share, std::uint64_t wins, std::uint64_t losses) {
            return fmt::format("<b>{}</b> <small>{}\u00a0/\u00a0{}\u00a0/\u00a0{}</small></a></td>",
                               chart::percent(share), wins, stats.draws, losses);
        };
        expect_in(html, link);
        expect_in(html, cell(score, stats.wins, stats.losses));
        expect_in(html, cell(1 - score, stats.losses, stats.wins));
        expect_in(html, fmt::format("id=\"cell-{}\"", i));
    }
    EXPECT_EQ(count_of(html, "3 of 20 games"), 2 * tally.cells().size());
    for (const Standing& standing : standings(tally))
        expect_in(html, fmt::format("<td>{}</td><td>{}</td><td>{}</td><td>{}</td>", standing.stats.games(),
                                    standing.stats.wins, standing.stats.draws, standing.stats.losses));
    std::uint64_t no_pieces = 0;
    for (std::size_t i = 0; i < 3; ++i) no_pieces += tally[i].ends[static_cast<std::size_t>(Reason::NoPieces)];
    expect_in(html, fmt::format("no pieces left <b>{}</b>", no_pieces));
}

TEST_F(ReportTest, SameRunSameReport) {
    play({.variants = {variant("suicide-6")}, .players = {"random", "random"}, .pairs = 3});
    EXPECT_EQ(report().html, report().html);
}

TEST_F(ReportTest, ChartsOfEveryKind) {
    play({.variants = {variant("suicide"), variant("english"), variant("suicide-6")},
          .players = {"random", "random"},
          .pairs = 2});
    const RunReport made = report();
    std::vector<std::string> names;
    for (const ChartFile& file : made.charts) {
        names.push_back(file.name);
        EXPECT_TRUE(file.svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""));
        EXPECT_TRUE(file.svg.ends_with("</svg>\n"));
    }
    for (const std::string_view wanted : {"results-suicide.svg", "results-english.svg", "starter-suicide-6.svg",
                                          "lengths-suicide.svg", "lengths-suicide-6-1-2.svg", "sizes-suicide.svg"})
        EXPECT_EQ(std::ranges::count(names, wanted), 1) << wanted;
    EXPECT_EQ(std::ranges::count(names, "sizes-english.svg"), 0);
    expect_in(made.html, "<h2>By board size</h2>");
    // Every id once, every label of a chart found.
    for (std::size_t at = made.html.find(" id=\""); at != std::string::npos; at = made.html.find(" id=\"", at + 1)) {
        const std::string id = made.html.substr(at, made.html.find('"', at + 5) + 1 - at);
        EXPECT_EQ(count_of(made.html, id), 1U) << id;
    }
}

// Flying kings and squares by name, captures to all sides, crowning in passing, double kills, passes.
TEST_F(ReportTest, GamesCanBeReplayedWithoutRules) {
    const Plan plan{.variants = {variant("russian"), variant("frisian"), variant("spanish"), variant("mini"),
                                 variant("thai"), variant("suicide-6"), variant("canadian")},
                    .players = {"random", "random"},
                    .pairs = 15};
    const Tally tally = play(plan);
    const nlohmann::json data = data_of(report(1000));
    std::size_t captures = 0;
    std::size_t crowned = 0;
    std::size_t passes = 0;
    const Result<void> read = read_in_order(folder_, tally, [&](const FinishedGame& finished) -> Result<void> {
        const nlohmann::json& cell = data["cells"][finished.id.cell];
        const nlohmann::json& board = data["boards"][cell["board"].get<std::size_t>()];
        const nlohmann::json& shown = cell["games"][finished.id.number];
        const Variant& v = *tally.cells()[finished.id.cell].variant;
        EXPECT_EQ(shown["number"], finished.id.number + 1);
        EXPECT_EQ(shown["black"],
                  tally.cells()[finished.id.cell].side_of_first(finished.id.number) == Side::Black ? 0 : 1);
        EXPECT_EQ(shown["moves"].size(), finished.moves.size());
        EXPECT_EQ(board["size"], v.size());
        EXPECT_EQ(board["places"].size(), static_cast<std::size_t>(v.squares()));
        const std::unique_ptr<Game> game = new_game(v);
        std::string squares = board["start"];
        EXPECT_EQ(squares, text_of(game->start()));
        for (std::size_t i = 0; i < finished.moves.size(); ++i) {
            const nlohmann::json& move = shown["moves"][i];
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
    EXPECT_EQ(data["boards"][0]["labels"][0], "b8");
    EXPECT_EQ(data["boards"][5]["labels"][17], "18");
}

TEST_F(ReportTest, WhatComesFromOutsideStaysInItsPlace) {
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
    const RunReport made = report();
    EXPECT_EQ(count_of(made.html, "<script"), 2U);
    EXPECT_EQ(count_of(made.html, "</script>"), 2U);
    EXPECT_EQ(count_of(made.html, "<!--"), 0U);
    EXPECT_EQ(count_of(made.html, "<b>x"), 0U);
    EXPECT_EQ(count_of(made.html, "\xff"), 0U);
    // Inside JSON it is the same text again; nothing there can end the element, nor a line of a script.
    const nlohmann::json data = data_of(made);
    EXPECT_EQ(data["players"][0], "hub:cmd=player " + hostile);
    EXPECT_EQ(data["cells"][0]["games"][0]["end"], "random forfeits: why " + hostile + "\xEF\xBF\xBD");
    EXPECT_EQ(data["cells"][0]["games"][1]["end"], plan.players[0] + " forfeits: why " + hostile + "\xEF\xBF\xBD");
    const std::size_t json = made.html.find("id=\"games\">");
    EXPECT_EQ(made.html.find("\xE2\x80\xA8", json), std::string::npos);
    expect_in(made.html, "<h3>Forfeits</h3>");
    expect_in(made.html, "<b>random</b> threw away 1 game against hub:cmd=player &lt;/script&gt;");
    for (const ChartFile& file : made.charts) EXPECT_EQ(count_of(file.svg, "<script"), 0U);
}

TEST_F(ReportTest, NeedsNothingFromElsewhere) {
    play({.variants = {variant("suicide-6")}, .players = {"random", "random"}, .pairs = 2});
    const RunReport made = report();
    const auto expect_alone = [](const std::string& text) {
        EXPECT_EQ(count_of(text, "://"), count_of(text, "http://www.w3.org/2000/svg"));
        for (const std::string_view bad : {" src=", "url(", "import", " style=", " onclick=", "eval("})
            EXPECT_EQ(count_of(text, bad), 0U) << bad;
    };
    expect_alone(made.html);
    for (const ChartFile& file : made.charts) expect_alone(file.svg);
    expect_in(made.html, "content=\"default-src 'none'; script-src 'sha256-");
}

TEST_F(ReportTest, SequentialTestAndUnfinishedRuns) {
    const Plan plan{.variants = {variant("suicide-6")},
                    .players = {"alphabeta:depth=3", "random"},
                    .pairs = 500,
                    .sprt = Sprt{.elo0 = 0, .elo1 = 50}};
    play(plan, 4);
    std::string html = report().html;
    expect_in(html, "4 games of 1,000 so far; the run is not finished");
    expect_in(html, "is the first player better by +50 Elo rather than by +0?");
    expect_in(html, "<td>open <small>LLR ");
    expect_in(html, "4 games</span>");
    play(plan);
    html = report(0).html;
    expect_in(html, "of at most 1,000; the sequential test needed no more");
    expect_in(html, "<td>accepted: +50 Elo");
    EXPECT_EQ(data_of(report(0))["cells"][0]["games"].size(), 0U);
}

TEST_F(ReportTest, SaysWhatIsWrong) {
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
TEST_F(ReportTest, RefusesGamesThatCannotBePlayed) {
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
