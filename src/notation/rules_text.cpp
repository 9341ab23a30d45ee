#include "notation/rules_text.hpp"

#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace crownhead::rules_text {

namespace {

std::string man_text(const Variant& v) {
    std::string_view capture;
    switch (v.move.man_capture) {
        case ManCapture::Forward: capture = "forward only"; break;
        case ManCapture::AllFour: capture = "forward and backward"; break;
        case ManCapture::AllEight: capture = "in all eight directions"; break;
    }
    std::string text = fmt::format(
        "A man steps one square diagonally forward and captures {}, by a jump over the enemy next to it", capture);
    if (v.move.man_capture == ManCapture::AllEight)
        text += " (along rows and columns: on the next dark square, landing on the one after it)";
    if (!v.move.man_takes_king) text += "; it may not capture a king";
    return text + ".";
}

std::string king_text(const Variant& v) {
    if (v.end.king_wins) return "The first king ends the game.";
    std::string text;
    switch (v.move.king) {
        case King::None: return "There are no kings: a man on the far row stays there.";
        case King::Short: text = "A king moves and captures one square in all four diagonals"; break;
        case King::Flying:
            text = "A king moves any distance, captures from afar and lands anywhere behind its prey";
            break;
        case King::LandsBehind:
            text = "A king moves any distance, captures from afar and lands right behind its prey";
            break;
    }
    if (v.move.man_capture == ManCapture::AllEight) text += ", capturing in all eight directions";
    if (v.move.double_kill) text += "; it may jump two enemies at once that stand one behind the other";
    if (v.move.king_run > 0)
        text += fmt::format("; with men left, the same king may step at most {} times in a row", v.move.king_run);
    return text + ".";
}

std::string_view promotion_text(const Variant& v) {
    switch (v.move.promotion) {
        case Promotion::EndsMove: return "A man that reaches the far row becomes a king, and its move ends there.";
        case Promotion::AtRest: return "A man becomes a king only if its move ends on the far row.";
        case Promotion::InPassing:
            return "A man becomes a king as it reaches the far row, and goes on capturing as a king.";
    }
    return "";
}

std::string capture_text(const Variant& v) {
    std::string text;
    switch (v.move.obligation) {
        case Obligation::Free: text = "Capturing is optional."; break;
        case Obligation::Any: text = "Capturing is compulsory, with a free choice among captures."; break;
        case Obligation::KingFirst:
            text = "Capturing is compulsory, and a capture by a king goes before one by a man.";
            break;
        case Obligation::Most: text = "Capturing is compulsory, and as many pieces as possible."; break;
        case Obligation::MostKings:
            text = "Capturing is compulsory: as many pieces as possible, then as many kings.";
            break;
        case Obligation::Weighted:
            text =
                "Capturing is compulsory, and the most valuable capture: a king counts a little less than two men; "
                "of equal captures one by a king.";
            break;
        case Obligation::Italian:
            text = "Capturing is compulsory: most pieces, then by a king, then most kings, then kings first.";
            break;
    }
    if (v.move.chain == Chain::Single) return text + " One jump a move.";
    text += " A capture that was begun is carried through.";
    if (v.move.removal == Removal::Immediately) text += " Each captured piece leaves the board at once.";
    return text;
}

std::string goal_text(const Variant& v) {
    std::string text = v.end.bare == Bare::Wins ? "Who has no pieces left wins." : "Who has no pieces left loses.";
    switch (v.end.blocked) {
        case Blocked::Loses: text += " Who cannot move loses."; break;
        case Blocked::Wins: text += " Who cannot move wins."; break;
        case Blocked::Draws: text += " If the side to move cannot move it is a draw."; break;
        case Blocked::Passes: text += " Who cannot move passes; when nobody can move, more pieces win."; break;
    }
    if (v.end.king_wins) text += " The first king wins.";
    return text;
}

std::string draw_text(const Variant& v) {
    std::string list;
    const auto add = [&](const std::string& item) { list += (list.empty() ? "" : "; ") + item; };
    if (v.end.repetitions > 0) add(fmt::format("the same position {} times", v.end.repetitions));
    if (v.end.no_capture_limit > 0) add(fmt::format("{} moves of each side without a capture", v.end.no_capture_limit));
    if (v.end.no_advance_limit > 0) add(fmt::format("{} without a move of a man", v.end.no_advance_limit));
    if (v.end.quiet_limit > 0)
        add(fmt::format("{} moves of each side without either a capture or a move of a man", v.end.quiet_limit));
    for (const MaterialRule& rule : v.end.material) {
        if (rule.kind != MaterialRule::Kind::None)
            add(fmt::format("{} for {} moves of each side", rule.what, rule.moves));
    }
    return list.empty() ? "" : fmt::format("A draw: {}.", list);
}

}  // namespace

std::vector<std::string> sentences(const Variant& v) {
    std::vector<std::string> all{man_text(v), king_text(v)};
    if (has_kings(v.move)) all.emplace_back(promotion_text(v));
    all.push_back(capture_text(v));
    all.push_back(goal_text(v));
    if (std::string draws = draw_text(v); !draws.empty()) all.push_back(std::move(draws));
    return all;
}

}  // namespace crownhead::rules_text
