// SolvedDistances<G, M>: how many plies it is to the end, with best play of both sides, in the classes that are in memory.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "egdb/distance_codec.hpp"
#include "egdb/index.hpp"
#include "egdb/tasks.hpp"
#include "game/history.hpp"
#include "game/value.hpp"

namespace crownhead::egdb {

// The distance of a position from those its moves lead to: who wins takes the shortest way, who loses the longest.
class NextDistances {
public:
    explicit NextDistances(Value v) : value_(v) {}

    void add(Value next, int distance) {
        if (next == negated(value_))
            best_ = best_ < 0              ? distance + 1
                    : value_ == Value::Win ? std::min(best_, distance + 1)
                                           : std::max(best_, distance + 1);
    }
    int best() const { return best_; }  // -1: no move with this value

private:
    Value value_;
    int best_ = -1;
};

template <Geometry G, Movement M>
class SolvedDistances {
public:
    SolvedDistances() : entries_(base * base * base * base) {}

    void put(const Material& m, std::vector<std::uint16_t> distances) {
        bytes_ += 2 * distances.size();
        entries_[place(m)] = {std::vector{Index<G, M>(m)}, std::move(distances)};
    }
    void drop(const Material& m) {
        bytes_ -= 2 * entries_[place(m)].distances.size();
        entries_[place(m)] = {};
    }
    std::uint64_t bytes() const { return bytes_; }
    bool has(const Material& m) const { return !entries_[place(m)].index.empty(); }

    // Of a normalised position that is over or belongs to a class of the library; not a draw.
    int distance(const Position<G>& pos, const Ending& end) const {
        if (decided(pos, end)) return 0;
        const Entry& entry = entries_[place(material_of(pos))];
        CH_ASSERT(!entry.index.empty());
        return entry.distances[entry.index.front().of(pos)];
    }

private:
    static constexpr std::size_t base = most_pieces + 1;

    struct Entry {
        std::vector<Index<G, M>> index;  // one, or none
        std::vector<std::uint16_t> distances;
    };

    static std::size_t place(const Material& m) {
        return ((m.us.men * base + m.us.kings) * base + m.them.men) * base + m.them.kings;
    }

    std::vector<Entry> entries_;
    std::uint64_t bytes_ = 0;
};

}  // namespace crownhead::egdb
