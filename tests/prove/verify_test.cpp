// Certificates that are right are accepted, with what they prove; those with anything changed are not.
#include "prove/verify.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "game/legality.hpp"
#include "support/proof_maker.hpp"

namespace crownhead::prove {
namespace {

struct Example {
    std::string_view game;
    std::string_view fen;
    Value value;
};

// Small, since every choice of each is changed. The last two are on boards whose positions do not fit into a number.
const std::vector<Example> examples{
    {"suicide-6", "B:WK8,K17:B5,13", Value::Win}, {"suicide-6", "B:W7:BK16", Value::Loss},
    {"english-6", "B:WK5:BK4,K18", Value::Win},   {"english-6", "W:W12:BK13,K14", Value::Loss},
    {"english-6", "W:W16:B3", Value::Draw},       {"giveaway-6", "W:W16:B4,K6", Value::Win},
    {"giveaway-6", "W:W10,K3:B2", Value::Loss},   {"giveaway-6", "B:W13,K7:BK9", Value::Draw},
    {"sacrifice-6", "W:W4,10:BK6", Value::Draw},  {"russian-6", "B:W13,17:BK5", Value::Win},
    {"frisian-6", "W:W8,K1:BK14", Value::Win},    {"frisian-6", "W:WK1:B13,K18", Value::Loss},
    {"italian-6", "B:WK6:BK7,K10", Value::Win},   {"mini", "B:W13:B2", Value::Draw},
    {"mini", "B:W8,11:B2,13", Value::Loss},       {"breakthrough", "W:W19:B27", Value::Win},
    {"english", "B:WK29:B25,K18", Value::Win},
};
const std::vector<Example> larger_examples{
    {"suicide-6", "B:WK14,K17:BK6", Value::Draw}, {"russian-6", "W:WK1:B14", Value::Draw},
    {"frisian-6", "W:WK5:BK13", Value::Draw},     {"frisian-6", "B:W9,K16:BK12", Value::Loss},
    {"english", "W:W9:B24", Value::Draw},
};

// Those that are changed in every way; sanitizers are slow.
std::vector<Example> examples_to_change() {
#ifdef CROWNHEAD_SANITIZED
    constexpr std::size_t step = 4;
#else
    constexpr std::size_t step = 1;
#endif
    std::vector<Example> some;
    for (std::size_t i = 0; i < examples.size(); i += step) some.push_back(examples[i]);
    return some;
}

// Made once.
const ProofMaker& maker_of(const Example& example) {
    static std::map<std::string, ProofMaker> makers;
    const std::string name = std::string(example.game) + ' ' + std::string(example.fen);
    return makers.try_emplace(name, example.game, example.fen).first->second;
}

std::string name_of(const Example& example) { return std::string(example.game) + ' ' + std::string(example.fen); }

std::string with_right_checksum(std::string bytes) {
    bytes.resize(bytes.size() - 65);
    return bytes + hex_text(sha256(bytes)) + '\n';
}

std::string refusal(const std::string& bytes) {
    const Result<ProofReport> report = verify_proof(bytes);
    return report ? "accepted" : report.error().message;
}

void expect_refused(const std::string& bytes, std::string_view saying) {
    const std::string message = refusal(bytes);
    EXPECT_NE(message.find(saying), std::string::npos) << message;
}

// The payload with another number in the place of one choice.
std::string with_bits(std::string payload, std::size_t first, int width, std::size_t number) {
    for (int i = 0; i < width; ++i) {
        const std::size_t at = first + static_cast<std::size_t>(i);
        const auto byte = static_cast<unsigned>(static_cast<unsigned char>(payload[at / 8]));
        const unsigned mask = 1U << at % 8;
        payload[at / 8] = static_cast<char>((number >> i & 1U) != 0 ? byte | mask : byte & ~mask);
    }
    return payload;
}

void check_right(const std::vector<Example>& all) {
    for (const Example& example : all) {
        const ProofMaker& maker = maker_of(example);
        ASSERT_EQ(maker.value(), example.value) << name_of(example);
        const Certificate certificate = maker.certificate();
        const Result<ProofReport> report = verify_proof(write(certificate));
        ASSERT_TRUE(report) << name_of(example) << ": " << report.error().message;
        EXPECT_EQ(report->variant->name, example.game);
        EXPECT_EQ(report->value, example.value);
        EXPECT_EQ(report->position, fen::read(*report->variant, example.fen).value());
        ASSERT_EQ(report->strategies.size(), certificate.strategies.size());
        for (std::size_t i = 0; i < report->strategies.size(); ++i) {
            const StrategyReport& strategy = report->strategies[i];
            const StrategyData& data = certificate.strategies[i];
            EXPECT_EQ(strategy.owner, data.owner);
            EXPECT_EQ(strategy.goal, data.goal);
            EXPECT_EQ(strategy.side, maker.side(data.owner));
            EXPECT_EQ(strategy.positions, data.positions);
            EXPECT_EQ(strategy.choices, data.choices);
            EXPECT_EQ(strategy.bytes, data.payload.size());
            EXPECT_LT(strategy.replies, strategy.positions);
            EXPECT_EQ(strategy.longest > 0, strategy.goal == Goal::Wins);
            // The maker takes the quickest win, and a round of its search is a ply.
            if (strategy.goal == Goal::Wins) {
                EXPECT_EQ(strategy.longest, static_cast<std::uint64_t>(maker.plies())) << name_of(example);
            }
        }
    }
}

TEST(Verify, RightCertificates) {
    check_right(examples_to_change());
#ifndef CROWNHEAD_SANITIZED
    check_right(larger_examples);
#endif
}

// Black takes the man with one piece or the other, and White has nothing left.
TEST(Verify, Counts) {
    const Result<ProofReport> report = verify_proof(write(ProofMaker("english-6", "B:W5:B1,2").certificate()));
    ASSERT_TRUE(report) << report.error().message;
    ASSERT_EQ(report->strategies.size(), 1u);
    const StrategyReport& strategy = report->strategies.front();
    EXPECT_EQ(strategy.positions, 2u);
    EXPECT_EQ(strategy.choices, 1u);
    EXPECT_EQ(strategy.replies, 1u);
    EXPECT_EQ(strategy.ends, 1u);
    EXPECT_EQ(strategy.longest, 1u);
    EXPECT_EQ(strategy.bytes, 1u);
}

// Every choice is changed to every other number that its bits can hold.
TEST(Verify, EveryChangedChoice) {
    std::size_t refused = 0;
    for (const Example& example : examples_to_change()) {
        const ProofMaker& maker = maker_of(example);
        const Certificate good = maker.certificate();
        for (std::size_t s = 0; s < good.strategies.size(); ++s) {
            const StrategyData& data = good.strategies[s];
            const ProofMaker::Strategy choices = maker.strategy(data.owner);
            std::vector<std::size_t> asked;
            ASSERT_EQ(maker.walk(data.owner, data.goal, choices, &asked), data);
            ASSERT_EQ(asked.size(), data.choices);
            std::size_t bit = 0;
            for (const std::size_t p : asked) {
                const int width = static_cast<int>(std::bit_width(maker.successors(p) - 1));
                for (std::size_t other = 0; other < std::size_t{1} << width; ++other) {
                    if (other == choices[p]) continue;
                    Certificate changed = good;
                    changed.strategies[s].payload = with_bits(data.payload, bit, width, other);
                    ASSERT_NE(refusal(write(changed)), "accepted") << name_of(example);
                    ++refused;
                }
                bit += static_cast<std::size_t>(width);
            }
        }
    }
    EXPECT_GT(refused, 50 * examples_to_change().size());
}

TEST(Verify, EveryFlippedByte) {
    for (const Example& example : examples_to_change()) {
        const std::string good = write(maker_of(example).certificate());
        for (std::size_t i = 0; i < good.size(); ++i) {
            for (const int mask : {0x01, 0x10, 0x20, 0xff}) {
                std::string bad = good;
                bad[i] = static_cast<char>(bad[i] ^ mask);
                ASSERT_FALSE(verify_proof(bad)) << name_of(example) << " byte " << i;
            }
        }
    }
}

// Nothing in the head can be changed even if the checksum is made right.
TEST(Verify, EveryFlippedByteOfTheHead) {
    for (const Example& example : examples_to_change()) {
        const std::string good = write(maker_of(example).certificate());
        const std::size_t head = good.find('\n', good.find("\npayload ") + 1);
        for (std::size_t i = 0; i <= head; ++i) {
            for (const int mask : {0x01, 0x04}) {
                std::string bad = good;
                bad[i] = static_cast<char>(bad[i] ^ mask);
                ASSERT_FALSE(verify_proof(with_right_checksum(bad))) << name_of(example) << " byte " << i;
            }
        }
    }
}

TEST(Verify, ShorterAndLongerFiles) {
    const std::string good = write(ProofMaker("english-6", "B:WK5:BK4,K18").certificate());
    for (std::size_t length = 0; length < good.size(); ++length) {
        ASSERT_FALSE(verify_proof(good.substr(0, length))) << length;
        if (length >= 65) {
            ASSERT_FALSE(verify_proof(with_right_checksum(good.substr(0, length)))) << length;
        }
    }
    EXPECT_FALSE(verify_proof(good + " "));
    EXPECT_FALSE(verify_proof(with_right_checksum(good + " ")));

    Certificate longer = ProofMaker("english-6", "B:WK5:BK4,K18").certificate();
    longer.strategies[0].payload += '\0';
    expect_refused(write(longer), "more choices are given than are needed");
}

TEST(Verify, WrongValue) {
    const ProofMaker maker("suicide-6", "B:WK8,K17:B5,13");
    const Certificate good = maker.certificate();
    for (const Value value : {Value::Draw, Value::Loss}) {
        Certificate wrong = maker.empty_certificate(value);
        for (StrategyData& data : wrong.strategies)
            data = maker.walk(data.owner, data.goal, maker.strategy(data.owner));
        EXPECT_NE(refusal(write(wrong)), "accepted");
        wrong.strategies = good.strategies;
        expect_refused(write(wrong), "line 6: expected 'strategy");
    }
    // A draw that the winner is content with: one half of the proof is right.
    Certificate draw = maker.empty_certificate(Value::Draw);
    draw.strategies[0] = maker.walk(Owner::Mover, Goal::Holds, maker.strategy(Owner::Mover));
    draw.strategies[1] = maker.walk(Owner::Other, Goal::Holds, maker.strategy(Owner::Other));
    expect_refused(write(draw), "strategy 'other holds': the game is lost for the side with the strategy");
}

TEST(Verify, ADrawIsNoWin) {
    const ProofMaker maker("english-6", "W:W16:B3");
    Certificate win = maker.empty_certificate(Value::Win);
    win.strategies[0] = maker.walk(Owner::Mover, Goal::Wins, maker.strategy(Owner::Mover));
    expect_refused(write(win), "repeated, but the strategy should win");

    const ProofMaker blocked("suicide-6", "W:W4:B1");
    win = blocked.empty_certificate(Value::Win);
    win.strategies[0] = blocked.walk(Owner::Mover, Goal::Wins, blocked.strategy(Owner::Mover));
    expect_refused(write(win), "the game is drawn, but the strategy should win");
}

TEST(Verify, MissingStrategy) {
    Certificate half = ProofMaker("english-6", "W:W16:B3").certificate();
    half.strategies.pop_back();
    expect_refused(write(half), "line 7: expected 'strategy other holds ...'");
    Certificate both = ProofMaker("english-6", "W:W16:B3").certificate();
    std::swap(both.strategies[0], both.strategies[1]);
    expect_refused(write(both), "line 6: expected 'strategy mover holds ...'");
}

TEST(Verify, WrongGameAndPosition) {
    const ProofMaker maker("suicide-6", "B:WK8,K17:B5,13");
    Certificate changed = maker.certificate();
    changed.game = "english-6";
    expect_refused(write(changed), "line 3: rules");
    changed.fingerprint = fingerprint(*std::ranges::find(variants, "english-6", &Variant::name));
    expect_refused(write(changed), "the game is lost for the side with the strategy");
    changed = maker.certificate();
    changed.game = "suicide-7";
    expect_refused(write(changed), "line 2: there is no game 'suicide-7'");
    changed = maker.certificate();
    changed.fen = "B:WK17,K8:B5,13";
    expect_refused(write(changed), "line 4: this position is written B:WK8,K17:B5,13");
    changed.fen = "B:WK8,K17:B5,99";
    expect_refused(write(changed), "line 4: ");
    changed.fen = "B:WK8,K17:B5";
    expect_refused(write(changed), "strategy 'mover wins': ");
}

TEST(Verify, WrongCounts) {
    const Certificate good = ProofMaker("suicide-6", "B:WK8,K17:B5,13").certificate();
    Certificate changed = good;
    changed.strategies[0].positions += 1;
    expect_refused(write(changed), "positions can arise, not");
    changed = good;
    changed.strategies[0].positions -= 1;
    expect_refused(write(changed), "positions can arise");
    changed = good;
    changed.strategies[0].choices += 1;
    expect_refused(write(changed), "choices, not");
    changed = good;
    changed.strategies[0].digest[7] ^= 1;
    expect_refused(write(changed), "digest");
    changed = good;
    changed.strategies[0].payload.pop_back();
    expect_refused(write(changed), "no choice left");
}

// All positions stay won, but the side that could win goes round in circles.
TEST(Verify, ACircleIsNoWin) {
    int circles = 0;
    for (const Example& example : examples) {
        const ProofMaker& maker = maker_of(example);
        if (maker.value() == Value::Draw) continue;
        Certificate certificate = maker.empty_certificate(maker.value());
        StrategyData& data = certificate.strategies[0];
        const ProofMaker::Strategy dawdling = maker.strategy(data.owner, true);
        data = maker.walk(data.owner, data.goal, dawdling);
        const bool wins = maker.achieves(data, dawdling);
        const std::string message = refusal(write(certificate));
        EXPECT_EQ(message == "accepted", wins) << name_of(example);
        if (!wins) {
            ++circles;
            EXPECT_NE(message.find("the position is repeated, but the strategy should win"), std::string::npos)
                << message;
        }
    }
    EXPECT_GE(circles, 5);
}

// A position in which the game is over is a proof of one position.
TEST(Verify, NothingLeftToPlay) {
    for (const auto& [game, fen, value] : std::vector<Example>{{"english-6", "B:W5:B", Value::Loss},
                                                               {"suicide-6", "B:W5:B", Value::Win},
                                                               {"suicide-6", "W:W4:B1", Value::Draw},
                                                               {"giveaway-6", "W:W4:B1", Value::Win},
                                                               {"sacrifice-6", "W:W4:B1", Value::Loss},
                                                               {"mini", "B:W1,2:B17", Value::Loss}}) {
        const ProofMaker maker(game, fen);
        const Result<ProofReport> report = verify_proof(write(maker.certificate()));
        ASSERT_TRUE(report) << game << ' ' << fen << ": " << report.error().message;
        EXPECT_EQ(report->value, value) << game << ' ' << fen;
        for (const StrategyReport& strategy : report->strategies) {
            EXPECT_EQ(strategy.positions, 1u);
            EXPECT_EQ(strategy.ends, 1u);
            EXPECT_EQ(strategy.longest, 0u);
        }
    }
}

TEST(Verify, Limits) {
    const std::string good = write(ProofMaker("english-6", "W:W16:B3").certificate());
    EXPECT_TRUE(verify_proof(good, {.most_positions = 1000}));
    const Result<ProofReport> limited = verify_proof(good, {.most_positions = 10});
    ASSERT_FALSE(limited);
    EXPECT_NE(limited.error().message.find("more than 10 positions"), std::string::npos) << limited.error().message;
}

// What is wrong can be told apart, and the position where a strategy fails is named.
TEST(Verify, Faults) {
    const auto fault_of = [](const std::string& bytes) { return verify_proof(bytes).error(); };
    const ProofMaker maker("suicide-6", "B:WK8,K17:B5,13");
    const std::string good = write(maker.certificate());
    EXPECT_EQ(fault_of("").kind, Fault::Kind::Damaged);
    EXPECT_EQ(fault_of(good.substr(0, good.size() / 2)).kind, Fault::Kind::Damaged);

    Certificate changed = maker.certificate();
    changed.game = "suicide-7";
    EXPECT_EQ(fault_of(write(changed)).kind, Fault::Kind::Foreign);
    changed = maker.certificate();
    changed.fen = "B:WK8,K17:B5,99";
    EXPECT_EQ(fault_of(write(changed)).kind, Fault::Kind::Foreign);
    changed = maker.certificate();
    changed.strategies[0].digest[7] ^= 1;
    EXPECT_EQ(fault_of(write(changed)).kind, Fault::Kind::Miscounted);
    changed = maker.certificate();
    changed.strategies[0].payload.pop_back();
    EXPECT_EQ(fault_of(write(changed)).kind, Fault::Kind::NoMove);

    Certificate draw = maker.empty_certificate(Value::Draw);
    for (StrategyData& data : draw.strategies) data = maker.walk(data.owner, data.goal, maker.strategy(data.owner));
    const Fault lost = fault_of(write(draw));
    EXPECT_EQ(lost.kind, Fault::Kind::Lost);
    EXPECT_EQ(lost.side, Side::White);
    EXPECT_GT(lost.positions, 0u);
    ASSERT_TRUE(lost.position);
    EXPECT_TRUE(reference::legal_moves(maker.variant(), *lost.position).empty());
    EXPECT_EQ(reference::winner_without_move(maker.variant(), *lost.position), Side::Black);
}

TEST(Verify, Claims) {
    const ProofMaker maker("english-6", "W:W16:B3");
    const std::string bytes = write(maker.certificate());
    const auto claim = read_claim(bytes);
    const auto proven = verify_proof(bytes);
    ASSERT_TRUE(claim && proven);
    EXPECT_EQ(claim->variant, proven->variant);
    EXPECT_EQ(claim->position, proven->position);
    EXPECT_EQ(claim->value, Value::Draw);
    ASSERT_EQ(claim->strategies.size(), 2u);
    for (std::size_t i = 0; i < 2; ++i) {
        EXPECT_EQ(claim->strategies[i].side, proven->strategies[i].side);
        EXPECT_EQ(claim->strategies[i].positions, proven->strategies[i].positions);
        EXPECT_EQ(claim->strategies[i].choices, proven->strategies[i].choices);
    }
    EXPECT_FALSE(read_claim(bytes + " "));
}

std::string content_of(const std::filesystem::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

// Files of other makers, kept: what could once be verified must stay so.
TEST(Verify, CommittedProofs) {
    int checked = 0;
    for (const auto& entry : std::filesystem::directory_iterator(std::string(CROWNHEAD_TEST_DATA) + "/proofs")) {
        const Result<ProofReport> report = verify_proof(content_of(entry.path()));
        EXPECT_TRUE(report) << entry.path() << ": " << report.error().message;
        ++checked;
    }
    EXPECT_GT(checked, 2);
}

// What the program ships: proofs of the thirteen games on 6x6 with kings. The large ones take some seconds each.
void verify_shipped(std::uintmax_t least, std::uintmax_t most, int wanted) {
    int checked = 0;
    for (const auto& entry :
         std::filesystem::directory_iterator(std::string(CROWNHEAD_TEST_DATA) + "/../../data/certificates")) {
        if (entry.file_size() < least || entry.file_size() > most) continue;
        const Result<ProofReport> report = verify_proof(content_of(entry.path()));
        ASSERT_TRUE(report) << entry.path() << ": " << report.error().message;
        EXPECT_EQ(report->variant->name, entry.path().stem().string());
        EXPECT_EQ(report->position, start_placement(*report->variant));
        ++checked;
    }
    EXPECT_EQ(checked, wanted);
}
constexpr std::uintmax_t small_certificate = 10'000;  // bytes

TEST(Verify, SmallShippedCertificates) { verify_shipped(0, small_certificate, 5); }
TEST(LongVerify, LargeShippedCertificates) {
#ifdef CROWNHEAD_SANITIZED
    verify_shipped(small_certificate + 1, 20'000, 1);
#else
    verify_shipped(small_certificate + 1, 1'000'000, 8);
#endif
}

}  // namespace
}  // namespace crownhead::prove
