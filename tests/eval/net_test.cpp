// Nets: whole numbers against a plain computation, incremental against fresh sums, both sides judged alike; files.
#include "eval/net_evaluator.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "eval/net.hpp"
#include "rules/variants.hpp"
#include "runtime/with_variant.hpp"
#include "support/random_positions.hpp"
#include "util/random.hpp"

namespace crownhead::eval {
namespace {

// Every board size and embedding.
struct NetGames {
    constexpr bool operator()(const Variant& v) const {
        return v.name == "english" || v.name == "suicide-6" || v.name == "international" || v.name == "canadian" ||
               v.name == "frisian";
    }
};

template <class F>
void each_net_game(F&& f) {
    for (const Variant& v : variants)
        if (NetGames{}(v)) with_variant<NetGames>(v, [&]<Geometry G, Movement M>() { f.template operator()<G, M>(v); });
}

Net random_net(const Variant& v, std::uint64_t seed, int input, int output) {
    Random random(seed);
    const auto draw = [&](int largest) {
        return static_cast<std::int16_t>(static_cast<int>(random.below(static_cast<std::uint32_t>(2 * largest + 1))) -
                                         largest);
    };
    Net net = empty_net(v);
    for (std::int16_t& w : net.input) w = draw(input);
    for (std::int16_t& w : net.input_bias) w = draw(input);
    for (auto& bucket : net.output)
        for (std::int16_t& w : bucket) w = draw(output);
    for (std::int32_t& w : net.output_bias) w = draw(500) * 1000;
    net.record = "drawn by chance";
    return net;
}

const Variant& variant_named(std::string_view name) {
    return *std::ranges::find_if(variants, [&](const Variant& v) { return v.name == name; });
}

// The same net in floating point, straight from its description.
double plain_value(const Net& net, const PackedPosition& position, int full) {
    const std::size_t squares = net.squares;
    std::array<std::vector<double>, 2> sums;
    for (auto& sum : sums) sum.assign(net.input_bias.begin(), net.input_bias.end());
    int pieces = 0;
    for (std::size_t square = 0; square < squares; ++square) {
        const auto has = [&](const SquareBits& set) { return ((set[square / 64] >> (square % 64)) & 1) != 0; };
        if (!has(position.own) && !has(position.enemy)) continue;
        ++pieces;
        const std::size_t king = has(position.kings) ? 1 : 0;
        const bool own = has(position.own);
        const std::size_t mine = ((own ? 0 : 2) + king) * squares + square;
        const std::size_t theirs = ((own ? 2 : 0) + king) * squares + squares - 1 - square;
        for (std::size_t i = 0; i < net_hidden; ++i) {
            sums[0][i] += net.input[mine * net_hidden + i];
            sums[1][i] += net.input[theirs * net_hidden + i];
        }
    }
    const std::size_t bucket = net_bucket(pieces, full);
    double value = net.output_bias[bucket] / (255.0 * 255 * 64);
    for (std::size_t view = 0; view < 2; ++view)
        for (std::size_t i = 0; i < net_hidden; ++i) {
            const double hidden = std::clamp(sums[view][i] / 255, 0.0, 1.0);
            value += hidden * hidden * net.output[bucket][view * net_hidden + i] / 64;
        }
    return 100 * value;
}

TEST(NetEvaluator, IsThePlainComputation) {
    each_net_game([]<Geometry G, Movement M>(const Variant& v) {
        const Net net = random_net(v, 3, 100, 20);
        const int full = 2 * v.pieces_per_side();
        NetEvaluator<G> evaluator(net, full, 4);
        each_random_position<G, M>(v, 500, 7, [&](const Position<G>& pos) {
            const double value = plain_value(net, pack(pos), full);
            if (std::abs(value) < largest_net_score) {
                EXPECT_NEAR(evaluator(pos, 0), value, 1.0) << v.name;
            }
        });
    });
}

TEST(NetEvaluator, DoesNotDependOnWhatWasEvaluatedBefore) {
    each_net_game([]<Geometry G, Movement M>(const Variant& v) {
        const Net net = random_net(v, 4, largest_input_weight, largest_output_weight);
        const int full = 2 * v.pieces_per_side();
        NetEvaluator<G> evaluator(net, full, 20);
        Random random(5);
        each_random_position<G, M>(v, 300, 8, [&](const Position<G>& pos) {
            NetEvaluator<G> fresh(net, full, 1);
            EXPECT_EQ(evaluator(pos, random.below(20)), fresh(pos, 0)) << v.name;
            // A line of play from there, as a search walks along it.
            Position<G> next = pos;
            for (std::size_t ply = 0; ply < 20; ++ply) {
                MoveList<G> moves;
                generate<M>(next, moves);
                if (moves.empty()) break;
                next = after<M>(next, moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
                NetEvaluator<G> again(net, full, 1);
                ASSERT_EQ(evaluator(next, ply), again(next, 0)) << v.name << " ply " << ply;
            }
        });
    });
}

TEST(NetEvaluator, JudgesBothSidesAlike) {
    each_net_game([]<Geometry G, Movement M>(const Variant& v) {
        const Net net = random_net(v, 6, 200, 50);
        const int full = 2 * v.pieces_per_side();
        NetEvaluator<G> evaluator(net, full, 1);
        each_random_position<G, M>(v, 300, 9, [&](const Position<G>& pos) {
            Position<G> turned;
            turned.turn = !pos.turn;
            for (int i = 0; i < G.squares(); ++i) {
                const auto from = static_cast<Square>(G.bit(i));
                const SquareSet<G> to(static_cast<Square>(G.bit(G.squares() - 1 - i)));
                for (const Side side : {Side::Black, Side::White})
                    if (pos.of(side).has(from)) turned.pieces[slot(!side)] |= to;
                if (pos.kings.has(from)) turned.kings |= to;
            }
            const int value = evaluator(pos, 0);
            EXPECT_EQ(evaluator(turned, 0), value) << v.name;
        });
    });
}

TEST(Net, ComesBackFromItsFile) {
    const Variant& english = variant_named("english");
    const Net net = random_net(english, 1, largest_input_weight, largest_output_weight);
    const auto read = read_net(english, write_net(english, net));
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(*read, net);
}

TEST(Net, RefusesForeignFiles) {
    const Variant& english = variant_named("english");
    const std::string bytes = write_net(english, random_net(english, 1, 100, 50));
    for (const char* const other : {"suicide", "international"}) {
        const auto read = read_net(variant_named(other), bytes);
        ASSERT_FALSE(read) << other;
        EXPECT_NE(read.error().message.find("another game"), std::string::npos) << read.error().message;
    }
    EXPECT_FALSE(read_net(english, "something else"));
    EXPECT_FALSE(read_net(english, bytes + "x"));
}

TEST(Net, RefusesEveryTruncatedOrAlteredFile) {
    const Variant& english = variant_named("english");
    const std::string bytes = write_net(english, random_net(english, 2, 100, 50));
    Random random(2);
    for (int i = 0; i < 300; ++i) {
        const std::size_t length =
            i < 100 ? static_cast<std::size_t>(i) : random.below(static_cast<std::uint32_t>(bytes.size()));
        const auto cut = read_net(english, bytes.substr(0, length));
        ASSERT_FALSE(cut) << length;
        EXPECT_LE(cut.error().offset, length);
        std::string altered = bytes;
        const std::size_t at =
            i < 100 ? static_cast<std::size_t>(i) : random.below(static_cast<std::uint32_t>(bytes.size()));
        altered[at] = static_cast<char>(altered[at] ^ (1 << random.below(8)));
        EXPECT_FALSE(read_net(english, altered)) << at;
    }
}

TEST(Net, EveryShippedNetCanBeRead) {
    // builtin_net() asserts it; the record says how it was made.
    for (const Variant& v : variants)
        if (const auto net = builtin_net(v)) {
            EXPECT_FALSE(net->record.empty()) << v.name;
        }
}

}  // namespace
}  // namespace crownhead::eval
