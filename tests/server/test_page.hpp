// What the tests of the service share: a folder of one's own, and a page that remembers every frame and keeps its tables
// up to date from the events, as the real one does.
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

#include "server/service.hpp"
#include "support/scratch_folder.hpp"

namespace crownhead::server {

using Json = nlohmann::json;

inline std::unique_ptr<Service> open_service(const std::filesystem::path& folder, int workers = 2,
                                             bool endgames = false) {
    Result<std::unique_ptr<Service>> service =
        Service::open({.data = folder, .workers = workers, .endgames = endgames, .version = "test"});
    EXPECT_TRUE(service) << (service ? "" : service.error().message);
    return service ? std::move(*service) : nullptr;
}

inline const Json human{{"kind", "human"}};
inline Json computer(const std::string& player) { return {{"kind", "computer"}, {"player", player}}; }

class TestPage {
public:
    static constexpr auto patience = std::chrono::seconds(60);

    explicit TestPage(Service& service) : service_(service), inbox_(std::make_shared<Inbox>()) {
        id_ = service_.connect(inbox_);
    }
    TestPage(const TestPage&) = delete;
    TestPage& operator=(const TestPage&) = delete;
    ~TestPage() { service_.disconnect(id_); }

    void send_raw(std::string_view frame) { service_.receive(id_, frame); }
    int send(Json request) {
        const int number = ++last_;
        request["id"] = number;
        send_raw(request.dump());
        return number;
    }

    // The whole answer to a request.
    Json answer(int number) {
        std::unique_lock lock(inbox_->mutex);
        const bool came = inbox_->news.wait_for(lock, patience, [&] { return inbox_->answers.contains(number); });
        if (!came) {
            ADD_FAILURE() << "no answer";
            return Json::object();
        }
        return inbox_->answers.at(number);
    }
    Json ask(Json request) { return answer(send(std::move(request))); }

    // What is in the answer; fails if it is an error.
    Json ok(Json request) {
        const std::string asked = request.dump();
        const Json reply = ask(std::move(request));
        EXPECT_TRUE(reply.contains("ok")) << asked.substr(0, 300) << "\n" << reply.dump();
        return reply.value("ok", Json::object());
    }
    // Its code and message; fails if it is none.
    std::string error(Json request) {
        const std::string asked = request.dump();
        const Json reply = ask(std::move(request));
        if (!reply.contains("error")) {
            ADD_FAILURE() << asked.substr(0, 300) << "\n" << reply.dump().substr(0, 300);
            return "";
        }
        return reply["error"]["code"].get<std::string>() + ": " + reply["error"]["message"].get<std::string>();
    }

    std::string make(const std::string& game, const Json& black, const Json& white, Json more = Json::object()) {
        more["do"] = "new";
        more["game"] = game;
        more["black"] = black;
        more["white"] = white;
        const Json reply = ok(std::move(more));
        return reply.contains("table") ? reply["table"]["id"].get<std::string>() : "";
    }

    // The table as this page knows it.
    Json table(const std::string& id) {
        const std::scoped_lock lock(inbox_->mutex);
        return inbox_->tables.contains(id) ? inbox_->tables.at(id) : Json();
    }

    // Waits until the table is as it should be, and gives it.
    Json until(const std::string& id, const std::function<bool(const Json&)>& as_wanted) {
        std::unique_lock lock(inbox_->mutex);
        const bool came = inbox_->news.wait_for(
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

    Json until_event(const std::function<bool(const Json&)>& wanted) {
        std::unique_lock lock(inbox_->mutex);
        Json found;
        const bool came = inbox_->news.wait_for(lock, patience, [&] {
            for (const Json& event : inbox_->events)
                if (wanted(event)) {
                    found = event;
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
        for (const Json& line : table["log"])
            if (line["who"] == who && line["text"].get<std::string>().find(text) != std::string::npos) return true;
        return false;
    }

private:
    struct Inbox final : Client {
        void send(std::string frame) override {
            const Json json = Json::parse(frame);
            const std::scoped_lock lock(mutex);
            frames.push_back(json);
            if (json.contains("re")) {
                if (json["re"].is_number_integer()) answers[json["re"].get<int>()] = json;
                if (json.contains("ok") && json["ok"].contains("table")) {
                    const Json& table = json["ok"]["table"];
                    tables[table["id"]] = table;
                }
            } else {
                events.push_back(json);
                if (json["event"] == "table") apply(json);
            }
            news.notify_all();
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
        std::condition_variable news;
        std::vector<Json> frames;
        std::vector<Json> events;
        std::map<int, Json> answers;
        std::map<std::string, Json> tables;
    };

    Service& service_;
    std::shared_ptr<Inbox> inbox_;
    Service::ClientId id_ = 0;
    int last_ = 0;
};

}  // namespace crownhead::server
