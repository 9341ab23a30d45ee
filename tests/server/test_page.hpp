// What the tests of the service share: a page that keeps every frame, holds its tables up to date by the events as the real
// one does, and holds every frame against the description of the protocol.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "notation/message_text.hpp"
#include "protocol/description.hpp"
#include "protocol/json.hpp"
#include "runtime/game.hpp"
#include "service/service.hpp"
#include "support/scratch_folder.hpp"

namespace crownhead::server {

// A message in English.
inline std::string words(const Json& message, const Variant* variant = nullptr) {
    const std::optional<Message> read = read_message(message.dump());
    return read ? message_text::write(*read, variant) : "";
}

inline std::unique_ptr<Service> open_service(const std::filesystem::path& folder, int workers = 2,
                                             bool endgames = false) {
    Result<std::unique_ptr<Service>> service =
        Service::open({.data = folder, .workers = workers, .endgames = endgames, .version = "test"});
    EXPECT_TRUE(service) << (service ? "" : service.error().message);
    return service ? std::move(*service) : nullptr;
}

// A clock that stands still until the test moves it.
class HandClock final : public TimeSource {
public:
    double now() const override { return now_; }
    void wait_until(std::unique_lock<std::mutex>& lock, std::condition_variable& wake, double /*when*/) override {
        wake.wait_for(lock, std::chrono::milliseconds(1));
    }
    void pass(double seconds) { now_ = now_ + seconds; }

private:
    std::atomic<double> now_ = 1000;
};

inline const Json human{{"kind", "human"}};
inline Json computer(const std::string& player) { return {{"kind", "computer"}, {"player", player}}; }

class TestPage {
public:
    static constexpr auto patience = std::chrono::seconds(600);

    explicit TestPage(Service& service) : service_(service), inbox_(std::make_shared<Inbox>()) {
        id_ = service_.connect(inbox_);
    }
    TestPage(const TestPage&) = delete;
    TestPage& operator=(const TestPage&) = delete;
    ~TestPage() { service_.disconnect(id_); }

    void send_raw(std::string_view frame) { service_.receive(id_, frame); }
    int send(Json request) {
        const int number = ++last_;
        {
            const std::scoped_lock lock(inbox_->mutex);
            inbox_->asked[number] = request.value("do", Json());
        }
        request["id"] = number;
        send_raw(request.dump());
        return number;
    }

    // The whole answer to a request.
    Json answer(int number) {
        std::unique_lock lock(inbox_->mutex);
        const bool came = inbox_->changed.wait_for(lock, patience, [&] { return inbox_->answers.contains(number); });
        if (!came) {
            ADD_FAILURE() << "no answer";
            return Json::object();
        }
        return inbox_->answers.at(number);
    }
    bool is_answered(int number) {
        const std::scoped_lock lock(inbox_->mutex);
        return inbox_->answers.contains(number);
    }
    // ... after the events that it caused have come too.
    Json ask(Json request) {
        Json reply = answer(send(std::move(request)));
        sync();
        return reply;
    }
    // Frames come in order: when this one is answered, all before it have come.
    void sync() { answer(send({{"do", "sync"}})); }

    // What is in the answer; fails if it is an error.
    Json ok(Json request) {
        const std::string asked = request.dump();
        const Json reply = ask(std::move(request));
        EXPECT_TRUE(reply.contains("ok")) << asked.substr(0, 300) << "\n" << reply.dump();
        return reply.value("ok", Json::object());
    }
    // Its code and message in English; fails if it is none.
    std::string error(Json request) {
        const std::string asked = request.dump();
        const Json reply = ask(std::move(request));
        if (!reply.contains("error")) {
            ADD_FAILURE() << asked.substr(0, 300) << "\n" << reply.dump().substr(0, 300);
            return "";
        }
        return reply["error"]["code"].get<std::string>() + ": " + words(reply["error"]["message"]);
    }

    std::string make(const std::string& game, const Json& black, const Json& white, Json more = Json::object()) {
        more["do"] = "new";
        more["game"] = game;
        more["black"] = black;
        more["white"] = white;
        const Json reply = ok(std::move(more));
        return reply.contains("table") ? reply["table"]["id"].get<std::string>() : "";
    }

    // Opens a table that another page has made, with that page's seats.
    Json open_as(TestPage& other, const std::string& id) {
        Json seats = Json::array();
        const Json secrets = other.secrets(id);
        for (const Json& secret : secrets) seats.push_back(secret);
        return ok({{"do", "open"}, {"table", id}, {"seats", seats}});
    }
    Json secrets(const std::string& id) {
        const std::scoped_lock lock(inbox_->mutex);
        return inbox_->secrets.contains(id) ? inbox_->secrets.at(id) : Json::object();
    }
    // The last exact values of a node that have come; null before.
    Json exact(const std::string& id, int node) {
        const std::scoped_lock lock(inbox_->mutex);
        const auto found = inbox_->exact.find({id, node});
        return found == inbox_->exact.end() ? Json() : found->second;
    }
    Json until_exact(const std::string& id, int node) {
        std::unique_lock lock(inbox_->mutex);
        const auto known = [&] {
            const auto found = inbox_->exact.find({id, node});
            return found != inbox_->exact.end() && found->second["state"] == "known";
        };
        EXPECT_TRUE(inbox_->changed.wait_for(lock, patience, known)) << "no exact values";
        return known() ? inbox_->exact.at({id, node}) : Json();
    }

    // The table as this page knows it.
    Json table(const std::string& id) {
        const std::scoped_lock lock(inbox_->mutex);
        return inbox_->tables.contains(id) ? inbox_->tables.at(id) : Json();
    }

