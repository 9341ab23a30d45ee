// Movement: how pieces move and capture. A structural type: the move generator is compiled once for each distinct value,
// so games that differ only in their goal share one generator. Each value in words: docs/rules.md.
#pragma once

#include <cstdint>

namespace crownhead {

enum class King : std::uint8_t {
    None,             // men are never promoted
    Short,            // one square, all four diagonals; jumps an adjacent piece
    Flying,           // any distance; jumps a distant piece and lands anywhere behind it
    LandsBehind,      // moves any distance, jumps a distant piece, but lands on the square directly behind it
    StopsBehindKing,  // flying, but a capture whose last piece is a king ends directly behind that king
};

enum class ManCapture : std::uint8_t {
    Forward,   // the two forward diagonals
    AllFour,   // backward too
    AllEight,  // also along rows and columns, over the next square of the same colour (kings too)
};

enum class Obligation : std::uint8_t {
    Free,       // capturing is optional
    Any,        // compulsory; free choice among captures
    KingFirst,  // compulsory; a capture by a king goes before one by a man
    Most,       // the most pieces
    MostKings,  // the most pieces, then the most kings among them
    Weighted,   // the highest value: n kings are worth more than 2n-1 men and less than 2n; then by a king
    Italian,    // most pieces; by a king; most kings; kings earliest in the sequence
};

enum class Chain : std::uint8_t {
    Single,    // one jump a move
    Complete,  // a multi-jump is carried through
};

enum class Promotion : std::uint8_t {
    EndsMove,   // a man reaching the far row by a jump stops there
    AtRest,     // only if the move ends there; a capture goes on as a man
    InPassing,  // at once; a capture goes on as a king
};

enum class Removal : std::uint8_t {
    AfterMove,    // captured pieces stay as obstacles until the move is over
    Immediately,  // each leaves the board as its jump is completed
};

struct Movement {
    King king = King::Short;
    ManCapture man_capture = ManCapture::Forward;
    Obligation obligation = Obligation::Any;
    Chain chain = Chain::Complete;
    Promotion promotion = Promotion::EndsMove;
    Removal removal = Removal::AfterMove;
    bool man_takes_king = true;
    bool double_kill = false;   // a king may jump two adjacent enemy pieces standing one behind the other
    std::uint8_t king_run = 0;  // with men and kings, so many steps in a row by the same king at most; 0 = no limit

    friend constexpr bool operator==(const Movement&, const Movement&) = default;
};

constexpr bool has_kings(const Movement& m) { return m.king != King::None; }
// After a jump a king chooses among the squares behind its prey.
constexpr bool kings_choose_landing(const Movement& m) {
    return m.king == King::Flying || m.king == King::StopsBehindKing;
}
constexpr bool kings_fly(const Movement& m) { return kings_choose_landing(m) || m.king == King::LandsBehind; }
// Rules that compare captures with each other, so that all of them must be known before one is legal.
constexpr bool ranks_captures(const Movement& m) {
    return m.obligation != Obligation::Free && m.obligation != Obligation::Any;
}

}  // namespace crownhead
