#include "puzzles/puzzle.hpp"

#include <fmt/format.h>

#include "notation/fen.hpp"
#include "util/checksum.hpp"

namespace crownhead::puzzles {

std::string id_of(const Variant& variant, const Puzzle& puzzle) {
    return fmt::format("{:08x}", static_cast<std::uint32_t>(checksum(fen::write(variant, puzzle.position)) >> 32U));
}

}  // namespace crownhead::puzzles
