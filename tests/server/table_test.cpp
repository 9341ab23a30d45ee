// One game, without threads and with a clock that only the test moves.
#include "table/table.hpp"

#include <set>

#include <gtest/gtest.h>

#include "notation/fen.hpp"
#include "notation/message_text.hpp"
#include "secret.hpp"
#include "table/view.hpp"
#include "util/random.hpp"

namespace crownhead::server {
namespace {

struct TableOptions {
    std::string game = "english";
    std::string fen{};
    Seat black{};
    Seat white{};
    std::optional<ClockSetting> clock{};
};

Table make(const TableOptions& options = {}) {
    const std::unique_ptr<Game> game = *new_game(options.game);
    if (!options.fen.empty()) {
        EXPECT_TRUE(game->set(*fen::read(game->variant(), options.fen), Strictness::Legal)) << options.fen;
    }
    return Table({.id = "abcdefghij",
                  .created = "2026-11-15T10:00:00Z",
                  .black = options.black,
                  .white = options.white,
                  .clock = options.clock},
                 *game);
}

Table::Done move(Table& table, const std::string& text, double now = 0) {
    return table.move({.node = table.node(), .text = text}, now);
}

const Seat engine{"engine:level=1"};
const ClockSetting minute{.seconds = 60, .increment = 5};

TEST(Table, ClocksRunForWhoIsToMove) {
    Table table = make({.clock = minute});
    EXPECT_FALSE(table.flag_falls());  // nobody looks yet
    table.resume_clocks(100);
    EXPECT_EQ(table.flag_falls(), 160);
    EXPECT_EQ(table.time_left(Side::Black, 110), 50);
    EXPECT_EQ(table.time_left(Side::White, 110), 60);
    ASSERT_TRUE(move(table, "11-15", 110));
    EXPECT_EQ(table.time_left(Side::Black, 120), 55);  // and the increment
    EXPECT_EQ(table.time_left(Side::White, 120), 50);
    EXPECT_EQ(table.flag_falls(), 170);
    // Nobody looks for an hour.
    table.stop_clocks(120);
    EXPECT_FALSE(table.flag_falls());
    table.resume_clocks(3720);
    EXPECT_EQ(table.time_left(Side::White, 3720), 50);
    EXPECT_FALSE(table.check_flag(3769.9));
    EXPECT_TRUE(table.check_flag(3770));
    EXPECT_EQ(table.end()->reason, "time");
    EXPECT_EQ(table.end()->winner, Side::Black);
    EXPECT_EQ(message_text::write(table.end()->message), "White has run out of time and loses");
    EXPECT_FALSE(table.flag_falls());
    EXPECT_EQ(table.time_left(Side::White, 9999), 0);
    EXPECT_FALSE(move(table, "22-18", 3771));
}

TEST(Table, AMoveThatComesTooLateIsNone) {
    Table table = make({.clock = minute});
    table.resume_clocks(0);
    const Table::Done done = move(table, "11-15", 60.5);
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().message.code, "refusal.over");
    EXPECT_EQ(message_text::write(table.end()->message), "Black has run out of time and loses");
    EXPECT_EQ(table.node(), 0);
}

TEST(Table, UndoGivesTheTimeBack) {
    Table table = make({.clock = minute});
    table.resume_clocks(0);
    ASSERT_TRUE(move(table, "11-15", 10));
    ASSERT_TRUE(move(table, "22-18", 40));
    ASSERT_TRUE(table.undo(50));
    EXPECT_EQ(table.node(), 1);
    EXPECT_EQ(table.time_left(Side::Black, 50), 55);
    EXPECT_EQ(table.time_left(Side::White, 50), 60);
    ASSERT_TRUE(table.check_flag(110));
    ASSERT_TRUE(table.undo(120));
    EXPECT_EQ(table.node(), 0);
    EXPECT_EQ(table.time_left(Side::Black, 120), 60);
    // Also where there is nothing to take back.
    ASSERT_TRUE(table.check_flag(200));
    ASSERT_TRUE(table.undo(200));
    EXPECT_FALSE(table.end());
    EXPECT_EQ(table.time_left(Side::Black, 200), 60);
}

TEST(Table, ClocksStandWhileComputersPause) {
    Table table = make({.black = engine, .white = engine, .clock = minute});
    table.resume_clocks(0);
    EXPECT_EQ(table.state(), State::Paused);
    EXPECT_FALSE(table.flag_falls());
    ASSERT_TRUE(table.start({.delay = 100}, 10));
    EXPECT_EQ(table.flag_falls(), 70);
    table.pause(30);
    EXPECT_FALSE(table.flag_falls());
    EXPECT_EQ(table.time_left(Side::Black, 99), 40);
    ASSERT_TRUE(table.step(100));
    EXPECT_TRUE(table.computer_moves());
    ASSERT_TRUE(table.play(0, Message{"remark.text", {{"text", "because"}}}, 101));
    EXPECT_FALSE(table.computer_moves());
    EXPECT_EQ(table.time_left(Side::Black, 200), 44);
}

TEST(Table, ChangesAreOnlyWhatChanged) {
    Table table = make({.clock = minute});
    TableView view(table);
    table.resume_clocks(0);
    Json event = view.changes(0);
    EXPECT_EQ(event["set"].size(), 1);  // the clock runs
    EXPECT_TRUE(view.changes(10).is_null());
    const std::int64_t version = table.version();
    ASSERT_TRUE(move(table, "11-15", 20));
    event = view.changes(20);
    EXPECT_EQ(event["version"], version + 1);
    EXPECT_EQ(event["add"].size(), 1);
    EXPECT_EQ(event["add"][0]["text"], "11-15");
    EXPECT_FALSE(event.contains("say"));
    std::set<std::string> names;
    for (const auto& [name, value] : event["set"].items()) names.insert(name);
    EXPECT_EQ(names, (std::set<std::string>{"board", "clock", "fen", "legal", "node", "turn"}));
    table.rename("x");
    event = view.changes(20);
    EXPECT_EQ(event["set"], Json({{"name", "x"}}));
    EXPECT_FALSE(event.contains("add"));
}

TEST(Table, TheLogIsBounded) {
    Table table = make();
    TableView view(table);
    for (int i = 0; i < 500; ++i) {
        table.say(false, std::nullopt, {"remark.text", {{"text", std::to_string(i)}}});
        EXPECT_EQ(view.changes(0)["say"].size(), 1);
    }
    const Json whole = view.whole(0);
    EXPECT_EQ(whole["log"].size(), 200);
    EXPECT_EQ(whole["log"][199]["message"]["params"]["text"], "499");
}

TEST(Table, UndoGoesToWhereAPersonHadAChoice) {
    // Two computer moves in a row (White passes in between), then a person.
    Table table = make({.white = engine});
    ASSERT_TRUE(move(table, "11-15"));
    EXPECT_TRUE(table.computer_moves());
    ASSERT_TRUE(table.play(0, std::nullopt, 0));
    ASSERT_TRUE(move(table, "12-16"));
    ASSERT_TRUE(table.undo(0));  // while the computer would think
    EXPECT_EQ(table.node(), 2);
    ASSERT_TRUE(table.redo(0));
    EXPECT_EQ(table.node(), 3);
    EXPECT_TRUE(table.computer_moves());
}

TEST(Table, AfterTheEndOneCanGoBack) {
    Table table = make({.fen = "B:W18:B14"});
    ASSERT_TRUE(move(table, "14x23"));
    EXPECT_EQ(table.state(), State::Over);
    EXPECT_EQ(table.end()->winner, Side::Black);
    EXPECT_EQ(table.stored().result, "0-1");
    ASSERT_TRUE(table.undo(0));
    EXPECT_EQ(table.state(), State::Waiting);
    ASSERT_TRUE(table.redo(0));
    EXPECT_EQ(table.state(), State::Over);
}

TEST(Table, TypedMovesTakeTheirPath) {
    // Two ways round to the same square over different men are two moves; over the same men they are one with two paths.
    Table table = make({.game = "international", .fen = "W:WK26:B11,12,21,22"});
    ASSERT_FALSE(table.game().legal().empty());
    for (std::size_t i = 0; i < table.game().legal().size(); ++i)
        for (const AnyMove& path : table.game().paths(i)) {
            Table fresh = make({.game = "international", .fen = "W:WK26:B11,12,21,22"});
            std::string text = std::to_string(path.from);
            for (const Hop& hop : path.hops) text += "x" + std::to_string(hop.to);
            const Table::Done done = move(fresh, text);
            ASSERT_TRUE(done) << text;
            EXPECT_EQ(fresh.tree().nodes().back().move.hops, path.hops) << text;
        }
}

TEST(Table, ComesBackFromWhatIsStored) {
    Random random(5);
    for (const char* const game : {"english", "kingme", "mini", "russian", "frisian", "spanish", "canadian"}) {
        Table table = make({.game = game, .clock = minute});
        for (int i = 0; i < 60; ++i) {
            if (random.below(6) == 0 || table.game().legal().empty()) {
                // From somewhere else, if there is a move.
                const auto nodes = static_cast<std::uint32_t>(table.tree().nodes().size());
                static_cast<void>(
                    table.move({.node = static_cast<int>(random.below(nodes)), .index = 0, .variation = true}, i));
                continue;
            }
            const auto index = random.below(static_cast<std::uint32_t>(table.game().legal().size()));
            ASSERT_TRUE(table.move({.node = table.node(), .index = index}, i));
        }
        const Result<std::unique_ptr<Table>> copy = Table::restore(table.stored());
        ASSERT_TRUE(copy) << copy.error().message;
        Json before = TableView(table).whole(0);
        Json after = TableView(**copy).whole(0);
        for (Json* const json : {&before, &after}) json->erase("log");
        EXPECT_EQ(after, before) << game;
        EXPECT_EQ((*copy)->stored(), table.stored());
    }
}

TEST(Table, AVariationNeedsToBeMeant) {
    Table table = make();
    ASSERT_TRUE(move(table, "11-15"));
    ASSERT_TRUE(move(table, "22-18"));
    const Table::Done stale = table.move({.node = 1, .text = "23-19"}, 0);
    ASSERT_FALSE(stale);
    EXPECT_EQ(stale.error().message.code, "refusal.position-changed");
    // One that cannot be played leaves the game where it is.
    const Table::Done illegal = table.move({.node = 1, .text = "11-15", .variation = true}, 0);
    ASSERT_FALSE(illegal);
    EXPECT_EQ(table.node(), 2);
    ASSERT_TRUE(table.move({.node = 1, .text = "23-19", .variation = true}, 0));
    EXPECT_EQ(table.node(), 3);
    EXPECT_EQ(table.tree().at(3).parent, 1);
}

TEST(Table, MovesThatAreRefusedSayWhy) {
    Table table = make();
    const auto code = [&](const std::string& text) {
        const Table::Done done = move(table, text);
        return done ? std::string() : std::string(done.error().message.code);
    };
    EXPECT_EQ(code("11-17"), "refusal.illegal-move");
    EXPECT_EQ(code("quack"), "refusal.unreadable-move");
    ASSERT_TRUE(move(table, "11-15"));
    ASSERT_TRUE(move(table, "22-18"));
    EXPECT_EQ(code("12-16"), "refusal.must-capture");
    EXPECT_EQ(table.log().back().message->code, "refusal.must-capture");
}

TEST(Table, ExactValuesAreCountedOncePerPosition) {
    Table table = make();
    table.count_exact(0);
    table.count_exact(0);
    EXPECT_EQ(table.exact_shown(), 1);
    table.count_exact(1);
    EXPECT_EQ(table.exact_shown(), 2);
    EXPECT_EQ(table.stored().exact_shown, 2);
}

TEST(Table, SecretsAreComparedWhole) {
    EXPECT_TRUE(same_secret("abc", "abc"));
    EXPECT_FALSE(same_secret("abc", "abd"));
    EXPECT_FALSE(same_secret("abc", "ab"));
    EXPECT_FALSE(same_secret("", ""));  // no secret is no seat
    EXPECT_EQ(random_word(26).size(), 26U);
    EXPECT_NE(random_word(26), random_word(26));
}

TEST(Table, WhatIsStoredIsNotTrusted) {
    Table table = make();
    ASSERT_TRUE(move(table, "11-15"));
    ASSERT_TRUE(move(table, "22-18"));
    const StoredGame good = table.stored();
    ASSERT_TRUE(Table::restore(good));
    const auto refused = [&](auto change) {
        StoredGame bad = good;
        change(bad);
        return !Table::restore(bad).has_value();
    };
    EXPECT_TRUE(refused([](StoredGame& g) { g.game = "chess"; }));
    EXPECT_TRUE(refused([](StoredGame& g) { g.fen = "nonsense"; }));
    // What comes before a damaged move is kept, and it is said that there was more.
    const auto kept = [&](auto change) {
        StoredGame bad = good;
        change(bad);
        const Result<std::unique_ptr<Table>> restored = Table::restore(bad);
        if (!restored || (*restored)->damage().empty()) return -1;
        EXPECT_EQ((*restored)->log().back().message->code, "log.damaged");
        return static_cast<int>((*restored)->tree().nodes().size()) - 1;
    };
    EXPECT_EQ(kept([](StoredGame& g) { g.node = 3; }), 2);
    EXPECT_EQ(kept([](StoredGame& g) { g.node = -1; }), 2);
    EXPECT_EQ(kept([](StoredGame& g) { g.moves[0].move = "11x16"; }), 0);
    EXPECT_EQ(kept([](StoredGame& g) { g.moves[0].move = ""; }), 0);
    EXPECT_EQ(kept([](StoredGame& g) { g.moves[0].id = 7; }), 0);
    EXPECT_EQ(kept([](StoredGame& g) { g.moves[1].parent = 2; }), 1);
    EXPECT_EQ(kept([](StoredGame& g) { g.moves[1].move = "\x1b"; }), 1);
    EXPECT_EQ(kept([](StoredGame& g) { g.ends.push_back({.node = 9, .reason = "agreed"}); }), 2);
}

}  // namespace
}  // namespace crownhead::server
