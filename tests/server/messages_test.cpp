// The message reader: every request with good fields, and what it says about bad ones.
#include "server/messages.hpp"

#include <gtest/gtest.h>

namespace crownhead::server {
namespace {

const std::string table = R"("table":"abcdefghij")";

std::string frame(const std::string& name, const std::string& fields) {
    return R"({"id":1,"do":")" + name + '"' + (fields.empty() ? "" : ",") + fields + "}";
}

std::string error_of(const std::string& text) {
    const Request request = read_request(text);
    return request.action ? "" : request.action.error().code + ": " + request.action.error().message;
}

TEST(Messages, EveryRequestIsRead) {
    const std::vector<std::pair<std::string, std::string>> good{
        {"new", R"("game":"mini","black":{"kind":"human"},"white":{"kind":"computer","player":"random"})"},
        {"open", table},
        {"close", table},
        {"move", table + R"(,"node":0,"index":3)"},
        {"undo", table},
        {"redo", table},
        {"go", table + R"(,"node":12)"},
        {"play", table + R"(,"delay":100)"},
        {"pause", table},
        {"step", table},
        {"resign", table + R"(,"side":"black")"},
        {"offer-draw", table + R"(,"side":"white")"},
        {"hint", table},
        {"exact", table + R"(,"on":true)"},
        {"review", table},
        {"stop-review", table},
        {"players", table + R"(,"black":{"kind":"human"})"},
        {"rematch", table + R"(,"swap":true)"},
        {"rename", table + R"(,"name":"")"},
        {"check", R"("game":"mini","board":"eee","turn":"black")"},
        {"read", R"("text":"x")"},
        {"import", R"("text":"x","number":2)"},
        {"export", table + R"(,"format":"pdn")"},
        {"library", R"("game":"mini","from":"2026-01-31","offset":5,"limit":7)"},
        {"delete", table},
        {"undelete", table},
        {"lab.start", R"("plan":{"games":["mini"],"players":["a","b"],"count":2})"},
        {"lab.list", ""},
        {"lab.open", R"("run":"abcdefghij")"},
        {"lab.stop", R"("run":"abcdefghij")"},
        {"lab.resume", R"("run":"abcdefghij")"},
        {"lab.games", R"("run":"abcdefghij","cell":0)"},
        {"lab.game", R"("run":"abcdefghij","cell":0,"number":1)"},
        {"lab.delete", R"("run":"abcdefghij")"}};
    EXPECT_EQ(good.size(), std::variant_size_v<Action>);
    for (std::size_t i = 0; i < good.size(); ++i) {
        const Request request = read_request(frame(good[i].first, good[i].second));
        ASSERT_TRUE(request.action) << good[i].first << ": " << request.action.error().message;
        EXPECT_EQ(request.action->index(), i) << good[i].first;
        EXPECT_EQ(request.id, 1);
        // Without its fields it is refused; those that need none aside.
        if (good[i].first != "lab.list" && good[i].first != "library") {
            EXPECT_NE(error_of(frame(good[i].first, "")), "") << good[i].first;
        }
        // Fields that nobody knows do not matter.
        EXPECT_EQ(
            error_of(frame(good[i].first, good[i].second + (good[i].second.empty() ? "" : ",") + R"("more":[1])")), "");
    }
}

TEST(Messages, FieldsAreRead) {
    const Request request = read_request(
        R"({"id":2.5,"do":"new","game":"mini","black":{"kind":"computer","player":"edge"},"white":{"kind":"human"},)"
        R"("fen":"W:W1:B2","clock":{"seconds":90},"name":"n"})");
    EXPECT_EQ(request.id, 2.5);
    const auto& action = std::get<NewRequest>(*request.action);
    EXPECT_EQ(action.game, "mini");
    EXPECT_EQ(action.black.player, "edge");
    EXPECT_TRUE(action.white.human());
    EXPECT_EQ(action.fen, "W:W1:B2");
    EXPECT_EQ(action.clock, (ClockSetting{.seconds = 90}));
    EXPECT_EQ(action.name, "n");
    const Request move = read_request(frame("move", table + R"(,"node":4,"text":"a3-b4")"));
    EXPECT_EQ(std::get<MoveRequest>(*move.action).node, 4);
    EXPECT_FALSE(std::get<MoveRequest>(*move.action).index);
    EXPECT_EQ(std::get<MoveRequest>(*move.action).text, "a3-b4");
}

TEST(Messages, WrongTypesAndRanges) {
    EXPECT_EQ(error_of(frame("go", table + R"(,"node":"1")")),
              "bad-request: node must be a whole number from 0 to 1000000");
    EXPECT_EQ(error_of(frame("go", table + R"(,"node":1e9)")),
              "bad-request: node must be a whole number from 0 to 1000000");
    EXPECT_EQ(error_of(frame("go", table + R"(,"node":18446744073709551615)")),
              "bad-request: node must be a whole number from 0 to 1000000");
    EXPECT_EQ(error_of(frame("go", table + R"(,"node":1e999)")), "bad-request: The frame is no JSON.");
    EXPECT_EQ(error_of(frame("open", R"("table":["abcdefghij"])")), "bad-request: table must be a text");
    EXPECT_EQ(error_of(frame("open", R"("table":"ABCDEFGHIJ")")), "unknown: There is no table 'ABCDEFGHIJ'.");
    EXPECT_EQ(error_of(frame("open", R"("table":null)")), "bad-request: table is missing");
    EXPECT_EQ(error_of(frame("play", table + R"(,"delay":60001)")),
              "bad-request: delay must be a whole number from 0 to 60000");
    EXPECT_EQ(error_of(frame("library", R"("to":"2026-1-1")")), "bad-request: to must be a date such as 2026-11-15");
    EXPECT_EQ(error_of(frame("lab.start", R"("plan":[])")), "bad-request: plan must be an object");
    EXPECT_EQ(error_of(frame("lab.start", R"("plan":{"games":[1],"players":[],"count":1})")),
              "bad-request: plan.games must be a list of texts");
    EXPECT_EQ(error_of("[" + std::string(60'000, '[')), "bad-request: The frame is no JSON.");
    EXPECT_EQ(error_of(std::string(3'000'000, ' ')), "bad-request: The frame is too long: at most 65536 bytes.");
}

TEST(Messages, AnswersAreOneLineOfUtf8) {
    EXPECT_EQ(answer(7, Json{{"a", 1}}), R"({"ok":{"a":1},"re":7})");
    EXPECT_EQ(answer(nullptr, bad_request("no")), R"({"error":{"code":"bad-request","message":"no"},"re":null})");
    EXPECT_EQ(to_frame(Json{{"a", "\xff"}}), "{\"a\":\"\xef\xbf\xbd\"}");
}

TEST(Messages, Boards) {
    const Variant& v = **find_variant("mini");
    const std::string start = board_text(new_game(v)->start());
    EXPECT_EQ(start, "bbbbbbeeeeeewwwwww");
    EXPECT_EQ(read_board(v, start, Side::Black), new_game(v)->start());
    EXPECT_FALSE(read_board(v, start + "e", Side::Black));
    EXPECT_FALSE(read_board(v, "\xff" + start.substr(1), Side::Black));
}

}  // namespace
}  // namespace crownhead::server
