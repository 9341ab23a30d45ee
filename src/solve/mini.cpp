#include "solve/mini.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string_view>
#include <system_error>

#include "game/legality.hpp"
#include "game/symmetry.hpp"
#include "game/value.hpp"
#include "runtime/convert.hpp"
#include "runtime/game.hpp"
#include "solve/mini_index.hpp"
#include "util/bytes.hpp"
#include "util/checksum.hpp"
#include "util/file.hpp"
#include "util/file_writer.hpp"
#include "util/threads.hpp"

namespace crownhead::solve {

namespace {

const MiniIndex& mini_index() {
    static const MiniIndex index;
    return index;
}

std::size_t table_bytes() { return static_cast<std::size_t>((mini_index().size() + 1) / 2); }

// What is known of a position with a certain side to move while the solution is made, in 16 bits.
class Entry {
public:
    Entry() = default;
    explicit Entry(std::uint16_t bits) : bits_(bits) {}
    Entry(int difference, int plies) : bits_(static_cast<std::uint16_t>((difference + mini_men + 1) | (plies << 4))) {}

    static constexpr std::uint16_t reached_bit = 1U << 15U;

    std::uint16_t bits() const { return bits_; }
    bool known() const { return (bits_ & 15U) != 0; }
    int difference() const { return static_cast<int>(bits_ & 15U) - mini_men - 1; }  // for the side to move
    int plies() const { return static_cast<int>(bits_ >> 4U) & 127; }                // of the longest game from here
    bool reached() const { return (bits_ & reached_bit) != 0; }

    // The difference of a move to this position, for the side that makes it.
    Entry before() const { return {-difference(), plies() + 1}; }

private:
    std::uint16_t bits_ = 0;
};

// Two walks over all positions, one backwards for their values, one forwards for those that can be reached.
//
// The order is the same in both, read from either end. Captures lead to positions with fewer men. Otherwise a move of Black
// leads to black men that have gone further in sum, which is another layer; one of White to white men with a smaller rank. So
// all black men of a layer can be solved at the same time, if each goes through the white ones in the order of ranks.
class MiniSolver {
public:
    explicit MiniSolver(const MiniOptions& options) : options_(options), entries_(2 * index_.size()) {
        for (int men = 0; men <= mini_men; ++men) {
            Layers& layers = layers_[static_cast<std::size_t>(men)];
            std::vector<std::uint64_t>& sets = sets_[static_cast<std::size_t>(men)];
            for (auto set = egdb::set_of_rank<std::uint64_t>(0, men);
                 sets.size() < egdb::choose(mini_board.squares(), men); set = egdb::next_set(set)) {
                sets.push_back(set);
                const MiniSet black(deposit(set, MiniSet::all().word()));
                std::size_t rows = 0;
                for (int row = 1; row < mini_board.size; ++row)
                    rows += static_cast<std::size_t>((black & MiniSet::rows(row, mini_board.size - 1)).count());
                layers.resize(std::max(layers.size(), rows + 1));
                layers[rows].push_back(black);
            }
        }
    }

    // False: stopped.
    bool run() {
        for (int men = 0; men <= 2 * mini_men; ++men)
            for (int black = std::max(0, men - mini_men); black <= std::min(men, mini_men); ++black)
                if (!evaluate(black, men - black)) return false;
        reach(start());
        for (int men = 2 * mini_men; men >= 0; --men)
            for (int black = std::max(0, men - mini_men); black <= std::min(men, mini_men); ++black)
                if (!spread(black, men - black)) return false;
        return true;
    }

    MiniStatistics statistics() const {
        MiniStatistics sum{.solved = entries_.size() - 2};  // all but those without men
        for (int black = 0; black <= mini_men; ++black)
            for (int white = 0; white <= mini_men; ++white)
                for (std::uint64_t i = 0; i < 2 * MiniIndex::count(black, white); ++i)
                    add(sum, Entry(entries_[2 * index_.first(black, white) + i]), black + white);
        sum.longest_game = load(start()).plies();
        return sum;
    }

