// Endgame files: one for each stage, that is a class with either side to move. docs/formats.md describes them.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "egdb/codec.hpp"
#include "egdb/material.hpp"
#include "game/value.hpp"
#include "util/result.hpp"

namespace crownhead::egdb {

// The position with the longest distance to the end, by its number.
struct Longest {
    std::uint16_t plies = 0;
    std::uint64_t number = 0;
};

struct StoredDistances {
    Longest longest;
    std::vector<std::uint16_t> sizes;  // bytes of each block
    std::string data;
};

// One class as it is written: how many of its positions have which value, and their values.
struct StoredTable {
    std::array<std::uint64_t, 3> totals{};  // by Value, of all positions, those with a capture pending included
    EncodedTable values;
    std::optional<StoredDistances> distances{};
};

struct StageFile {
    std::uint64_t fingerprint = 0;  // of the rules (rules/variant.hpp)
    Material stage;
    std::vector<StoredTable> tables;  // the stage; then the other side to move, unless the class is its own mirror
};

std::string name_of_file(const Material& stage);  // "Kmm-KK.wdl"

Result<void> write_stage(const std::string& path, const StageFile& stage);

// A file for reading. Its checksum is verified once; blocks are read on demand. The file is opened anew for each of them, so
// that hundreds of classes hold no descriptor. Several threads may read at a time.
class StageReader {
public:
    // The sizes are those of the tables: a file for others is refused, like one for other rules or one that is damaged.
    static Result<std::unique_ptr<StageReader>> open(const std::string& path, std::uint64_t fingerprint,
                                                     const Material& stage, const std::vector<std::uint64_t>& sizes);
    StageReader(const StageReader&) = delete;
    StageReader& operator=(const StageReader&) = delete;

    std::size_t tables() const { return tables_.size(); }
    const std::array<std::uint64_t, 3>& totals(std::size_t table) const { return tables_[table].totals; }
    std::uint64_t bytes() const { return bytes_; }  // of the file
    std::size_t memory() const;                     // that the reader takes

    // The value of every position of this block, if it is the same.
    std::optional<Value> only_value(std::size_t table, std::uint64_t block) const;
    // Reads and decodes a block; false if the file has changed since it was opened.
    bool read(std::size_t table, std::uint64_t block, PackedBlock& values) const;

    bool has_distances() const;  // of all its tables
    const Longest& longest(std::size_t table) const { return tables_[table].longest; }
    // The distances of all positions of a block; false if it cannot be read.
    bool read_distances(std::size_t table, std::uint64_t block, std::span<std::uint16_t> distances) const;
    // The values of a block even if they are all the same.
    bool read_values(std::size_t table, std::uint64_t block, PackedBlock& values) const;
    std::uint64_t positions_in(std::size_t table, std::uint64_t block) const;

private:
    struct Table {
        std::uint64_t size = 0;
        std::array<std::uint64_t, 3> totals{};
        Strides strides;
        std::string model;  // as it stands in the file; a Model takes 16 KB and is made for each block that is read
        std::vector<std::uint16_t> sizes;
        std::vector<std::uint64_t> offsets;  // of every 64th block in the file
        bool has_distances = false;
        Longest longest;
        std::vector<std::uint16_t> distance_sizes;
        std::vector<std::uint64_t> distance_offsets;
    };

    StageReader() = default;
    Result<void> read_head(std::string_view head, std::uint64_t fingerprint, const Material& stage,
                           const std::vector<std::uint64_t>& sizes, std::uint64_t& data_bytes);
    std::string read_bytes(std::uint64_t offset, std::size_t count) const;  // fewer where the file is another one now

    std::string path_;
    std::array<std::int64_t, 4>
        identity_{};  // which file it was: device, number, seconds and nanoseconds of its last change
    std::uint64_t bytes_ = 0;
    std::vector<Table> tables_;
};

}  // namespace crownhead::egdb
