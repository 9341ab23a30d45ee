// Is every value in the files the best that the moves of its position lead to? Read by the same code that answers users.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "egdb/database.hpp"
#include "egdb/tasks.hpp"
#include "util/threads.hpp"

namespace crownhead::egdb {

template <Geometry G, Movement M>
class Verifier {
public:
    Verifier(const Database<G, M>& database, const Ending& end, const VerifyOptions& options)
        : database_(database), end_(end), options_(options), distances_(database.has_distances()) {}

    VerifyReport run() {
        for (const Material& stage : database_.stages())
            for (const std::uint64_t size : sizes_of<G, M>(stage)) all_ += size;
        for (const Material& stage : database_.stages()) {
            check(stage, 0, stage);
            if (stage.us != stage.them) check(stage.swapped(), 1, stage);
            if (stopped()) break;
        }
        report_.stopped = stopped();
        return report_;
    }

private:
    bool stopped() const { return options_.stop.stop_requested(); }

    void check(const Material& m, std::size_t table, const Material& stage) {
        const Index<G, M> index(m);
        std::array<std::uint64_t, 3> totals{};
        std::atomic<std::uint64_t> next{0};
        std::mutex mutex;
        on_threads(options_.threads, [&] {
            for (std::uint64_t i = next++; i < index.slices() && !stopped(); i = next++) {
                std::array<std::uint64_t, 4> found{};
                const auto slice = index.slice(i);
                std::optional<Position<G>> wrong;
                std::uint64_t wrongs = 0;
                index.each_in_slice(slice, [&](std::uint64_t, SquareSet<G> theirs) {
                    index.each_in_block(slice.men, theirs, [&](std::uint64_t, const Position<G>& pos) {
                        const std::optional<Value> v = database_.value(pos);
                        ++found[static_cast<std::size_t>(v.value_or(Value::Unknown))];
                        if (v && v == best_of_moves(pos) && (!distances_ || distance_is_right(pos))) return;
                        ++wrongs;
                        if (!wrong) wrong = pos;
                    });
                });
                const std::scoped_lock lock(mutex);
                for (std::size_t v = 0; v < 3; ++v) totals[v] += found[v];
                for (const std::uint64_t count : found) report_.positions += count;
                report_.wrong += wrongs;
                if (wrong && report_.first_wrong.empty())
                    report_.first_wrong = text_of(m) + ", position " + std::to_string(index.of(*wrong));
                if (options_.on_progress) options_.on_progress(report_.positions, all_, stage);
            }
        });
        if (!stopped() && totals != database_.reader(stage).totals(table)) {
            ++report_.wrong;
            if (report_.first_wrong.empty()) report_.first_wrong = text_of(m) + ": the totals in its file";
        }
    }

    std::optional<Value> best_of_moves(const Position<G>& pos) const {
        MoveList<G> moves;
        generate<M>(pos, moves);
        if (moves.empty()) {
            if (const auto over = blocked<M>(pos, end_)) return value_of(*over, pos.turn);
            moves.push_back(Move<G>{});  // a pass
        }
        Value best = Value::Loss;
        for (const Move<G>& mv : moves) {
            const std::optional<Value> next = database_.value(after<M>(pos, mv));
            if (!next) return std::nullopt;
            if (*next == Value::Loss) return Value::Win;
            if (*next == Value::Draw) best = Value::Draw;
        }
        return best;
    }

    // That of the best move, and one ply more.
    bool distance_is_right(const Position<G>& pos) const {
        const std::optional<ExactValue> here = database_.exact_value(pos);
        if (!here || here->value == Value::Draw) return here.has_value();
        if (!here->plies) return false;
        MoveList<G> moves;
        generate<M>(pos, moves);
        if (moves.empty()) {
            if (blocked<M>(pos, end_)) return here->plies == 0;
            moves.push_back(Move<G>{});
        }
        NextDistances next(here->value);
        for (const Move<G>& mv : moves)
            if (const auto behind = database_.exact_value(after<M>(pos, mv)); behind && behind->plies)
                next.add(behind->value, *behind->plies);
        return here->plies == next.best();
    }

    const Database<G, M>& database_;
    const Ending& end_;
    const VerifyOptions& options_;
    bool distances_;
    VerifyReport report_;
    std::uint64_t all_ = 0;
};

}  // namespace crownhead::egdb
