#include "egdb/codec.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <numeric>

#include "util/assert.hpp"
#include "util/bytes.hpp"
#include "util/threads.hpp"

namespace crownhead::egdb {

using bytes::put;
using bytes::take;

namespace {

constexpr std::uint32_t lowest_state = 1U << 16;
constexpr std::uint8_t outside = 3;                  // a neighbour before the start of the block
constexpr std::size_t margin = block_positions + 2;  // that many neighbours outside are ever asked for

// A block under work: its values behind a margin of those outside.
class Board {
public:
    explicit Board(const Strides& strides)
        : squares_(capped(strides.squares)),
          next_(std::max<std::size_t>(capped(strides.next), 2)),  // so that the one after it is known too
          both_(capped(std::uint64_t{strides.squares} * strides.next)) {
        cells_.fill(outside);
    }

    std::uint8_t& operator[](std::size_t i) { return cells_[margin + i]; }

    // The neighbours of position i as one number.
    std::size_t context(std::size_t i) const {
        const std::uint8_t* const at = cells_.data() + margin + i;
        return at[-1] | std::size_t{at[-2]} << 2 | std::size_t{*(at - squares_)} << 4 |
               std::size_t{*(at - next_)} << 6 | std::size_t{*(at - next_ + 1)} << 8 | std::size_t{*(at - both_)} << 10;
    }

private:
    static std::size_t capped(std::uint64_t stride) {
        return static_cast<std::size_t>(std::clamp<std::uint64_t>(stride, 1, block_positions));
    }

    std::size_t squares_;
    std::size_t next_;
    std::size_t both_;
    std::array<std::uint8_t, margin + block_positions> cells_;
};

constexpr std::uint32_t first_of(const Model::Share& share, std::uint8_t value) {
    return value == 0 ? 0 : value == 1 ? share.win_from : share.loss_from;
}
constexpr std::uint32_t size_of(const Model::Share& share, std::uint8_t value) {
    return (value == 0 ? share.win_from : value == 1 ? share.loss_from : Model::scale) - first_of(share, value);
}

// The one value of a block, where there is only one; any_value otherwise. Nothing wanted: a draw.
std::uint8_t only_value(std::span<const std::uint8_t> block) {
    std::uint8_t only = any_value;
    for (const std::uint8_t v : block) {
        if (v == any_value || v == only) continue;
        if (only != any_value) return any_value;
        only = v;
    }
    return only == any_value ? 0 : only;
}

class Encoder {
public:
    Encoder(std::span<const std::uint8_t> values, const Strides& strides, int threads)
        : values_(values), strides_(strides), threads_(threads) {}

    EncodedTable run() {
        EncodedTable table{.strides = strides_, .model = {}, .sizes = {}, .data = {}};
        // What fills the gaps depends on what is likely, and the other way round; after two rounds little changes.
        table.model = Model(count(nullptr));
        table.model = Model(count(&table.model));
        write(table);
        return table;
    }

private:
    std::size_t blocks() const { return (values_.size() + block_positions - 1) / block_positions; }
    std::span<const std::uint8_t> block(std::size_t i) const {
        return values_.subspan(i * block_positions, std::min(block_positions, values_.size() - i * block_positions));
    }

    // Calls f(worker's own thing, block number) for every block that has more than one value.
    template <class Own, class F, class Done>
    void each_block(F&& f, Done&& done) const {
        std::atomic<std::size_t> next{0};
        std::mutex mutex;
        on_threads(threads_, [&] {
            Own own;
            for (std::size_t i = next++; i < blocks(); i = next++)
                if (only_value(block(i)) == any_value) f(own, i);
            const std::scoped_lock lock(mutex);
            done(own);
        });
    }

    struct Tally {
        Model::Counts counts = Model::Counts(Model::contexts);
    };

    Model::Counts count(const Model* model) const {
        Model::Counts sum(Model::contexts);
        each_block<Tally>(
            [&](Tally& tally, std::size_t i) {
                Board board(strides_);
                const auto values = block(i);
                for (std::size_t k = 0; k < values.size(); ++k) {
                    const std::size_t context = board.context(k);
                    std::uint8_t v = values[k];
                    if (v == any_value)
                        v = model != nullptr ? model->likeliest(context) : k > 0 ? board[k - 1] : std::uint8_t{0};
                    board[k] = v;
                    ++tally.counts[context][v];
                }
            },
            [&](const Tally& tally) {
                for (std::size_t c = 0; c < sum.size(); ++c)
                    for (std::size_t v = 0; v < 3; ++v) sum[c][v] += tally.counts[c][v];
            });
        return sum;
    }

    void write(EncodedTable& table) const {
        std::vector<std::string> coded(blocks());
        struct Nothing {};
        each_block<Nothing>([&](Nothing&, std::size_t i) { coded[i] = code(block(i), table.model); },
                            [](const Nothing&) {});
        table.sizes.resize(blocks());
        for (std::size_t i = 0; i < blocks(); ++i) {
            if (coded[i].empty()) {
                table.sizes[i] = only_value(block(i));
            } else {
                table.sizes[i] = static_cast<std::uint16_t>(coded[i].size() + 2);
                table.data += coded[i];
            }
        }
    }

