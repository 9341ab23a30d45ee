// Database<G, M>: the endgame files of one game in a folder, and the value of any position that they decide. Threads may ask
// at the same time.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "egdb/block_cache.hpp"
#include "egdb/distances.hpp"
#include "egdb/file.hpp"
#include "egdb/index.hpp"
#include "egdb/tasks.hpp"
#include "game/history.hpp"
#include "game/symmetry.hpp"
#include "rules/variant.hpp"

namespace crownhead::egdb {

// The positions whose value is not stored: the captures of the side to move decide it.
template <Movement M, Geometry G>
bool is_stored(const Position<G>& pos) {
    return M.obligation == Obligation::Free || !any_capture<M>(pos);
}

template <Geometry G, Movement M>
std::vector<std::uint64_t> sizes_of(const Material& stage) {
    std::vector<std::uint64_t> sizes{Index<G, M>(stage).size()};
    if (stage.us != stage.them) sizes.push_back(Index<G, M>(stage.swapped()).size());
    return sizes;
}

template <Geometry G, Movement M>
Result<std::unique_ptr<StageReader>> open_stage(const std::string& folder, const Variant& v, const Material& stage) {
    return StageReader::open(folder + "/" + name_of_file(stage), fingerprint(v), stage, sizes_of<G, M>(stage));
}

template <Geometry G, Movement M>
class Database {
public:
    // What there is for this game in the folder, with up to `pieces` pieces; a file that cannot be used is an error.
    static Result<std::unique_ptr<Database>> open(const std::string& folder, const Variant& v, int pieces,
                                                  std::shared_ptr<BlockCache> cache) {
        std::vector<std::unique_ptr<StageReader>> readers;
        std::vector<Material> stages;
        for (const Material& stage : stages_up_to(v, pieces)) {
            std::error_code error;
            if (!std::filesystem::exists(folder + "/" + name_of_file(stage), error)) continue;
            auto reader = open_stage<G, M>(folder, v, stage);
            if (!reader) return std::unexpected(std::move(reader.error()));
            readers.push_back(std::move(*reader));
            stages.push_back(stage);
        }
        std::unique_ptr<Database> database(new Database(v, std::move(stages), std::move(cache)));
        for (std::size_t i = 0; i < readers.size(); ++i) database->add(database->stages_[i], std::move(readers[i]));
        return database;
    }

    // That it takes, without the blocks in the cache.
    std::size_t memory() const {
        std::size_t bytes = sizeof(*this) + entries_.size() * sizeof(Entry);
        for (const Entry& entry : entries_) {
            if (!entry.reader) continue;
            bytes += sizeof(Index<G, M>) + entry.distances.size() * sizeof(std::uint16_t);
            if (entry.table == 0) bytes += entry.reader->memory();
        }
        return bytes;
    }

    int pieces() const { return pieces_; }  // of the largest class
    bool empty() const { return stages_.empty(); }
    const std::vector<Material>& stages() const { return stages_; }
    const StageReader& reader(const Material& stage) const { return *entries_[place(stage)].reader; }

    bool has_distances() const {
        return std::ranges::all_of(stages_, [&](const Material& m) { return reader(m).has_distances(); });
    }
    // Takes all distances into memory, where they are found quickly; false if a file cannot be read any more.
    bool load_distances() {
        for (Entry& entry : entries_) {
            if (!entry.reader) continue;
            entry.distances.resize(entry.index->size());
            for (std::uint64_t first = 0; first < entry.distances.size(); first += block_positions) {
                const std::uint64_t block = first / block_positions;
                const std::span distances(entry.distances.data() + first,
                                          entry.reader->positions_in(entry.table, block));
                if (!entry.reader->read_distances(entry.table, block, distances)) return false;
            }
        }
        return true;
    }

    // The value and, where it is known, the distance.
    std::optional<ExactValue> exact_value(const Position<G>& pos) const {
        return exact_value_normalised(normalised(pos));
    }

    // Null if it, or what its captures lead to, is not in the files.
    std::optional<Value> value(const Position<G>& pos) const { return value_normalised(normalised(pos)); }

