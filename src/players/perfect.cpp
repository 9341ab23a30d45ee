// Perfect play, in games small enough: it never gives away the value of the position, and among moves of equal value it plays
// the one that is hardest to answer.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "game/value.hpp"
#include "players/catalogue.hpp"
#include "players/engine.hpp"
#include "players/options.hpp"
#include "rules/variants.hpp"
#include "runtime/endgame_store.hpp"
#include "search/control.hpp"
#include "solve/oracle.hpp"

namespace crownhead {

namespace {

// A move that keeps the value.
struct Candidate {
    std::size_t index = 0;
    std::optional<int> plies{};           // to the end, where known
    std::optional<std::uint32_t> rank{};  // of a win that is further away
    bool repeats = false;                 // it leads to a position that this game has had before
    Answers answers{};
};

// For a win, a loss and a draw; the second of each pair names the answers that keep the value too.
using ProvenCodes = std::array<std::array<std::string_view, 2>, 3>;
constexpr ProvenCodes far_codes{{{"remark.proven-win", "remark.proven-win-answers"},
                                 {"remark.proven-loss", "remark.proven-loss-answers"},
                                 {"remark.proven-draw", "remark.proven-draw-answers"}}};
constexpr ProvenCodes near_codes{{{"remark.proven-win-in", "remark.proven-win-in-answers"},
                                  {"remark.proven-loss-in", "remark.proven-loss-in-answers"},
                                  {"remark.proven-draw", "remark.proven-draw-answers"}}};
constexpr ProvenCodes count_codes{{{"remark.proven-win-by", "remark.proven-win-by-answers"},
                                   {"remark.proven-loss-by", "remark.proven-loss-by-answers"},
                                   {"remark.proven-draw", "remark.proven-draw-answers"}}};

Message proven_remark(const solve::Exact& exact, std::optional<int> plies, const Answers& answers) {
    const bool by_men = exact.difference && *exact.difference != 0;
    const ProvenCodes& codes = by_men ? count_codes : plies ? near_codes : far_codes;
    const std::size_t row = exact.value == Value::Win ? 0 : exact.value == Value::Loss ? 1 : 2;
    Message message{codes[row][answers.can_err() ? 1 : 0]};
    const auto add = [&](std::string_view name, auto value) {
        message.params.push_back({name, static_cast<std::int64_t>(value)});
    };
    if (by_men) add("count", std::abs(*exact.difference));
    if (!by_men && plies && row < 2) add("plies", *plies);
    if (answers.can_err()) {
        add("good", answers.good);
        add("all", answers.all);
    }
    return message;
}

std::string games_with_oracle() {
    std::string all;
    for (const Variant& v : variants)
        if (solve::has_oracle(v)) all += (all.empty() ? "" : ", ") + std::string(v.name);
    return all;
}

class PerfectPlayer final : public Player {
public:
    PerfectPlayer(std::uint64_t nodes, std::string folder, std::unique_ptr<Player> engine)
        : nodes_(nodes), folder_(std::move(folder)), engine_(std::move(engine)) {}

    std::string_view name() const override { return "perfect"; }

    std::expected<void, Message> begin(const Game& game, const Context&) override {
        if (solve::has_oracle(game.variant())) return {};
        return std::unexpected(Message{"forfeit.not-solved",
                                       {{"game", std::string(game.variant().name)}, {"games", games_with_oracle()}}});
    }

    Choice choose(const Game& game, const Context& context) override {
        if (game.legal().size() == 1) return {.index = 0, .remark = Message{"remark.only-move"}};
        if (auto ready = prepare(game, context); !ready) return {.forfeit = std::move(ready.error())};
        const solve::OracleLimits limits{.nodes = nodes_for(context), .stop = context.stop};
        const std::optional<solve::Answer> answer = oracle_->ask(game, limits);
        if (!answer) {
            Choice choice = engine_->choose(game, context);
            choice.remark = Message{"remark.unproven"};
            return choice;
        }
        const std::vector<Candidate> candidates = moves_that_keep(game, *answer, limits);
        const Candidate& best = best_of(answer->position.value, candidates);
        return {.index = best.index, .remark = proven_remark(answer->position, best.plies, best.answers)};
    }

private:
    std::uint64_t nodes_for(const Context& context) const {
        if (!context.clock) return nodes_;
        constexpr double nodes_a_second = 100'000;  // at the least
        const double affordable = std::max(seconds_for_move(0, context.clock) * nodes_a_second, 1.0);
        return affordable < static_cast<double>(nodes_) ? static_cast<std::uint64_t>(affordable) : nodes_;
    }

