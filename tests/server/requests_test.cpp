// The reader of requests: every request with good fields, what it says about bad ones, and that it reads what
// protocol.json describes.
#include "protocol/requests.hpp"

#include <algorithm>
#include <functional>
#include <set>

#include <gtest/gtest.h>

#include "notation/message_text.hpp"
#include "protocol/description.hpp"
#include "protocol/json.hpp"

namespace crownhead::server {
namespace {

const std::string some_table = R"("table":"abcdefghij")";

std::string frame(const std::string& name, const std::string& fields) {
    return R"({"id":1,"do":")" + name + '"' + (fields.empty() ? "" : ",") + fields + "}";
}

std::string error_of(const std::string& text) {
    const Request request = read_request(text);
    if (request.action) return "";
    const Json error = Json::parse(answer(1, request.action.error()))["error"];
    return error["code"].get<std::string>() + ": " + message_text::write(request.action.error().message);
}

TEST(Requests, EveryRequestIsRead) {
    const std::vector<std::pair<std::string, std::string>> good{
        {"new", R"("game":"mini","black":{"kind":"human"},"white":{"kind":"computer","player":"random"})"},
        {"open", some_table + R"(,"seats":["abc"])"},
        {"sit", some_table},
        {"invite", some_table + R"(,"side":"white")"},
        {"reclaim", some_table + R"(,"side":"white")"},
        {"close", some_table},
        {"view", some_table + R"(,"node":12)"},
        {"move", some_table + R"(,"node":0,"index":3,"variation":true)"},
        {"undo", some_table},
        {"redo", some_table},
        {"play", some_table + R"(,"delay":100,"node":3)"},
        {"pause", some_table},
        {"step", some_table},
        {"resign", some_table + R"(,"side":"black")"},
        {"offer-draw", some_table + R"(,"side":"white")"},
        {"ask-take-back", some_table + R"(,"side":"white")"},
        {"decline", some_table + R"(,"side":"white")"},
        {"hint", some_table + R"(,"node":0)"},
        {"exact", some_table + R"(,"node":null)"},
        {"add-move", some_table + R"(,"node":0,"index":3)"},
        {"annotate", some_table + R"(,"node":1,"comment":"good","nags":[1,17])"},
        {"promote", some_table + R"(,"node":1)"},
        {"take-out", some_table + R"(,"node":1)"},
        {"bring-back", some_table + R"(,"node":1)"},
        {"analyse", some_table + R"(,"node":1,"lines":5,"threads":2,"threat":true)"},
        {"stop-analysis", ""},
        {"review", some_table},
        {"stop-review", some_table},
        {"players", some_table + R"(,"black":{"kind":"human"})"},
        {"rematch", some_table + R"(,"swap":true)"},
        {"rename", some_table + R"(,"name":"")"},
        {"position", R"("game":"mini","moves":[0,1])"},
        {"check", R"("game":"mini","board":"eee","turn":"black")"},
        {"read", R"("text":"x")"},
        {"import", R"("text":"x","number":2)"},
        {"export", some_table + R"(,"format":"pdn")"},
        {"library", R"("game":"mini","from":"2026-01-31","offset":5,"limit":7)"},
        {"delete", some_table},
        {"undelete", some_table},
        {"library.export", R"("text":"x","tables":["abcdefghij"])"},
        {"library.change", R"("tables":["abcdefghij"],"seats":["abc"],"change":"label","value":"x")"},
        {"bin.empty", ""},
        {"folders", ""},
        {"folder.put", R"("folder":"abcdefghij","name":"x")"},
        {"folder.delete", R"("folder":"abcdefghij")"},
        {"import.start", R"("size":7,"game":"mini","folder":"abcdefghij")"},
        {"import.data", R"("job":"abcdefghij","data":"AAAA","last":true)"},
        {"import.stop", R"("job":"abcdefghij")"},
        {"import.refused", R"("job":"abcdefghij","offset":3)"},
        {"lab.start", R"("plan":{"games":["mini"],"players":["a","b"],"count":2})"},
        {"lab.list", ""},
        {"lab.open", R"("run":"abcdefghij")"},
        {"lab.stop", R"("run":"abcdefghij")"},
        {"lab.resume", R"("run":"abcdefghij")"},
        {"lab.games", R"("run":"abcdefghij","cell":0)"},
        {"lab.game", R"("run":"abcdefghij","cell":0,"number":1)"},
        {"lab.delete", R"("run":"abcdefghij")"},
        {"puzzles.list", R"("day":"2026-11-15")"},
        {"puzzles.next", R"("game":"english","theme":"shot")"},
        {"puzzles.open", R"("key":"english/1a2b3c4d","day":"2026-11-15")"},
        {"puzzles.try", R"("key":"english/1a2b3c4d","ply":0,"index":3,"day":"2026-11-15")"},
        {"puzzles.hint", R"("key":"english/1a2b3c4d","ply":2,"day":"2026-11-15")"},
        {"puzzles.show", R"("key":"english/1a2b3c4d","day":"2026-11-15")"},
        {"mistakes.list", R"("day":"2026-11-15")"},
        {"proof.list", ""},
        {"proof.node", R"("game":"suicide-6","side":"white","moves":["4-7"])"},
        {"proof.values", R"("game":"suicide-6","moves":["4-7"])"},
        {"proof.why", R"("game":"suicide-6","side":"black","index":2)"},
        {"proof.verify", R"("game":"suicide-6")"},
        {"proof.stop", R"("job":"abcdefghij")"},
        {"endings.classes", R"("game":"english")"},
        {"endings.class", R"("game":"english","class":"KK-K")"},
        {"endings.drill", R"("key":"english/KK-K/win/hard/7")"},
        {"endings.move", R"("key":"english/KK-K/win/hard/7","moves":[1,0],"index":3,"day":"2026-11-15")"}};
    EXPECT_EQ(good.size(), std::variant_size_v<Action>);
    for (std::size_t i = 0; i < good.size(); ++i) {
        const Request request = read_request(frame(good[i].first, good[i].second));
        ASSERT_TRUE(request.action) << good[i].first;
        EXPECT_EQ(request.action->index(), i) << good[i].first;
        EXPECT_EQ(request.id, 1);
        // Without its fields it is refused; those that need none aside.
        const std::set<std::string> alone{"lab.list",  "library",       "library.export", "folders",
                                          "bin.empty", "stop-analysis", "puzzles.next",   "proof.list"};
        if (!alone.contains(good[i].first)) {
            EXPECT_NE(error_of(frame(good[i].first, "")), "") << good[i].first;
        }
        // Fields that are not described are refused by their names.
        EXPECT_EQ(
            error_of(frame(good[i].first, good[i].second + (good[i].second.empty() ? "" : ",") + R"("more":[1])")),
            "bad-request: There is no field \"more\" in this request.");
        // The description is of the same opinion.
        Json fields = Json::parse(frame(good[i].first, good[i].second));
        fields.erase("id");
        fields.erase("do");
        EXPECT_EQ(mismatch(protocol_description()["requests"][good[i].first]["fields"], fields), "") << good[i].first;
    }
}

TEST(Requests, TheDescriptionHasTheSameRequests) {
    std::vector<std::string> described;
    for (const auto& [name, request] : protocol_description()["requests"].items()) described.push_back(name);
    std::vector<std::string> read;
    for (const std::string_view name : request_names()) read.emplace_back(name);
    std::ranges::sort(read);
    EXPECT_EQ(read, described);
}

// A value of each type, as far as requests have them.
Json sample(const Json& type) {
    if (type.is_object()) {
        Json object = Json::object();
        for (const auto& [name, field] : type.items())
            if (!name.ends_with('?')) object[name] = sample(field);
        return object;
    }
    const std::string text = type;
    if (text == "string" || text == "Board") return "abcdefghij";
    if (text == "Day") return "2026-11-15";
    if (text == "integer" || text == "integer | null" || text == "number") return 1;
    if (text == "boolean") return true;
    if (text == "integer[]") return Json::array({1});
    if (text == "string[]") return Json::array({"abcdefghij"});
    if (text.starts_with('\'')) return text.substr(1, text.find('\'', 1) - 1);
    if (text == "Side") return {{"kind", "human"}};
    return sample(protocol_description()["types"][text]);
}

TEST(Requests, TheDescriptionHasTheSameFields) {
    for (const auto& [name, request] : protocol_description()["requests"].items()) {
        Json least = sample(request["fields"]);
        least["do"] = name;
        least["id"] = 1;
        // One of these is needed, which the description does not say.
        if (name == "move" || name == "add-move") least["index"] = 0;
        if (name == "export") least["table"] = "abcdefghij";
        EXPECT_EQ(error_of(least.dump()), "") << least;
        for (const auto& [field, type] : request["fields"].items()) {
            if (!field.ends_with('?')) {
                Json without = least;
                without.erase(field);
                EXPECT_NE(error_of(without.dump()), "") << name << ": " << field << " is not needed";
                continue;
            }
            Json with = least;
            with[field.substr(0, field.size() - 1)] = sample(type);
            if (field == "from?" || field == "to?") with[field.substr(0, field.size() - 1)] = "2026-11-15";
            EXPECT_EQ(error_of(with.dump()), "") << with;
        }
    }
}

TEST(Requests, UnknownFieldsInsideAreNamed) {
    EXPECT_EQ(error_of(frame("new", R"("game":"mini","black":{"kind":"human","player2":1},"white":{"kind":"human"})")),
              "bad-request: There is no field \"black.player2\" in this request.");
    EXPECT_EQ(error_of(frame("new", R"("game":"mini","black":{"kind":"human"},"white":{"kind":"human"},)"
                                    R"("clock":{"seconds":5,"minutes":1})")),
              "bad-request: There is no field \"clock.minutes\" in this request.");
}

// The description fits itself: every type that it names is there.
TEST(Requests, TheDescriptionIsComplete) {
    const Json& description = protocol_description();
    const auto words = [](const std::string& type) {
        std::vector<std::string> names;
        std::string name;
        for (const char c : type + " ") {
            if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) {
                name += c;
            } else {
                if (!name.empty() && name.front() >= 'A' && name.front() <= 'Z') names.push_back(name);
                name.clear();
            }
        }
        return names;
    };
    const std::function<void(const Json&)> check = [&](const Json& type) {
        if (type.is_structured()) {
            for (const Json& part : type) check(part);
        } else if (type.is_string()) {
            for (const std::string& name : words(type))
                EXPECT_TRUE(description["types"].contains(name) || name == "Code" || name == "Params") << name;
        }
    };
    for (const char* const part : {"types", "requests", "events"}) check(description[part]);
}

