#include "hub/search_thread.hpp"

#include <chrono>
#include <cstdlib>
#include <exception>
#include <optional>
#include <string>
#include <system_error>

#include <fmt/format.h>

#include "common.hpp"
#include "notation/hub_text.hpp"

namespace crownhead::cli::hub {

namespace {
constexpr auto patience = std::chrono::seconds(2);
}

Result<void> SearchThread::start(Engine& engine, const Game& game, SearchLimits limits, bool ponder) {
    // No thread is running, so there is nobody to lock out.
    searching_ = true;
    ended_ = false;
    pondering_ = ponder;
    stop_ = {};
    ponder_hit_ = {};
    limits.stop = stop_.get_token();
    if (ponder) limits.ponder_hit = ponder_hit_.get_token();
    try {
        thread_ = std::thread([this, &engine, &game, limits] { search(engine, game, limits); });
    } catch (const std::system_error& error) {
        searching_ = false;
        return fail(fmt::format("cannot start a thread: {}", error.code().message()));
    }
    return {};
}

bool SearchThread::searching() {
    const std::scoped_lock lock(mutex_);
    return searching_;
}

void SearchThread::stop() {
    const std::scoped_lock lock(mutex_);
    if (searching_) request_stop();
}

void SearchThread::request_stop() {
    pondering_ = false;
    stop_.request_stop();
    changed_.notify_all();
}

Result<void> SearchThread::ponder_hit() {
    const std::scoped_lock lock(mutex_);
    if (!searching_ || !pondering_) return fail("no search is pondering");
    pondering_ = false;
    ponder_hit_.request_stop();
    changed_.notify_all();
    return {};
}

void SearchThread::join() {
    if (thread_.joinable()) thread_.join();
}

void SearchThread::leave() {
    if (!thread_.joinable()) return;
    {
        std::unique_lock lock(mutex_);
        if (searching_) request_stop();
        // A reader that neither reads nor goes away must not keep us.
        if (!changed_.wait_for(lock, patience, [&] { return ended_; })) std::_Exit(exit_done);
    }
    thread_.join();
}

void SearchThread::search(Engine& engine, const Game& game, const SearchLimits& limits) {
    std::string move = hub_text::write_move(game.legal().front());
    std::string expected;
    try {
        std::optional<AnalysedLine> shown;
        const auto show = [&](const Analysis& analysis) {
            output_.line(info_line(analysis));
            shown = analysis.lines.front();
        };
        const Analysis analysis = engine.think(game, limits, [&](const Analysis& so_far) {
            show(so_far);
            if (output_.failed()) stop_.request_stop();
        });
        const AnalysedLine& best = analysis.lines.front();
        // The last depth was broken off, but not before something better was found.
        if (!shown || shown->index != best.index || shown->score != best.score) show(analysis);
        move = hub_text::write_move(game.legal()[best.index]);
        if (best.moves.size() > 1) expected = fmt::format(" ponder={}", hub_text::write_move(best.moves[1]));
    } catch (const std::exception& error) {
        output_.error(fmt::format("go: the search failed: {}", error.what()));
    }
    std::unique_lock lock(mutex_);
    // However soon the search is finished: while the opponent thinks, nobody waits for a move.
    changed_.wait(lock, [&] { return !pondering_; });
    // Before the answer, because the command that follows it must find no search. One that comes sooner waits in join().
    searching_ = false;
    lock.unlock();
    output_.line(fmt::format("done move={}{}", move, expected));
    lock.lock();
    ended_ = true;
    changed_.notify_all();
}

}  // namespace crownhead::cli::hub