    std::string code(std::span<const std::uint8_t> values, const Model& model) const {
        Board board(strides_);
        std::array<std::size_t, block_positions> contexts;
        for (std::size_t k = 0; k < values.size(); ++k) {
            contexts[k] = board.context(k);
            board[k] = values[k] == any_value ? model.likeliest(contexts[k]) : values[k];
        }
        // The decoder reads forward what is written backward.
        std::vector<std::uint16_t> words;
        std::uint32_t state = lowest_state;
        for (std::size_t k = values.size(); k-- > 0;) {
            const Model::Share& share = model[contexts[k]];
            const std::uint32_t size = size_of(share, board[k]);
            CH_ASSERT(size > 0);
            if (std::uint64_t{state} >= (std::uint64_t{size} << (32 - Model::scale_bits))) {
                words.push_back(static_cast<std::uint16_t>(state));
                state >>= 16;
            }
            state = (state / size << Model::scale_bits) + state % size + first_of(share, board[k]);
        }
        words.push_back(static_cast<std::uint16_t>(state));
        words.push_back(static_cast<std::uint16_t>(state >> 16));
        std::string bytes;
        std::ranges::reverse(words);
        for (const std::uint16_t word : words) put(bytes, word);
        return bytes;
    }

    std::span<const std::uint8_t> values_;
    Strides strides_;
    int threads_;
};

}  // namespace

// Never met while counting; the filling of gaps may still lead there. Then things are as they were.
Model::Share Model::unmet(std::size_t context) {
    const std::size_t before = (context & 3U) < 3 ? context & 3U : 0;
    return {static_cast<std::uint16_t>(before == 0 ? scale - 2 : 1),
            static_cast<std::uint16_t>(before == 2 ? 2 : scale - 1)};
}

Model::Model() {
    // Copied for every block that is read.
    static const std::vector<Share> nothing_met = [] {
        std::vector<Share> shares(contexts);
        for (std::size_t c = 0; c < contexts; ++c) shares[c] = unmet(c);
        return shares;
    }();
    shares_ = nothing_met;
}

Model::Model(const Counts& counts) : Model() {
    for (std::size_t c = 0; c < contexts; ++c) {
        const std::uint64_t total = std::accumulate(counts[c].begin(), counts[c].end(), std::uint64_t{0});
        if (total == 0) continue;
        // Every value keeps a small share, so that any block can be written with any model.
        std::array<std::uint32_t, 3> parts{};
        std::uint32_t given = 0;
        for (std::size_t v = 0; v < 3; ++v) {
            parts[v] =
                std::max<std::uint32_t>(1, static_cast<std::uint32_t>(counts[c][v] * std::uint64_t{scale} / total));
            given += parts[v];
        }
        *std::ranges::max_element(parts) += scale - given;
        shares_[c] = {static_cast<std::uint16_t>(parts[0]), static_cast<std::uint16_t>(parts[0] + parts[1])};
    }
}

std::uint8_t Model::likeliest(std::size_t context) const {
    const Share& share = shares_[context];
    std::uint8_t best = 0;
    for (std::uint8_t v = 1; v < 3; ++v)
        if (size_of(share, v) > size_of(share, best)) best = v;
    return best;
}

std::string Model::text() const {
    std::string list;
    std::uint16_t count = 0;
    for (std::size_t c = 0; c < contexts; ++c) {
        if (shares_[c] == unmet(c)) continue;  // most of them
        ++count;
        put(list, static_cast<std::uint16_t>(c));
        put(list, shares_[c].win_from);
        put(list, shares_[c].loss_from);
    }
    std::string text;
    put(text, count);
    return text + list;
}

bool Model::read(std::string_view text, std::size_t& offset) {
    *this = Model();
    std::uint16_t count = 0;
    if (!take(text, offset, count)) return false;
    std::size_t lowest = 0;  // that can come next: each context stands there once, in order
    for (std::uint16_t i = 0; i < count; ++i) {
        std::uint16_t context = 0;
        Share share;
        if (!take(text, offset, context) || !take(text, offset, share.win_from) ||
            !take(text, offset, share.loss_from) || context < lowest || context >= contexts ||
            share.win_from > share.loss_from || share.loss_from > scale)
            return false;
        shares_[context] = share;
        lowest = std::size_t{context} + 1;
    }
    return true;
}

EncodedTable encode(std::span<const std::uint8_t> values, const Strides& strides, int threads) {
    return Encoder(values, strides, threads).run();
}

bool decode(std::string_view bytes, std::size_t count, const Model& model, const Strides& strides,
            PackedBlock& values) {
    if (bytes.size() < 4 || bytes.size() % 2 != 0 || count > block_positions) return false;
    std::size_t at = 0;
    const auto word = [&]() -> std::uint32_t {
        if (at + 2 > bytes.size()) {
            at = bytes.size() + 2;  // not reached in a good file
            return 0;
        }
        const auto low = static_cast<std::uint8_t>(bytes[at]);
        const auto high = static_cast<std::uint8_t>(bytes[at + 1]);
        at += 2;
        return low | static_cast<std::uint32_t>(high) << 8U;
    };
    std::uint32_t state = word() << 16U;
    state |= word();
    Board board(strides);
    values.fill(0);
    for (std::size_t k = 0; k < count; ++k) {
        const Model::Share share = model[board.context(k)];
        const std::uint32_t place = state & (Model::scale - 1);
        const auto v =
            static_cast<std::uint8_t>((place >= share.win_from ? 1 : 0) + (place >= share.loss_from ? 1 : 0));
        state = size_of(share, v) * (state >> Model::scale_bits) + place - first_of(share, v);
        if (state < lowest_state) state = state << 16U | word();
        board[k] = v;
        values[k / 32] |= std::uint64_t{v} << (2 * (k % 32));
    }
    // The encoder began with this state, so a block that was damaged hardly ever ends with it.
    return state == lowest_state && at == bytes.size();
}

}  // namespace crownhead::egdb
