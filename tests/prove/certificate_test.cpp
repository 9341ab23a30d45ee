#include "prove/certificate.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "notation/fen.hpp"
#include "rules/variants.hpp"
#include "util/random.hpp"

namespace crownhead::prove {
namespace {

Certificate example(Value value) {
    Certificate certificate{.game = "suicide-6",
                            .fingerprint = 0x0123456789abcdef,
                            .fen = "B:WK8,K17:B5,13",
                            .value = value,
                            .strategies = strategies_for(value)};
    for (StrategyData& strategy : certificate.strategies) {
        strategy.positions = 3 + static_cast<std::uint64_t>(strategy.owner);
        strategy.choices = 2;
        strategy.digest = sha256(word_of(strategy.owner));
        strategy.payload = std::string("\x05\n\0", 3);
    }
    return certificate;
}

const Variant& variant_of(std::string_view name) { return *std::ranges::find(variants, name, &Variant::name); }

TEST(Certificate, WhatIsWritten) {
    const std::string text =
        "crownhead proof 1\n"
        "game suicide-6\n"
        "rules 0123456789abcdef\n"
        "position B:WK8,K17:B5,13\n"
        "value draw\n"
        "strategy mover holds positions 3 choices 2 bytes 3 digest " +
        hex_text(sha256("mover")) +
        "\n"
        "strategy other holds positions 4 choices 2 bytes 3 digest " +
        hex_text(sha256("other")) + "\npayload 6\n" + std::string("\x05\n\0\x05\n\0", 6);
    EXPECT_EQ(write(example(Value::Draw)), text + hex_text(sha256(text)) + "\n");
}

TEST(Certificate, IsReadAsWritten) {
    for (const Value value : {Value::Win, Value::Draw, Value::Loss}) {
        const Certificate certificate = example(value);
        const Result<Certificate> back = read(write(certificate));
        ASSERT_TRUE(back) << back.error().message;
        EXPECT_EQ(*back, certificate);
    }
}

TEST(Certificate, StrategiesOfAValue) {
    ASSERT_EQ(strategies_for(Value::Win).size(), 1u);
    EXPECT_EQ(strategies_for(Value::Win)[0], (StrategyData{.owner = Owner::Mover, .goal = Goal::Wins}));
    ASSERT_EQ(strategies_for(Value::Loss).size(), 1u);
    EXPECT_EQ(strategies_for(Value::Loss)[0], (StrategyData{.owner = Owner::Other, .goal = Goal::Wins}));
    ASSERT_EQ(strategies_for(Value::Draw).size(), 2u);
}

// The checksum is made right each time, so that the reason is another one.
TEST(Certificate, ErrorsNameTheLine) {
    const std::string good = write(example(Value::Win));
    const auto message = [&](const std::string& part, const std::string& instead) {
        std::string text = good.substr(0, good.size() - 65);
        const std::size_t at = text.find(part);
        EXPECT_NE(at, std::string::npos) << part;
        text.replace(at, part.size(), instead);
        const Result<Certificate> back = read(text + hex_text(sha256(text)) + "\n");
        return back ? "accepted" : back.error().message;
    };
    const std::vector<std::pair<std::string, std::pair<std::string, std::string>>> all{
        {"line 1: ", {"crownhead proof 1", "crownhead proof 2"}},
        {"line 1: ", {"crownhead proof 1", "something else"}},
        {"line 2: ", {"game ", "play "}},
        {"line 3: ", {"0123456789abcdef", "0123456789ABCDEF"}},
        {"line 3: ", {"0123456789abcdef", "0123456789abcde"}},
        {"line 5: ", {"value win", "value won"}},
        {"line 6: ", {"value win", "value loss"}},
        {"line 6: ", {"mover wins", "mover holds"}},
        {"line 6: ", {"positions 3", "positions 03"}},
        {"line 6: ", {"positions 3", "positions -3"}},
        {"line 6: ", {"positions 3", "positions 18446744073709551616"}},
        {"line 6: ", {"choices 2", "choices  2"}},
        {"line 6: ", {"bytes 3", "bytes 9999"}},
        {"line 6: ", {"bytes 3", "bytes 18446744073709551615"}},
        {"line 6: ", {"digest ", "digest 0"}},
        {"line 6: ", {"\npayload", " \npayload"}},
        {"line 7: ", {"payload 3", "payload 4"}},
        {"line 7: ", {"bytes 3", "bytes 2"}},
        {"line 7: ", {"\npayload", "\n\npayload"}},
        {"line 1: ", {"proof 1\n", "proof 1\r\n"}},
    };
    for (const auto& [line, change] : all) {
        const std::string found = message(change.first, change.second);
        EXPECT_TRUE(found.starts_with(line)) << change.second << ": " << found;
    }
    EXPECT_NE(message("\x05", "\x04"), message("crownhead", "crownhea"));
    EXPECT_EQ(message("\x05", "\x04"), "accepted");  // whether the choices are good ones is not known here
}

TEST(Certificate, EveryBitCounts) {
    const std::string good = write(example(Value::Draw));
    for (std::size_t i = 0; i < 8 * good.size(); ++i) {
        std::string bad = good;
        bad[i / 8] = static_cast<char>(bad[i / 8] ^ 1 << i % 8);
        EXPECT_FALSE(read(bad)) << i;
    }
    for (std::size_t length = 0; length < good.size(); ++length) EXPECT_FALSE(read(good.substr(0, length))) << length;
    EXPECT_FALSE(read(good + '\n'));
    EXPECT_FALSE(read(good + good));
}

TEST(Certificate, ChoicesAreReadAsWritten) {
    Random random(7);
    std::vector<std::pair<std::size_t, std::size_t>> choices;
    for (int i = 0; i < 2000; ++i) {
        const std::size_t k = 1 + random.below(i % 3 == 0 ? 300 : 5);
        choices.emplace_back(random.below(static_cast<std::uint32_t>(k)), k);
    }
    ChoiceWriter writer;
    EXPECT_EQ(writer.bytes(), "");
    std::uint64_t stored = 0;
    for (const auto& [choice, k] : choices) {
        writer.push(choice, k);
        if (k > 1) ++stored;
    }
    EXPECT_EQ(writer.choices(), stored);
    ChoiceReader reader(writer.bytes());
    for (const auto& [choice, k] : choices) ASSERT_EQ(reader.next(k), choice);
    EXPECT_EQ(reader.choices(), stored);
    EXPECT_TRUE(reader.used_up());
}

TEST(Certificate, BitsOfAChoice) {
    ChoiceWriter writer;
    writer.push(1, 2);    // 1
    writer.push(0, 1);    // nothing
    writer.push(2, 3);    // 10
    writer.push(4, 5);    // 100
    writer.push(13, 16);  // 1101, its upper half in the next byte
    EXPECT_EQ(writer.bytes(), "\x65\x03");
    EXPECT_EQ(writer.choices(), 4u);

    ChoiceReader reader(writer.bytes());
    EXPECT_EQ(reader.next(2), 1u);
    EXPECT_FALSE(reader.used_up());
    EXPECT_EQ(reader.next(1), 0u);
    EXPECT_EQ(reader.next(3), 2u);
    EXPECT_EQ(reader.next(5), 4u);
    EXPECT_EQ(reader.next(16), 13u);
    EXPECT_TRUE(reader.used_up());
    EXPECT_EQ(reader.next(64), 0u);
    EXPECT_FALSE(reader.next(2));

    ChoiceReader padded("\x03");
    EXPECT_EQ(padded.next(2), 1u);
    EXPECT_FALSE(padded.used_up());  // a bit is set where there should be none
    EXPECT_TRUE(ChoiceReader("").used_up());
    EXPECT_FALSE(ChoiceReader(std::string_view("\0", 1)).used_up());
}

TEST(Certificate, CodesOfPositions) {
    const Variant& english = variant_of("english-6");
    const Placement placement = fen::read(english, "W:W16,K2:B3,K18").value();
    EXPECT_EQ(position_code(english, placement), "0410000000000003021");
    EXPECT_EQ(placement_of_code(english, "0410000000000003021"), placement);

    const Variant& frisian = variant_of("frisian-6");
    Placement run = fen::read(frisian, "W:W16,K2:BK3").value();
    run.king_runs = {KingRun{3, 2}, KingRun{2, 1}};
    EXPECT_EQ(position_code(frisian, run),
              "0420000000000003001"
              "00"
              "21");
    EXPECT_EQ(normalised(run).king_runs[0], KingRun{});  // Black has no men
    EXPECT_EQ(normalised(run).king_runs[1], (KingRun{2, 1}));
    EXPECT_EQ(placement_of_code(frisian, position_code(frisian, run)), normalised(run));
}

}  // namespace
}  // namespace crownhead::prove
