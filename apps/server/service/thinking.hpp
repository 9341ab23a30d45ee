// Thinking: the moves of computers, hints, and answers to draw offers, all on the engine workers.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "players/player.hpp"
#include "service/sessions.hpp"
#include "service/tables.hpp"
#include "service/workers.hpp"

namespace crownhead::server {

class Thinking final : public TableWork {
public:
    using EndgamesOf = std::function<std::shared_ptr<const Endgames>(const Variant&)>;

    Thinking(Sessions& sessions, Tables& tables, Timer& timer, int threads, EndgamesOf endgames_of,
             std::shared_ptr<solve::SharedSolution> solution, JobLog& jobs);

    // ---- With the mutex held

    void update(OpenTable& open) override;
    void release(OpenTable& open) override { cancel(open); }
    void cancel(OpenTable& open);  // all thinking about the position
    // The answer comes later. `game` stands at the node that is meant.
    void hint(ClientId client, const Json& id, OpenTable& open, int node, std::shared_ptr<const Game> game);
    void answer_draw_offer(ClientId client, const Json& id, const OfferDrawRequest& request, OpenTable& open);

    void finish() { engines_.finish(); }  // without the mutex

private:
    struct Task {
        std::string table{};
        std::uint64_t ticket = 0;
        StopHandle stop{};
        std::shared_ptr<const Game> game{};
        std::shared_ptr<const Endgames> endgames{};
        std::string player{};
        std::string key{};  // of the cache
        std::uint64_t seed = 0;
        double start = 0;
        std::optional<ClockTime> clock{};
    };
    void sweep();  // idle players, as long as there are any
    void think(OpenTable& open);
    void think_later(OpenTable& open);
    void work(const Task& task);
    void overran(const Task& task);
    // nullopt if it was stopped.
    std::optional<Choice> ask(const Task& task, const OnProgress& on_progress);
    void play(OpenTable& open, const Choice& choice);
    OpenTable* still_wanted(const Task& task);  // with the mutex held
    void report(const Task& task, const Progress& progress, double time);
    void give_hint(ClientId client, const Json& id, int node, const Task& task);
    void settle_draw_offer(ClientId client, const Json& id, const OfferDrawRequest& request, const Task& task,
                           int node);

    Sessions& sessions_;
    Tables& tables_;
    Timer& timer_;
    EndgamesOf endgames_of_;
    std::shared_ptr<solve::SharedSolution> solution_;
    std::atomic<std::uint64_t> seed_;
    PlayerCache cache_;
    std::atomic<bool> sweeping_ = false;
    Workers engines_;
};

}  // namespace crownhead::server
