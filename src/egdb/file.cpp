#include "egdb/file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

#include "egdb/distance_codec.hpp"
#include "util/bytes.hpp"
#include "util/checksum.hpp"
#include "util/file_writer.hpp"

namespace crownhead::egdb {

using bytes::put;
using bytes::take;

namespace {

constexpr std::string_view magic = "CHEG";
constexpr std::uint16_t version = 1;
constexpr std::size_t foot = 16;     // the length of the head and the checksum of everything before it
constexpr std::uint64_t group = 64;  // blocks between two known offsets

std::unexpected<Error> refused(const std::string& path, std::string_view why) {
    return fail("cannot use " + path + ": " + std::string(why));
}

std::string reason() { return std::system_category().message(errno); }

class OpenFile {
public:
    // Nothing is waited for if this is no file.
    explicit OpenFile(const std::string& path) : descriptor_(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {
        if (is_open() && fstat(descriptor_, &info_) != 0) info_ = {};
    }
    OpenFile(const OpenFile&) = delete;
    OpenFile& operator=(const OpenFile&) = delete;
    ~OpenFile() {
        if (is_open()) ::close(descriptor_);
    }

    bool is_open() const { return descriptor_ >= 0; }
    bool is_regular() const { return S_ISREG(info_.st_mode); }
    std::uint64_t size() const { return static_cast<std::uint64_t>(info_.st_size); }
    std::array<std::int64_t, 4> identity() const {
        return {static_cast<std::int64_t>(info_.st_dev), static_cast<std::int64_t>(info_.st_ino), info_.st_mtim.tv_sec,
                info_.st_mtim.tv_nsec};
    }
    std::string read(std::uint64_t offset, std::size_t count) const {
        std::string bytes(count, '\0');
        std::size_t have = 0;
        while (have < count) {
            const ssize_t got =
                ::pread(descriptor_, bytes.data() + have, count - have, static_cast<off_t>(offset + have));
            if (got < 0 && errno == EINTR) continue;
            if (got <= 0) break;
            have += static_cast<std::size_t>(got);
        }
        bytes.resize(have);
        return bytes;
    }

private:
    int descriptor_;
    struct stat info_{};
};

void put_force(std::string& text, const Force& force) {
    put(text, force.men);
    put(text, force.kings);
}

std::string head_of(const StageFile& stage) {
    std::string head(magic);
    put(head, version);
    put(head, static_cast<std::uint16_t>(stage.tables.size()));
    put(head, stage.fingerprint);
    put_force(head, stage.stage.us);
    put_force(head, stage.stage.them);
    put(head, static_cast<std::uint32_t>(block_positions));
    for (const StoredTable& table : stage.tables) {
        for (const std::uint64_t total : table.totals) put(head, total);
        put(head, table.values.strides.squares);
        put(head, table.values.strides.next);
        head += table.values.model.text();
        put(head, static_cast<std::uint64_t>(table.values.sizes.size()));
        for (const std::uint16_t size : table.values.sizes) put(head, size);
        put(head, static_cast<std::uint8_t>(table.distances ? 1 : 0));
        if (!table.distances) continue;
        put(head, table.distances->longest.plies);
        put(head, table.distances->longest.number);
        for (const std::uint16_t size : table.distances->sizes) put(head, size);
    }
    return head;
}

constexpr std::uint64_t bytes_of(std::uint16_t size) { return size < 3 ? 0 : size - 2U; }

constexpr std::uint64_t blocks_of(std::uint64_t size) { return (size + block_positions - 1) / block_positions; }

bool read_model(std::string_view head, std::size_t& at, std::string& text) {
    const std::size_t begin = at;
    Model model;
    if (!model.read(head, at)) return false;
    text = head.substr(begin, at - begin);
    return true;
}

// More than the head of a file with tables of these sizes can have: what comes from outside does not decide how much memory
// is taken.
std::uint64_t largest_head(const std::vector<std::uint64_t>& sizes) {
    std::uint64_t sum = 100;
    for (const std::uint64_t size : sizes) sum += 100 + 6 * Model::contexts + 4 * blocks_of(size);
    return sum;
}

}  // namespace

std::string name_of_file(const Material& stage) { return name_of(stage) + ".wdl"; }

Result<void> write_stage(const std::string& path, const StageFile& stage) {
    Result<FileWriter> file = FileWriter::open(path);
    if (!file) return std::unexpected(std::move(file.error()));
    WordChecksum checksum;
    const auto write = [&](std::string_view text) {
        checksum.add(text);
        return file->write(text);
    };
    const std::string head = head_of(stage);
    if (Result<void> done = write(head); !done) return done;
    for (const StoredTable& table : stage.tables) {
        if (Result<void> done = write(table.values.data); !done) return done;
        if (!table.distances) continue;
        if (Result<void> done = write(table.distances->data); !done) return done;
    }
    std::string end;
    put(end, static_cast<std::uint64_t>(head.size()));
    checksum.add(end);
    put(end, checksum.value());
    if (Result<void> done = file->write(end); !done) return done;
    return file->commit();
}

std::string StageReader::read_bytes(std::uint64_t offset, std::size_t count) const {
    const OpenFile file(path_);
    if (file.identity() != identity_) return {};
    return file.read(offset, count);
}

Result<std::unique_ptr<StageReader>> StageReader::open(const std::string& path, std::uint64_t fingerprint,
                                                       const Material& stage, const std::vector<std::uint64_t>& sizes) {
    std::unique_ptr<StageReader> reader(new StageReader);
    const OpenFile file(path);
    if (!file.is_open()) return fail("cannot read " + path + ": " + reason());
    if (!file.is_regular()) return refused(path, "it is not a file");
    reader->path_ = path;
    reader->identity_ = file.identity();
    reader->bytes_ = file.size();
    if (reader->bytes_ < foot) return refused(path, "it is too short for an endgame file");

    const std::uint64_t body = reader->bytes_ - 8;
    WordChecksum checksum;
    constexpr std::size_t portion = 1 << 20;
    for (std::uint64_t at = 0; at < body; at += portion) {
        const std::string text = file.read(at, static_cast<std::size_t>(std::min<std::uint64_t>(portion, body - at)));
        if (text.empty()) return refused(path, "it cannot be read to its end");
        if (at == 0 && !text.starts_with(magic)) return refused(path, "it is not an endgame file");
        checksum.add(text);
    }
    const std::string end = file.read(reader->bytes_ - foot, foot);
    std::size_t offset = 0;
    std::uint64_t head_size = 0;
    std::uint64_t expected = 0;
    if (!take(end, offset, head_size) || !take(end, offset, expected) || expected != checksum.value() ||
        head_size > reader->bytes_ - foot)
        return refused(path, "it is damaged: its checksum is wrong");
    const std::string head = file.read(0, static_cast<std::size_t>(std::min(head_size, largest_head(sizes))));
    std::uint64_t data_bytes = 0;
    if (Result<void> done = reader->read_head(head, fingerprint, stage, sizes, data_bytes); !done)
        return refused(path, done.error().message);
    if (head.size() != head_size || head_size + data_bytes + foot != reader->bytes_)
        return refused(path, "it is damaged: its length is wrong");
    return reader;
}

Result<void> StageReader::read_head(std::string_view head, std::uint64_t fingerprint, const Material& stage,
                                    const std::vector<std::uint64_t>& sizes, std::uint64_t& data_bytes) {
    std::size_t at = magic.size();
    std::uint16_t found_version = 0;
    std::uint16_t count = 0;
    std::uint64_t found_fingerprint = 0;
    if (!take(head, at, found_version)) return fail("it is damaged");
    if (found_version != version)
        return fail("it has format " + std::to_string(found_version) + ", this program reads format " +
                    std::to_string(version));
    if (!take(head, at, count) || !take(head, at, found_fingerprint)) return fail("it is damaged");
    if (found_fingerprint != fingerprint) return fail("it was made for other rules");
    Material found;
    std::uint32_t block = 0;
    if (!take(head, at, found.us.men) || !take(head, at, found.us.kings) || !take(head, at, found.them.men) ||
        !take(head, at, found.them.kings) || !take(head, at, block))
        return fail("it is damaged");
    if (found != stage) return fail("it holds " + text_of(found) + ", not " + text_of(stage));
    if (count != sizes.size() || block != block_positions) return fail("it is damaged");
    std::uint64_t offset = head.size();
    for (const std::uint64_t size : sizes) {
        Table table;
        table.size = size;
        std::uint64_t blocks = 0;
        std::uint64_t left = size;  // positions that no total has counted
        for (std::uint64_t& total : table.totals) {
            if (!take(head, at, total) || total > left) return fail("it is damaged");
            left -= total;
        }
        if (left != 0) return fail("it is damaged");
        if (!take(head, at, table.strides.squares) || !take(head, at, table.strides.next) ||
            !read_model(head, at, table.model) || !take(head, at, blocks) || blocks != blocks_of(size))
            return fail("it is damaged");
        table.sizes.resize(static_cast<std::size_t>(blocks));
        for (std::size_t i = 0; i < table.sizes.size(); ++i) {
            if (!take(head, at, table.sizes[i])) return fail("it is damaged");
            if (i % group == 0) table.offsets.push_back(offset);
            offset += bytes_of(table.sizes[i]);
        }
        std::uint8_t has_distances = 0;
        if (!take(head, at, has_distances) || has_distances > 1) return fail("it is damaged");
        if (has_distances == 1) {
            table.has_distances = true;
            if (!take(head, at, table.longest.plies) || !take(head, at, table.longest.number) ||
                table.longest.number >= size)
                return fail("it is damaged");
            table.distance_sizes.resize(table.sizes.size());
            for (std::size_t i = 0; i < table.distance_sizes.size(); ++i) {
                if (!take(head, at, table.distance_sizes[i])) return fail("it is damaged");
                if (i % group == 0) table.distance_offsets.push_back(offset);
                offset += table.distance_sizes[i];
            }
        }
        tables_.push_back(std::move(table));
    }
    if (at != head.size()) return fail("it is damaged");
    data_bytes = offset - head.size();
    return {};
}

std::optional<Value> StageReader::only_value(std::size_t table, std::uint64_t block) const {
    const std::uint16_t size = tables_[table].sizes[block];
    if (size < 3) return static_cast<Value>(size);
    return std::nullopt;
}

bool StageReader::read(std::size_t table, std::uint64_t block, PackedBlock& values) const {
    const Table& t = tables_[table];
    std::uint64_t offset = t.offsets[block / group];
    for (std::uint64_t i = block / group * group; i < block; ++i) offset += bytes_of(t.sizes[i]);
    const std::string bytes = read_bytes(offset, static_cast<std::size_t>(bytes_of(t.sizes[block])));
    Model model;
    std::size_t at = 0;
    return model.read(t.model, at) &&
           decode(bytes, static_cast<std::size_t>(positions_in(table, block)), model, t.strides, values);
}

std::size_t StageReader::memory() const {
    std::size_t bytes = sizeof(*this) + path_.capacity();
    for (const Table& t : tables_)
        bytes += sizeof(t) + t.model.capacity() + (t.sizes.capacity() + t.distance_sizes.capacity()) * 2 +
                 (t.offsets.capacity() + t.distance_offsets.capacity()) * 8;
    return bytes;
}

std::uint64_t StageReader::positions_in(std::size_t table, std::uint64_t block) const {
    return std::min<std::uint64_t>(block_positions, tables_[table].size - block * block_positions);
}

bool StageReader::read_values(std::size_t table, std::uint64_t block, PackedBlock& values) const {
    const std::optional<Value> only = only_value(table, block);
    if (!only) return read(table, block, values);
    values.fill(static_cast<std::uint64_t>(*only) * 0x5555555555555555ULL);
    return true;
}

bool StageReader::has_distances() const {
    return std::ranges::all_of(tables_, [](const Table& table) { return table.has_distances; });
}

bool StageReader::read_distances(std::size_t table, std::uint64_t block, std::span<std::uint16_t> distances) const {
    const Table& t = tables_[table];
    PackedBlock values;
    if (!t.has_distances || !read_values(table, block, values)) return false;
    std::uint64_t offset = t.distance_offsets[block / group];
    for (std::uint64_t i = block / group * group; i < block; ++i) offset += t.distance_sizes[i];
    const std::string bytes = read_bytes(offset, t.distance_sizes[block]);
    return bytes.size() == t.distance_sizes[block] && decode_distances(bytes, values, distances);
}

}  // namespace crownhead::egdb
