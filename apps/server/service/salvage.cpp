#include "service/salvage.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <fstream>
#include <initializer_list>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>
#include <vector>

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>

#include "protocol/requests.hpp"
#include "runtime/game.hpp"
#include "service/library_schema.hpp"

namespace crownhead::server {

namespace {

using PageNumber = std::uint32_t;

std::uint64_t big_endian(std::string_view bytes, std::size_t at, std::size_t count) {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < count; ++i) value = value << 8U | static_cast<unsigned char>(bytes[at + i]);
    return value;
}

// A number of one to nine bytes.
std::optional<std::uint64_t> take_varint(std::string_view bytes, std::size_t& at) {
    std::uint64_t value = 0;
    for (int i = 0; i < 9; ++i) {
        if (at >= bytes.size()) return std::nullopt;
        const auto byte = static_cast<unsigned char>(bytes[at++]);
        if (i == 8) return value << 8U | byte;
        value = value << 7U | (byte & 0x7fU);
        if (byte < 0x80) return value;
    }
    return value;
}

using SqlValue = std::variant<std::monostate, std::int64_t, double, std::string>;
using Row = std::vector<SqlValue>;

constexpr std::size_t most_fields = 64;
constexpr std::uint64_t largest_row = 1 << 20;

std::optional<Row> read_row(std::string_view payload) {
    std::size_t at = 0;
    const auto head = take_varint(payload, at);
    if (!head || *head > payload.size()) return std::nullopt;
    std::vector<std::uint64_t> types;
    while (at < *head) {
        const auto type = take_varint(payload, at);
        if (!type || types.size() == most_fields) return std::nullopt;
        types.push_back(*type);
    }
    if (at != *head) return std::nullopt;
    Row row;
    for (const std::uint64_t type : types) {
        constexpr std::array<std::size_t, 10> sizes{0, 1, 2, 3, 4, 6, 8, 8, 0, 0};
        if (type == 10 || type == 11) return std::nullopt;
        const std::uint64_t size = type < 10 ? sizes[type] : (type - 12) / 2;
        if (size > payload.size() - at) return std::nullopt;
        if (type == 0) {
            row.emplace_back();
        } else if (type == 7) {
            row.emplace_back(std::bit_cast<double>(big_endian(payload, at, 8)));
        } else if (type < 10) {
            std::uint64_t value = type == 9 ? 1 : big_endian(payload, at, size);
            if (size > 0 && size < 8 && (value >> (8 * size - 1U)) != 0) value |= ~std::uint64_t{0} << (8 * size);
            row.emplace_back(static_cast<std::int64_t>(value));
        } else {
            row.emplace_back(std::string(payload.substr(at, size)));
        }
        at += size;
    }
    if (at != payload.size()) return std::nullopt;
    return row;
}

// The pages of a file and of the log beside it, without regard to what belongs to what.
class Pages {
public:
    explicit Pages(const std::filesystem::path& path)
        : file_(path, std::ios::binary), log_(path.string() + "-wal", std::ios::binary) {
        std::string head = bytes(file_, 0, 100);
        if (head.size() == 100 && head.starts_with("SQLite format 3")) {
            const std::uint64_t size = big_endian(head, 16, 2);
            if (size >= 512 && std::has_single_bit(size)) page_size_ = size;
        }
        std::error_code error;
        const std::uint64_t length = std::filesystem::file_size(path, error);
        if (!error) count_ = static_cast<PageNumber>(length / page_size_);
        if (head.size() == 100) find_free(static_cast<PageNumber>(big_endian(head, 32, 4)));
        find_frames();
    }

    std::uint64_t size() const { return page_size_; }

    // Calls `look(page)` for each, those of the log last.
    template <class F>
    void each(F look) {
        for (PageNumber number = 1; number <= count_; ++number)
            if (!free_.contains(number)) look(in_file(number));
        for (const std::uint64_t at : frames_) look(bytes(log_, at, page_size_));
    }

