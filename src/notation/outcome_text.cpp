#include "notation/outcome_text.hpp"

#include <array>
#include <cstddef>

#include <fmt/format.h>

#include "util/assert.hpp"

namespace crownhead {

namespace {

std::string ordinal(int n) {
    constexpr std::array<std::string_view, 6> words{"zeroth", "first", "second", "third", "fourth", "fifth"};
    return n >= 0 && n < static_cast<int>(words.size()) ? std::string(words[static_cast<std::size_t>(n)])
                                                        : fmt::format("{}th", n);
}

}  // namespace

std::string_view side_name(const Variant& v, Side side) {
    if (v.setup.names == SideNames::Players) return side == Side::Black ? "player 1" : "player 2";
    return side == Side::Black ? "Black" : "White";
}

namespace outcome_text {

std::string_view word(Reason reason) {
    switch (reason) {
        case Reason::NoPieces: return "no-pieces";
        case Reason::NoMove: return "no-move";
        case Reason::KingMade: return "king-made";
        case Reason::MorePieces: return "more-pieces";
        case Reason::EqualPieces: return "equal-pieces";
        case Reason::Repetition: return "repetition";
        case Reason::NoCapture: return "no-capture";
        case Reason::NoAdvance: return "no-advance";
        case Reason::Quiet: return "quiet";
        case Reason::Material: return "material";
    }
    return "";
}

std::string describe(const Variant& v, const Outcome& outcome) {
    const std::string_view about = side_name(v, outcome.about);
    const std::string_view verdict = !outcome.winner                    ? ": draw"
                                     : *outcome.winner == outcome.about ? " and wins"
                                                                        : " and loses";
    switch (outcome.reason) {
        case Reason::NoPieces: return fmt::format("{} has no pieces left{}", about, verdict);
        case Reason::NoMove: return fmt::format("{} has no move{}", about, verdict);
        case Reason::KingMade: return fmt::format("{} has made the first king{}", about, verdict);
        case Reason::MorePieces: return fmt::format("neither side can move: {} has more pieces{}", about, verdict);
        case Reason::EqualPieces: return "draw: neither side can move and both have as many pieces";
        case Reason::Repetition:
            return fmt::format("draw: the same position for the {} time", ordinal(v.end.repetitions));
        case Reason::NoCapture:
            return fmt::format("draw: no capture in the last {} moves of each side", v.end.no_capture_limit);
        case Reason::NoAdvance:
            return fmt::format("draw: no man moved in the last {} moves of each side", v.end.no_advance_limit);
        case Reason::Quiet:
            return fmt::format("draw: no capture and no man moved in the last {} moves of each side",
                               v.end.quiet_limit);
        case Reason::Material: {
            CH_ASSERT(outcome.rule >= 0 && outcome.rule < max_material_rules);
            const MaterialRule& rule = v.end.material[static_cast<std::size_t>(outcome.rule)];
            return fmt::format("draw: {} for {} moves of each side", rule.what, rule.moves);
        }
    }
    return "";
}

}  // namespace outcome_text

}  // namespace crownhead