    // With Black to move; turning the board gives the rest.
    std::vector<std::uint8_t> table() const {
        std::vector<std::uint8_t> packed(table_bytes());
        for (std::size_t i = 0; i < entries_.size() / 2; ++i) {
            const int nibble = Entry(entries_[2 * i]).difference() + mini_men;
            packed[i / 2] = static_cast<std::uint8_t>(packed[i / 2] | (nibble << (4 * (i % 2))));
        }
        return packed;
    }

private:
    using Layers = std::vector<std::vector<MiniSet>>;  // of black men, by the rows that they have gone in sum

    static MiniPosition start() { return to_position<mini_board>(list::mini, start_placement(list::mini)); }

    std::size_t at(const MiniPosition& pos) const { return 2 * index_.of(pos) + slot(pos.turn); }

    // Nobody writes what another thread reads before the layer is done...
    Entry load(const MiniPosition& pos) const { return Entry(entries_[at(pos)]); }
    void store(const MiniPosition& pos, Entry entry) { entries_[at(pos)] = entry.bits(); }
    // ... but several may find the same position.
    void reach(const MiniPosition& pos) {
        const std::atomic_ref<std::uint16_t> bits(entries_[at(pos)]);
        if (!Entry(bits.load(std::memory_order_relaxed)).reached())
            bits.fetch_or(Entry::reached_bit, std::memory_order_relaxed);
    }

    bool stopped() const { return options_.stop.stop_requested(); }

    // Calls work(black men) for all of a layer, on all threads.
    template <class Work>
    bool over(const std::vector<MiniSet>& layer, std::uint64_t ways, const Work& work) {
        constexpr std::uint64_t few = 10'000;  // positions that are not worth starting a thread for
        std::atomic<std::size_t> next{0};
        on_threads(layer.size() * ways < few ? 1 : options_.threads, [&] {
            for (std::size_t i = next++; i < layer.size() && !stopped(); i = next++) work(layer[i]);
        });
        done_ += 2 * layer.size() * ways;
        if (options_.on_progress) options_.on_progress(done_, 2 * entries_.size());
        return !stopped();
    }

    bool evaluate(int black, int white) {
        const std::uint64_t ways = MiniIndex::ways(black, white);
        const Layers& layers = layers_[static_cast<std::size_t>(black)];
        const std::vector<std::uint64_t>& sets = sets_[static_cast<std::size_t>(white)];
        return std::all_of(layers.rbegin(), layers.rend(), [&](const std::vector<MiniSet>& layer) {
            return over(layer, ways, [&](MiniSet men) {
                for (std::uint64_t i = 0; i < ways; ++i) {
                    const MiniPosition pos = position(men, sets[i]);
                    store(pos, value_of<Side::Black>(pos));
                    store(passed(pos), value_of<Side::White>(passed(pos)));
                }
            });
        });
    }

    static MiniPosition position(MiniSet black, std::uint64_t white) {
        MiniPosition pos;
        pos.pieces = {black, MiniSet(deposit(white, (MiniSet::all() - black).word()))};
        return pos;
    }

    static MiniPosition passed(MiniPosition pos) {
        pos.turn = !pos.turn;
        return pos;
    }

    // From the positions after it, which are known.
    template <Side Us>
    Entry value_of(const MiniPosition& pos) const {
        const int difference = pos.of(Us).count() - pos.of(!Us).count();
        if (pos.of(Us).empty()) return {difference, 0};
        if (const Entry best = best_move<Us>(pos); best.known()) return best;
        if (const Entry theirs = best_move<!Us>(pos); theirs.known()) return theirs.before();
        return {difference, 0};
    }