    std::string latest(PageNumber number) {
        if (const auto frame = latest_frame_.find(number); frame != latest_frame_.end())
            return bytes(log_, frame->second, page_size_);
        return in_file(number);
    }

private:
    std::string in_file(PageNumber number) {
        return number == 0 || number > count_ ? std::string()
                                              : bytes(file_, (std::uint64_t{number} - 1) * page_size_, page_size_);
    }

    static std::string bytes(std::ifstream& in, std::uint64_t at, std::uint64_t count) {
        std::string text(count, '\0');
        in.clear();
        in.seekg(static_cast<std::streamoff>(at));
        in.read(text.data(), static_cast<std::streamsize>(count));
        text.resize(static_cast<std::size_t>(std::max<std::streamsize>(in.gcount(), 0)));
        return text;
    }

    // Pages that are not used any more have old rows.
    void find_free(PageNumber trunk) {
        while (trunk != 0 && free_.insert(trunk).second) {
            const std::string page = in_file(trunk);
            if (page.size() < page_size_) return;
            const std::uint64_t leaves = big_endian(page, 4, 4);
            if (leaves > page_size_ / 4 - 2) return;
            for (std::uint64_t i = 0; i < leaves; ++i)
                free_.insert(static_cast<PageNumber>(big_endian(page, 8 + 4 * i, 4)));
            trunk = static_cast<PageNumber>(big_endian(page, 0, 4));
        }
    }

    void find_frames() {
        constexpr std::uint64_t log_head = 32;
        constexpr std::uint64_t frame_head = 24;
        const std::string head = bytes(log_, 0, log_head);
        if (head.size() < log_head) return;
        const std::string salt = head.substr(16, 8);
        for (std::uint64_t at = log_head;; at += frame_head + page_size_) {
            const std::string frame = bytes(log_, at, frame_head);
            if (frame.size() < frame_head) return;
            if (frame.substr(8, 8) != salt) continue;  // of an earlier round
            frames_.push_back(at + frame_head);
            latest_frame_[static_cast<PageNumber>(big_endian(frame, 0, 4))] = at + frame_head;
        }
    }

    std::ifstream file_;
    std::ifstream log_;
    std::uint64_t page_size_ = 4096;
    PageNumber count_ = 0;
    std::set<PageNumber> free_;
    std::vector<std::uint64_t> frames_;
    std::unordered_map<PageNumber, std::uint64_t> latest_frame_;
};

// Calls `found(row)` for the rows of a page of a table without row numbers, as all of ours are.
template <class F>
void each_row(Pages& pages, const std::string& page, F found) {
    const std::uint64_t size = pages.size();
    if (page.size() < size) return;
    const auto kind = static_cast<unsigned char>(page[0]);
    constexpr unsigned leaf = 10;
    constexpr unsigned interior = 2;
    if (kind != leaf && kind != interior) return;
    const std::size_t head = kind == leaf ? 8 : 12;
    const std::uint64_t cells = big_endian(page, 3, 2);
    if (cells > (size - head) / 2) return;
    const std::uint64_t most_local = (size - 12) * 64 / 255 - 23;
    const std::uint64_t least_local = (size - 12) * 32 / 255 - 23;
    for (std::uint64_t i = 0; i < cells; ++i) {
        std::size_t at = big_endian(page, head + 2 * i, 2) + (kind == leaf ? 0U : 4U);
        const auto payload = take_varint(page, at);
        if (!payload || *payload > largest_row) continue;
        std::uint64_t local = *payload;
        if (local > most_local) {
            local = least_local + (*payload - least_local) % (size - 4);
            if (local > most_local) local = least_local;
        }
        if (at + local > size) continue;
        std::string bytes = page.substr(at, local);
        if (bytes.size() < *payload) {
            if (at + local + 4 > size) continue;
            auto next = static_cast<PageNumber>(big_endian(page, at + local, 4));
            while (bytes.size() < *payload && next != 0) {
                const std::string more = pages.latest(next);
                if (more.size() < size) break;
                bytes += more.substr(4, std::min<std::uint64_t>(size - 4, *payload - bytes.size()));
                next = static_cast<PageNumber>(big_endian(more, 0, 4));
            }
            if (bytes.size() < *payload) continue;
        }
        if (const std::optional<Row> row = read_row(bytes)) found(*row);
    }
}

constexpr std::array<std::string_view, 33> game_columns{
    "id",         "name",       "game",          "black",           "white",        "fen",          "node",
    "result",     "plies",      "version",       "created",         "changed",      "deleted",      "hints",
    "running",    "delay",      "clock_seconds", "clock_increment", "left_black",   "left_white",   "origin",
    "black_name", "white_name", "black_secret",  "white_secret",    "black_shared", "white_shared", "exact_shown",
    "doc",        "notes",      "recording",     "folder",          "marked"};
constexpr std::size_t first_game_columns = 13;  // of version 1
constexpr std::array<std::string_view, 7> move_columns{"table_id", "id",         "parent",    "move",
                                                       "remark",   "left_black", "left_white"};
constexpr std::size_t first_move_columns = 5;
constexpr std::array<std::string_view, 4> end_columns{"table_id", "node", "winner", "reason"};
constexpr std::array<std::string_view, 2> review_columns{"table_id", "review"};
constexpr std::array<std::string_view, 3> folder_columns{"id", "name", "place"};
constexpr std::array<std::string_view, 3> label_columns{"table_id", "label", "added"};

bool is_text(const SqlValue& field) { return std::holds_alternative<std::string>(field); }
bool is_whole(const SqlValue& field) { return std::holds_alternative<std::int64_t>(field); }
const std::string& text_of(const SqlValue& field) { return std::get<std::string>(field); }

bool is_game_id(const SqlValue& field) {
    return is_text(field) && text_of(field).size() == id_size &&
           std::ranges::all_of(text_of(field), [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); });
}

