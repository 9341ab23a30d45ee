// Builder<G, M>: solves all classes up to a number of pieces, one stage after the other, and writes each to its file. What is
// there already is not done again, so a build that was interrupted goes on where it was.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "egdb/database.hpp"
#include "egdb/distance_solver.hpp"
#include "egdb/distances.hpp"
#include "egdb/solved_classes.hpp"
#include "egdb/solver.hpp"
#include "egdb/tasks.hpp"
#include "util/folder_lock.hpp"
#include "util/threads.hpp"

namespace crownhead::egdb {

inline std::string megabytes_text(std::uint64_t bytes) { return std::to_string((bytes >> 20U) + 1) + " MB"; }

template <Geometry G, Movement M>
class Builder {
public:
    Builder(const Variant& v, const BuildOptions& options) : v_(v), options_(options), solved_(options.pieces) {}

    Result<BuildReport> run() {
        std::error_code error;
        std::filesystem::create_directories(options_.folder, error);
        if (error) return fail("cannot make the folder " + options_.folder + ": " + error.message());
        const Result<FolderLock> lock =
            FolderLock::take(options_.folder, "endgames are being built in " + options_.folder + " already");
        if (!lock) return std::unexpected(lock.error());

        const std::vector<Material> stages = stages_up_to(v_, options_.pieces);
        std::vector<Material> missing;
        for (const Material& stage : stages)
            if (!open(stage)) missing.push_back(stage);
        report_.found = stages.size() - missing.size();
        for (const Material& stage : missing) {
            all_ += work_of(stage);
            if (memory_for(stage) > options_.memory)
                return fail(text_of(stage) + " needs " + megabytes_text(memory_for(stage)) + " of memory, " +
                            megabytes_text(options_.memory) + " are allowed");
        }
        for (const Material& stage : missing) {
            if (Result<void> done = build(stage); !done) return std::unexpected(std::move(done.error()));
            if (options_.stop.stop_requested()) {
                report_.stopped = true;
                break;
            }
        }
        return report_;
    }

private:
    bool mirror(const Material& stage) const { return stage.us == stage.them; }
    std::vector<Material> both(const Material& stage) const {
        return mirror(stage) ? std::vector{stage} : std::vector{stage, stage.swapped()};
    }

    static std::uint64_t positions_of(const Material& stage) {
        std::uint64_t sum = 0;
        for (const std::uint64_t size : sizes_of<G, M>(stage)) sum += size;
        return sum;
    }

    // The stages that a stage leads to, each once.
    std::vector<Material> needs(const Material& stage) const {
        std::vector<Material> all;
        for (const Material& m : both(stage))
            for (const Material& next : successors_of(m, plays_with_kings(v_))) all.push_back(leading(next));
        std::ranges::sort(all);
        all.erase(std::ranges::unique(all).begin(), all.end());
        return all;
    }

    // Values under work take a byte, those that are looked up two bits; what is written is smaller.
    std::uint64_t memory_for(const Material& stage) const {
        std::uint64_t sum = own_memory_for(stage);
        for (const Material& need : needs(stage))
            sum += positions_of(need) / 4 + (options_.distances ? 2 * positions_of(need) : 0);
        return sum;
    }
    // Distances take two bytes, and in the blocks under work eight more.
    std::uint64_t own_memory_for(const Material& stage) const {
        const std::uint64_t sum = positions_of(stage) + positions_of(stage) / 2;
        if (!options_.distances) return sum;
        const std::uint64_t blocks = Index<G, M>(stage).block() + Index<G, M>(stage.swapped()).block();
        return sum + 2 * positions_of(stage) + 8 * blocks * static_cast<std::uint64_t>(options_.threads);
    }

    std::uint64_t work_of(const Material& stage) const { return positions_of(stage) * (options_.distances ? 2 : 1); }

    bool open(const Material& stage) {
        const std::string path = options_.folder + "/" + name_of_file(stage);
        std::error_code error;
        if (!std::filesystem::exists(path, error)) return false;
        auto reader = open_stage<G, M>(options_.folder, v_, stage);
        if (reader) return !options_.distances || (*reader)->has_distances();
        if (options_.on_note) options_.on_note(reader.error().message + "; it is built again");
        return false;
    }