    // Nothing known: there is no move.
    template <Side Us>
    Entry best_move(const MiniPosition& pos) const {
        int difference = -mini_men;
        int plies = 0;
        const bool any = each_mini_move<Us>(pos, [&](const MiniPosition& next) {
            const Entry entry = load(next).before();
            difference = std::max(difference, entry.difference());
            plies = std::max(plies, entry.plies());
        });
        return any ? Entry(difference, plies) : Entry();
    }

    bool spread(int black, int white) {
        const std::uint64_t ways = MiniIndex::ways(black, white);
        const Layers& layers = layers_[static_cast<std::size_t>(black)];
        const std::vector<std::uint64_t>& sets = sets_[static_cast<std::size_t>(white)];
        return std::all_of(layers.begin(), layers.end(), [&](const std::vector<MiniSet>& layer) {
            return over(layer, ways, [&](MiniSet men) {
                for (std::uint64_t i = ways; i-- > 0;) spread(position(men, sets[i]));
            });
        });
    }

    // From a position with either side to move. A pass leads from one to the other, but never back.
    void spread(const MiniPosition& pos) {
        const bool black = load(pos).reached();
        if (black) spread<Side::Black>(pos);
        if (!load(passed(pos)).reached()) return;
        spread<Side::White>(passed(pos));
        if (!black && load(pos).reached()) spread<Side::Black>(pos);
    }

    template <Side Us>
    void spread(const MiniPosition& pos) {
        if (each_mini_move<Us>(pos, [&](const MiniPosition& next) { reach(next); })) return;
        if (!pos.of(Us).empty() && can_move<!Us>(pos)) reach(passed(pos));
    }

    static void add(MiniStatistics& sum, Entry entry, int men) {
        if (!entry.reached()) return;
        const int difference = entry.difference();
        const Value value = difference > 0 ? Value::Win : difference < 0 ? Value::Loss : Value::Draw;
        ++sum.positions;
        if (entry.plies() == 0) ++sum.finished;
        ++sum.values[static_cast<std::size_t>(men)][static_cast<std::size_t>(value)];
        const int ahead = difference + mini_men;
        ++sum.differences[static_cast<std::size_t>(ahead)];
    }

