// Legal moves: generate, count, any_move. One body for every game, compiled for each geometry, movement and side.
//
// Single jumps of men are found for all men at once by shifting sets; only jumps that go on are followed one by one. The
// square from which a man starts and the piece it takes never matter for its second jump (one cannot jump back), which is
// why the question "does it go on" has an exact answer on whole sets.
#pragma once

#include <cstdint>
#include <memory>

#include "board/direction.hpp"
#include "board/rays.hpp"
#include "game/capture_state.hpp"
#include "game/position.hpp"
#include "util/small_list.hpp"

namespace crownhead {

template <Geometry G>
using MoveList = SmallList<Move<G>, 128>;  // quiet positions of play have at most some 100 moves; more go to the heap

namespace detail {

inline constexpr std::uint64_t unlimited_work = ~std::uint64_t{0} - 1;

// The rank of a capture under rules that compare captures; higher goes first. Each captured piece adds to it.
template <Movement M>
constexpr std::uint32_t base_rank(bool by_king) {
    switch (M.obligation) {
        case Obligation::KingFirst: return by_king ? 1 : 0;
        case Obligation::Weighted: return by_king ? 1 : 0;
        case Obligation::Italian: return by_king ? 1U << 21 : 0;
        default: return 0;
    }
}

template <Movement M>
constexpr std::uint32_t rank_of_piece(bool is_king, int captured_before) {
    switch (M.obligation) {
        case Obligation::Most: return 1;
        case Obligation::MostKings: return (1U << 8) + (is_king ? 1 : 0);
        // A king is worth a little less than two men, so that n kings are worth less than 2n men; the lowest bit is
        // left to the rank of the capturing piece.
        case Obligation::Weighted: return is_king ? 2 * 255 : 2 * 128;
        // Pieces, by a king, kings, and then one bit for each of the first sixteen captures, the first one highest.
        case Obligation::Italian:
            return (1U << 22) + (is_king ? (1U << 16) + (captured_before < 16 ? 0x8000U >> captured_before : 0) : 0);
        default: return 0;
    }
}

// Collects captures: keeps those of the highest rank, each effect once.
template <Geometry G, Movement M>
class CaptureList {
public:
    CaptureList(MoveList<G>& list, std::uint64_t budget) : list_(list), budget_(budget) {}

    void add(const Move<G>& mv, std::uint32_t rank, int pieces) {
        if (!admit(rank)) return;
        // Two ways to take the same pieces need at least three of them.
        if (pieces >= 3 && contains(mv)) return;
        list_.push_back(mv);
    }
    // Captures of one piece each by men: each has jumped once in direction D and landed on one of these squares.
    template <Direction D, Side Us>
    void add_singles(SquareSet<G> landings, std::uint32_t rank) {
        if (!admit(rank)) return;
        for (const Square to : landings) {
            const auto over = static_cast<Square>(bit_of(to) - G.step(D));
            const auto from = static_cast<Square>(bit_of(to) - 2 * G.step(D));
            list_.push_back({from, to, has_kings(M) && far_row_of<G>(Us).has(to), SquareSet<G>(over)});
        }
    }
    // Called for each state that has to be remembered; false: the budget is used up.
    bool spend() {
        if (spent_ > budget_) return false;
        ++spent_;
        return true;
    }
    std::uint64_t spent() const { return spent_; }

private:
    bool admit(std::uint32_t rank) {
        if constexpr (ranks_captures(M)) {
            if (rank < best_) return false;
            if (rank > best_) {
                list_.clear();
                best_ = rank;
            }
        }
        return true;
    }
    bool contains(const Move<G>& mv) const {
        for (const Move<G>& other : list_)
            if (other == mv) return true;
        return false;
    }

    MoveList<G>& list_;
    std::uint32_t best_ = 0;
    std::uint64_t budget_;
    std::uint64_t spent_ = 0;
};

// Counts captures; only those of three and more pieces are kept, to recognise repeated ones.
template <Geometry G, Movement M>
class CaptureCount {
public:
    void add(const Move<G>& mv, std::uint32_t rank, int pieces) {
        if (!admit(rank)) return;
        if (pieces >= 3) {
            for (const Move<G>& other : long_)
                if (other == mv) return;
            long_.push_back(mv);
        }
        ++count_;
    }
    template <Direction D, Side Us>
    void add_singles(SquareSet<G> landings, std::uint32_t rank) {
        if (!admit(rank)) return;
        count_ += static_cast<std::uint64_t>(landings.count());
    }
    std::uint64_t count() const { return count_; }

private:
    bool admit(std::uint32_t rank) {
        if constexpr (ranks_captures(M)) {
            if (rank < best_) return false;
            if (rank > best_) {
                long_.clear();
                count_ = 0;
                best_ = rank;
            }
        }
        return true;
    }