TEST(Requests, FieldsAreRead) {
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
    const Request move = read_request(frame("move", some_table + R"(,"node":4,"text":"a3-b4")"));
    EXPECT_EQ(std::get<MoveRequest>(*move.action).node, 4);
    EXPECT_FALSE(std::get<MoveRequest>(*move.action).index);
    EXPECT_EQ(std::get<MoveRequest>(*move.action).text, "a3-b4");
}

TEST(Requests, WrongTypesAndRanges) {
    EXPECT_EQ(error_of(frame("view", some_table + R"(,"node":"1")")),
              "bad-request: The field \"node\" must be a whole number from 0 to 1000000.");
    EXPECT_EQ(error_of(frame("view", some_table + R"(,"node":1e9)")),
              "bad-request: The field \"node\" must be a whole number from 0 to 1000000.");
    EXPECT_EQ(error_of(frame("view", some_table + R"(,"node":18446744073709551615)")),
              "bad-request: The field \"node\" must be a whole number from 0 to 1000000.");
    EXPECT_EQ(error_of(frame("view", some_table + R"(,"node":1e999)")), "bad-request: The frame is not JSON.");
    EXPECT_EQ(error_of(frame("open", R"("table":["abcdefghij"])")), "bad-request: The field \"table\" must be a text.");
    EXPECT_EQ(error_of(frame("open", R"("table":"ABCDEFGHIJ")")), "unknown: There is no such game.");
    EXPECT_EQ(error_of(frame("open", R"("table":null)")), "bad-request: The field \"table\" is missing.");
    EXPECT_EQ(error_of(frame("play", some_table + R"(,"delay":60001)")),
              "bad-request: The field \"delay\" must be a whole number from 0 to 60000.");
    EXPECT_EQ(error_of(frame("library", R"("to":"2026-1-1")")),
              "bad-request: The field \"to\" must be a date such as 2026-11-15.");
    EXPECT_EQ(error_of(frame("lab.start", R"("plan":[])")), "bad-request: The field \"plan\" must be an object.");
    EXPECT_EQ(error_of(frame("lab.start", R"("plan":{"games":[1],"players":[],"count":1})")),
              "bad-request: The field \"plan.games\" must be a list of texts.");
    EXPECT_EQ(error_of("[" + std::string(60'000, '[')), "bad-request: The frame is not JSON.");
    EXPECT_EQ(error_of(std::string(3'000'000, ' ')), "bad-request: The frame is too long: at most 65536 bytes.");
}

TEST(Requests, AnswersAreOneLineOfUtf8) {
    EXPECT_EQ(answer(7, Json{{"a", 1}}), R"({"ok":{"a":1},"re":7})");
    EXPECT_EQ(answer(nullptr, bad_request({"request.missing", {{"field", "do"}}}, "no")),
              R"({"error":{"code":"bad-request","detail":"no","message":)"
              R"({"code":"request.missing","params":{"field":"do"}}},"re":null})");
    EXPECT_EQ(to_frame(Json{{"a", "\xff"}}), "{\"a\":\"\xef\xbf\xbd\"}");
}

TEST(Requests, Boards) {
    const Variant& v = **find_variant("mini");
    const std::string start = board_text(new_game(v)->start());
    EXPECT_EQ(start, "bbbbbbeeeeeewwwwww");
    ASSERT_TRUE(read_board(v, start, Side::Black));
    EXPECT_EQ(*read_board(v, start, Side::Black), new_game(v)->start());
    EXPECT_FALSE(read_board(v, start + "e", Side::Black));
    EXPECT_FALSE(read_board(v, "\xff" + start.substr(1), Side::Black));
}

TEST(Requests, MessagesComeBackFromDisk) {
    const Message message{"outcome.material", {{"material", "king-against-king"}, {"count", std::int64_t{5}}}};
    const std::optional<Message> back = read_message(message_json(message).dump());
    ASSERT_TRUE(back);
    EXPECT_EQ(message_json(*back), message_json(message));
    EXPECT_FALSE(read_message(""));
    // Words of an older program, and what no program has written.
    for (const char* const text : {"the only move", "{}", "7", R"({"code":"no.such","params":{}})",
                                   R"({"code":"outcome.agreed","params":{"count":1}})", "{\"code"})
        EXPECT_EQ(*read_message(text), (Message{"remark.text", {{"text", text}}})) << text;
}

}  // namespace
}  // namespace crownhead::server