    Result<void> build(const Material& stage) {
        make_room(stage);
        for (const Material& need : needs(stage))
            if (Result<void> done = load(need); !done) return done;
        StageValues values;
        StageSolver<G, M> solver(stage, v_.end, solved_, options_.threads, options_.stop);
        if (options_.on_progress)
            solver.on_progress([&](std::uint64_t done) { options_.on_progress(done_ + done, all_, stage); });
        if (!solver.solve(values)) return {};
        StageFile file{.fingerprint = fingerprint(v_), .stage = stage, .tables = {}};
        for (const Material& m : both(stage)) {
            Values& table = m == stage ? values.leading : values.swapped;
            solved_.put(m, PackedValues(table));
            file.tables.push_back(store(m, table));
            Values().swap(table);
        }
        if (options_.distances && !add_distances(file)) return {};
        if (Result<void> done = write_stage(options_.folder + "/" + name_of_file(stage), file); !done) return done;
        ++report_.built;
        report_.positions += positions_of(stage);
        done_ += work_of(stage);
        return {};
    }

    // False if it was stopped.
    bool add_distances(StageFile& file) {
        StageDistances distances;
        DistanceSolver<G, M> solver(file.stage, v_.end, solved_, distances_, options_.threads, options_.stop);
        if (options_.on_progress)
            solver.on_progress([&](std::uint64_t done) {
                options_.on_progress(done_ + positions_of(file.stage) + done, all_, file.stage);
            });
        if (!solver.solve(distances)) return false;
        for (std::size_t i = 0; i < file.tables.size(); ++i) {
            const Material m = i == 0 ? file.stage : file.stage.swapped();
            std::vector<std::uint16_t>& table = i == 0 ? distances.leading : distances.swapped;
            file.tables[i].distances = store_distances(m, file.tables[i].values, table);
            distances_.put(m, std::move(table));
        }
        return true;
    }

    StoredDistances store_distances(const Material& m, const EncodedTable& values,
                                    const std::vector<std::uint16_t>& distances) const {
        StoredDistances stored;
        for (std::uint64_t i = 0; i < distances.size(); ++i)
            if (distances[i] != no_distance && distances[i] > stored.longest.plies) stored.longest = {distances[i], i};
        std::vector<std::uint16_t> wanted = distances;
        each_position(m, [&](std::uint64_t number, const Position<G>& pos) {
            if (!is_stored<M>(pos)) wanted[number] = no_distance;
        });
        std::size_t offset = 0;
        for (std::size_t block = 0; block < values.sizes.size(); ++block) {
            const std::size_t first = block * block_positions;
            const std::size_t count = std::min(block_positions, wanted.size() - first);
            PackedBlock filled;
            if (values.sizes[block] < 3) {
                filled.fill(values.sizes[block] * 0x5555555555555555ULL);
            } else {
                const std::size_t bytes = values.sizes[block] - 2U;
                const bool good = decode(std::string_view(values.data).substr(offset, bytes), count, values.model,
                                         values.strides, filled);
                CH_ASSERT(good);
                static_cast<void>(good);
                offset += bytes;
            }
            const std::string bytes = encode_distances(std::span(wanted).subspan(first, count), filled);
            stored.sizes.push_back(static_cast<std::uint16_t>(bytes.size()));
            stored.data += bytes;
        }
        return stored;
    }

    // Leaves only what the stage needs, where memory is short.
    void make_room(const Material& stage) {
        if (solved_.bytes() + distances_.bytes() + own_memory_for(stage) <= options_.memory) return;
        const std::vector<Material> wanted = needs(stage);
        for (const Material& other : stages_up_to(v_, options_.pieces))
            if (!std::ranges::binary_search(wanted, other))
                for (const Material& m : both(other)) {
                    solved_.drop(m);
                    distances_.drop(m);
                }
    }

    // Takes the values of a finished stage from its file.
    Result<void> load(const Material& stage) {
        if (solved_.has(stage)) return {};
        for (const Material& m : both(stage))
            for (const Material& next : successors_of(m, plays_with_kings(v_)))
                if (next.pieces() < m.pieces())
                    if (Result<void> done = load(leading(next)); !done) return done;
        auto reader = open_stage<G, M>(options_.folder, v_, stage);
        if (!reader) return std::unexpected(std::move(reader.error()));
        for (std::size_t table = 0; table < (*reader)->tables(); ++table) {
            const Material m = table == 0 ? stage : stage.swapped();
            Values values(Index<G, M>(m).size());
            if (!unpack(**reader, table, values)) return fail("cannot read " + name_of_file(stage));
            fill_captures(m, values);
            solved_.put(m, PackedValues(values));
            if (options_.distances && !load_distances(m, **reader, table))
                return fail("cannot read " + name_of_file(stage));
        }
        return {};
    }