    std::expected<void, Message> prepare(const Game& game, const Context& context) {
        if (folder_.empty() && context.endgames != endgames_) {
            endgames_ = context.endgames;
            oracle_.reset();
        }
        if (oracle_ && variant_ == &game.variant()) return {};
        if (auto known = begin(game, context); !known) return known;
        const auto unusable = [](const Error& error) {
            return std::unexpected(Message{"forfeit.endgames", {{"detail", error.message}}});
        };
        if (!folder_.empty()) {
            Result<std::unique_ptr<Endgames>> opened = EndgameStore(folder_).open(game.variant());
            if (!opened) return unusable(opened.error());
            endgames_ = std::move(*opened);
        }
        Result<std::unique_ptr<solve::Oracle>> made = solve::new_oracle(game.variant(), endgames_, context.solution);
        if (!made) return unusable(made.error());
        oracle_ = std::move(*made);
        variant_ = &game.variant();
        return {};
    }

    std::vector<Candidate> moves_that_keep(const Game& game, const solve::Answer& answer,
                                           const solve::OracleLimits& limits) const {
        std::vector<Candidate> candidates;
        const std::vector<std::uint64_t> keys = keys_so_far(game);
        const std::unique_ptr<Game> next = game.clone();
        for (std::size_t i = 0; i < answer.moves.size(); ++i) {
            const solve::Exact& exact = answer.moves[i];
            if (exact.value != answer.position.value || exact.difference != answer.position.difference) continue;
            next->play(i);
            candidates.push_back({.index = i,
                                  .plies = exact.plies,
                                  .rank = exact.rank,
                                  .repeats = std::ranges::find(keys, next->key()) != keys.end(),
                                  .answers = answers_to(*next, limits)});
            next->undo();
        }
        return candidates;
    }

    static std::vector<std::uint64_t> keys_so_far(const Game& game) {
        std::vector<std::uint64_t> keys;
        const std::unique_ptr<Game> earlier = game.clone();
        do keys.push_back(earlier->key());
        while (earlier->undo());
        return keys;
    }

    // One that cannot be proven quickly counts as if there were no mistake to make.
    Answers answers_to(const Game& game, solve::OracleLimits limits) const {
        constexpr std::uint64_t share = 10;  // of the nodes of the whole move
        if (game.outcome() || game.legal().size() == 1) return {};
        limits.nodes = std::max<std::uint64_t>(limits.nodes / share, 1);
        const std::optional<solve::Answer> answer = oracle_->ask(game, limits);
        if (!answer) return {};
        const auto keeps = [&](const solve::Exact& exact) {
            return exact.value == answer->position.value && exact.difference == answer->position.difference;
        };
        return {.good = static_cast<std::size_t>(std::ranges::count_if(answer->moves, keeps)),
                .all = answer->moves.size()};
    }

    static const Candidate& best_of(Value value, const std::vector<Candidate>& candidates) {
        constexpr int far = std::numeric_limits<int>::max();
        const auto better = [&](const Candidate& a, const Candidate& b) {
            // A win that comes round again is no nearer; and a draw by repetition ends the game.
            if (value != Value::Loss && a.repeats != b.repeats) return b.repeats;
            if (value == Value::Win && a.plies != b.plies) return a.plies.value_or(far) < b.plies.value_or(far);
            // Where nobody says how far the win is, the order of the proofs shows the way.
            if (value == Value::Win && a.rank != b.rank) return a.rank.value_or(0) < b.rank.value_or(0);
            if (harder(a.answers, b.answers) || harder(b.answers, a.answers)) return harder(a.answers, b.answers);
            // Unknown is further away than anything that is known.
            if (value == Value::Loss && a.plies != b.plies) return a.plies.value_or(far) > b.plies.value_or(far);
            return false;
        };
        return *std::ranges::min_element(candidates, better);
    }

    std::uint64_t nodes_;
    std::string folder_;  // with endgame files; empty: those of the context
    std::unique_ptr<Player> engine_;
    std::shared_ptr<const Endgames> endgames_;
    const Variant* variant_ = nullptr;
    std::unique_ptr<solve::Oracle> oracle_;
};

constexpr auto perfect_options = std::to_array<OptionInfo>({
    {.key = "nodes",  // of a move; what is not proven within them is left to the engine
     .kind = OptionKind::Integer,
     .standard = "5000000",
     .lowest = 1,
     .highest = 2e9,
     .page_highest = 5e6},
    {.key = "egdb", .kind = OptionKind::Folder, .on_page = false},
});

}  // namespace

const Strategy& perfect_strategy() {
    static constexpr Strategy strategy{
        .name = "perfect",
        .options = perfect_options,
        .needs_solution = true,
        .make = [](const PlayerOptions& given, std::uint64_t seed) -> Result<std::unique_ptr<Player>> {
            const OptionReader read(perfect_options, given);
            PlayerOptions engine{{.key = "nodes", .value = "200000"}};  // not seconds: the same position, the same move
            if (read.given("egdb")) engine.push_back({.key = "egdb", .value = std::string(read.text("egdb"))});
            Result<std::unique_ptr<Player>> helper = engine_player(engine, seed);
            if (!helper) return helper;
            return std::make_unique<PerfectPlayer>(static_cast<std::uint64_t>(read.integer("nodes")),
                                                   std::string(read.text("egdb")), std::move(*helper));
        }};
    return strategy;
}

}  // namespace crownhead
