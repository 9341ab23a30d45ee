// How the values of a class are stored: in blocks that can be read one by one, each value coded by the probability it has
// after its neighbours (arithmetic coding by an asymmetric numeral system). Neighbours are positions in which one piece stands
// on the square before or one row of the board further up: of what changes fastest in the index, and of what comes next.
//
// A value that is never probed takes what is most likely at its place and costs next to nothing.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace crownhead::egdb {

inline constexpr std::size_t block_positions = 4096;
inline constexpr std::uint8_t any_value = 3;  // beside the values of Value: any of these will do

// How far back, in positions, the neighbours of a position are.
struct Strides {
    std::uint32_t squares = 4;  // in a row of the board
    std::uint32_t next = 1;     // how many positions before the part of the index that changes next is changed

    friend bool operator==(const Strides&, const Strides&) = default;
};

// How likely each value is after each combination of neighbours, in parts of 4096.
class Model {
public:
    static constexpr std::size_t contexts = 4096;  // six neighbours, each of three values or outside the block
    static constexpr unsigned scale_bits = 12;
    static constexpr std::uint32_t scale = 1U << scale_bits;

    struct Share {  // draw: below win_from; win: from there to below loss_from; loss: the rest
        std::uint16_t win_from = scale;
        std::uint16_t loss_from = scale;
        friend bool operator==(const Share&, const Share&) = default;
    };
    using Counts = std::vector<std::array<std::uint32_t, 3>>;  // by context

    Model();
    explicit Model(const Counts& counts);

    const Share& operator[](std::size_t context) const { return shares_[context]; }
    std::uint8_t likeliest(std::size_t context) const;

    std::string text() const;                               // as it stands in a file
    bool read(std::string_view text, std::size_t& offset);  // moves the offset behind it; false: damaged

private:
    static Share unmet(std::size_t context);

    std::vector<Share> shares_;
};

struct EncodedTable {
    Strides strides;
    Model model;
    // Of each block: 0, 1 or 2, all its values are this one; else 2 + the number of its bytes.
    std::vector<std::uint16_t> sizes;
    std::string data;
};

// The values are those of Value or any_value.
EncodedTable encode(std::span<const std::uint8_t> values, const Strides& strides, int threads);

// The values of one block, each two bits of a word.
using PackedBlock = std::array<std::uint64_t, block_positions / 32>;

// False if these bytes are not what an encoder writes for so many values.
bool decode(std::string_view bytes, std::size_t count, const Model& model, const Strides& strides, PackedBlock& values);

}  // namespace crownhead::egdb
