// SolvedClasses<G, M>: the finished classes that are in memory, found by the material of a position.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "egdb/index.hpp"
#include "egdb/packed_values.hpp"
#include "game/history.hpp"
#include "game/symmetry.hpp"

namespace crownhead::egdb {

template <Geometry G, Movement M>
class SolvedClasses {
public:
    explicit SolvedClasses(int pieces)
        : base_(static_cast<std::size_t>(pieces) + 1), entries_(base_ * base_ * base_ * base_) {}

    void put(const Material& m, PackedValues values) {
        bytes_ += values.bytes();
        entries_[place(m)] = std::make_unique<Entry>(Entry{Index<G, M>(m), std::move(values)});
    }
    void drop(const Material& m) {
        if (const auto& entry = entries_[place(m)]) bytes_ -= entry->values.bytes();
        entries_[place(m)].reset();
    }
    bool has(const Material& m) const { return entries_[place(m)] != nullptr; }
    std::uint64_t bytes() const { return bytes_; }

    // The value of a normalised position (Black to move) that is over or belongs to a class of the library.
    Value value(const Position<G>& pos, const Ending& end) const {
        if (const auto over = decided(pos, end)) return value_of(*over, Side::Black);
        const auto& entry = entries_[place(material_of(pos))];
        CH_ASSERT(entry != nullptr);
        return entry->values.at(entry->index.of(pos));
    }

private:
    struct Entry {
        Index<G, M> index;
        PackedValues values;
    };

    std::size_t place(const Material& m) const {
        return ((m.us.men * base_ + m.us.kings) * base_ + m.them.men) * base_ + m.them.kings;
    }

    std::size_t base_;
    std::vector<std::unique_ptr<Entry>> entries_;
    std::uint64_t bytes_ = 0;
};

}  // namespace crownhead::egdb
