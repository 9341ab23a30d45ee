#include "notation/rules_text.hpp"

#include <gtest/gtest.h>

#include "notation/message_text.hpp"
#include "rules/variants.hpp"

namespace crownhead {
namespace {

TEST(RulesText, SaysTheRulesOfAGame) {
    EXPECT_EQ(
        rules_text::sentences(list::suicide),
        (std::vector<std::string>{
            "A man steps one square diagonally forward and captures forward only, by a jump over the enemy next "
            "to it.",
            "A king moves and captures one square in all four diagonals.",
            "A man that reaches the far row becomes a king, and its move ends there.",
            "Capturing is compulsory, with a free choice among captures. A capture that was begun is carried "
            "through.",
            "A player who has no pieces left wins. If the side to move cannot move it is a draw.",
            "A draw: the same position 3 times; 50 moves of each side without a capture; 50 moves of each side without "
            "a move of a man."}));
}

TEST(RulesText, EveryMessageHasASentenceForItsValues) {
    for (const Variant& v : variants)
        for (const std::string& sentence : rules_text::sentences(v)) {
            EXPECT_EQ(sentence.find('{'), std::string::npos) << v.name << ": " << sentence;
            EXPECT_EQ(sentence.find("-against"), std::string::npos) << v.name << ": " << sentence;
        }
}

}  // namespace
}  // namespace crownhead
