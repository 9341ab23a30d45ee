// BlockCache: the decoded blocks that were asked for last, in a bounded amount of memory, for several threads at a time.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "egdb/file.hpp"

namespace crownhead::egdb {

class BlockCache {
public:
    explicit BlockCache(std::size_t bytes);

    // The value with this number in a table of a file; Unknown if the file cannot be read any more. Each file that shares
    // the cache has an id of its own.
    Value value(const StageReader& reader, std::uint32_t id, std::size_t table, std::uint64_t number);

private:
    static constexpr std::size_t ways = 4;
    static constexpr std::uint64_t nothing = ~std::uint64_t{0};

    // Blocks with the same place. A block stays until `ways` others have come after its last use.
    struct Set {
        std::atomic_flag busy;
        std::uint8_t clock = 0;
        std::array<std::uint8_t, ways> used{};
        std::array<std::uint64_t, ways> keys{nothing, nothing, nothing, nothing};
        std::array<PackedBlock, ways> blocks;
    };

    std::size_t count_;
    std::unique_ptr<Set[]> sets_;
};

}  // namespace crownhead::egdb
