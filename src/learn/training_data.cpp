#include "learn/training_data.hpp"

#include "util/checksum.hpp"

namespace crownhead::learn {

namespace {

constexpr std::string_view training_title = "crownhead-training 1\n";
constexpr std::size_t header_numbers = 4;  // count of records
constexpr std::size_t footer_numbers = 8;  // checksum
constexpr std::size_t record_numbers = 3;  // score and result
constexpr std::uint32_t most_records = 100'000;

std::size_t set_bytes(const Variant& variant) { return (static_cast<std::size_t>(variant.board.squares()) + 7) / 8; }

void put_number(std::string& bytes, std::uint64_t value, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i) bytes += static_cast<char>(value >> (8 * i) & 0xffU);
}

std::uint64_t take_number(std::string_view bytes, std::size_t at, std::size_t size) {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < size; ++i)
        value |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes[at + i])) << (8 * i);
    return value;
}

void put_set(std::string& bytes, const eval::SquareBits& set, std::size_t size) {
    put_number(bytes, set[0], size < 8 ? size : 8);
    if (size > 8) put_number(bytes, set[1], size - 8);
}

eval::SquareBits take_set(std::string_view bytes, std::size_t at, std::size_t size) {
    eval::SquareBits set{take_number(bytes, at, size < 8 ? size : 8), 0};
    if (size > 8) set[1] = take_number(bytes, at + 8, size - 8);
    return set;
}

}  // namespace

std::string training_header(const Variant& variant) {
    std::string bytes(training_title);
    bytes += static_cast<char>(variant.name.size());
    bytes += variant.name;
    put_number(bytes, fingerprint(variant), 8);
    return bytes;
}

std::string write_training_game(const Variant& variant, const std::vector<TrainingRecord>& records) {
    const std::size_t size = set_bytes(variant);
    std::string bytes;
    put_number(bytes, records.size(), header_numbers);
    for (const TrainingRecord& record : records) {
        for (const eval::SquareBits* const set : {&record.position.own, &record.position.enemy, &record.position.kings})
            put_set(bytes, *set, size);
        put_number(bytes, static_cast<std::uint16_t>(record.score), 2);
        put_number(bytes, static_cast<std::uint64_t>(record.result), 1);
    }
    put_number(bytes, checksum(bytes), footer_numbers);
    return bytes;
}

Result<TrainingFile> read_training_data(const Variant& variant, std::string_view bytes, bool records) {
    const std::string header = training_header(variant);
    if (!bytes.starts_with(training_title)) return fail("this is not a file of training data of this version", 0);
    if (!bytes.starts_with(header))
        return fail("these training data are not of " + std::string(variant.name) + " by its present rules",
                    training_title.size());
    const std::size_t size = set_bytes(variant);
    const std::size_t record_size = 3 * size + record_numbers;
    TrainingFile file{.games = 0, .bytes = header.size(), .records = {}};
    std::size_t at = header.size();
    while (bytes.size() - at >= header_numbers) {
        const auto count = static_cast<std::uint32_t>(take_number(bytes, at, header_numbers));
        if (count > most_records) return fail("a game has too many positions", at);
        const std::size_t body = header_numbers + count * record_size;
        if (bytes.size() - at < body + footer_numbers) break;  // a run was killed while it wrote this game
        if (take_number(bytes, at + body, footer_numbers) != checksum(bytes.substr(at, body)))
            return fail("the file is damaged: the checksum of game " + std::to_string(file.games + 1) + " is wrong",
                        at);
        for (std::uint32_t i = 0; records && i < count; ++i) {
            const std::size_t start = at + header_numbers + i * record_size;
            TrainingRecord record;
            record.position = {take_set(bytes, start, size), take_set(bytes, start + size, size),
                               take_set(bytes, start + 2 * size, size)};
            record.score = static_cast<std::int16_t>(take_number(bytes, start + 3 * size, 2));
            const std::uint64_t result = take_number(bytes, start + 3 * size + 2, 1);
            if (result > static_cast<std::uint64_t>(GameResult::Unknown)) return fail("there is no such result", start);
            record.result = static_cast<GameResult>(result);
            file.records.push_back(record);
        }
        at += body + footer_numbers;
        file.bytes = at;
        ++file.games;
    }
    return file;
}

}  // namespace crownhead::learn