bool all_of_kind(const Row& row, std::initializer_list<std::size_t> fields, bool (*is)(const SqlValue&)) {
    return std::ranges::all_of(fields, [&](std::size_t i) { return is(row[i]); });
}

bool is_game(const Row& row) {
    return row.size() >= first_game_columns && is_game_id(row[0]) &&
           all_of_kind(row, {1, 2, 3, 4, 5, 7, 10, 11}, is_text) && all_of_kind(row, {6, 8, 9}, is_whole) &&
           find_variant(text_of(row[2])).has_value();
}
bool is_move(const Row& row) {
    return row.size() >= first_move_columns && row.size() <= move_columns.size() && is_game_id(row[0]) &&
           all_of_kind(row, {1, 2}, is_whole) && all_of_kind(row, {3, 4}, is_text);
}
bool is_end(const Row& row) {
    return row.size() == end_columns.size() && is_game_id(row[0]) && is_whole(row[1]) &&
           all_of_kind(row, {2, 3}, is_text);
}

bool is_review(const Row& row) {
    return row.size() == review_columns.size() && is_game_id(row[0]) && is_text(row[1]) &&
           text_of(row[1]).starts_with('{') && Json::accept(text_of(row[1]));
}
bool is_folder(const Row& row) {
    return row.size() == folder_columns.size() && is_game_id(row[0]) && is_text(row[1]) && is_whole(row[2]);
}
bool is_label(const Row& row) {
    return row.size() == label_columns.size() && is_game_id(row[0]) && all_of_kind(row, {1, 2}, is_text) &&
           text_of(row[2]).size() == std::string_view("2026-11-15T10:00:00Z").size();
}

// Puts rows into the new library.
class Gatherer {
public:
    explicit Gatherer(SQLite::Database& db) : db_(db), known_(db, "SELECT version FROM games WHERE id = ?") {}

