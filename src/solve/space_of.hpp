// SpaceOf<G, M>: the adaptor between the templates and Space.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "egdb/combinations.hpp"
#include "game/history.hpp"
#include "game/movegen.hpp"
#include "game/symmetry.hpp"
#include "runtime/convert.hpp"
#include "runtime/endgames.hpp"
#include "search/probe.hpp"
#include "solve/space.hpp"

namespace crownhead::solve {

template <Geometry G, Movement M>
class SpaceOf final : public Space {
    static_assert(G.squares() <= 18 && has_kings(M));

public:
    SpaceOf(const Variant& variant, std::shared_ptr<const Endgames> endgames)
        : variant_(variant),
          endgames_(std::move(endgames)),
          probe_(dynamic_cast<const Probe<G>*>(endgames_.get())),
          pieces_(probe_ != nullptr ? probe_->pieces() : 0) {}

    const Variant& variant() const override { return variant_; }
    int known_pieces() const override { return pieces_; }

    Key key_of(const Placement& placement) const override {
        return pack(normalised(to_position<G>(variant_, placement)));
    }
    Placement placement_of(Key key, Side turn) const override {
        const Position<G> pos = unpack(key);
        return to_placement(variant_, turn == Side::Black ? pos : rotated(pos));
    }

    Value known(Key key) const override { return known(unpack(key)); }

    void successors(Key key, std::vector<Key>& into) const override {
        into.clear();
        const Position<G> pos = unpack(key);
        if (decided(pos, variant_.end)) return;
        MoveList<G> moves;
        Generator<G, M, Side::Black>(pos).all(moves);
        for (const Move<G>& mv : moves) into.push_back(pack(rotated(after<M, Side::Black>(pos, mv))));
    }

    Value over(Key key) const override {
        const Position<G> pos = unpack(key);
        const auto outcome = decided(pos, variant_.end);
        return value_of(outcome ? *outcome : *blocked<M>(pos, variant_.end), Side::Black);
    }

    ExactValue exact_value(Key key) const override {
        const Position<G> pos = unpack(key);
        const Value value = known(pos);
        if (value == Value::Unknown || probe_ == nullptr) return {value, {}};
        return probe_->exact_value(pos).value_or(ExactValue{value, {}});
    }

private:
    Value known(const Position<G>& pos) const {
        if (const auto outcome = decided(pos, variant_.end)) return value_of(*outcome, Side::Black);
        if (pos.occupied().count() > pieces_ || pos.of(Side::White).empty()) return Value::Unknown;
        // Men on their far row can only be set up by hand, and have no place in the files.
        if ((pos.men_of(Side::Black) & far_row_of<G>(Side::Black)) ||
            (pos.men_of(Side::White) & far_row_of<G>(Side::White)))
            return Value::Unknown;
        const Generator<G, M, Side::Black> gen(pos);
        if (!gen.any_capture()) return probe_->value(pos).value_or(Value::Unknown);
        // Where captures are compulsory they alone decide, and lead to fewer pieces.
        MoveList<G> captures;
        gen.captures(captures);
        Value best = Value::Loss;
        for (const Move<G>& mv : captures) {
            const Value v = negated(known(rotated(after<M, Side::Black>(pos, mv))));
            if (v == Value::Win || v == Value::Unknown) return v;
            if (v == Value::Draw) best = v;
        }
        return best;
    }

    // Eighteen bits for each side's pieces, one for each piece whether it is a king, seven for each side's run.
    static Key pack(const Position<G>& pos) {
        const std::uint64_t all = SquareSet<G>::all().word();
        const std::uint64_t ours = extract(std::uint64_t{pos.pieces[0].word()}, all);
        const std::uint64_t theirs = extract(std::uint64_t{pos.pieces[1].word()}, all);
        const std::uint64_t kings = extract(std::uint64_t{pos.kings.word()}, std::uint64_t{pos.occupied().word()});
        Key key = ours | theirs << 18U | kings << 36U;
        if constexpr (M.king_run > 0) key |= run_of(pos, Side::Black) << 48U | run_of(pos, Side::White) << 55U;
        return key;
    }

    // A run holds back only a side with men and kings.
    static std::uint64_t run_of(const Position<G>& pos, Side side) {
        const Run& run = pos.runs[slot(side)];
        if (run.count == 0 || pos.men_of(side).empty() || pos.kings_of(side).empty()) return 0;
        const std::uint64_t below = (std::uint64_t{1} << static_cast<unsigned>(bit_of(run.square))) - 1;
        const int index = __builtin_popcountll(std::uint64_t{SquareSet<G>::all().word()} & below);
        return static_cast<std::uint64_t>(index) * 4 + run.count;
    }

    static Position<G> unpack(Key key) {
        using W = Word<G>;
        const std::uint64_t all = SquareSet<G>::all().word();
        constexpr std::uint64_t mask = (std::uint64_t{1} << 18U) - 1;
        Position<G> pos;
        pos.pieces[0] = SquareSet<G>(static_cast<W>(deposit(key & mask, all)));
        pos.pieces[1] = SquareSet<G>(static_cast<W>(deposit(key >> 18U & mask, all)));
        pos.kings = SquareSet<G>(static_cast<W>(deposit(key >> 36U & 0xfffU, std::uint64_t{pos.occupied().word()})));
        if constexpr (M.king_run > 0) {
            for (const Side side : {Side::Black, Side::White}) {
                const std::uint64_t run = key >> (side == Side::Black ? 48U : 55U) & 0x7fU;
                if (run != 0)
                    pos.runs[slot(side)] = {static_cast<Square>(G.bit(static_cast<int>(run / 4))),
                                            static_cast<std::uint8_t>(run % 4)};
            }
        }
        return pos;
    }

    const Variant& variant_;
    std::shared_ptr<const Endgames> endgames_;
    const Probe<G>* probe_;
    int pieces_;
};

}  // namespace crownhead::solve
