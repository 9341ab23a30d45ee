#include "notation/rules_text.hpp"

#include <cstdint>

#include "notation/message_text.hpp"
#include "notation/outcome_text.hpp"

namespace crownhead::rules_text {

namespace {

const char* word(ManCapture capture) {
    switch (capture) {
        case ManCapture::Forward: return "forward";
        case ManCapture::AllFour: return "four";
        case ManCapture::AllEight: return "eight";
    }
    return "";
}

const char* word(King king) {
    switch (king) {
        case King::None: return "none";
        case King::Short: return "short";
        case King::Flying: return "flying";
        case King::LandsBehind: return "lands-behind";
        case King::StopsBehindKing: return "stops-behind-king";
    }
    return "";
}

const char* word(Promotion promotion) {
    switch (promotion) {
        case Promotion::EndsMove: return "ends-move";
        case Promotion::AtRest: return "at-rest";
        case Promotion::InPassing: return "in-passing";
    }
    return "";
}

const char* word(Obligation obligation) {
    switch (obligation) {
        case Obligation::Free: return "free";
        case Obligation::Any: return "any";
        case Obligation::KingFirst: return "king-first";
        case Obligation::Most: return "most";
        case Obligation::MostKings: return "most-kings";
        case Obligation::Weighted: return "weighted";
        case Obligation::Italian: return "italian";
    }
    return "";
}

const char* word(Blocked blocked) {
    switch (blocked) {
        case Blocked::Loses: return "loses";
        case Blocked::Wins: return "wins";
        case Blocked::Draws: return "draws";
        case Blocked::Passes: return "passes";
    }
    return "";
}

const char* chain_word(const Movement& move) {
    if (move.chain == Chain::Single) return "single";
    return move.removal == Removal::Immediately ? "at-once" : "whole";
}

}  // namespace

std::vector<Message> rules(const Variant& v) {
    const Movement& move = v.move;
    std::vector<Message> all;
    all.push_back({"rule.man", {{"capture", word(move.man_capture)}, {"takes", move.man_takes_king ? "all" : "men"}}});
    if (v.end.king_wins) {
        all.push_back({"rule.first-king-ends"});
    } else if (move.king == King::None) {
        all.push_back({"rule.no-kings"});
    } else {
        all.push_back({"rule.king", {{"king", word(move.king)}, {"capture", word(move.man_capture)}}});
        if (move.double_kill) all.push_back({"rule.double-jump"});
        if (move.king_run > 0) all.push_back({"rule.king-run", {{"count", std::int64_t{move.king_run}}}});
    }
    if (has_kings(move)) all.push_back({"rule.promotion", {{"promotion", word(move.promotion)}}});
    all.push_back({"rule.capture", {{"obligation", word(move.obligation)}, {"chain", chain_word(move)}}});
    all.push_back(
        {"rule.goal", {{"bare", v.end.bare == Bare::Wins ? "wins" : "loses"}, {"blocked", word(v.end.blocked)}}});
    if (v.end.king_wins) all.push_back({"rule.first-king-wins"});
    return all;
}

std::vector<Message> draws(const Variant& v) {
    std::vector<Message> all;
    const auto add = [&](std::string_view code, int count) {
        if (count > 0) all.push_back({code, {{"count", std::int64_t{count}}}});
    };
    add("draw.repetition", v.end.repetitions);
    add("draw.no-capture", v.end.no_capture_limit);
    add("draw.no-advance", v.end.no_advance_limit);
    add("draw.quiet", v.end.quiet_limit);
    for (const MaterialRule& rule : v.end.material)
        if (rule.kind != MaterialRule::Kind::None)
            all.push_back({"draw.material",
                           {{"material", outcome_text::material_word(rule)}, {"count", std::int64_t{rule.moves}}}});
    return all;
}

std::vector<std::string> sentences(const Variant& v) {
    std::vector<std::string> all;
    for (const Message& rule : rules(v)) all.push_back(message_text::write(rule, v));
    std::string list;
    for (const Message& draw : draws(v)) list += (list.empty() ? "A draw: " : "; ") + message_text::write(draw, v);
    if (!list.empty()) all.push_back(list + ".");
    return all;
}

}  // namespace crownhead::rules_text
