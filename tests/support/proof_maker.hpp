// Makes certificates of small positions without any solver: all positions that can arise are listed, and their values
// found by going over the list until nothing changes. Written from docs/formats.md, apart from the verifier.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "notation/fen.hpp"
#include "prove/certificate.hpp"
#include "prove/rules.hpp"
#include "rules/variants.hpp"

namespace crownhead {

class ProofMaker {
public:
    // Which successor the owner of a strategy takes, for each position of the list.
    using Strategy = std::vector<std::size_t>;

    ProofMaker(std::string_view game, std::string_view fen)
        : v_(*std::ranges::find(variants, game, &Variant::name)), start_(fen::read(v_, fen).value()) {
        number_of(start_);
        for (std::size_t p = 0; p < positions_.size(); ++p) expand(p);
        find_values();
    }

    const Variant& variant() const { return v_; }
    std::size_t positions() const { return positions_.size(); }
    std::size_t successors(std::size_t p) const { return positions_[p].next.size(); }
    Side side(prove::Owner owner) const { return owner == prove::Owner::Mover ? start_.turn : !start_.turn; }
    Value value() const {
        if (!positions_.front().winner) return Value::Draw;
        return *positions_.front().winner == start_.turn ? Value::Win : Value::Loss;
    }

    // How long the winner needs.
    int plies() const { return positions_.front().round; }

    // The best for this side: the quickest way to win, or the first that does not lose. With `dawdling` a side that could
    // win takes the longest of the ways that leave the position won, and will go round in circles if it can.
    Strategy strategy(prove::Owner owner, bool dawdling = false) const {
        Strategy choices(positions_.size(), 0);
        for (std::size_t p = 0; p < positions_.size(); ++p) {
            if (positions_[p].turn != side(owner)) continue;
            const auto worth = [&](std::size_t choice) {  // less is better
                const Position& next = positions_[positions_[p].next[choice]];
                if (next.winner == side(owner)) return std::pair(0, dawdling ? -next.round : next.round);
                return std::pair(next.winner ? 2 : 1, 0);
            };
            for (std::size_t choice = 1; choice < successors(p); ++choice)
                if (worth(choice) < worth(choices[p])) choices[p] = choice;
        }
        return choices;
    }

    // Whether the strategy reaches its goal from the start against everything, found by going over the list.
    bool achieves(const prove::StrategyData& strategy, const Strategy& choices) const {
        const Side us = side(strategy.owner);
        // Grows to the positions from which a win is certain, or from which a loss can happen.
        std::vector<char> reached(positions_.size(), 0);
        const bool wins = strategy.goal == prove::Goal::Wins;
        for (bool changed = true; changed;) {
            changed = false;
            for (std::size_t p = 0; p < positions_.size(); ++p) {
                if (reached[p] != 0) continue;
                const Position& here = positions_[p];
                const auto is_reached = [&](std::size_t next) { return reached[next] != 0; };
                bool now = false;
                if (here.next.empty())
                    now = here.winner == (wins ? us : !us);
                else if (here.turn == us)
                    now = is_reached(here.next[choices[p]]);
                else
                    now =
                        wins ? std::ranges::all_of(here.next, is_reached) : std::ranges::any_of(here.next, is_reached);
                if (now) reached[p] = changed = true;
            }
        }
        return (reached[0] != 0) == wins;
    }

    // One strategy as the file has it. `asked`, if given, gets the positions of the choices in their order.
    prove::StrategyData walk(prove::Owner owner, prove::Goal goal, const Strategy& choices,
                             std::vector<std::size_t>* asked = nullptr) const {
        prove::StrategyData data{.owner = owner, .goal = goal};
        prove::ChoiceWriter payload;
        std::string codes;
        std::vector<char> seen(positions_.size(), 0);
        std::vector<std::size_t> ahead{0};  // the next one last
        while (!ahead.empty()) {
            const std::size_t p = ahead.back();
            ahead.pop_back();
            if (std::exchange(seen[p], 1) != 0) continue;
            ++data.positions;
            const Position& here = positions_[p];
            codes += here.code;
            if (here.next.empty()) continue;
            if (here.turn == side(owner)) {
                if (asked != nullptr && here.next.size() > 1) asked->push_back(p);
                if (here.next.size() > 1) codes += positions_[here.next[choices[p]]].code;
                payload.push(choices[p], here.next.size());
                ahead.push_back(here.next[choices[p]]);
            } else {
                ahead.insert(ahead.end(), here.next.rbegin(), here.next.rend());
            }
        }
        data.choices = payload.choices();
        data.digest = sha256(codes);
        data.payload = payload.bytes();
        return data;
    }

    prove::Certificate empty_certificate(Value value) const {
        return {.game = std::string(v_.name),
                .fingerprint = fingerprint(v_),
                .fen = fen::write(v_, start_),
                .value = value,
                .strategies = prove::strategies_for(value)};
    }

    prove::Certificate certificate() const {
        prove::Certificate all = empty_certificate(value());
        for (prove::StrategyData& data : all.strategies) data = walk(data.owner, data.goal, strategy(data.owner));
        return all;
    }

private:
    struct Position {
        std::string code;
        Side turn = Side::Black;
        std::vector<std::size_t> next{};  // in the order of their codes
        std::optional<Side> winner{};
        int round = 0;  // when the winner was found
    };

    std::size_t number_of(const Placement& placement) {
        std::string code = prove::position_code(v_, placement);
        const auto [found, is_new] = numbers_.emplace(code, positions_.size());
        if (is_new) positions_.push_back({.code = std::move(code), .turn = placement.turn});
        return found->second;
    }

    void expand(std::size_t p) {
        const Placement placement = prove::placement_of_code(v_, positions_[p].code);
        std::vector<std::size_t> next;
        for (const AnyMove& mv : reference::legal_moves(v_, placement))
            next.push_back(number_of(reference::after(v_, placement, mv)));
        std::ranges::sort(next, {}, [&](std::size_t n) -> const std::string& { return positions_[n].code; });
        next.erase(std::unique(next.begin(), next.end()), next.end());
        if (next.empty()) positions_[p].winner = reference::winner_without_move(v_, placement);
        positions_[p].next = std::move(next);
    }

    void find_values() {
        bool changed = true;
        for (int round = 1; changed; ++round) {
            changed = false;
            for (Position& here : positions_) {
                if (here.winner || here.next.empty()) continue;
                // Only what earlier rounds have found counts, so that a quicker win has an earlier round.
                const auto won_by = [&](Side side) {
                    return [this, side, round](std::size_t n) {
                        return positions_[n].winner == side && positions_[n].round < round;
                    };
                };
                if (std::ranges::any_of(here.next, won_by(here.turn)))
                    here.winner = here.turn;
                else if (std::ranges::all_of(here.next, won_by(!here.turn)))
                    here.winner = !here.turn;
                if (!here.winner) continue;
                here.round = round;
                changed = true;
            }
        }
    }

    const Variant& v_;
    Placement start_;
    std::vector<Position> positions_;  // the start is the first
    std::unordered_map<std::string, std::size_t> numbers_;
};

}  // namespace crownhead
