// The walk through a strategy.
#include "prove/verify.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "notation/fen.hpp"
#include "prove/rules.hpp"
#include "rules/variants.hpp"
#include "util/assert.hpp"
#include "util/parse.hpp"

namespace crownhead::prove {

namespace {

constexpr std::uint64_t progress_step = 1U << 14U;

// --- Exact keys: a position is known again by its whole code, never by a hash alone

// The code itself, for boards of any size.
class CodeKeys {
public:
    using Key = std::string;
    explicit CodeKeys(const Variant& /*v*/) {}
    static Key pack(std::string code) { return code; }
    static std::string unpack(Key key) { return key; }
};

// The bytes of the code as the digits of one number, for boards where that number has 64 bits at most. Numbers are in the
// same order as codes.
class NumberKeys {
public:
    using Key = std::uint64_t;

    explicit NumberKeys(const Variant& v) : bases_(bases_of(v)) {}

    static bool can_do(const Variant& v) {
        std::uint64_t room = std::numeric_limits<std::uint64_t>::max();
        for (const std::uint64_t base : bases_of(v)) room /= base;
        return room > 0;
    }

    Key pack(std::string_view code) const {
        Key key = 0;
        for (std::size_t i = 0; i < bases_.size(); ++i) {
            const auto digit = static_cast<std::uint64_t>(code[i] - '0');
            CH_ASSERT(digit < bases_[i]);
            key = key * bases_[i] + digit;
        }
        return key;
    }
    std::string unpack(Key key) const {
        std::string code(bases_.size(), '0');
        for (std::size_t i = bases_.size(); i-- > 0; key /= bases_[i])
            code[i] = static_cast<char>('0' + static_cast<int>(key % bases_[i]));
        return code;
    }

private:
    // How many values each byte of a code can have.
    static std::vector<std::uint64_t> bases_of(const Variant& v) {
        std::vector<std::uint64_t> bases(static_cast<std::size_t>(v.squares()), 5);
        bases.push_back(2);
        if (v.move.king_run > 0) {
            for (int side = 0; side < 2; ++side) {
                bases.push_back(static_cast<std::uint64_t>(v.squares()) + 1);
                bases.push_back(std::uint64_t{v.move.king_run} + 1);
            }
        }
        return bases;
    }

    std::vector<std::uint64_t> bases_;
};

// --- The walk

template <class Keys>
class Walk {
public:
    using Key = typename Keys::Key;

    Walk(const Variant& v, Side owner, const StrategyData& strategy, const VerifyOptions& options)
        : v_(v),
          owner_(owner),
          strategy_(strategy),
          options_(options),
          keys_(v),
          choices_(strategy.payload),
          report_{.owner = strategy.owner, .goal = strategy.goal, .side = owner, .bytes = strategy.payload.size()} {}

    Result<StrategyReport> run(const Placement& root) {
        const Key first = keys_.pack(position_code(v_, root));
        seen_.emplace(first, is_open);
        if (const Result<void> entered = enter(first); !entered) return std::unexpected(entered.error());
        while (!path_.empty()) {
            if (const Result<void> gone_on = go_on(); !gone_on) return std::unexpected(gone_on.error());
        }
        return finished(first);
    }

private:
    // While a position is on the path its length is open; then it is one more than the plies to the end.
    static constexpr std::uint32_t is_open = 0;

    struct Frame {
        Key key;
        std::vector<Key> next;      // the positions to be visited from here
        std::size_t done = 0;       // so many of them have been
        std::uint32_t longest = 0;  // the greatest length among them
    };

    std::unexpected<Error> wrong(const std::string& what, const Key& key) const {
        const Placement placement = placement_of_code(v_, keys_.unpack(key));
        return fail(fmt::format("{} (position {}, after {} choices: {})", what, report_.positions, choices_.choices(),
                                fen::write(v_, placement)),
                    choices_.offset());
    }

    // The distinct positions after one move, in the order of their codes.
    std::vector<Key> successors(const Placement& placement, const std::vector<AnyMove>& moves) const {
        std::vector<Key> all;
        all.reserve(moves.size());
        for (const AnyMove& mv : moves)
            all.push_back(keys_.pack(position_code(v_, reference::after(v_, placement, mv))));
        std::ranges::sort(all);
        all.erase(std::unique(all.begin(), all.end()), all.end());
        return all;
    }

