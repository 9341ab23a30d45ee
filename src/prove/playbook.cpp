#include "prove/playbook.hpp"

#include <algorithm>
#include <utility>

#include "prove/rules.hpp"
#include "prove/walk.hpp"
#include "util/assert.hpp"

namespace crownhead::prove {

namespace {

// Sorted, so that it takes a third of what the walk needs.
template <class Keys>
class KeptPositions final : public Playbook::Positions {
public:
    using Key = typename Keys::Key;

    KeptPositions(const Variant& v, const Walk<Keys>& walk)
        : v_(v), keys_(v), entries_(walk.seen().begin(), walk.seen().end()) {
        std::ranges::sort(entries_, {}, &Known::first);
    }

    std::optional<Entry> find(const Placement& placement) const override {
        const Key key = keys_.pack(position_code(v_, placement));
        const auto found = std::ranges::lower_bound(entries_, key, {}, &Known::first);
        if (found == entries_.end() || found->first != key) return std::nullopt;
        return Entry{.choice = found->second.choice, .plies = found->second.length - 1U};
    }

    std::size_t chosen(std::uint32_t choice, const std::vector<PlaybookMove>& moves) const override {
        std::vector<Key> all;
        all.reserve(moves.size());
        for (const PlaybookMove& move : moves) all.push_back(keys_.pack(position_code(v_, move.after)));
        const std::vector<Key> successors = distinct(all);
        CH_ASSERT(choice < successors.size());
        return static_cast<std::size_t>(std::ranges::find(all, successors[choice]) - all.begin());
    }

private:
    using Known = std::pair<Key, Visited>;

    const Variant& v_;
    Keys keys_;
    std::vector<Known> entries_;
};

}  // namespace

std::expected<Playbook, Fault> Playbook::open(std::string_view bytes, const VerifyOptions& options) {
    const std::expected<ReadProof, Fault> proof = read_proof(bytes);
    if (!proof) return std::unexpected(proof.error());
    Playbook book;
    const Variant& v = *proof->report.variant;
    std::expected<ProofReport, Fault> report =
        walk_all(*proof, options, [&]<class Keys>(Walk<Keys> walk, const Placement& root) {
            std::expected<StrategyReport, Fault> walked = walk.run(root);
            if (walked) book.strategies_.push_back(std::make_unique<KeptPositions<Keys>>(v, walk));
            return walked;
        });
    if (!report) return std::unexpected(report.error());
    book.report_ = std::move(*report);
    return book;
}

std::optional<AnyMove> Playbook::answer(std::size_t strategy, const Placement& placement) const {
    const std::optional<Positions::Entry> entry = strategies_[strategy]->find(placement);
    if (!entry) return std::nullopt;
    const Variant& v = *report_.variant;
    std::vector<PlaybookMove> moves;
    for (AnyMove& mv : reference::legal_moves(v, placement)) {
        const Placement after = reference::after(v, placement, mv);
        moves.push_back({.move = std::move(mv), .after = after});
    }
    if (moves.empty()) return std::nullopt;
    return std::move(moves[strategies_[strategy]->chosen(entry->choice, moves)].move);
}

PlaybookNode Playbook::at(std::size_t strategy, const Placement& placement) const {
    CH_ASSERT(strategy < strategies_.size());
    const Variant& v = *report_.variant;
    const Positions& positions = *strategies_[strategy];
    const StrategyReport& promise = report_.strategies[strategy];
    const std::optional<Positions::Entry> entry = positions.find(placement);
    const auto plies_of = [&](const std::optional<Positions::Entry>& known) {
        return known && promise.goal == Goal::Wins ? std::optional(known->plies) : std::nullopt;
    };

    PlaybookNode node{.inside = entry.has_value(), .plies = plies_of(entry)};
    for (AnyMove& mv : reference::legal_moves(v, placement)) {
        PlaybookMove move{.move = std::move(mv), .after = Placement()};
        move.after = reference::after(v, placement, move.move);
        const std::optional<Positions::Entry> next = positions.find(move.after);
        move.inside = next.has_value();
        move.plies = plies_of(next);
        move.over = reference::legal_moves(v, move.after).empty();
        if (move.over) move.winner = reference::winner_without_move(v, move.after);
        if (move.inside && !move.over && placement.turn != promise.side) move.answer = answer(strategy, move.after);
        node.moves.push_back(std::move(move));
    }
    node.over = node.moves.empty();
    if (node.over) node.winner = reference::winner_without_move(v, placement);
    if (node.inside && !node.over && placement.turn == promise.side)
        node.moves[positions.chosen(entry->choice, node.moves)].chosen = true;
    return node;
}

}  // namespace crownhead::prove
