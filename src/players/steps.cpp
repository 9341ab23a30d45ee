#include "players/steps.hpp"

#include <algorithm>
#include <bitset>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "players/options.hpp"
#include "rules/movement.hpp"
#include "rules/setup.hpp"
#include "rules/variant.hpp"
#include "util/assert.hpp"
#include "util/random.hpp"

namespace crownhead {

namespace {

using Criteria = std::bitset<criteria.size()>;

constexpr int piece_in_moves = 100;  // what a piece taken for nothing counts among safe moves

std::size_t place_of(Criterion criterion) { return static_cast<std::size_t>(criterion); }

int taken_by(const AnyMove& move) { return move.is_capture() ? static_cast<int>(move.captured().size()) : 0; }

int most_taken(std::span<const AnyMove> moves) {
    int most = 0;
    for (const AnyMove& move : moves) most = std::max(most, taken_by(move));
    return most;
}

bool has_capture(const Game& game) {
    return std::ranges::any_of(game.legal(), [](const AnyMove& move) { return move.is_capture(); });
}

// The squares that touch this one: above left, above right, below left, below right; 0 where the board ends.
std::array<int, 4> touching(const Variant& variant, int number) {
    const Cell cell = cell_of_number(variant.setup, variant.size(), number);
    const auto at = [&](int row, int column) {
        const bool exists = row >= 0 && row < variant.size() && column >= 0 && column < variant.size();
        return exists ? number_of_cell(variant.setup, variant.size(), {row, column}) : 0;
    };
    return {at(cell.row - 1, cell.column - 1), at(cell.row - 1, cell.column + 1), at(cell.row + 1, cell.column - 1),
            at(cell.row + 1, cell.column + 1)};
}

// Each of the following is asked of a game in which the move has just been played: it is your turn. Games are given back
// as they were.

// Where captures are compulsory, a piece given away leaves few moves, and the player would give away everything. So a
// capture counts by what it costs me.
int safe_replies(Game& game) {
    int safe = 0;
    const std::size_t count = game.legal().size();
    for (std::size_t reply = 0; reply < count; ++reply) {
        const int taken = taken_by(game.legal()[reply]);
        game.play(reply);
        const int taken_back = most_taken(game.legal());
        game.undo();
        if (taken > taken_back)
            safe += piece_in_moves * (taken - taken_back);
        else if (taken == 0 && taken_back == 0)
            ++safe;
    }
    return safe;
}

bool loses_for_nothing(Game& game) {
    const std::size_t count = game.legal().size();
    for (std::size_t reply = 0; reply < count; ++reply) {
        if (!game.legal()[reply].is_capture()) continue;
        game.play(reply);
        const bool nothing = !has_capture(game);
        game.undo();
        if (nothing) return true;
    }
    return false;
}

// The most pieces I would take if it were my turn again.
int threatened(const Game& game) {
    if (game.outcome()) return 0;
    Placement placement = game.placement();
    placement.turn = !placement.turn;
    const std::unique_ptr<Game> mine = new_game(game.variant());
    if (!mine->set(placement, Strictness::Anything)) return 0;
    return most_taken(mine->legal());
}

// Does a lane lead from this square to the row where a man of `side` is crowned: empty squares, step by step? Such a row
// exists only where there are kings. By square number.
std::vector<bool> lanes(const Variant& variant, const Placement& placement, Side side) {
    std::vector<bool> open(static_cast<std::size_t>(placement.count() + 1), false);
    if (!has_kings(variant.move)) return open;
    const int size = variant.size();
    const int far = far_row(size, side);
    const int backward = side == Side::Black ? -1 : 1;
    const std::size_t forward = side == Side::Black ? 2 : 0;
    const auto enters = [&](int number) {
        return number != 0 && placement.at(number) == Piece::None &&
               (open[static_cast<std::size_t>(number)] || cell_of_number(variant.setup, size, number).row == far);
    };
    for (int row = far + backward; row >= 0 && row < size; row += backward) {
        for (int column = 0; column < size; ++column) {
            const int number = number_of_cell(variant.setup, size, {row, column});
            if (number == 0) continue;
            const std::array<int, 4> near = touching(variant, number);
            open[static_cast<std::size_t>(number)] = enters(near[forward]) || enters(near[forward + 1]);
        }
    }
    return open;
}

int men_with_a_lane(const Game& game) {
    const Placement placement = game.placement();
    const std::vector<bool> open = lanes(game.variant(), placement, game.turn());
    int men = 0;
    for (int number = 1; number <= placement.count(); ++number)
        if (placement.at(number) == piece_of(game.turn(), false) && open[static_cast<std::size_t>(number)]) ++men;
    return men;
}

bool steps_between(const Game& game, const AnyMove& move) {
    if (move.is_pass() || move.is_capture() || has_capture(game)) return false;
    const Placement placement = game.placement();
    bool mine = false;
    bool yours = false;
    for (const int number : touching(game.variant(), move.to())) {
        if (number == 0) continue;
        mine = mine || belongs_to(placement.at(number), !game.turn());
        yours = yours || belongs_to(placement.at(number), game.turn());
    }
    return mine && yours;
}

bool is_taken(const Game& game, std::uint8_t number) {
    return std::ranges::any_of(game.legal(), [&](const AnyMove& reply) {
        const std::vector<std::uint8_t> captured = reply.captured();
        return std::ranges::find(captured, number) != captured.end();
    });
}

int way_to_the_crown(const Game& game, const AnyMove& move) {
    if (move.is_pass() || is_taken(game, move.to())) return 0;
    if (move.promotes) return 2;
    const Placement placement = game.placement();
    const Side me = !game.turn();
    return placement.at(move.to()) == piece_of(me, false) && lanes(game.variant(), placement, me)[move.to()] ? 1 : 0;
}

int score_after(Criterion criterion, const AnyMove& move, Game& game) {
    switch (criterion) {
        case Criterion::Capture: return move.is_capture() ? 1 : 0;
        case Criterion::Replies: return -safe_replies(game);
        case Criterion::Multiple: {
            constexpr int more_than_any_threat = 100;
            if (taken_by(move) > 1) return more_than_any_threat + taken_by(move);
            const int next = threatened(game);
            return next > 1 ? next : 0;
        }
        case Criterion::Lanes: return -men_with_a_lane(game);
        case Criterion::Threat: return !has_capture(game) && threatened(game) > 0 ? 1 : 0;
        case Criterion::Between: return steps_between(game, move) ? 1 : 0;
        case Criterion::Exchange: return loses_for_nothing(game) ? 0 : 1;
        case Criterion::Crown: return way_to_the_crown(game, move);
    }
    return 0;
}

class StepsPlayer final : public Player {
public:
    StepsPlayer(Criteria used, std::uint64_t seed) : used_(used), random_(seed) {}

