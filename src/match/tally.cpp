#include "match/tally.hpp"

#include <algorithm>
#include <utility>

#include "util/assert.hpp"

namespace crownhead {

double CellTally::mean_length() const {
    double sum = 0;
    for (std::size_t plies = 0; plies < lengths.size(); ++plies)
        sum += static_cast<double>(plies) * static_cast<double>(lengths[plies]);
    return stats.games() == 0 ? 0.0 : sum / static_cast<double>(stats.games());
}

Tally::Tally(const Plan& plan) : plan_(plan), cells_(plan.cells()), counted_(cells_.size()) {}

SprtState Tally::sprt(std::size_t cell) const {
    return plan_.sprt ? sprt_state(*plan_.sprt, counted_[cell].tally.stats) : SprtState{};
}

bool Tally::has(const GameId& id) const {
    const Counted& counted = counted_[id.cell];
    return id.number < counted.next || counted.waiting.contains(id.number);
}

bool Tally::complete(std::size_t cell) const {
    return counted_[cell].decided || counted_[cell].next >= 2 * plan_.pairs;
}

bool Tally::complete() const {
    for (std::size_t cell = 0; cell < cells_.size(); ++cell)
        if (!complete(cell)) return false;
    return true;
}

bool Tally::counts(const GameId& id) const { return id.number < counted_[id.cell].next; }

std::uint64_t Tally::games() const {
    std::uint64_t sum = 0;
    for (const Counted& counted : counted_) sum += counted.tally.stats.games();
    return sum;
}

std::uint64_t Tally::planned() const { return 2 * plan_.pairs * cells_.size(); }

bool Tally::add(const FinishedGame& game) {
    CH_ASSERT(game.finish != Finish::Stopped);
    Counted& counted = counted_[game.id.cell];
    if (has(game.id) || complete(game.id.cell)) return false;
    counted.waiting.emplace(game.id.number, Light{.finish = game.finish,
                                                  .winner = game.winner,
                                                  .reason = game.reason,
                                                  .why = game.why,
                                                  .plies = game.moves.size(),
                                                  .thinking = game.thinking});
    while (!counted.decided && !counted.waiting.empty() && counted.waiting.begin()->first == counted.next) {
        const Light light = std::move(counted.waiting.begin()->second);
        counted.waiting.erase(counted.waiting.begin());
        count(game.id.cell, light);
    }
    return true;
}

void Tally::count(std::size_t cell, const Light& game) {
    Counted& counted = counted_[cell];
    CellTally& tally = counted.tally;
    const GameId id{.cell = cell, .number = counted.next++};
    const Side first = cells_[cell].side_of_first(id.number);
    const int points = !game.winner ? 1 : *game.winner == first ? 2 : 0;
    tally.stats.add_game(points);
    counted.pair_points += points;
    WinDrawLoss& starter = tally.by_starter[first == cells_[cell].begins ? 0 : 1];
    ++(points == 2 ? starter.wins : points == 1 ? starter.draws : starter.losses);
    if (game.finish == Finish::Rules) ++tally.ends[static_cast<std::size_t>(game.reason)];
    if (game.finish == Finish::TooLong) {
        ++tally.too_long;
        ++starter.unfinished;
    }
    if (game.finish == Finish::Forfeit) {
        ++tally.forfeits[*game.winner == first ? 1 : 0];
        if (tally.forfeit_example.empty()) {
            const std::size_t loser = *game.winner == first ? cells_[cell].second : cells_[cell].first;
            tally.forfeit_example = plan_.players[loser] + ": " + game.why;
        }
    }
    if (tally.lengths.size() <= game.plies) tally.lengths.resize(game.plies + 1);
    ++tally.lengths[game.plies];
    for (std::size_t i = 0; i < 2; ++i) tally.thinking[i] += game.thinking[i];
    if (id.number % 2 == 0) return;
    tally.stats.add_pair(std::exchange(counted.pair_points, 0));
    counted.decided = plan_.sprt && sprt(cell).verdict != Verdict::Open;
    if (counted.decided) counted.waiting.clear();
}

std::vector<Standing> standings(const Tally& tally, const Variant* variant) {
    std::vector<Standing> all(tally.plan().players.size());
    for (std::size_t i = 0; i < all.size(); ++i) all[i].player = i;
    for (std::size_t i = 0; i < tally.cells().size(); ++i) {
        if (variant != nullptr && tally.cells()[i].variant != variant) continue;
        const CellTally& cell = tally[i];
        const std::array<std::size_t, 2> players{tally.cells()[i].first, tally.cells()[i].second};
        for (std::size_t k = 0; k < 2; ++k) {
            Standing& standing = all[players[k]];
            standing.stats += k == 0 ? cell.stats : reversed(cell.stats);
            standing.thinking += cell.thinking[k];
            standing.forfeits += cell.forfeits[k];
        }
    }
    const auto share = [](const Standing& s) {
        return s.stats.games() == 0 ? 0.0 : s.stats.points() / static_cast<double>(s.stats.games());
    };
    std::ranges::sort(all, {}, [&](const Standing& s) { return std::pair(-share(s), s.player); });
    return all;
}

}  // namespace crownhead
