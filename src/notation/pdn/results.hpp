// Results of games in all their spellings: 1-0, 2-0, 1/2-1/2, ½, 1.2-0.8. Internal to this folder.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "notation/pdn/pdn.hpp"
#include "notation/pdn/text.hpp"

namespace crownhead::pdn {

struct ResultForm {
    std::string_view pattern;  // a space: any spaces or none; -: any dash; h: ½
    std::string_view token;
    GameResult result;
    bool uneven = false;  // a draw with an advantage
};

// The results that look like moves.
inline constexpr std::array<ResultForm, 6> plain_results{{
    {"1 - 0", "1-0", GameResult::WhiteWins},
    {"0 - 1", "0-1", GameResult::BlackWins},
    {"2 - 0", "2-0", GameResult::WhiteWins},
    {"0 - 2", "0-2", GameResult::BlackWins},
    {"1 - 1", "1-1", GameResult::Draw},
    {"0 - 0", "0-0", GameResult::BothLose},
}};

// The plain result that is spelled exactly like this, or null.
inline const ResultForm* plain_result(std::string_view token) {
    const auto* const found = std::ranges::find(plain_results, token, &ResultForm::token);
    return found == plain_results.end() ? nullptr : found;
}

struct FoundResult {
    std::size_t end = 0;  // behind the result
    std::string token{};
    GameResult result = GameResult::Unknown;
    bool uneven = false;
};

// The result at this place of a text, if there is one that is not plain.
std::optional<FoundResult> other_result_at(Text& text, std::size_t at);

// The result that the whole text is; none for * and everything else.
std::optional<FoundResult> find_result(std::string_view written);

}  // namespace crownhead::pdn