    // The same for a position that is known to be stored (is_stored) and not over.
    std::optional<Value> stored_value(const Position<G>& pos) const {
        const Position<G> normal = normalised(pos);
        const Entry* const entry = find(material_of(normal));
        if (entry == nullptr) return std::nullopt;
        const Value v = cache_->value(*entry->reader, entry->id, entry->table, entry->index->of(normal));
        return v == Value::Unknown ? std::nullopt : std::optional(v);
    }

private:
    struct Entry {
        std::shared_ptr<StageReader> reader;  // shared by both sides to move
        std::uint64_t id = 0;                 // in the cache
        std::size_t table = 0;
        std::unique_ptr<Index<G, M>> index;
        std::vector<std::uint16_t> distances{};  // if they are in memory
    };

    Database(const Variant& v, std::vector<Material> stages, std::shared_ptr<BlockCache> cache)
        : end_(v.end), stages_(std::move(stages)), cache_(std::move(cache)) {
        for (const Material& stage : stages_) pieces_ = std::max(pieces_, stage.pieces());
        const std::size_t counts = base();
        entries_.resize(counts * counts * counts * counts);
    }

    // So many men or kings a side can have in these files, none included.
    std::size_t base() const { return static_cast<std::size_t>(pieces_) + 1; }

    std::size_t place(const Material& m) const {
        return ((m.us.men * base() + m.us.kings) * base() + m.them.men) * base() + m.them.kings;
    }

    const Entry* find(const Material& m) const {
        if (m.us.pieces() > pieces_ || m.them.pieces() > pieces_) return nullptr;
        const Entry& entry = entries_[place(m)];
        return entry.reader ? &entry : nullptr;
    }

    void add(const Material& stage, std::unique_ptr<StageReader> opened) {
        const std::shared_ptr<StageReader> reader = std::move(opened);
        const std::uint64_t id = cache_->new_id();
        entries_[place(stage)] = {reader, id, 0, std::make_unique<Index<G, M>>(stage)};
        if (stage.us != stage.them)
            entries_[place(stage.swapped())] = {reader, id, 1, std::make_unique<Index<G, M>>(stage.swapped())};
    }

    std::optional<Value> value_normalised(const Position<G>& pos) const {
        if (const auto over = decided(pos, end_)) return value_of(*over, Side::Black);
        if (pos.of(Side::White).empty()) return std::nullopt;  // only set up by hand; no game gets there
        const Generator<G, M, Side::Black> gen(pos);
        if (M.obligation == Obligation::Free || !gen.any_capture()) return stored_value(pos);
        MoveList<G> captures;
        gen.captures(captures);
        bool unknown = false;
        Value best = Value::Loss;
        for (const Move<G>& mv : captures) {
            const auto v = value_normalised(rotated(after<M, Side::Black>(pos, mv)));
            if (v == Value::Loss) return Value::Win;
            if (!v) unknown = true;
            if (v == Value::Draw) best = Value::Draw;
        }
        return unknown ? std::nullopt : std::optional(best);
    }

    std::optional<ExactValue> exact_value_normalised(const Position<G>& pos) const {
        if (const auto over = decided(pos, end_)) return ExactValue{value_of(*over, Side::Black), 0};
        const std::optional<Value> v = value_normalised(pos);
        if (!v) return std::nullopt;
        if (*v == Value::Draw) return ExactValue{*v, {}};
        if (is_stored<M>(pos)) return ExactValue{*v, stored_distance(pos)};
        MoveList<G> captures;
        Generator<G, M, Side::Black>(pos).captures(captures);
        NextDistances next(*v);
        for (const Move<G>& mv : captures) {
            const auto behind = exact_value_normalised(rotated(after<M, Side::Black>(pos, mv)));
            if (!behind) continue;
            if (behind->value != negated(*v)) continue;
            if (!behind->plies) return ExactValue{*v, {}};
            next.add(behind->value, *behind->plies);
        }
        return ExactValue{*v, next.best()};
    }

    std::optional<int> stored_distance(const Position<G>& pos) const {
        const Entry* const entry = find(material_of(pos));
        if (entry == nullptr || !entry->reader->has_distances()) return std::nullopt;
        const std::uint64_t number = entry->index->of(pos);
        if (!entry->distances.empty()) return entry->distances[number];
        const std::uint64_t block = number / block_positions;
        std::array<std::uint16_t, block_positions> distances;
        const std::span wanted(distances.data(), entry->reader->positions_in(entry->table, block));
        if (!entry->reader->read_distances(entry->table, block, wanted)) return std::nullopt;
        return wanted[number % block_positions];
    }

    Ending end_;
    std::vector<Entry> entries_;
    std::vector<Material> stages_;
    int pieces_ = 0;
    std::shared_ptr<BlockCache> cache_;
};

}  // namespace crownhead::egdb
