// Certificate: a file that proves the value of a position by a strategy that achieves it. The format is described in
// docs/formats.md; whether the strategy holds what it promises is checked in prove/verify.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "game/placement.hpp"
#include "game/value.hpp"
#include "rules/variant.hpp"
#include "util/result.hpp"
#include "util/sha256.hpp"

namespace crownhead::prove {

enum class Owner : std::uint8_t { Mover, Other };  // who plays by the strategy: the side to move, or the other one
enum class Goal : std::uint8_t { Wins, Holds };    // always, or never loses

// All choices of one side, in the order in which the walk of the verifier asks for them.
struct StrategyData {
    Owner owner = Owner::Mover;
    Goal goal = Goal::Wins;
    std::uint64_t positions = 0;  // distinct ones that the walk visits
    std::uint64_t choices = 0;    // those where the owner has more than one successor to choose from
    Digest digest{};              // of the codes of the positions and choices in their order
    std::string payload{};        // from a ChoiceWriter

    friend bool operator==(const StrategyData&, const StrategyData&) = default;
};

struct Certificate {
    std::string game;               // its name
    std::uint64_t fingerprint = 0;  // of its rules
    std::string fen;                // as fen::write gives it
    Value value = Value::Draw;      // for the side to move in that position
    std::vector<StrategyData> strategies{};

    friend bool operator==(const Certificate&, const Certificate&) = default;
};

// The strategies that it takes to prove a value, still empty, in the order of the file.
std::vector<StrategyData> strategies_for(Value value);

std::string_view word_of(Value value);  // "win"
std::string_view word_of(Owner owner);  // "mover"
std::string_view word_of(Goal goal);    // "wins"

// The whole file. The strategies must be those of strategies_for.
std::string write(const Certificate& certificate);

// Nothing is accepted that `write` would not write in the same way, byte for byte. An error says in which line.
Result<Certificate> read(std::string_view bytes);

// The king runs that can still matter: a side that has no men or no kings has none, and will never be limited again.
Placement normalised(Placement placement);

// One string for each position, the same for all placements that differ only in runs that cannot matter.
std::string position_code(const Variant& v, const Placement& placement);
Placement placement_of_code(const Variant& v, std::string_view code);

// Choices as a row of bits: one among k takes as many as k - 1 has, and one among one none.
class ChoiceWriter {
public:
    void push(std::size_t choice, std::size_t k);

    std::uint64_t choices() const { return choices_; }  // those with k > 1
    const std::string& bytes() const { return bytes_; }

private:
    std::string bytes_;
    unsigned free_bits_ = 0;  // of the last byte
    std::uint64_t choices_ = 0;
};

class ChoiceReader {
public:
    explicit ChoiceReader(std::string_view bytes) : bytes_(bytes) {}

    // The next choice among k; it may be too large. Null when the bits have run out.
    std::optional<std::size_t> next(std::size_t k);

    std::uint64_t choices() const { return choices_; }
    std::size_t offset() const { return bit_ / 8; }  // of the byte with the next bit
    // Whether no byte is left, and nothing is set in what was left of the last one.
    bool used_up() const;

private:
    std::string_view bytes_;
    std::uint64_t bit_ = 0;
    std::uint64_t choices_ = 0;
};

}  // namespace crownhead::prove