    // A position is visited for the first time.
    Result<void> enter(const Key& key) {
        if (report_.positions == std::min(strategy_.positions, options_.most_positions))
            return wrong(fmt::format("more than {} positions can arise", report_.positions), key);
        ++report_.positions;
        if (report_.positions % progress_step == 0) {
            if (options_.stop.stop_requested()) return wrong("interrupted", key);
            if (options_.on_progress) options_.on_progress(report_.positions, strategy_.positions);
        }
        const std::string code = keys_.unpack(key);
        digest_.add(code);

        const Placement placement = placement_of_code(v_, code);
        const std::vector<AnyMove> moves = reference::legal_moves(v_, placement);
        Frame frame{.key = key, .next = {}};
        if (placement.turn != owner_) ++report_.replies;
        if (moves.empty()) {
            ++report_.ends;
            const std::optional<Side> winner = reference::winner_without_move(v_, placement);
            if (winner == !owner_) return wrong("the game is lost for the side with the strategy", key);
            if (strategy_.goal == Goal::Wins && winner != owner_)
                return wrong("the game is drawn, but the strategy should win", key);
        } else {
            frame.next = successors(placement, moves);
            if (placement.turn == owner_) {
                const std::size_t k = frame.next.size();
                const std::optional<std::size_t> choice = choices_.next(k);
                if (!choice) return wrong("there is no choice left for this position", key);
                if (*choice >= k) return wrong(fmt::format("choice {} among {}", *choice, k), key);
                frame.next = {frame.next[*choice]};
                if (k > 1) digest_.add(keys_.unpack(frame.next[0]));
            }
        }
        path_.push_back(std::move(frame));
        return {};
    }

    // The next position from the end of the path, or one step back.
    Result<void> go_on() {
        Frame& frame = path_.back();
        if (frame.done == frame.next.size()) {
            const std::uint32_t length = frame.longest + 1;
            seen_.find(frame.key)->second = length;
            path_.pop_back();
            if (!path_.empty()) path_.back().longest = std::max(path_.back().longest, length);
            return {};
        }
        const Key next = frame.next[frame.done++];
        const auto [known, is_new] = seen_.emplace(next, is_open);
        if (is_new) return enter(next);
        if (strategy_.goal == Goal::Wins && known->second == is_open)
            return wrong("the position is repeated, but the strategy should win", next);
        frame.longest = std::max(frame.longest, known->second);
        return {};
    }

    Result<StrategyReport> finished(const Key& first) {
        report_.choices = choices_.choices();
        if (strategy_.goal == Goal::Wins) report_.longest = seen_.find(first)->second - 1;
        if (report_.positions != strategy_.positions)
            return fail(fmt::format("{} positions can arise, not {} as the head of the file says", report_.positions,
                                    strategy_.positions));
        if (report_.choices != strategy_.choices)
            return fail(fmt::format("there are {} choices, not {} as the head of the file says", report_.choices,
                                    strategy_.choices));
        if (!choices_.used_up()) return fail("more choices are given than are needed", choices_.offset());
        if (digest_.value() != strategy_.digest)
            return fail("the positions are not those of which the head of the file has the digest");
        return report_;
    }

    const Variant& v_;
    Side owner_;
    const StrategyData& strategy_;
    const VerifyOptions& options_;
    Keys keys_;
    ChoiceReader choices_;
    Sha256 digest_;
    std::unordered_map<Key, std::uint32_t> seen_;
    std::vector<Frame> path_;  // can be as long as there are positions
    StrategyReport report_;
};

Result<const Variant*> game_of(const Certificate& certificate) {
    const auto found = std::ranges::find(variants, certificate.game, &Variant::name);
    if (found == variants.end()) return fail(fmt::format("line 2: there is no game '{}'", excerpt(certificate.game)));
    if (fingerprint(*found) != certificate.fingerprint)
        return fail(fmt::format("line 3: rules {:016x} are not those of {} here ({:016x})", certificate.fingerprint,
                                found->name, fingerprint(*found)));
    return &*found;
}

}  // namespace

Result<ProofReport> verify_proof(std::string_view bytes, const VerifyOptions& options) {
    const Result<Certificate> certificate = read(bytes);
    if (!certificate) return std::unexpected(certificate.error());
    const Result<const Variant*> found = game_of(*certificate);
    if (!found) return std::unexpected(found.error());
    const Variant& v = **found;
    const Result<Placement> position = fen::read(v, certificate->fen);
    if (!position) return fail(fmt::format("line 4: {}", position.error().message));
    if (fen::write(v, *position) != certificate->fen)
        return fail(fmt::format("line 4: this position is written {}", fen::write(v, *position)));

    ProofReport report{.variant = &v, .position = *position, .value = certificate->value};
    for (const StrategyData& strategy : certificate->strategies) {
        const Side owner = strategy.owner == Owner::Mover ? position->turn : !position->turn;
        const Result<StrategyReport> walked = NumberKeys::can_do(v)
                                                  ? Walk<NumberKeys>(v, owner, strategy, options).run(*position)
                                                  : Walk<CodeKeys>(v, owner, strategy, options).run(*position);
        if (!walked)
            return fail(fmt::format("strategy '{} {}': {}", word_of(strategy.owner), word_of(strategy.goal),
                                    walked.error().message),
                        walked.error().offset);
        report.strategies.push_back(*walked);
    }
    return report;
}

}  // namespace crownhead::prove