    // Waits until the table is as it should be, and gives it.
    Json until(const std::string& id, const std::function<bool(const Json&)>& as_wanted) {
        std::unique_lock lock(inbox_->mutex);
        const bool came = inbox_->changed.wait_for(
            lock, patience, [&] { return inbox_->tables.contains(id) && as_wanted(inbox_->tables.at(id)); });
        EXPECT_TRUE(came) << "the table does not get there";
        return inbox_->tables.contains(id) ? inbox_->tables.at(id) : Json();
    }
    Json until_state(const std::string& id, const std::string& state) {
        return until(id, [&](const Json& table) { return table["state"] == state; });
    }
    // ... with this many moves from the start to where the game stands.
    Json until_ply(const std::string& id, int ply) {
        return until(id, [&](const Json& table) { return ply_of(table) == ply; });
    }

    // Events that have come so far.
    std::size_t event_count() {
        const std::scoped_lock lock(inbox_->mutex);
        return inbox_->events.size();
    }
    // One of those after the first `from`.
    Json until_event(const std::function<bool(const Json&)>& wanted, std::size_t from = 0) {
        std::unique_lock lock(inbox_->mutex);
        Json found;
        const bool came = inbox_->changed.wait_for(lock, patience, [&] {
            const std::vector<Json>& events = inbox_->events;
            for (std::size_t i = from; i < events.size(); ++i)
                if (wanted(events[i])) {
                    found = events[i];
                    return true;
                }
            return false;
        });
        EXPECT_TRUE(came) << "no such event";
        return found;
    }

    std::vector<Json> frames() {
        const std::scoped_lock lock(inbox_->mutex);
        return inbox_->frames;
    }

    Json move(const std::string& id, const std::string& text) {
        return ask({{"do", "move"}, {"table", id}, {"node", table(id)["node"]}, {"text", text}});
    }
    Json move(const std::string& id, std::size_t index) {
        return ask({{"do", "move"}, {"table", id}, {"node", table(id)["node"]}, {"index", index}});
    }

    static int ply_of(const Json& table) {
        int ply = 0;
        for (int node = table["node"]; node > 0; ++ply)
            node = table["nodes"][static_cast<std::size_t>(node - 1)]["parent"];
        return ply;
    }
    // The moves from the start to where the game stands.
    static std::string line_of(const Json& table) {
        std::string line;
        for (int node = table["node"]; node > 0;) {
            const Json& at = table["nodes"][static_cast<std::size_t>(node - 1)];
            line = at["text"].get<std::string>() + (line.empty() ? "" : " ") + line;
            node = at["parent"];
        }
        return line;
    }
    static bool said(const Json& table, const std::string& who, const std::string& text) {
        const Variant* const variant = *find_variant(table["game"].get<std::string>());
        for (const Json& line : table["log"])
            if (line["who"] == who && !line["message"].is_null() &&
                words(line["message"], variant).find(text) != std::string::npos)
                return true;
        return false;
    }

private:
    struct Inbox final : Client {
        void send(std::string frame) override {
            const Json json = Json::parse(frame);
            const std::scoped_lock lock(mutex);
            check(json);
            if (json.contains("re")) {
                const int number = json["re"].is_number_integer() ? json["re"].get<int>() : 0;
                if (number == 0 || asked[number] != "sync") frames.push_back(json);
                if (number != 0) answers[number] = json;
                if (json.contains("ok") && json["ok"].contains("table")) {
                    const Json& table = json["ok"]["table"];
                    tables[table["id"]] = table;
                    if (!json["ok"]["secrets"].empty()) secrets[table["id"]] = json["ok"]["secrets"];
                }
            } else {
                frames.push_back(json);
                events.push_back(json);
                if (json["event"] == "table") apply(json);
                if (json["event"] == "exact") exact[{json["table"], json["node"]}] = json;
            }
            changed.notify_all();
        }

        // That the frame is one of those in protocol.json.
        void check(const Json& json) {
            const Json& description = protocol_description();
            if (json.contains("event")) {
                Json fields = json;
                fields.erase("event");
                ASSERT_TRUE(description["events"].contains(json["event"].get<std::string>())) << json["event"];
                EXPECT_EQ(mismatch(description["events"][json["event"].get<std::string>()], fields), "")
                    << json["event"];
            } else if (json.contains("error")) {
                EXPECT_EQ(mismatch("Error", json["error"]), "");
            } else {
                const std::string request = asked[json["re"].get<int>()];
                EXPECT_EQ(mismatch(description["requests"][request]["answer"], json["ok"]), "") << request;
            }
        }

        void apply(const Json& event) {
            const std::string id = event["table"];
            ASSERT_TRUE(tables.contains(id)) << "an event of a table that is not open";
            Json& table = tables[id];
            EXPECT_GT(event["version"], table["version"]);
            table["version"] = event["version"];
            for (const auto& [name, value] : event["set"].items()) {
                EXPECT_TRUE(table.contains(name)) << name;
                table[name] = value;
            }
            if (event.contains("add"))
                for (const Json& node : event["add"]) {
                    EXPECT_EQ(node["id"], table["nodes"].size() + 1);
                    table["nodes"].push_back(node);
                }
            if (event.contains("say"))
                for (const Json& line : event["say"]) table["log"].push_back(line);
        }

        std::mutex mutex;
        std::condition_variable changed;
        std::vector<Json> frames;
        std::vector<Json> events;
        std::map<int, Json> answers;
        std::map<std::string, Json> tables;
        std::map<std::string, Json> secrets;
        std::map<std::pair<std::string, int>, Json> exact;
        std::map<int, Json> asked;  // the request of each number
    };

    Service& service_;
    std::shared_ptr<Inbox> inbox_;
    Service::ClientId id_ = 0;
    int last_ = 0;
};

}  // namespace crownhead::server
