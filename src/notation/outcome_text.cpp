#include "notation/outcome_text.hpp"

#include <cstddef>
#include <cstdint>

#include "notation/message_text.hpp"
#include "util/assert.hpp"

namespace crownhead {

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
        case Reason::TooManyCaptures: return "too-many-captures";
    }
    return "";
}

std::string material_word(const MaterialRule& rule) {
    std::string word;
    for (const char c : rule.what)
        if (c != ',') word += c == ' ' ? '-' : c;
    return word;
}

Message message(const Variant& v, const Outcome& outcome) {
    const auto about = [&](std::string_view code) {
        const char* const verdict = !outcome.winner ? "draws" : *outcome.winner == outcome.about ? "wins" : "loses";
        return Message{code, {{"side", outcome.about == Side::Black ? "black" : "white"}, {"verdict", verdict}}};
    };
    const auto counted = [](std::string_view code, int count) {
        return Message{code, {{"count", std::int64_t{count}}}};
    };
    switch (outcome.reason) {
        case Reason::NoPieces: return about("outcome.no-pieces");
        case Reason::NoMove: return about("outcome.no-move");
        case Reason::KingMade: return about("outcome.king-made");
        case Reason::MorePieces: return about("outcome.more-pieces");
        case Reason::EqualPieces: return {"outcome.equal-pieces"};
        case Reason::Repetition: return counted("outcome.repetition", v.end.repetitions);
        case Reason::NoCapture: return counted("outcome.no-capture", v.end.no_capture_limit);
        case Reason::NoAdvance: return counted("outcome.no-advance", v.end.no_advance_limit);
        case Reason::Quiet: return counted("outcome.quiet", v.end.quiet_limit);
        case Reason::TooManyCaptures: return {"outcome.too-many-captures"};
        case Reason::Material: {
            CH_ASSERT(outcome.rule >= 0 && outcome.rule < max_material_rules);
            const MaterialRule& rule = v.end.material[static_cast<std::size_t>(outcome.rule)];
            return {"outcome.material", {{"material", material_word(rule)}, {"count", std::int64_t{rule.moves}}}};
        }
    }
    return {"outcome.agreed"};
}

std::string describe(const Variant& v, const Outcome& outcome) { return message_text::write(message(v, outcome), v); }

}  // namespace outcome_text

}  // namespace crownhead
