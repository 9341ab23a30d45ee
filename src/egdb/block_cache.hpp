// BlockCache: the decoded blocks that were asked for last, in a bounded amount of memory, for several threads at a time. The
// sets of several games may share one.
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
    // At most so many bytes; memory is taken when blocks come.
    explicit BlockCache(std::size_t bytes);

    // Each file that shares the cache has an id of its own, which is never given again.
    std::uint64_t new_id() { return ++last_id_; }

    // The value with this number in a table of a file; Unknown if the file cannot be read any more.
    Value value(const StageReader& reader, std::uint64_t id, std::size_t table, std::uint64_t number);

    std::size_t bytes() const;  // that it takes now

private:
    static constexpr std::size_t ways = 4;

    struct Key {
        std::uint64_t table = 0;  // the id of the file and the number of its table; 0: nothing is here
        std::uint64_t block = 0;

        friend bool operator==(const Key&, const Key&) = default;
    };

    // Blocks with the same place. A block stays until `ways` others have come after its last use.
    struct Set {
        std::atomic_flag busy;
        std::uint8_t clock = 0;
        std::array<std::uint8_t, ways> used{};
        std::array<Key, ways> keys{};
        std::array<std::unique_ptr<PackedBlock>, ways> blocks{};
    };

    std::size_t count_;
    std::unique_ptr<Set[]> sets_;
    std::atomic<std::uint64_t> last_id_ = 0;
    std::atomic<std::size_t> blocks_ = 0;
};

}  // namespace crownhead::egdb
