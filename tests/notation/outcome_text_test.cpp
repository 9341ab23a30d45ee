#include "notation/outcome_text.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rules/variants.hpp"

namespace crownhead {
namespace {

constexpr Side black = Side::Black;
constexpr Side white = Side::White;
constexpr std::optional<Side> nobody;

struct Row {
    const Variant* v;
    Outcome outcome;
    std::string_view text;
};

TEST(OutcomeText, SaysWhoHasWonAndWhy) {
    const std::vector<Row> table{
        {&list::suicide, {white, Reason::NoPieces, white}, "player 2 has no pieces left and wins"},
        {&list::english, {white, Reason::NoPieces, black}, "Black has no pieces left and loses"},
        {&list::mini, {black, Reason::NoPieces, white}, "player 2 has no pieces left and loses"},
        {&list::suicide, {nobody, Reason::NoMove, black}, "player 1 has no move: draw"},
        {&list::giveaway, {black, Reason::NoMove, black}, "player 1 has no move and wins"},
        {&list::english, {white, Reason::NoMove, black}, "Black has no move and loses"},
        {&list::breakthrough, {white, Reason::KingMade, white}, "White has made the first king and wins"},
        {&list::mini, {black, Reason::MorePieces, black}, "neither side can move: player 1 has more pieces and wins"},
        {&list::mini, {nobody, Reason::EqualPieces}, "draw: neither side can move and both have as many pieces"},
        {&list::english, {nobody, Reason::NoCapture}, "draw: no capture in the last 50 moves of each side"},
        {&list::english, {nobody, Reason::NoAdvance}, "draw: no man moved in the last 50 moves of each side"},
        {&list::international,
         {nobody, Reason::Quiet},
         "draw: no capture and no man moved in the last 25 moves of each side"},
        {&list::english, {nobody, Reason::Repetition}, "draw: the same position for the third time"},
        {&list::italian, {nobody, Reason::Repetition}, "draw: the same position for the fourth time"},
        {&list::international,
         {nobody, Reason::Material, black, 0},
         "draw: three pieces against a king for 16 moves of each side"},
        {&list::international,
         {nobody, Reason::Material, black, 1},
         "draw: at most two pieces against a king for 5 moves of each side"},
    };
    for (const Row& row : table) EXPECT_EQ(outcome_text::describe(*row.v, row.outcome), row.text);
}

TEST(OutcomeText, NamesTheSides) {
    EXPECT_EQ(side_name(list::suicide, black), "player 1");
    EXPECT_EQ(side_name(list::suicide, white), "player 2");
    EXPECT_EQ(side_name(list::international, black), "Black");
    EXPECT_EQ(side_name(list::international, white), "White");
}

TEST(OutcomeText, HasWordsForEveryMaterialRule) {
    for (const Variant& v : variants) {
        for (int i = 0; i < max_material_rules; ++i) {
            const MaterialRule& rule = v.end.material[static_cast<std::size_t>(i)];
            if (rule.kind == MaterialRule::Kind::None) continue;
            EXPECT_FALSE(rule.what.empty()) << v.name;
            EXPECT_TRUE(outcome_text::describe(v, {nobody, Reason::Material, black, i})
                            .starts_with("draw: " + std::string(rule.what)))
                << v.name;
        }
    }
}

}  // namespace
}  // namespace crownhead