    MoveList<G> long_;
    std::uint64_t count_ = 0;
    std::uint32_t best_ = 0;
};

}  // namespace detail

template <Geometry G, Movement M, Side Us>
class Generator {
public:
    using Set = SquareSet<G>;

    explicit Generator(const Position<G>& pos)
        : pos_(pos), men_(pos.men_of(Us)), kings_(pos.kings_of(Us)), enemy_(pos.of(!Us)), empty_(pos.empty()) {}

    bool any_capture() const { return any_man_jump() || any_king_jump(); }

    bool any_step() const {
        bool found = false;
        ManSteps::each([&]<Direction D>() { found = found || (men_.template stepped<D>() & empty_); });
        if constexpr (has_kings(M)) {
            if (kings_)
                AllDiagonals::each(
                    [&]<Direction D>() { found = found || (stepping_kings().template stepped<D>() & empty_); });
        }
        return found;
    }

    bool any_move() const { return any_step() || any_capture(); }

    // Adds every capture, the best ones only where the rules compare them. Returns how many states had to be remembered:
    // none, except in positions made for the purpose. After more than `budget` of them it gives up, and the list is not
    // complete.
    std::uint64_t captures(MoveList<G>& list, std::uint64_t budget = detail::unlimited_work) const {
        detail::CaptureList<G, M> sink(list, budget);
        find_captures(sink);
        return sink.spent();
    }

    // Calls f.template operator()<D>(set) for each direction of men with the squares they can step to.
    template <class F>
    void man_steps(F&& f) const {
        ManSteps::each([&]<Direction D>() { f.template operator()<D>(men_.template stepped<D>() & empty_); });
    }

    template <class Visit>
    void steps(Visit&& visit) const {
        ManSteps::each([&]<Direction D>() {
            for (const Square to : men_.template stepped<D>() & empty_) {
                const auto from = static_cast<Square>(bit_of(to) - G.step(D));
                visit(Move<G>{from, to, has_kings(M) && far_row.has(to), {}});
            }
        });
        if constexpr (has_kings(M)) {
            for (const Square from : stepping_kings())
                for (const Square to : king_steps(from)) visit(Move<G>{from, to, false, {}});
        }
    }

    std::uint64_t all(MoveList<G>& list, std::uint64_t budget = detail::unlimited_work) const {
        const std::uint64_t work = captures(list, budget);
        if (list.empty() || M.obligation == Obligation::Free) steps([&](const Move<G>& mv) { list.push_back(mv); });
        return work;
    }

    std::uint64_t count() const {
        std::uint64_t total = 0;
        if (any_capture()) {
            total = count_captures();
            if constexpr (M.obligation != Obligation::Free) return total;
        }
        return total + count_steps();
    }

    std::uint64_t count_captures() const {
        detail::CaptureCount<G, M> sink;
        find_captures(sink);
        return sink.count();
    }

    // The moves of a side without kings in a position without kings, if whole sets decide it; `chain` is set
    // when some jump may go on and the answer is not valid. No branches: perft counts its leaves with this, several at a
    // time in the lanes of a vector register.
    [[gnu::always_inline]] static constexpr int count_men_only(Set own, Set enemy, bool& chain) {
        const Set empty = Set::all() - (own | enemy);
        int steps = 0;
        ManSteps::each([&]<Direction D>()
                           __attribute__((always_inline)) { steps += (own.template stepped<D>() & empty).count(); });
        Set jumpers;
        Set going_on;
        int jumps = 0;
        ManJumps::each([&]<Direction D>() __attribute__((always_inline)) {
            const Set mine = own & origins<D>(enemy, empty);
            const Set landings = mine.template shifted<2 * G.step(D)>();
            jumpers |= mine;
            jumps += mine.count();
            if constexpr (M.chain == Chain::Complete) {
                ManJumps::each([&]<Direction E>() __attribute__((always_inline)) {
                    if constexpr (E != reverse(D)) going_on |= landings & origins<E>(enemy, empty);
                });
                if constexpr (M.promotion == Promotion::EndsMove) going_on -= far_row;
                if constexpr (M.promotion == Promotion::InPassing) going_on |= landings & far_row;
            }
        });
        chain = !going_on.empty();
        if constexpr (M.obligation == Obligation::Free) return steps + jumps;
        return jumpers.empty() ? steps : jumps;
    }

private:
    using ManSteps = std::conditional_t<Us == Side::Black, DownDiagonals, UpDiagonals>;
    using ManJumps =
        std::conditional_t<M.man_capture == ManCapture::AllEight, AllDirections,
                           std::conditional_t<M.man_capture == ManCapture::AllFour, AllDiagonals, ManSteps>>;
    using KingJumps = std::conditional_t<M.man_capture == ManCapture::AllEight, AllDirections, AllDiagonals>;
    static constexpr Set far_row = far_row_of<G>(Us);