    std::string_view name() const override { return "steps"; }

    Choice choose(const Game& game, const Context&) override {
        CH_ASSERT(!game.legal().empty());
        if (game.legal().size() == 1) return {.index = 0, .remark = Message{"remark.only-move"}};
        const std::unique_ptr<Game> look = game.clone();
        std::vector<std::size_t> left;  // candidates
        if (const auto win = sort_out_ends(*look, left)) return {.index = *win, .remark = Message{"remark.wins"}};
        if (left.empty()) {  // every move ends the game: a draw is better than a loss
            left = drawing_moves(*look);
            if (left.empty())
                for (std::size_t index = 0; index < game.legal().size(); ++index) left.push_back(index);
            return {.index = left[random_.below(static_cast<std::uint32_t>(left.size()))],
                    .remark = Message{"remark.every-move-ends"}};
        }
        const bool reversed = game.variant().end.bare == Bare::Wins;
        std::optional<Criterion> decisive;
        int reached = 0;
        for (const Criterion criterion : criteria) {
            if (left.size() == 1) break;
            if (!used_[place_of(criterion)]) continue;
            const std::size_t before = left.size();
            const int best = keep_best(*look, criterion, reversed, left);
            if (left.size() == before) continue;
            decisive = criterion;
            reached = best;
        }
        const std::size_t index = left[random_.below(static_cast<std::uint32_t>(left.size()))];
        return {.index = index, .remark = remark(decisive, reached, reversed, left.size())};
    }

private:
    // Winning is no criterion but the goal: the first move that wins at once, if there is one. A move that ends the game
    // in another way is no candidate.
    static std::optional<std::size_t> sort_out_ends(Game& look, std::vector<std::size_t>& left) {
        const Side me = look.turn();
        const std::size_t count = look.legal().size();
        for (std::size_t index = 0; index < count; ++index) {
            look.play(index);
            const auto outcome = look.outcome();
            look.undo();
            if (outcome && outcome->winner == me) return index;
            if (!outcome) left.push_back(index);
        }
        return std::nullopt;
    }

