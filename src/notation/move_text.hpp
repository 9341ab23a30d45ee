// Moves as text: `11-15`, `15x22`, `a3:c5:e7`, `pass`. A move is read against the list of legal moves, so what was
// read can be played. Grammar and tolerance: docs/formats.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "game/any_move.hpp"
#include "rules/variant.hpp"
#include "util/result.hpp"

namespace crownhead::move_text {

// All ways to carry out the legal move with this index (Game::paths).
using PathsOf = std::function<std::vector<AnyMove>(std::size_t)>;

// The short form, from and to; every square of the path when another legal move shares both.
std::string write(const Variant& v, std::span<const AnyMove> legal, std::size_t index, Notation notation);

// Every square of the path.
std::string write_full(const Variant& v, const AnyMove& mv, Notation notation);

// How well squares that were written down fit the ways to carry out a move with the same ends; the best fit decides between moves.
enum class Fit : std::uint8_t { None, Passed, Partial, Exact };
Fit best_fit(const Variant& v, std::span<const int> listed, std::span<const AnyMove> paths);

// Why a text is no move here.
struct ReadError {
    enum class Kind : std::uint8_t { Unreadable, Illegal, Ambiguous };
    Kind kind = Kind::Unreadable;
    Error error{};          // in words
    std::string move{};     // as it was written; not of an unreadable one
    std::string choices{};  // of an ambiguous one: the moves that it may mean
};

// The index of the legal move that the text means. Squares between the first and the last may be left out as long as
// one move is meant; a path given in full wins over moves that only contain its squares.
std::expected<std::size_t, ReadError> find(const Variant& v, std::string_view text, std::span<const AnyMove> legal,
                                           const PathsOf& paths);
// The same with the error in words only.
Result<std::size_t> read(const Variant& v, std::string_view text, std::span<const AnyMove> legal, const PathsOf& paths);

}  // namespace crownhead::move_text