    std::uint64_t count_steps() const {
        std::uint64_t total = 0;
        ManSteps::each(
            [&]<Direction D>() { total += static_cast<std::uint64_t>((men_.template stepped<D>() & empty_).count()); });
        if constexpr (has_kings(M)) {
            if (kings_) {
                if constexpr (kings_fly(M)) {
                    for (const Square from : stepping_kings())
                        total += static_cast<std::uint64_t>(king_steps(from).count());
                } else {
                    AllDiagonals::each([&]<Direction D>() {
                        total += static_cast<std::uint64_t>((stepping_kings().template stepped<D>() & empty_).count());
                    });
                }
            }
        }
        return total;
    }

    // Enemy pieces that a man may take.
    Set man_targets() const {
        if constexpr (M.man_takes_king)
            return enemy_;
        else
            return enemy_ - pos_.kings;
    }

    // Squares from which an adjacent piece of `targets` can be jumped in direction D.
    template <Direction D>
    static constexpr Set origins(Set targets, Set empty) {
        return targets.template stepped_back<D>() & empty.template shifted<-2 * G.step(D)>();
    }
    template <Direction D>
    Set jump_origins(Set targets) const {
        return origins<D>(targets, empty_);
    }

    bool any_man_jump() const {
        Set found;
        ManJumps::each([&]<Direction D>() { found |= men_ & jump_origins<D>(man_targets()); });
        return !found.empty();
    }

    bool any_king_jump() const {
        if constexpr (!has_kings(M)) return false;
        if (!kings_) return false;
        bool found = false;
        KingJumps::each([&]<Direction D>() {
            if constexpr (kings_fly(M)) {
                for (const Square sq : kings_) {
                    const Set blockers = ray<D, G>(sq) - empty_;
                    if (blockers && enemy_.has(nearest<D>(blockers)) &&
                        (Set(nearest<D>(blockers)).template stepped<D>() & empty_))
                        found = true;
                }
            } else {
                if (kings_ & jump_origins<D>(enemy_)) found = true;
                if constexpr (M.double_kill) {
                    if (kings_ & double_origins<D>()) found = true;
                }
            }
        });
        return found;
    }

    template <Direction D>
    Set double_origins() const {
        return enemy_.template stepped_back<D>() & enemy_.template shifted<-2 * G.step(D)>() &
               empty_.template shifted<-3 * G.step(D)>();
    }

    // Kings that may step: all but one that has used up its run while its side also has men.
    Set stepping_kings() const {
        if constexpr (M.king_run > 0) {
            const Run& run = pos_.runs[slot(Us)];
            if (run.count >= M.king_run && men_) return kings_ - Set(run.square);
        }
        return kings_;
    }

    Set king_steps(Square from) const {
        Set to;
        AllDiagonals::each([&]<Direction D>() {
            if constexpr (kings_fly(M))
                to |= reach<D>(from, empty_);
            else
                to |= Set(from).template stepped<D>() & empty_;
        });
        return to;
    }

public:
    // Hands every capture to a sink: add(move, rank, pieces) one by one, add_singles<D, Us>(landings, rank) for men that
    // jump once in direction D and land there. The sink keeps the highest rank and recognises repeated moves.
    template <class Sink>
    void find_captures(Sink& sink) const {
        if constexpr (has_kings(M)) {
            for (const Square sq : kings_) {
                Follow<Sink> follow(*this, sink, sq, enemy_);
                follow.template jumps<true>(sq, Set{}, {detail::base_rank<M>(true), 0}, false, no_skip);
            }
        }
        const Set targets = man_targets();
        ManJumps::each([&]<Direction D>() {
            const Set jumpers = men_ & jump_origins<D>(targets);
            if (!jumpers) return;
            const Set landings = jumpers.template shifted<2 * G.step(D)>();
            Set going_on;
            if constexpr (M.chain == Chain::Complete) {
                ManJumps::each([&]<Direction E>() {
                    if constexpr (E != reverse(D)) going_on |= landings & jump_origins<E>(targets);
                });
                if constexpr (M.promotion == Promotion::EndsMove) going_on -= far_row;
                if constexpr (M.promotion == Promotion::InPassing) going_on |= landings & far_row;
            }
            add_singles<D>(sink, landings - going_on);
            for (const Square to : going_on) {
                const auto over = static_cast<Square>(bit_of(to) - G.step(D));
                const auto from = static_cast<Square>(bit_of(to) - 2 * G.step(D));
                Follow<Sink> follow(*this, sink, from, targets);
                follow.land_man(to, Set(over), follow.plus({detail::base_rank<M>(false), 0}, over));
            }
        });
    }

private:
    template <Direction D, class Sink>
    void add_singles(Sink& sink, Set landings) const {
        constexpr std::uint32_t base = detail::base_rank<M>(false);
        if constexpr (M.obligation == Obligation::MostKings || M.obligation == Obligation::Weighted) {
            const Set over_kings = landings & pos_.kings.template stepped<D>();
            if (over_kings) sink.template add_singles<D, Us>(over_kings, base + detail::rank_of_piece<M>(true, 0));
            landings -= over_kings;
        }
        if (landings) sink.template add_singles<D, Us>(landings, base + detail::rank_of_piece<M>(false, 0));
    }

