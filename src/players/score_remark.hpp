// A remark that names a score: one code for each kind of score.
#pragma once

#include <cstdint>
#include <string_view>

#include "search/reported_score.hpp"
#include "util/message.hpp"

namespace crownhead {

// `win` and `loss` carry `plies`; `won` and `lost` are for games whose end is known, but not its distance.
struct ScoreCodes {
    std::string_view estimate;
    std::string_view win;
    std::string_view loss;
    std::string_view won;
    std::string_view lost;
    std::string_view draw;
    std::string_view points{};
};

inline Message score_remark(const Score& score, const ScoreCodes& codes) {
    switch (score.kind) {
        case Score::Kind::Estimate: return {codes.estimate, {{"score", score.value / 100.0}}};
        case Score::Kind::Points: return {codes.points, {{"points", std::int64_t{score.value}}}};
        case Score::Kind::Draw: return {codes.draw};
        case Score::Kind::Win:
            if (score.plies) return {codes.win, {{"plies", std::int64_t{*score.plies}}}};
            return {codes.won};
        case Score::Kind::Loss:
            if (score.plies) return {codes.loss, {{"plies", std::int64_t{*score.plies}}}};
            return {codes.lost};
    }
    return {codes.draw};
}

}  // namespace crownhead
