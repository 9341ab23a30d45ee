// How long searches, pages of the list and moves take in a large library: bench_library FOLDER [GAMES [SECONDS]] makes the
// library in that folder if it is not there, and then lets ten pages search while one plays.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>

#include "protocol/json.hpp"
#include "service/library.hpp"
#include "service/service.hpp"
#include "table/marks.hpp"

namespace crownhead::server {
namespace {

using Clock = std::chrono::steady_clock;

const std::vector<std::string> first_names{"Anna", "Ben",   "Clara", "Dirk", "Eva",   "Frits", "Greta", "Hans", "Ines",
                                           "Jan",  "Klaas", "Lotte", "Mia",  "Nadia", "Otto",  "Petra", "Ruud", "Sven"};
const std::vector<std::string> last_names{"Bakker", "de Vries", "Jansen", "Koch",  "Lehmann", "Maas",   "Nowak",
                                          "Okafor", "Petrov",   "Ritter", "Silva", "Tanaka",  "Visser", "Wolff"};
const std::vector<std::string> games{"english", "international", "frisian", "russian", "brazilian", "mini"};
const std::vector<std::string> players{"", "", "engine:level=3", "edge", "random"};
const std::vector<std::string> results{"1-0", "0-1", "1/2-1/2", "*"};

// Positions as a search names them; all that matters is how many games share one.
std::string board(std::string_view kind, std::uint64_t number) { return fmt::format("{}{}", kind, number); }

// Sixty positions: a common opening, then rarer ones, then those of this game alone; and the pieces on the way to a random end.
std::vector<std::int64_t> marks_of_game(int number, std::mt19937_64& random) {
    std::vector<std::int64_t> marks;
    for (std::uint64_t ply = 0; ply < 60; ++ply) {
        const std::string position = ply < 5    ? board("common ", ply)
                                     : ply < 10 ? board("opening ", random() % 100)
                                     : ply < 15 ? board("rare ", random() % 20'000)
                                                : board("own ", static_cast<std::uint64_t>(number) * 60 + ply);
        marks.push_back(position_mark(position, ply % 2 == 0 ? Side::Black : Side::White));
    }
    for (int pieces = 12; pieces > 2; --pieces) {
        const auto kings = static_cast<int>(random() % 3);
        marks.push_back(material_mark({pieces, 0, pieces - 1, pieces < 6 ? kings : 0}));
    }
    return marks;
}

void make(const std::filesystem::path& folder, int count) {
    const Result<std::unique_ptr<Library>> library = Library::open(folder);
    if (!library) {
        fmt::print(stderr, "{}\n", library.error().message);
        std::exit(1);
    }
    std::mt19937_64 random(1);
    const auto one_of = [&](const std::vector<std::string>& list) { return list[random() % list.size()]; };
    const auto begun = Clock::now();
    constexpr int in_group = 10'000;
    for (int i = 0; i < count; ++i) {
        if (i % in_group == 0) static_cast<void>((*library)->begin_group());
        StoredGame game{.id = fmt::format("g{:09}", i), .game = one_of(games), .created = "2020-01-01T00:00:00Z"};
        // Names as people give them, some rare and some common.
        game.name = random() % 3 == 0 ? fmt::format("Round {}, board {}", random() % 1000, random() % 50) : "";
        game.black.player = one_of(players);
        game.white.player = one_of(players);
        if (game.black.human()) game.black.name = one_of(first_names) + " " + one_of(last_names);
        if (game.white.human()) game.white.name = one_of(first_names) + " " + one_of(last_names);
        game.changed = fmt::format("20{:02}-{:02}-{:02}T{:02}:{:02}:{:02}Z", 20 + i % 6, 1 + random() % 12,
                                   1 + random() % 28, random() % 24, random() % 60, random() % 60);
        game.result = one_of(results);
        game.node = 4;
        game.plies = 4;
        int id = 0;
        for (const char* const move : {"11-15", "23-19", "8-11", "22-17"}) {
            ++id;
            game.moves.push_back({.id = id, .parent = id - 1, .move = move});
        }
        if (const Result<void> saved = (*library)->save(game); !saved) {
            fmt::print(stderr, "{}\n", saved.error().message);
            std::exit(1);
        }
        if (const Result<void> marked = (*library)->set_marked(game.id, marks_of_game(i, random)); !marked) {
            fmt::print(stderr, "{}\n", marked.error().message);
            std::exit(1);
        }
        if (i % in_group == in_group - 1 || i == count - 1) static_cast<void>((*library)->end_group());
    }
    fmt::print("{} games made in {:.0f} s\n", count, std::chrono::duration<double>(Clock::now() - begun).count());
}

// A page without a browser: one request at a time.
class BenchPage final : public Client, public std::enable_shared_from_this<BenchPage> {
public:
    void connect(Service& service) {
        service_ = &service;
        id_ = service.connect(shared_from_this());
    }
    void send(std::string frame) override {
        Json json = Json::parse(frame);
        if (!json.contains("re")) return;
        const std::scoped_lock lock(mutex_);
        answer_ = std::move(json);
        wake_.notify_one();
    }
    Json ask(Json request, double& milliseconds) {
        request["id"] = ++number_;
        const std::string frame = request.dump();
        const auto begun = Clock::now();
        service_->receive(id_, frame);
        std::unique_lock lock(mutex_);
        wake_.wait(lock, [&] { return answer_.has_value(); });
        milliseconds = std::chrono::duration<double, std::milli>(Clock::now() - begun).count();
        const Json answer = *std::exchange(answer_, std::nullopt);
        if (!answer.contains("ok")) {
            fmt::print(stderr, "{}\n{}\n", frame, answer.dump());
            std::exit(1);
        }
        return answer["ok"];
    }

private:
    Service* service_ = nullptr;
    Service::ClientId id_ = 0;
    int number_ = 0;
    std::mutex mutex_;
    std::condition_variable wake_;
    std::optional<Json> answer_;
};

void report(std::string_view what, std::vector<double> times) {
    if (times.empty()) return;
    std::ranges::sort(times);
    const auto part = [&](double share) { return times[static_cast<std::size_t>(share * double(times.size() - 1))]; };
    fmt::print("{:28} {:7} times: median {:6.1f} ms, 99 % within {:6.1f} ms, longest {:6.1f} ms\n", what, times.size(),
               part(0.5), part(0.99), times.back());
}

Json position(std::string_view kind, std::uint64_t number) {
    return {{"position", {{"board", board(kind, number)}, {"turn", "black"}, {"swapped", true}}}};
}

Json material(int black, int white, int kings) {
    return {{"material", {{"blackMen", black}, {"blackKings", 0}, {"whiteMen", white}, {"whiteKings", kings}}}};
}

std::vector<std::pair<std::string, Json>> searches() {
    return {{"a common position", position("common ", 2)},
            {"a position of an opening", position("opening ", 8)},
            {"a rare position", position("rare ", 12)},
            {"a position of one game", position("own ", 60 * 777 + 40)},
            {"a common material", material(9, 8, 0)},
            {"an endgame's material", material(4, 3, 1)},
            {"newest", {}},
            {"a game", {{"game", "frisian"}}},
            {"a result", {{"result", "1/2-1/2"}}},
            {"a common player", {{"player", "engine"}}},
            {"a name", {{"text", "Okafor"}}},
            {"a full name", {{"player", "Nadia Okafor"}}},
            {"a rare name", {{"text", "Round 777, board 7"}}},
            {"nothing", {{"text", "xyzzy"}}},
            {"two letters", {{"text", "zq"}}},
            {"common words", {{"text", "board"}, {"game", "mini"}, {"result", "1-0"}}},
            {"a month", {{"from", "2023-05-01"}, {"to", "2023-05-31"}}},
            {"an old page", {{"after", "2020-02-01T00:00:00Z g000000000"}}}};
}

void measure(const std::filesystem::path& folder, double seconds) {
    const Result<std::unique_ptr<Service>> service = Service::open({.data = folder, .endgames = false});
    if (!service) {
        fmt::print(stderr, "{}\n", service.error().message);
        std::exit(1);
    }
    const auto page = [&] {
        auto made = std::make_shared<BenchPage>();
        made->connect(**service);
        return made;
    };
    double ms = 0;
    const std::shared_ptr<BenchPage> alone = page();
    fmt::print("one page alone\n");
    std::fflush(stdout);
    for (auto [what, request] : searches()) {
        request["do"] = "library";
        request["limit"] = 25;
        std::vector<double> times;
        Json answer;
        for (int i = 0; i < 50; ++i) {
            answer = alone->ask(request, ms);
            times.push_back(ms);
        }
        report(fmt::format("  {} ({}{})", what, answer["total"].get<int>(), answer["more"].get<bool>() ? "+" : ""),
               times);
    }
    fmt::print("ten pages that search, one that plays\n");
    std::atomic<bool> stop = false;
    std::mutex mutex;
    std::vector<double> found;
    std::vector<std::thread> threads;
    for (unsigned i = 0; i < 10; ++i)
        threads.emplace_back([&, i] {
            const std::shared_ptr<BenchPage> mine = page();
            std::mt19937_64 random(i);
            const auto list = searches();
            while (!stop) {
                Json request = list[random() % list.size()].second;
                request["do"] = "library";
                request["limit"] = 25;
                double time = 0;
                mine->ask(std::move(request), time);
                {
                    const std::scoped_lock lock(mutex);
                    found.push_back(time);
                }
                // As people do who type and read.
                std::this_thread::sleep_for(std::chrono::milliseconds(200 + random() % 300));
            }
        });
    std::vector<double> moved;
    const auto end = Clock::now() + std::chrono::duration<double>(seconds);
    const Json human{{"kind", "human"}};
    const std::shared_ptr<BenchPage> player = page();
    const std::string table =
        player->ask({{"do", "new"}, {"game", "english"}, {"black", human}, {"white", human}}, ms)["table"]["id"];
    for (int i = 0; Clock::now() < end; ++i) {
        if (i % 2 == 0)
            player->ask({{"do", "move"}, {"table", table}, {"node", 0}, {"index", 0}}, ms);
        else
            player->ask({{"do", "undo"}, {"table", table}}, ms);
        moved.push_back(ms);
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    stop = true;
    for (std::thread& thread : threads) thread.join();
    report("  searches", found);
    report("  moves and taking back", moved);
}

}  // namespace
}  // namespace crownhead::server

int main(int count, char** words) {
    if (count < 2) {
        fmt::print(stderr, "bench_library FOLDER [GAMES [SECONDS]]\n");
        return 2;
    }
    const std::filesystem::path folder = words[1];
    if (!std::filesystem::exists(folder / "crownhead.db"))
        crownhead::server::make(folder, count > 2 ? std::atoi(words[2]) : 1'000'000);
    crownhead::server::measure(folder, count > 3 ? std::atof(words[3]) : 30);
    return 0;
}