    static constexpr int no_skip = -1;
    static constexpr int any_direction = -1;

    // What a capture under way has earned so far.
    struct Tally {
        std::uint32_t rank = 0;
        int pieces = 0;
    };

    // Follows the captures of one piece jump by jump.
    template <class Sink>
    class Follow {
    public:
        Follow(const Generator& gen, Sink& sink, Square from, Set targets)
            : gen_(gen), sink_(sink), from_(from), targets_(targets), open_(gen.empty_ | Set(from)) {}

        Tally plus(Tally tally, Square captured) const {
            return {tally.rank + detail::rank_of_piece<M>(gen_.pos_.kings.has(captured), tally.pieces),
                    tally.pieces + 1};
        }

        // Emits every capture that goes on from sq; false if there is none. `skip` is a direction already followed.
        template <bool ByKing>
        bool jumps(Square sq, Set captured, Tally tally, bool promoted, int skip) {
            bool found = false;
            using Jumps = std::conditional_t<ByKing, KingJumps, ManJumps>;
            Jumps::each([&]<Direction D>() {
                if (static_cast<int>(D) == skip) return;
                if constexpr (ByKing && kings_fly(M))
                    found = fly<D>(sq, captured, tally, promoted) || found;
                else
                    found = hop<D, ByKing>(sq, captured, tally, promoted) || found;
            });
            return found;
        }

        // A man has just landed on `to`.
        void land_man(Square to, Set captured, Tally tally) {
            const bool crowned = has_kings(M) && far_row.has(to);
            if (!man_goes_on(to, crowned, captured, tally)) emit(to, captured, tally, crowned);
        }

    private:
        // Positions exist in which the same few pieces can be taken in millions of orders. A capture that takes long
        // remembers its states and follows each of them once. (Not with Italian rules: there the order counts.)
        static constexpr bool remembers = M.obligation != Obligation::Italian;
        static constexpr int patience = 1000;  // jumps

        // Counts a jump; true if what follows on it has been followed before.
        bool repeated(Set captured, Square sq, int direction, bool king) {
            if constexpr (!remembers) return false;
            if (++jumps_ <= patience) [[likely]]
                return false;
            return !remember(captured, sq, direction, king);
        }
        [[gnu::noinline]] bool remember(Set captured, Square sq, int direction, bool king) {
            if constexpr (requires { sink_.spend(); })
                if (!sink_.spend()) return false;
            if (!states_) states_ = std::make_unique<detail::CaptureStates<G>>();
            return states_->insert({captured, detail::capture_place(sq, direction, king)});
        }

        bool man_goes_on(Square to, bool crowned, Set captured, Tally tally) {
            if constexpr (M.chain == Chain::Single) return false;
            if (crowned) {
                if constexpr (M.promotion == Promotion::EndsMove) return false;
                if constexpr (M.promotion == Promotion::InPassing)
                    return jumps<true>(to, captured, tally, true, no_skip);
            }
            return jumps<false>(to, captured, tally, false, no_skip);
        }

        void emit(Square to, Set captured, Tally tally, bool promotes) {
            sink_.add({from_, to, promotes, captured}, tally.rank, tally.pieces);
        }

        Set open(Set captured) const {
            if constexpr (M.removal == Removal::Immediately)
                return open_ | captured;
            else
                return open_;
        }