    bool load_distances(const Material& m, const StageReader& reader, std::size_t table) {
        std::vector<std::uint16_t> distances(Index<G, M>(m).size());
        for (std::uint64_t first = 0; first < distances.size(); first += block_positions) {
            const std::uint64_t block = first / block_positions;
            if (!reader.read_distances(table, block,
                                       std::span(distances).subspan(first, reader.positions_in(table, block))))
                return false;
        }
        each_position(m, [&](std::uint64_t number, const Position<G>& pos) {
            if (is_stored<M>(pos)) return;
            MoveList<G> captures;
            Generator<G, M, Side::Black>(pos).captures(captures);
            const Value v = solved_.value(pos, v_.end);
            NextDistances best(v);
            for (const Move<G>& mv : captures) {
                const Position<G> next = rotated(after<M, Side::Black>(pos, mv));
                if (const Value behind = solved_.value(next, v_.end); behind == negated(v))
                    best.add(behind, distances_.distance(next, v_.end));
            }
            distances[number] = v == Value::Draw ? no_distance : static_cast<std::uint16_t>(best.best());
        });
        distances_.put(m, std::move(distances));
        return true;
    }

    static bool unpack(const StageReader& reader, std::size_t table, Values& values) {
        PackedBlock block;
        for (std::uint64_t first = 0; first < values.size(); first += block_positions) {
            const std::uint64_t number = first / block_positions;
            const auto only = reader.only_value(table, number);
            if (!only && !reader.read(table, number, block)) return false;
            const std::uint64_t count = std::min<std::uint64_t>(block_positions, values.size() - first);
            for (std::uint64_t i = 0; i < count; ++i)
                values[first + i] = only ? static_cast<std::uint8_t>(*only)
                                         : static_cast<std::uint8_t>(block[i / 32] >> (2 * (i % 32)) & 3U);
        }
        return true;
    }

    // Calls f(number, position) for every position of a class, on all threads.
    template <class F>
    void each_position(const Material& m, F&& f) const {
        const Index<G, M> index(m);
        std::atomic<std::uint64_t> next{0};
        on_threads(options_.threads, [&] {
            for (std::uint64_t i = next++; i < index.slices(); i = next++) {
                const auto slice = index.slice(i);
                index.each_in_slice(slice, [&](std::uint64_t men, SquareSet<G> theirs) {
                    index.each_in_block(slice.men, theirs, [&](std::uint64_t number, const Position<G>& pos) {
                        f(men * index.block() + number, pos);
                    });
                });
            }
        });
    }

    // The values that are not stored follow from smaller classes.
    void fill_captures(const Material& m, Values& values) const {
        each_position(m, [&](std::uint64_t number, const Position<G>& pos) {
            if (is_stored<M>(pos)) return;
            MoveList<G> captures;
            Generator<G, M, Side::Black>(pos).captures(captures);
            Value best = Value::Loss;
            for (const Move<G>& mv : captures) {
                const Value v = negated(solved_.value(rotated(after<M, Side::Black>(pos, mv)), v_.end));
                if (v == Value::Win || best == Value::Loss) best = v;
                if (best == Value::Win) break;
            }
            values[number] = static_cast<std::uint8_t>(best);
        });
    }

    StoredTable store(const Material& m, Values& values) const {
        StoredTable table;
        for (const std::uint8_t v : values) ++table.totals[v];
        each_position(m, [&](std::uint64_t number, const Position<G>& pos) {
            if (!is_stored<M>(pos)) values[number] = any_value;
        });
        table.values = encode(values, Index<G, M>(m).strides(), options_.threads);
        return table;
    }

    const Variant& v_;
    const BuildOptions& options_;
    SolvedClasses<G, M> solved_;
    SolvedDistances<G, M> distances_;
    BuildReport report_;
    std::uint64_t done_ = 0;  // positions of finished stages
    std::uint64_t all_ = 0;   // of all that were missing
};

}  // namespace crownhead::egdb
