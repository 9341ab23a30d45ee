#include "analysis/annotated_pdn.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>
#include <optional>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "notation/move_text.hpp"
#include "notation/outcome_text.hpp"
#include "search/reported_score.hpp"

namespace crownhead::analysis {

namespace {

// Every comment of ours begins like this, so that the next run finds it.
constexpr std::string_view our_prefix = "Crownhead: ";
constexpr std::string_view our_variation = "Crownhead: better";
constexpr std::array<int, 4> glyph_nags{0, 6, 2, 4};  // none, ?!, ?, ??

bool is_ours(const std::string& comment) { return comment.starts_with(our_prefix); }

bool is_strength(int nag) { return nag >= 1 && nag <= 6; }

void remove_ours(pdn::Move& move) {
    for (const std::string& comment : move.after) {
        if (!is_ours(comment)) continue;
        for (std::size_t glyph = 1; glyph < glyph_nags.size(); ++glyph)
            if (comment.starts_with(fmt::format("{}{} ", our_prefix, text_of(static_cast<Glyph>(glyph)))))
                std::erase(move.nags, glyph_nags[glyph]);
    }
    std::erase_if(move.after, is_ours);
    std::erase_if(move.variations, [](const std::vector<pdn::Move>& line) {
        return !line.empty() && std::ranges::find(line.front().before, our_variation) != line.front().before.end();
    });
}

std::string words_of(const Variant& variant, const solve::Exact& exact, Side side) {
    if (exact.value == Value::Draw) return "draw";
    const Side winner = exact.value == Value::Win ? side : !side;
    std::string text = fmt::format("win for {}", side_name(variant, winner));
    if (exact.difference)
        text += fmt::format(" by {}", std::abs(*exact.difference));
    else if (exact.plies && *exact.plies > 0)
        text += fmt::format(" in {}", *exact.plies);
    return text;
}

std::string amount_of(const Variant& variant, const MoveValue& value, Side side) {
    if (!value.is_known()) return "not known";
    if (value.is_exact()) return words_of(variant, value.exact, side);
    const Score score = reported_score(value.score);
    switch (score.kind) {
        case Score::Kind::Win:
        case Score::Kind::Loss: {
            const Side winner = score.kind == Score::Kind::Win ? side : !side;
            const std::string in = score.plies ? fmt::format(" in {}", *score.plies) : "";
            return fmt::format("win for {}{}", side_name(variant, winner), in);
        }
        case Score::Kind::Draw: return "draw";
        default: return fmt::format("{:+.2f} for {}", score.value / 100.0, side_name(variant, side));
    }
}

std::string source_of(const MoveValue& value) {
    switch (value.source) {
        case Source::Rules: return "rules";
        case Source::Solution: return "solution";
        case Source::Endgames: return "endgame file";
        case Source::Engine: return fmt::format("engine, depth {}", value.depth);
        default: return "no source";
    }
}

std::string comment_of(const Variant& variant, const Game& game, const JudgedMove& move, Side side) {
    const std::string after = describe(variant, move.after, side);
    if (move.glyph == Glyph::None) return fmt::format("{}{}", our_prefix, after);
    std::string text =
        fmt::format("{}{} {}, was {}", our_prefix, text_of(move.glyph), after, describe(variant, move.before, side));
    if (!move.is_exact()) text += fmt::format("; costs {:.2f} of the expected score by estimate", move.loss);
    std::string best;
    for (const std::size_t index : move.best)
        best += (best.empty() ? "" : ", ") + move_text::write(variant, game.legal(), index, variant.setup.notation);
    if (!best.empty()) text += fmt::format("; better {}", best);
    return text;
}

}  // namespace

std::string describe(const Variant& variant, const MoveValue& value, Side side) {
    return fmt::format("{} ({})", amount_of(variant, value, side), source_of(value));
}

std::vector<std::string> line_texts_of(const Game& game, const std::vector<AnyMove>& line) {
    std::vector<std::string> texts;
    const std::unique_ptr<Game> at = game.clone();
    for (const AnyMove& mv : line) {
        const std::span<const AnyMove> legal = at->legal();
        const auto found = std::ranges::find_if(legal, [&](const AnyMove& other) { return same_effect(mv, other); });
        if (found == legal.end()) break;  // the game is drawn here by the count of moves
        const auto index = static_cast<std::size_t>(found - legal.begin());
        texts.push_back(move_text::write(at->variant(), legal, index, at->variant().setup.notation));
        at->play(index);
    }
    return texts;
}

void add_judgements(pdn::Game& pdn, const Game& game, const std::vector<JudgedMove>& moves, std::size_t first) {
    const Variant& variant = game.variant();
    const std::unique_ptr<Game> at = game.clone();
    while (at->undo()) {
    }
    std::size_t ply = 0;
    for (pdn::Move& written : pdn.moves) {
        if (written.kind != pdn::Kind::Move) continue;
        at->play_on();
        if (ply >= first && ply - first < moves.size()) {
            const JudgedMove& move = moves[ply - first];
            remove_ours(written);
            if (move.is_judged()) {
                written.after.push_back(comment_of(variant, *at, move, at->turn()));
                if (move.glyph != Glyph::None) {
                    if (std::ranges::none_of(written.nags, is_strength))
                        written.nags.push_back(glyph_nags[static_cast<std::size_t>(move.glyph)]);
                    std::vector<pdn::Move> variation;
                    for (std::string& text : line_texts_of(*at, move.better))
                        variation.push_back({.text = std::move(text)});
                    if (!variation.empty()) {
                        variation.front().before.emplace_back(our_variation);
                        written.variations.push_back(std::move(variation));
                    }
                }
            }
        }
        ++ply;
        if (!at->redo()) break;
    }
}

}  // namespace crownhead::analysis
