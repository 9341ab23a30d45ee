#include "notation/diagram.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "game/legality.hpp"
#include "notation/fen.hpp"
#include "rules/variants.hpp"
#include "util/random.hpp"

namespace crownhead {
namespace {

TEST(Diagram, DrawsTheStartOnTwelve) {
    // Appendix E of the suicide document.
    EXPECT_EQ(diagram::write(list::resized(list::suicide, "suicide-12", 12),
                             start_placement(list::resized(list::suicide, "suicide-12", 12))),
              ". o . o . o . o . o . o\n"
              "o . o . o . o . o . o .\n"
              ". o . o . o . o . o . o\n"
              "o . o . o . o . o . o .\n"
              ". o . o . o . o . o . o\n"
              "# . # . # . # . # . # .\n"
              ". # . # . # . # . # . #\n"
              "x . x . x . x . x . x .\n"
              ". x . x . x . x . x . x\n"
              "x . x . x . x . x . x .\n"
              ". x . x . x . x . x . x\n"
              "x . x . x . x . x . x .\n");
}

TEST(Diagram, DrawsMenAndKings) {
    EXPECT_EQ(diagram::write(list::mini, *fen::read(list::mini, "B:W16,K1:B4,K18")),
              ". X . # . #\n"
              "o . # . # .\n"
              ". # . # . #\n"
              "# . # . # .\n"
              ". # . # . #\n"
              "x . # . O .\n");
}

TEST(Diagram, DrawsMirroredBoards) {
    // Italian: 1 at the top left, on a dark corner; 32 at the bottom right.
    EXPECT_EQ(diagram::write(list::italian, *fen::read(list::italian, "W:W29,K32:B1,K5")),
              "o . # . # . # .\n"
              ". O . # . # . #\n"
              "# . # . # . # .\n"
              ". # . # . # . #\n"
              "# . # . # . # .\n"
              ". # . # . # . #\n"
              "# . # . # . # .\n"
              ". x . # . # . X\n");
    // Spanish: 1 at the bottom right, 32 at the top left.
    EXPECT_EQ(diagram::write(list::spanish, *fen::read(list::spanish, "W:W1,K4:B32,K28")),
              "o . # . # . # .\n"
              ". O . # . # . #\n"
              "# . # . # . # .\n"
              ". # . # . # . #\n"
              "# . # . # . # .\n"
              ". # . # . # . #\n"
              "# . # . # . # .\n"
              ". X . # . # . x\n");
}

TEST(Diagram, NumbersTheRows) {
    EXPECT_EQ(diagram::write_numbered(list::mini, start_placement(list::mini), Notation::Numeric),
              " 1  . o . o . o\n"
              " 4  o . o . o .\n"
              " 7  . # . # . #\n"
              "10  # . # . # .\n"
              "13  . x . x . x\n"
              "16  x . x . x .\n");
    EXPECT_EQ(diagram::write_numbered(list::spanish, start_placement(list::spanish), Notation::Numeric),
              "32  o . o . o . o .\n"
              "28  . o . o . o . o\n"
              "24  o . o . o . o .\n"
              "20  . # . # . # . #\n"
              "16  # . # . # . # .\n"
              "12  . x . x . x . x\n"
              " 8  x . x . x . x .\n"
              " 4  . x . x . x . x\n");
    EXPECT_EQ(diagram::write_numbered(list::russian, start_placement(list::russian), Notation::Algebraic),
              " 8  . o . o . o . o\n"
              " 7  o . o . o . o .\n"
              " 6  . o . o . o . o\n"
              " 5  # . # . # . # .\n"
              " 4  . # . # . # . #\n"
              " 3  x . x . x . x .\n"
              " 2  . x . x . x . x\n"
              " 1  x . x . x . x .\n"
              "    a b c d e f g h\n");
}

TEST(Diagram, ReadsTolerantly) {
    const Placement placement = *fen::read(list::mini, "B:W16,K1:B4,K18");
    for (const std::string_view text : {
             std::string_view(".X.#.#\no.#.#.\n.#.#.#\n#.#.#.\n.#.#.#\nx.#.O."),
             std::string_view(
                 "\n  . X . # . #\r\n  o . # . # .\r\n\r\n. # . # . # \n#  .  #  .  #  .\n.#.#.#\nx . #\t. O .\n\n"),
         }) {
        const Result<Placement> read = diagram::read(list::mini, text);
        ASSERT_TRUE(read) << read.error().message;
        EXPECT_EQ(*read, placement);
    }
}

TEST(Diagram, GivesTheTurnToTheSideThatBegins) {
    EXPECT_EQ(diagram::read(list::english, diagram::write(list::english, start_placement(list::english)))->turn,
              Side::Black);
    EXPECT_EQ(diagram::read(list::italian, diagram::write(list::italian, start_placement(list::italian)))->turn,
              Side::White);
}

struct BadDiagram {
    std::string_view text;
    std::string_view message;
    std::size_t offset;
};

TEST(Diagram, RefusesWithAMessageAndAnOffset) {
    const std::vector<BadDiagram> table{
        {"", "expected 6 rows, found 0", 0},
        {".#.#.#\n#.#.#.\n", "expected 6 rows, found 2", 14},
        {"..#.#.\n", "expected one of #oOxX for the dark square 2 of row 1, found '.'", 1},
        {"##.#.#\n", "expected '.' for the light square 1 of row 1, found '#'", 0},
        {".#.#.#\n.#.#.#\n", "expected one of #oOxX for the dark square 1 of row 2, found '.'", 7},
        {".#.#\n#.#.#.\n", "expected '.' for the light square 5 of row 1, found the end of the line", 4},
        {".#.#.", "expected one of #oOxX for the dark square 6 of row 1, found the end", 5},
        {".#.#.#.#\n", "expected 6 characters in row 1, found '.'", 6},
        {".b.#.#\n", "expected one of #oOxX for the dark square 2 of row 1, found 'b'", 1},
        {".#.#.#\n#.#.#.\n.#.#.#\n#.#.#.\n.#.#.#\n#.#.#.\n.#.#.#\n", "expected the end after 6 rows, found '.'", 42},
    };
    for (const BadDiagram& bad : table) {
        const Result<Placement> placement = diagram::read(list::mini, bad.text);
        ASSERT_FALSE(placement) << bad.text;
        EXPECT_EQ(placement.error(), (Error{std::string(bad.message), bad.offset}))
            << bad.text << ": " << placement.error().message;
    }
    EXPECT_FALSE(diagram::read(list::mini, std::string_view(".\0.#.#", 6)));
}

TEST(Diagram, EveryPlacementReadsBackInEveryGame) {
    Random random(3);
    for (const Variant& v : variants) {
        for (int i = 0; i < 100; ++i) {
            Placement placement(v.squares());
            placement.turn = v.setup.first;
            for (int n = 1; n <= v.squares(); ++n) placement.put(n, static_cast<Piece>(random.below(5)));
            const std::string text = diagram::write(v, placement);
            EXPECT_EQ(text.size(), static_cast<std::size_t>(2 * v.size() * v.size()));
            const Result<Placement> back = diagram::read(v, text);
            ASSERT_TRUE(back) << v.name << '\n' << text << back.error().message;
            EXPECT_EQ(*back, placement) << v.name;
        }
    }
}

}  // namespace
}  // namespace crownhead