        template <Direction D, bool ByKing>
        bool hop(Square sq, Set captured, Tally tally, bool promoted) {
            bool found = false;
            const Set over = Set(sq).template stepped<D>() & (targets_ - captured);
            const Set behind = over.template stepped<D>();
            if (const Set to = behind & open(captured)) {
                found = true;
                land<ByKing>(to.first(), captured | over, plus(tally, over.first()), promoted);
            }
            if constexpr (ByKing && M.double_kill) {
                const Set second = behind & (targets_ - captured);
                if (const Set to = second.template stepped<D>() & open(captured)) {
                    found = true;
                    land<ByKing>(to.first(), captured | over | second, plus(plus(tally, over.first()), second.first()),
                                 promoted);
                }
            }
            return found;
        }

        template <bool ByKing>
        void land(Square to, Set captured, Tally tally, bool promoted) {
            if (repeated(captured, to, any_direction, ByKing)) return;
            if constexpr (ByKing) {
                if (!jumps<true>(to, captured, tally, promoted, no_skip)) emit(to, captured, tally, promoted);
            } else {
                land_man(to, captured, tally);
            }
        }

        template <Direction D>
        bool fly(Square sq, Set captured, Tally tally, bool promoted) {
            const Set now_open = open(captured);
            const Set blockers = ray<D, G>(sq) - now_open;
            if (!blockers) return false;
            const Square over = nearest<D>(blockers);
            if (!(targets_ - captured).has(over)) return false;
            Set landings = reach<D>(over, now_open);
            if constexpr (M.king == King::LandsBehind) landings &= Set(over).template stepped<D>();
            if (!landings) return false;

            const Set taken = captured | Set(over);
            if (repeated(taken, over, static_cast<int>(D), true)) return true;
            const Tally more = plus(tally, over);
            // Going straight on is the same jump from every landing square: follow it from the nearest one only.
            const Square straight = nearest<D>(landings);
            bool went_on = false;
            for (const Square to : landings)
                went_on =
                    jumps<true>(to, taken, more, promoted, to == straight ? no_skip : static_cast<int>(D)) || went_on;
            if (went_on) return true;
            if constexpr (M.king == King::StopsBehindKing)
                if (gen_.pos_.kings.has(over)) landings = Set(straight);
            for (const Square to : landings) emit(to, taken, more, promoted);
            return true;
        }

        const Generator& gen_;
        Sink& sink_;
        Square from_;
        Set targets_;
        Set open_;
        int jumps_ = 0;
        std::unique_ptr<detail::CaptureStates<G>> states_;
    };

    const Position<G>& pos_;
    Set men_;
    Set kings_;
    Set enemy_;
    Set empty_;
};

// The legal moves of the side to move. Passes and finished games are the business of history.hpp. Returns the states that
// captures had to remember: none, except in positions made for the purpose. After more than `budget` of them the list is
// not complete.
template <Movement M, Geometry G>
std::uint64_t generate(const Position<G>& pos, MoveList<G>& list, std::uint64_t budget = detail::unlimited_work) {
    return pos.turn == Side::Black ? Generator<G, M, Side::Black>(pos).all(list, budget)
                                   : Generator<G, M, Side::White>(pos).all(list, budget);
}

// A position is refused when it is set up if the captures of either side take more work than this, and a game that gets there
// ends: some hundredths of a second. A problem with one long capture takes 170,000, real play never comes near.
inline constexpr std::uint64_t capture_budget = 1U << 18U;
// A search evaluates such a position instead of playing on, so that its limits are obeyed.
inline constexpr std::uint64_t search_budget = 1U << 15U;

template <Movement M, Geometry G>
bool within_capture_budget(const Position<G>& pos) {
    MoveList<G> list;
    return Generator<G, M, Side::Black>(pos).captures(list, capture_budget) <= capture_budget &&
           Generator<G, M, Side::White>(pos).captures(list, capture_budget) <= capture_budget;
}

template <Movement M, Geometry G>
std::uint64_t count_moves(const Position<G>& pos) {
    return pos.turn == Side::Black ? Generator<G, M, Side::Black>(pos).count()
                                   : Generator<G, M, Side::White>(pos).count();
}

template <Movement M, Geometry G>
bool any_move(const Position<G>& pos) {
    return pos.turn == Side::Black ? Generator<G, M, Side::Black>(pos).any_move()
                                   : Generator<G, M, Side::White>(pos).any_move();
}

template <Movement M, Geometry G>
bool any_capture(const Position<G>& pos) {
    return pos.turn == Side::Black ? Generator<G, M, Side::Black>(pos).any_capture()
                                   : Generator<G, M, Side::White>(pos).any_capture();
}

}  // namespace crownhead
