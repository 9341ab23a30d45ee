#include "solve/checkpoint.hpp"

#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <vector>

#include "util/bytes.hpp"
#include "util/checksum.hpp"
#include "util/file.hpp"
#include "util/file_writer.hpp"

namespace crownhead::solve {

namespace {

constexpr std::string_view magic = "crownhead solver checkpoint 1\n";
constexpr std::size_t entry_bytes = 8 + 4 + 4 + 4;

Result<std::string> read_whole(const std::string& path) {
    const File file(std::fopen(path.c_str(), "rb"));
    if (!file) return fail("cannot read " + path);
    std::string content;
    std::vector<char> buffer(std::size_t{1} << 20U);
    while (const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), file.get()))
        content.append(buffer.data(), count);
    if (std::ferror(file.get()) != 0) return fail("cannot read " + path);
    return content;
}

}  // namespace

Result<void> save_checkpoint(const std::string& path, const Variant& v, const ProofTable& table) {
    // Proofs found from now on may be missed in part, so they are left out; then each has all that it rests on.
    const std::uint32_t last = table.last_stamp();
    std::string content(magic);
    bytes::put(content, fingerprint(v));
    table.each([&](Node node, const Numbers& numbers) {
        if (numbers.proven() && numbers.stamp > last) return;
        bytes::put(content, node);
        bytes::put(content, numbers.proof);
        bytes::put(content, numbers.disproof);
        bytes::put(content, numbers.proven() ? numbers.stamp : 0);
    });
    bytes::put(content, checksum(content));
    return write_whole_file(path, content);
}

Result<std::uint64_t> load_checkpoint(const std::string& path, const Variant& v, ProofTable& table) {
    std::error_code error;
    if (!std::filesystem::exists(path, error)) return 0;
    const Result<std::string> read = read_whole(path);
    if (!read) return std::unexpected(read.error());
    const std::string_view content = *read;
    const std::string damaged = path + " is not a checkpoint of the solver, or damaged; remove it to begin anew";
    std::size_t offset = magic.size();
    std::uint64_t rules = 0;
    std::uint64_t sum = 0;
    if (!content.starts_with(magic) || !bytes::take(content, offset, rules)) return fail(damaged);
    if (content.size() < offset + sizeof(sum) || (content.size() - offset - sizeof(sum)) % entry_bytes != 0)
        return fail(damaged);
    std::size_t end = content.size() - sizeof(sum);
    const std::string_view checked = content.substr(0, end);
    if (!bytes::take(content, end, sum) || sum != checksum(checked)) return fail(damaged);
    if (rules != fingerprint(v)) return fail(path + " belongs to other rules; remove it to begin anew");
    std::uint64_t entries = 0;
    while (offset < checked.size()) {
        Node node = 0;
        Numbers numbers;
        bytes::take(checked, offset, node);
        bytes::take(checked, offset, numbers.proof);
        bytes::take(checked, offset, numbers.disproof);
        bytes::take(checked, offset, numbers.stamp);
        table.restore(node, numbers);
        ++entries;
    }
    return entries;
}

}  // namespace crownhead::solve
