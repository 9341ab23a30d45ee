// Analyses: lines of a position for as long as a page looks at it, exact values with their source, turns, and their ends.
#include "service/analysis.hpp"

#include <algorithm>
#include <array>

#include "runtime/endgames.hpp"
#include "server/test_page.hpp"
#include "solve/oracle.hpp"
#include "util/random.hpp"

namespace crownhead::server {
namespace {

class ThreadsAnalysis : public testing::Test {
protected:
    ScratchFolder folder_;
    std::unique_ptr<Service> service_ = open_service(folder_.path());

    static Json asked(const std::string& table, int node, int lines = 1, bool threat = false) {
        return {{"do", "analyse"}, {"table", table}, {"node", node}, {"lines", lines}, {"threat", threat}};
    }
    static auto about(const std::string& table, int node, int depth = 1) {
        return [=](const Json& event) {
            return event["event"] == "analysis" && event["table"] == table && event["node"] == node &&
                   event["depth"] >= depth;
        };
    }
};

TEST_F(ThreadsAnalysis, GivesLinesThatCanBePlayed) {
    TestPage page(*service_);
    const std::string id = page.make("english", human, human);
    page.ok(asked(id, 0, 3));
    const Json event = page.until_event(about(id, 0, 3));
    EXPECT_EQ(event["state"], "working");
    EXPECT_EQ(event["source"], "search");
    EXPECT_TRUE(event["known"].is_null());
    EXPECT_GT(event["nodes"], 0);
    ASSERT_EQ(event["lines"].size(), 3);
    const Json table = page.table(id);
    for (const Json& line : event["lines"]) {
        EXPECT_EQ(line["source"], "search");
        EXPECT_TRUE(line["exact"].is_null());
        ASSERT_FALSE(line["moves"].empty());
        EXPECT_EQ(line["moves"][0]["index"], line["index"]);
        EXPECT_EQ(line["moves"][0]["text"], table["legal"][line["index"].get<std::size_t>()]["text"]);
        EXPECT_EQ(line["moves"][0]["path"], table["legal"][line["index"].get<std::size_t>()]["path"]);
    }
    EXPECT_GE(event["lines"][0]["score"]["value"], event["lines"][1]["score"]["value"]);
    EXPECT_NE(event["lines"][0]["index"], event["lines"][1]["index"]);
    // The moves lead where they say.
    for (const Json& move : event["lines"][0]["moves"]) {
        page.move(id, move["index"].get<std::size_t>());
        EXPECT_EQ(page.table(id)["board"], move["board"]);
    }
    // It is no help against anybody.
    EXPECT_EQ(page.table(id)["exactShown"], 0);
    EXPECT_EQ(page.table(id)["hints"], 0);
}

TEST_F(ThreadsAnalysis, EndsWhenItIsStoppedOrReplaced) {
    TestPage page(*service_);
    const std::string id = page.make("international", human, human);
    page.move(id, std::size_t{0});
    page.ok(asked(id, 0));
    page.until_event(about(id, 0, 2));
    // Another node takes its place: after the answer nothing comes of the first.
    page.answer(page.send(asked(id, 1, 2)));
    const std::size_t from = page.event_count();
    page.until_event(about(id, 1, 4));
    page.ok({{"do", "stop-analysis"}});
    const std::size_t all = page.event_count();
    page.ok({{"do", "stop-analysis"}});  // once more is no harm
    const std::vector<Json> frames = page.frames();
    EXPECT_EQ(page.event_count(), all);
    std::size_t number = 0;
    for (const Json& frame : frames)
        if (frame.contains("event") && number++ >= from && frame["event"] == "analysis") {
            EXPECT_EQ(frame["node"], 1);
        }
    EXPECT_EQ(page.error(asked(id, 9)).substr(0, 8), "unknown:");
    EXPECT_EQ(page.error(asked("zzzzzzzzzz", 0)).substr(0, 8), "unknown:");
    EXPECT_EQ(page.error(asked(id, 0, 6)).substr(0, 12), "bad-request:");
}

// The service has two threads for them; the third page is served all the same, and moves are made meanwhile.
TEST_F(ThreadsAnalysis, ManyTakeTurns) {
    std::vector<std::unique_ptr<TestPage>> pages;
    std::vector<std::string> ids;
    for (int i = 0; i < 5; ++i) {
        pages.push_back(std::make_unique<TestPage>(*service_));
        ids.push_back(pages.back()->make(i % 2 == 0 ? "international" : "russian", human, human));
        pages.back()->ok(asked(ids.back(), 0, 1 + i % 3));
    }
    std::vector<int> depth(pages.size());
    for (std::size_t i = 0; i < pages.size(); ++i)
        depth[i] = pages[i]->until_event(about(ids[i], 0, 3))["depth"].get<int>();
    // Each goes on.
    for (std::size_t i = 0; i < pages.size(); ++i) pages[i]->until_event(about(ids[i], 0, depth[i] + 1));
    const std::string game = pages[0]->make("english", human, computer("engine:depth=2"));
    pages[0]->move(game, std::size_t{0});
    pages[0]->until_ply(game, 2);
    // Depths never go back.
    for (std::size_t i = 0; i < pages.size(); ++i) {
        int before = 0;
        for (const Json& frame : pages[i]->frames())
            if (frame.value("event", "") == "analysis") {
                EXPECT_GE(frame["depth"], before);
                before = frame["depth"];
            }
    }
}

TEST_F(ThreadsAnalysis, EndsWithThePage) {
    TestPage watcher(*service_);
    std::string id;
    {
        TestPage page(*service_);
        id = page.make("international", human, human);
        watcher.ok({{"do", "open"}, {"table", id}});
        page.ok(asked(id, 0));
        page.until_event(about(id, 0));
        page.ok({{"do", "close"}, {"table", id}});
        const std::size_t all = page.event_count();
        page.sync();
        page.sync();
        EXPECT_EQ(page.event_count(), all);
        page.ok({{"do", "open"}, {"table", id}});
        page.ok(asked(id, 0));
        page.until_event(about(id, 0), all);
    }
    // The page is gone with its analysis; the table is free for another.
    watcher.ok(asked(id, 0));
    watcher.until_event(about(id, 0, 2));
    watcher.ok({{"do", "close"}, {"table", id}});
}

TEST_F(ThreadsAnalysis, AThreatIsTheOtherSidesMove) {
    TestPage page(*service_);
    // White to move; Black would capture.
    const std::string id = page.make("english", human, human, {{"fen", "W:W18,32:B14,1"}});
    page.ok(asked(id, 0, 2, true));
    const Json event = page.until_event(about(id, 0));
    EXPECT_EQ(event["threat"], true);
    EXPECT_EQ(event["lines"][0]["moves"][0]["path"][0], 14);
    EXPECT_EQ(event["lines"][0]["moves"][0]["path"][1], 23);
    // A side that could not move threatens nothing.
    const std::string blocked = page.make("english", human, human, {{"fen", "W:W32,20:B28"}});
    EXPECT_EQ(page.error(asked(blocked, 0, 1, true)),
              "refused: The other side could not move here, so there is no threat to look for.");
    page.ok(asked(blocked, 0));
    page.until_event(about(blocked, 0));
}

TEST_F(ThreadsAnalysis, NoHelpAgainstAPerson) {
    TestPage page(*service_);
    TestPage other(*service_);
    const std::string id = page.make("english-6", human, human);
    const std::string secret = page.ok({{"do", "invite"}, {"table", id}, {"side", "white"}})["secret"];
    other.ok({{"do", "open"}, {"table", id}, {"seats", {secret}}});
    const std::string refusal = "refused: No analysis while the game against the other side is going on.";
    EXPECT_EQ(page.error(asked(id, 0)), refusal);
    EXPECT_EQ(other.error(asked(id, 0)), refusal);
    page.ok({{"do", "resign"}, {"table", id}, {"side", "black"}});
    page.ok(asked(id, 0));
    other.ok(asked(id, 0));
    page.until_event(about(id, 0));
    other.until_event(about(id, 0));
    // Against a computer it counts as help.
    const std::string game = page.make("english-6", human, computer("random"));
    page.ok(asked(game, 0));
    EXPECT_EQ(page.table(game)["exactShown"], 1);
}

TEST_F(ThreadsAnalysis, ExactValuesComeWithTheirSource) {
    TestPage page(*service_);
    const std::string id = page.make("english-6", human, human, {{"fen", "W:WK17,14:B2,6"}});
    page.ok(asked(id, 0, 5));
    // There are no endgame files here: the solution says it.
    const Json event =
        page.until_event([&](const Json& said) { return said["event"] == "analysis" && said["source"] == "solution"; });
    page.ok({{"do", "exact"}, {"table", id}, {"node", 0}});
    const Json exact = page.until_exact(id, 0);
    EXPECT_EQ(event["known"]["value"], exact["known"]["value"]);
    for (const Json& line : event["lines"]) {
        EXPECT_EQ(line["source"], "solution");
        EXPECT_EQ(line["exact"]["value"], exact["moves"][line["index"].get<std::size_t>()]["value"]);
    }
    EXPECT_EQ(event["lines"][0]["exact"]["value"], event["known"]["value"]);
}

// ---- What is said of a position, against the oracle

Placement random_placement(const Variant& variant, Random& random, int pieces) {
    Placement placement(variant.squares());
    constexpr std::array kinds{Piece::BlackKing, Piece::WhiteKing, Piece::BlackMan, Piece::WhiteMan};
    for (int i = 0; i < pieces; ++i) {
        int at = 0;
        do at = 1 + static_cast<int>(random.below(static_cast<std::uint32_t>(placement.count())));
        while (placement.at(at) != Piece::None);
        placement.put(at, kinds[static_cast<std::size_t>(i % 2) + 2 * random.below(2)]);
    }
    placement.turn = random.below(2) == 0 ? Side::Black : Side::White;
    return placement;
}

TEST(AnalysisLines, SayWhatTheOracleSays) {
    const Variant& variant = **find_variant("english-6");
    ScratchFolder folder;
    ASSERT_TRUE(build_endgames(variant, {.folder = folder.path(), .pieces = 3, .distances = true}));
    const std::unique_ptr<Endgames> endgames = *open_endgames(variant, folder.path(), 1 << 20);
    const std::unique_ptr<solve::Oracle> oracle = *solve::new_oracle(variant, nullptr);
    Random random(17);
    int by_files = 0;
    int by_oracle = 0;
    for (int i = 0; i < 60; ++i) {
        const std::unique_ptr<Game> game = new_game(variant);
        if (!game->set(random_placement(variant, random, 2 + i % 3), Strictness::Legal)) continue;
        if (game->legal().empty()) continue;
        const std::optional<solve::Answer> truth = oracle->ask(*game, {.nodes = 100'000});
        if (!truth) continue;
        KnownMoves known{.endgames = probe_endgames(*game, endgames.get())};
        const int lines = 1 + i % 5;
        const auto check = [&](const Json& json, bool all) {
            if (!json["known"].is_null()) {
                EXPECT_EQ(json["known"]["value"], known_json(truth->position)["value"]) << i;
            }
            for (const Json& line : json["lines"]) {
                const std::size_t index = line["index"];
                const bool in_files = known.endgames.moves[index].value != Value::Unknown;
                EXPECT_EQ(line["source"], in_files ? "endgames" : all ? "solution" : "search") << i;
                EXPECT_EQ(line["exact"].is_null(), !in_files && !all) << i;
                if (!line["exact"].is_null()) {
                    EXPECT_EQ(line["exact"]["value"], known_json(truth->moves[index])["value"]) << i;
                }
                by_files += in_files ? 1 : 0;
                by_oracle += !in_files && all ? 1 : 0;
            }
            // Where all is known the first line keeps the value of the position.
            if (all) {
                ASSERT_EQ(json["lines"].size(), std::min(game->legal().size(), static_cast<std::size_t>(lines))) << i;
                EXPECT_EQ(json["lines"][0]["exact"]["value"], json["known"]["value"]) << i;
            }
        };
        const std::unique_ptr<Engine> engine = new_engine(variant, {.table_megabytes = 1});
        const Analysis found = engine->think(*game, {.depth = 3, .lines = lines});
        check(analysis_lines(*game, &found, known, lines), false);
        known.oracle = truth;
        check(analysis_lines(*game, &found, known, lines), true);
        check(analysis_lines(*game, nullptr, known, lines), true);
    }
    EXPECT_GT(by_files, 20);
    EXPECT_GT(by_oracle, 20);
}

// Many games from the position on the board, as a run of the laboratory.
TEST_F(ThreadsAnalysis, GamesFromHere) {
    TestPage page(*service_);
    const auto start = [](const std::string& fen, Json more = Json::object()) {
        more.update({{"games", {"english-6"}}, {"players", {"random", "edge"}}, {"count", 10}, {"fen", fen}});
        return Json{{"do", "lab.start"}, {"plan", more}};
    };
    const std::string fen = "W:W13,14,K17:B1,2,6";
    const Json run = page.ok(start("W:WK17,14,13:B1,2,6", {{"openings", "start"}}))["run"];
    const std::string id = run["id"];
    EXPECT_EQ(run["fen"], fen);
    const Json end =
        page.until_event([](const Json& e) { return e["event"] == "run" && e["run"]["state"] == "complete"; })["run"];
    const Json& cell = end["cells"][0];
    int games = 0;
    for (const Json& count : cell["lengths"]) games += count.get<int>();
    EXPECT_EQ(games, 10);
    EXPECT_EQ(cell["won"].get<int>() + cell["drawn"].get<int>() + cell["lost"].get<int>(), 10);
    const Json table = page.ok({{"do", "lab.game"}, {"run", id}, {"cell", 0}, {"number", 3}})["table"];
    EXPECT_EQ(table["start"]["fen"], fen);
    EXPECT_EQ(table["start"]["turn"], "white");
    EXPECT_FALSE(table["nodes"].empty());
    EXPECT_TRUE(service_->run_file(id, "games.pdn"));
    EXPECT_TRUE(service_->run_file(id, "report.html"));
    // What cannot be is refused before anything begins.
    EXPECT_EQ(page.error(start("nonsense")),
              "illegal: The FEN is wrong at character 1: the side to move is missing, W or B.");
    EXPECT_EQ(page.error(start("W:W1:B2")), "illegal: The man on 1 stands on its far row, where it would be a king.");
    EXPECT_EQ(page.error(start("W:W:B2")), "refused: The game is over.");
    EXPECT_EQ(page.error(start(fen, {{"openings", "ballots"}})), "illegal: There are no ballots for \"english-6\".");
    const auto plan = [](const Json& names, const Json& players) {
        return Json{{"do", "lab.start"},
                    {"plan", {{"games", names}, {"players", players}, {"count", 2}, {"fen", "W:W17:B2"}}}};
    };
    EXPECT_EQ(page.error(plan({"english-6", "suicide-6"}, {"random", "edge"})),
              "illegal: A start position is of one game: choose one game.");
    EXPECT_EQ(page.error(plan({"english-6"}, Json::array({"random"}))), "illegal: A run needs two players.");
    EXPECT_TRUE(page.error(plan({"english-6"}, {"random", "minimax:depth=60"})).starts_with("illegal: "));
    EXPECT_EQ(page.ok({{"do", "lab.list"}})["runs"].size(), 1);
}

}  // namespace
}  // namespace crownhead::server
