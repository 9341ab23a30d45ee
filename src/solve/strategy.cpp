#include "solve/strategy.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <tuple>
#include <unordered_set>
#include <utility>
#include <vector>

#include "notation/fen.hpp"
#include "util/assert.hpp"
#include "util/sha256.hpp"

namespace crownhead::solve {

namespace {

// Walks through all positions that a side can meet while it keeps to its strategy, and writes its choices down, in the
// order in which the verifier will ask for them.
class Walk {
public:
    Walk(const Space& space, const ProofTable& table, Side owner, prove::Goal goal, const CertificateOptions& options)
        : space_(space), table_(table), owner_(owner), goal_(goal), options_(options) {}

    Result<void> run(const Placement& start, prove::StrategyData& into) {
        if (Result<void> done = visit(space_.key_of(start), start.turn); !done) return done;
        while (!open_.empty()) {
            Level& level = open_.back();
            if (level.next == level.ways.size()) {
                open_.pop_back();
                continue;
            }
            const Key key = level.ways[level.next++].key;
            if (Result<void> done = visit(key, !level.turn); !done) return done;
        }
        into.positions = seen_.size();
        into.choices = writer_.choices();
        into.payload = writer_.bytes();
        into.digest = digest_.value();
        return {};
    }

private:
    struct Way {
        std::string code;
        Key key = 0;
    };
    struct Level {
        Side turn = Side::Black;
        std::vector<Way> ways;
        std::size_t next = 0;
    };

    static std::uint64_t place(Key key, Side turn) { return key << 1U | static_cast<std::uint64_t>(turn); }
    std::string code_of(Key key, Side turn) const {
        return prove::position_code(space_.variant(), space_.placement_of(key, turn));
    }

    Result<void> visit(Key key, Side turn) {
        if (!seen_.insert(place(key, turn)).second) return {};
        if (seen_.size() > options_.most_positions)
            return fail("the strategy has more than " + std::to_string(options_.most_positions) + " positions");
        if (options_.stop.stop_requested()) return fail("stopped");
        if (options_.on_progress && seen_.size() % 65536 == 0) options_.on_progress(seen_.size());
        digest_.add(code_of(key, turn));
        space_.successors(key, successors_);
        if (successors_.empty()) return {};
        Level level{.turn = turn, .ways = {}};
        for (const Key next : successors_) level.ways.push_back({code_of(next, !turn), next});
        std::ranges::sort(level.ways, {}, &Way::code);
        if (turn == owner_) {
            const std::optional<std::size_t> chosen = choose(key, level);
            if (!chosen) return fail("a position of the strategy has no answer: " + code_of(key, turn));
            writer_.push(*chosen, level.ways.size());
            if (level.ways.size() > 1) digest_.add(level.ways[*chosen].code);
            level.ways = {std::move(level.ways[*chosen])};
        }
        open_.push_back(std::move(level));
        return {};
    }

    // Smaller is better; nothing for a move that does not keep what the strategy promises.
    using Rating = std::tuple<int, std::uint64_t, std::uint64_t>;

    std::optional<std::size_t> choose(Key from, const Level& level) {
        std::optional<std::size_t> best;
        Rating best_rating{};
        const std::optional<Numbers> own = table_.find(node_of(from, Question::Win));
        for (std::size_t i = 0; i < level.ways.size(); ++i) {
            const Key key = level.ways[i].key;
            const std::optional<Rating> rating =
                goal_ == prove::Goal::Wins ? rate_win(key, own) : rate_hold(key, !level.turn);
            if (!rating || (best && best_rating <= *rating)) continue;
            best = i;
            best_rating = *rating;
        }
        return best;
    }

    // Each step of a win must lead nearer to its end: to a smaller stamp, from there to the files, in these to a smaller
    // distance.
    std::optional<Rating> rate_win(Key key, const std::optional<Numbers>& own) {
        if (const Value known = space_.known(key); known != Value::Unknown) {
            if (known != Value::Loss) return std::nullopt;
            return Rating{0, distance(key), 0};
        }
        const std::optional<Numbers> found = table_.find(node_of(key, Question::Loss));
        if (!found || !found->proven() || !own || !own->proven() || found->stamp >= own->stamp) return std::nullopt;
        return Rating{1, found->stamp, 0};
    }

    // Nothing needs to end here; a strategy is the shorter the sooner it comes back to what it has seen.
    std::optional<Rating> rate_hold(Key key, Side turn) {
        const Value known = space_.known(key);
        if (known == Value::Win) return std::nullopt;
        if (known == Value::Unknown) {
            const std::optional<Numbers> found = table_.find(node_of(key, Question::Win));
            if (!found || !found->disproven()) return std::nullopt;
        }
        if (seen_.contains(place(key, turn))) return Rating{0, 0, 0};
        if (known == Value::Loss) return Rating{1, distance(key), 0};
        space_.successors(key, replies_);
        return Rating{2, static_cast<std::uint64_t>(pieces_of(key)), replies_.size()};
    }

    std::uint64_t distance(Key key) const {
        constexpr std::uint64_t far = 1'000'000;
        return static_cast<std::uint64_t>(space_.exact_value(key).plies.value_or(far));
    }

    const Space& space_;
    const ProofTable& table_;
    Side owner_;
    prove::Goal goal_;
    const CertificateOptions& options_;
    std::unordered_set<std::uint64_t> seen_;
    std::vector<Level> open_;
    std::vector<Key> successors_;
    std::vector<Key> replies_;
    prove::ChoiceWriter writer_;
    Sha256 digest_;
};

}  // namespace

Result<prove::Certificate> make_certificate(const Space& space, const ProofTable& table, const Placement& placement,
                                            Value value, const CertificateOptions& options) {
    CH_ASSERT(value != Value::Unknown);
    const Variant& v = space.variant();
    prove::Certificate certificate{.game = std::string(v.name),
                                   .fingerprint = fingerprint(v),
                                   .fen = fen::write(v, prove::normalised(placement)),
                                   .value = value};
    certificate.strategies = prove::strategies_for(certificate.value);
    for (prove::StrategyData& strategy : certificate.strategies) {
        const Side owner = strategy.owner == prove::Owner::Mover ? placement.turn : !placement.turn;
        Walk walk(space, table, owner, strategy.goal, options);
        if (Result<void> done = walk.run(placement, strategy); !done) return std::unexpected(std::move(done.error()));
    }
    return certificate;
}

}  // namespace crownhead::solve
