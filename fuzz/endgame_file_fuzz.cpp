// Any bytes as an endgame file of 6x6 English. Their checksum is put right first, since otherwise no other line of the reader
// would ever be reached; the rules and the class that are asked for are those that the bytes speak of. A file is refused with a
// reason, or everything in it can be asked for: each block gives all its values, and distances to those that have one, or nothing.
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "egdb/database.hpp"
#include "egdb/distance_codec.hpp"
#include "egdb/file.hpp"
#include "require.hpp"
#include "rules/variants.hpp"
#include "util/bytes.hpp"
#include "util/checksum.hpp"

using namespace crownhead;
using namespace crownhead::egdb;

namespace {

constexpr Variant game = list::resized(list::english, "english-6", 6);
constexpr int most = 4;  // pieces: enough for several blocks

// A file in memory, which has a name as well.
class MemoryFile {
public:
    MemoryFile() : descriptor_(memfd_create("endgame", MFD_CLOEXEC)) { require(descriptor_ >= 0); }
    MemoryFile(const MemoryFile&) = delete;
    MemoryFile& operator=(const MemoryFile&) = delete;
    ~MemoryFile() { close(descriptor_); }

    void fill(std::string_view bytes) const {
        require(ftruncate(descriptor_, 0) == 0);
        require(pwrite(descriptor_, bytes.data(), bytes.size(), 0) == static_cast<ssize_t>(bytes.size()));
    }
    std::string path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

private:
    int descriptor_;
};

void put_checksum_right(std::string& bytes) {
    if (bytes.size() < sizeof(std::uint64_t)) return;
    bytes.resize(bytes.size() - sizeof(std::uint64_t));
    WordChecksum checksum;
    checksum.add(bytes);
    bytes::put(bytes, checksum.value());
}

// What the head says, wherever that is possible.
struct Wanted {
    std::uint64_t fingerprint = 0;
    Material stage{};
};

Wanted wanted_of(std::string_view bytes) {
    static const std::vector<Material> stages = stages_up_to(game, most);
    Wanted wanted{.fingerprint = 0, .stage = stages.front()};
    std::size_t at = 8;  // after the format and the number of tables
    Material m;
    if (bytes::take(bytes, at, wanted.fingerprint) && bytes::take(bytes, at, m.us.men) &&
        bytes::take(bytes, at, m.us.kings) && bytes::take(bytes, at, m.them.men) &&
        bytes::take(bytes, at, m.them.kings) && std::ranges::find(stages, m) != stages.end())
        wanted.stage = m;
    return wanted;
}

Value value_at(const PackedBlock& values, std::size_t i) {
    return static_cast<Value>(values[i / 32] >> (2 * (i % 32)) & 3U);
}

void check_block(const StageReader& reader, std::size_t table, std::uint64_t block) {
    const auto count = static_cast<std::size_t>(reader.positions_in(table, block));
    PackedBlock values;
    const bool readable = reader.read_values(table, block, values);
    if (const auto only = reader.only_value(table, block)) require(readable && *only != Value::Unknown);
    std::array<std::uint16_t, block_positions> distances;
    const bool measured = reader.read_distances(table, block, std::span(distances).first(count));
    require(readable || !measured);
    for (std::size_t i = 0; i < count; ++i) {
        if (readable) require(value_at(values, i) != Value::Unknown);
        if (measured) require((distances[i] == no_distance) == (value_at(values, i) == Value::Draw));
    }
}

void check(const StageReader& reader, const std::vector<std::uint64_t>& sizes) {
    require(reader.tables() == sizes.size());
    for (std::size_t table = 0; table < sizes.size(); ++table) {
        const auto& totals = reader.totals(table);
        require(std::accumulate(totals.begin(), totals.end(), std::uint64_t{0}) == sizes[table]);
        require(std::ranges::max(totals) <= sizes[table]);
        require(reader.longest(table).number < sizes[table]);
        for (std::uint64_t first = 0; first < sizes[table]; first += block_positions)
            check_block(reader, table, first / block_positions);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const MemoryFile file;
    std::string bytes(reinterpret_cast<const char*>(data), size);
    put_checksum_right(bytes);
    file.fill(bytes);
    const Wanted wanted = wanted_of(bytes);
    const std::vector<std::uint64_t> sizes = sizes_of<game.board, game.move>(wanted.stage);
    const auto reader = StageReader::open(file.path(), wanted.fingerprint, wanted.stage, sizes);
    if (!reader) {
        require(reader.error().message.size() > file.path().size());
        return 0;
    }
    require((*reader)->bytes() == size);
    check(**reader, sizes);
    return 0;
}