    void add(const Row& row) {
        if (is_game(row)) {
            known_.reset();
            known_.bind(1, text_of(row[0]));
            if (known_.executeStep() && known_.getColumn(0).getInt64() > std::get<std::int64_t>(row[9])) return;
            known_.reset();
            put("games", game_columns, std::min(row.size(), game_columns.size()), row);
        } else if (is_move(row)) {
            put("moves", move_columns, row.size(), row);
        } else if (is_end(row)) {
            put("ends", end_columns, row.size(), row);
        } else if (is_review(row)) {
            put("reviews", review_columns, row.size(), row);
        } else if (is_folder(row)) {
            put("folders", folder_columns, row.size(), row);
        } else if (is_label(row)) {
            put("labels", label_columns, row.size(), row);
        }
    }

private:
    // What has its default, and what belongs to the indexes, which are made anew.
    static bool is_left_out(std::string_view name, const SqlValue& value) {
        return std::holds_alternative<std::monostate>(value) || name == "doc" || name == "marked";
    }

    void put(std::string_view table, std::span<const std::string_view> names, std::size_t count, const Row& row) {
        std::string columns;
        std::string values;
        for (std::size_t i = 0; i < count; ++i) {
            if (is_left_out(names[i], row[i])) continue;
            columns += fmt::format("{}{}", columns.empty() ? "" : ", ", names[i]);
            values += values.empty() ? "?" : ", ?";
        }
        std::unique_ptr<SQLite::Statement>& kept = statements_[fmt::format("{} {}", table, columns)];
        if (!kept) {
            const bool game = table == "games";
            kept = std::make_unique<SQLite::Statement>(
                db_, fmt::format("INSERT OR REPLACE INTO {} ({}{}) VALUES ({}{})", table, columns, game ? ", doc" : "",
                                 values, game ? ", (SELECT coalesce(max(doc), 0) + 1 FROM games)" : ""));
        }
        kept->reset();
        int number = 0;
        for (std::size_t i = 0; i < count; ++i) {
            if (is_left_out(names[i], row[i])) continue;
            if (const auto* const whole = std::get_if<std::int64_t>(&row[i])) kept->bind(++number, *whole);
            if (const auto* const real = std::get_if<double>(&row[i])) kept->bind(++number, *real);
            if (const auto* const text = std::get_if<std::string>(&row[i])) kept->bind(++number, *text);
        }
        kept->exec();
    }

    SQLite::Database& db_;
    SQLite::Statement known_;
    std::unordered_map<std::string, std::unique_ptr<SQLite::Statement>> statements_;
};

}  // namespace

Result<Salvaged> salvage(const std::filesystem::path& damaged, const std::filesystem::path& target) {
    std::error_code ignored;
    std::filesystem::remove(target, ignored);
    try {
        Salvaged result;
        {
            SQLite::Database db(target.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
            // A file that is not complete is of no use anyhow.
            db.exec("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF");
            db.exec("PRAGMA recursive_triggers = ON");  // for the words of a game that is replaced
            SQLite::Transaction transaction(db);
            for (const std::string_view step : migrations) db.exec(std::string(step));
            db.exec(fmt::format("PRAGMA application_id = {}", application));
            db.exec(fmt::format("PRAGMA user_version = {}", library_version));
            Pages pages(damaged);
            Gatherer gatherer(db);
            pages.each(
                [&](const std::string& page) { each_row(pages, page, [&](const Row& row) { gatherer.add(row); }); });
            result.lost = db.execAndGet(
                                "SELECT count(DISTINCT table_id) FROM moves WHERE table_id NOT IN "
                                "(SELECT id FROM games)")
                              .getInt64();
            db.exec("DELETE FROM moves WHERE table_id NOT IN (SELECT id FROM games)");
            for (const char* const table : {"ends", "reviews", "labels"})
                db.exec(fmt::format("DELETE FROM {} WHERE table_id NOT IN (SELECT id FROM games)", table));
            result.games = db.execAndGet("SELECT count(*) FROM games").getInt64();
            result.moves = db.execAndGet("SELECT count(*) FROM moves").getInt64();
            transaction.commit();
        }
        return result;
    } catch (const SQLite::Exception& problem) {
        std::filesystem::remove(target, ignored);
        return fail(fmt::format("cannot write {}: {}", target.string(), problem.what()));
    }
}

}  // namespace crownhead::server