    static std::vector<std::size_t> drawing_moves(Game& look) {
        std::vector<std::size_t> moves;
        const std::size_t count = look.legal().size();
        for (std::size_t index = 0; index < count; ++index) {
            look.play(index);
            if (const auto outcome = look.outcome(); outcome && !outcome->winner) moves.push_back(index);
            look.undo();
        }
        return moves;
    }

    // Leaves those with the highest score, or the lowest where the goal is reversed; returns that score.
    static int keep_best(Game& look, Criterion criterion, bool reversed, std::vector<std::size_t>& left) {
        std::vector<std::size_t> kept;
        int best = 0;
        for (const std::size_t index : left) {
            const AnyMove move = look.legal()[index];
            look.play(index);
            const int score = score_after(criterion, move, look);
            look.undo();
            const bool better = reversed ? score < best : score > best;
            if (kept.empty() || better) {
                kept.clear();
                best = score;
            }
            if (score == best) kept.push_back(index);
        }
        left = std::move(kept);
        return best;
    }

    // By criterion; the second of each pair where the goal is reversed.
    static constexpr std::array<std::array<std::string_view, 2>, criteria.size()> codes{{
        {"remark.criterion-capture", "remark.criterion-capture-reversed"},
        {"remark.criterion-replies", "remark.criterion-replies"},
        {"remark.criterion-multiple", "remark.criterion-multiple-reversed"},
        {"remark.criterion-lanes", "remark.criterion-lanes-reversed"},
        {"remark.criterion-threat", "remark.criterion-threat-reversed"},
        {"remark.criterion-between", "remark.criterion-between-reversed"},
        {"remark.criterion-exchange", "remark.criterion-exchange-reversed"},
        {"remark.criterion-crown", "remark.criterion-crown-reversed"},
    }};

    static Message remark(std::optional<Criterion> decisive, int score, bool reversed, std::size_t equal) {
        if (!decisive) return {"remark.equal-moves", {{"count", static_cast<std::int64_t>(equal)}}};
        Message message{codes[place_of(*decisive)][reversed ? 1 : 0],
                        {{"criterion", std::string(criterion_names[place_of(*decisive)])}}};
        if (*decisive == Criterion::Replies) {
            if (-score >= piece_in_moves)
                message.code = reversed ? "remark.criterion-replies-gives" : "remark.criterion-replies-loses";
            else
                message.params.push_back({"count", std::int64_t{-score}});
        }
        if (*decisive == Criterion::Crown && !reversed && score == 2) message.code = "remark.criterion-crown-made";
        return message;
    }

    Criteria used_;
    Random random_;
};

constexpr auto steps_options = std::to_array<OptionInfo>({
    {.key = "only", .kind = OptionKind::Set, .choices = criterion_names},
    {.key = "without", .kind = OptionKind::Set, .choices = criterion_names},
});

}  // namespace

int score_step(Criterion criterion, const Game& game, std::size_t index) {
    CH_ASSERT(index < game.legal().size());
    const std::unique_ptr<Game> look = game.clone();
    look->play(index);
    return score_after(criterion, game.legal()[index], *look);
}

const Strategy& steps_strategy() {
    static constexpr Strategy strategy{
        .name = "steps",
        .options = steps_options,
        .make = [](const PlayerOptions& given, std::uint64_t seed) -> Result<std::unique_ptr<Player>> {
            Criteria used = Criteria().set();
            for (const PlayerOption& option : given) {
                Criteria named;
                for (const std::size_t place : read_set(option.value, criterion_names)) named.set(place);
                used &= option.key == "only" ? named : ~named;
            }
            return std::make_unique<StepsPlayer>(used, seed);
        }};
    return strategy;
}

}  // namespace crownhead
