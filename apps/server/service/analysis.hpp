// Analyses: a page lets the engine think about a position for as long as it looks at it. A page has one analysis at a
// time. They have threads of their own, which give way to everything else, and take turns where there are more analyses
// than threads; one that has just begun comes first.
#pragma once

#include <cstdint>
#include <deque>
#include <expected>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "runtime/engine.hpp"
#include "service/sessions.hpp"
#include "service/study.hpp"
#include "service/tables.hpp"
#include "service/workers.hpp"

namespace crownhead::server {

class Analyses final : public TableWork {
public:
    Analyses(Sessions& sessions, Tables& tables, Timer& timer, Study& study, int threads, JobLog& jobs);

    static int threads_of_one(int workers);  // that one analysis may use

    // ---- With the mutex held

    void update(OpenTable& open) override;
    void release(OpenTable& open) override;
    // In place of what this page analysed before.
    std::expected<void, Refusal> start(ClientId client, OpenTable& open, const AnalyseRequest& request,
                                       std::unique_ptr<Game> game);
    void stop(ClientId client);
    void on_news(OpenTable& open);  // more is known of its positions

    void finish();  // without the mutex

private:
    // An engine goes on to the next position that its page looks at; it keeps its hash table.
    struct Thinker {
        std::mutex mutex{};
        const Variant* variant = nullptr;
        int threads = 1;
        std::shared_ptr<const Endgames> endgames{};
        std::unique_ptr<Engine> engine{};
    };
    struct Task {
        ClientId client = 0;
        std::string table{};
        int node = 0;
        bool threat = false;
        int lines = 1;
        std::shared_ptr<Thinker> thinker{};
        std::shared_ptr<const Game> game{};

        bool stopped = false;
        bool done = false;
        std::stop_source turn{};  // ends the turn that it has now
        double began = 0;         // its turn
        double deadline = 0;      // of the whole
        int turns = 0;
        std::shared_ptr<const Endgames> endgames{};
        std::optional<solve::Answer> known{};  // by these endgames
        std::optional<Analysis> found{};       // the best so far
        std::uint64_t nodes = 0;               // of the turns before
        double seconds = 0;
        double reported = 0;
    };
    using TaskPtr = std::shared_ptr<Task>;

    void stop(const TaskPtr& task);
    void wait_for_turn(const TaskPtr& task);
    void make_room();
    void take_turn();
    void think(const TaskPtr& task, const std::stop_token& stop);
    // Reports it, unless the last report was just now and it is not the last word of this turn.
    bool learn(const TaskPtr& task, const Analysis& analysis, bool last);
    void end_at_deadline(const std::weak_ptr<Task>& ending);
    void report(const TaskPtr& task);

    Sessions& sessions_;
    Tables& tables_;
    Timer& timer_;
    Study& study_;
    int threads_;
    int threads_of_one_;
    std::map<ClientId, TaskPtr> tasks_;
    std::deque<TaskPtr> waiting_;  // for a turn
    std::vector<TaskPtr> running_;
    std::uint64_t turns_ = 0;
    bool room_comes_ = false;  // the timer will make room
    Workers workers_;
};

// What is known of a position by its endgame files, and by an oracle.
struct KnownMoves {
    solve::Answer endgames{};
    std::optional<solve::Answer> oracle{};
};

// The fields `known`, `source` and `lines` of the event: exact values where there are some, and then the best moves by
// them, otherwise those of the engine. `game` stands where the analysis began.
Json analysis_lines(const Game& game, const Analysis* found, const KnownMoves& known, int lines);

}  // namespace crownhead::server