    const MiniOptions& options_;
    const MiniIndex& index_ = mini_index();
    std::vector<std::uint16_t> entries_;  // two for each number, by who is to move
    std::array<Layers, mini_men + 1> layers_;
    std::array<std::vector<std::uint64_t>, mini_men + 1> sets_;  // of so many men, by rank; of squares that are free
    std::uint64_t done_ = 0;
};

// Files: a head, the table, the checksum of both.

constexpr std::string_view mini_magic = "CHMS";
constexpr std::uint32_t mini_version = 1;

std::string head_of(const MiniStatistics& statistics) {
    using bytes::put;
    std::string head(mini_magic);
    put(head, mini_version);
    put(head, fingerprint(list::mini));
    put(head, statistics.solved);
    put(head, statistics.positions);
    put(head, statistics.finished);
    for (const auto& row : statistics.values)
        for (const std::uint64_t count : row) put(head, count);
    for (const std::uint64_t count : statistics.differences) put(head, count);
    put(head, static_cast<std::uint64_t>(statistics.longest_game));
    return head;
}

// Of a head that has passed the checksum.
MiniStatistics read_head(std::string_view head) {
    using bytes::take;
    MiniStatistics statistics;
    std::size_t offset = mini_magic.size() + sizeof mini_version + sizeof(std::uint64_t);
    take(head, offset, statistics.solved);
    take(head, offset, statistics.positions);
    take(head, offset, statistics.finished);
    for (auto& row : statistics.values)
        for (std::uint64_t& count : row) take(head, offset, count);
    for (std::uint64_t& count : statistics.differences) take(head, offset, count);
    std::uint64_t longest = 0;
    take(head, offset, longest);
    statistics.longest_game = static_cast<int>(longest);
    return statistics;
}

std::string_view text_of(const std::vector<std::uint8_t>& bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::string checksum_of(std::string_view head, const std::vector<std::uint8_t>& table) {
    WordChecksum checksum;
    checksum.add(head);
    checksum.add(text_of(table));
    std::string text;
    bytes::put(text, checksum.value());
    return text;
}

std::unexpected<Error> unusable(const std::string& path, std::string_view why) {
    return fail("cannot use " + path + ": " + std::string(why));
}

}  // namespace

Result<MiniSolution> MiniSolution::make(const MiniOptions& options) {
    MiniSolver solver(options);
    if (!solver.run()) return fail("stopped");
    MiniSolution solution;
    solution.table_ = solver.table();
    solution.statistics_ = solver.statistics();
    solution.ask_first_moves();
    return solution;
}

Result<MiniSolution> MiniSolution::load(const std::string& path) {
    const File file(std::fopen(path.c_str(), "rb"));
    if (!file) return unusable(path, std::system_category().message(errno));
    std::string head(head_of({}).size(), '\0');
    const std::size_t magic_size = mini_magic.size() + sizeof mini_version + sizeof(std::uint64_t);
    MiniSolution solution;
    solution.table_.resize(table_bytes());
    std::string sum(sizeof(std::uint64_t), '\0');
    if (std::fread(head.data(), 1, head.size(), file.get()) != head.size() || !head.starts_with(mini_magic))
        return unusable(path, "it is not a solution of mini");
    if (head.substr(0, magic_size) != head_of({}).substr(0, magic_size))
        return unusable(path, "it was made by another version or for other rules");
    if (std::fread(solution.table_.data(), 1, solution.table_.size(), file.get()) != solution.table_.size() ||
        std::fread(sum.data(), 1, sum.size(), file.get()) != sum.size() || std::fgetc(file.get()) != EOF ||
        sum != checksum_of(head, solution.table_))
        return unusable(path, "it is damaged");
    solution.statistics_ = read_head(head);
    solution.ask_first_moves();
    return solution;
}

Result<void> MiniSolution::save(const std::string& path) const {
    Result<FileWriter> file = FileWriter::open(path);
    if (!file) return std::unexpected(std::move(file.error()));
    const std::string head = head_of(statistics_);
    for (const std::string_view part : {std::string_view(head), text_of(table_)})
        if (Result<void> written = file->write(part); !written) return written;
    if (Result<void> written = file->write(checksum_of(head, table_)); !written) return written;
    return file->commit();
}

Result<MiniSolution> MiniSolution::complete(const std::string& path, const MiniOptions& options) {
    if (Result<MiniSolution> found = load(path)) return found;
    Result<MiniSolution> made = make(options);
    if (!made) return made;
    if (const Result<void> saved = made->save(path); !saved) return std::unexpected(saved.error());
    return made;
}

std::optional<int> MiniSolution::difference(const Placement& placement) const {
    if (placement.count() != mini_board.squares() || std::ranges::any_of(placement.squares, is_king)) return {};
    const MiniPosition pos = normalised(to_position<mini_board>(list::mini, placement));
    const int black = pos.of(Side::Black).count();
    const int white = pos.of(Side::White).count();
    if (black > mini_men || white > mini_men || black + white == 0) return {};
    const std::uint64_t number = mini_index().of(pos);
    return static_cast<int>((table_[number / 2] >> (4 * (number % 2))) & 15U) - mini_men;
}

void MiniSolution::ask_first_moves() {
    const std::unique_ptr<Game> game = new_game(list::mini);
    statistics_.start = difference(game->placement()).value_or(0);
    const std::vector<AnyMove> moves(game->legal().begin(), game->legal().end());
    for (std::size_t i = 0; i < moves.size(); ++i) {
        game->play(i);
        statistics_.first_moves.emplace_back(moves[i], -difference(game->placement()).value_or(0));
        game->undo();
    }
}

}  // namespace crownhead::solve
