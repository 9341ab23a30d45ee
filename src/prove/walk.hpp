// The walk through a strategy: every reply to it is followed, every position visited once. The verifier asks whether it
// achieves what it promises; a playbook keeps what it has seen.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "notation/fen.hpp"
#include "prove/certificate.hpp"
#include "prove/rules.hpp"
#include "prove/verify.hpp"
#include "util/assert.hpp"
#include "util/sha256.hpp"

namespace crownhead::prove {

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

// Each once, in order.
template <class Key>
std::vector<Key> distinct(std::vector<Key> keys) {
    std::ranges::sort(keys);
    keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
    return keys;
}

// The distinct positions after one move, in the order of their codes.
template <class Keys>
std::vector<typename Keys::Key> successors_of(const Variant& v, const Keys& keys, const Placement& placement,
                                              const std::vector<AnyMove>& moves) {
    std::vector<typename Keys::Key> all;
    all.reserve(moves.size());
    for (const AnyMove& mv : moves) all.push_back(keys.pack(position_code(v, reference::after(v, placement, mv))));
    return distinct(std::move(all));
}

// --- The walk

// What the walk knows of a position that it has visited.
struct Visited {
    // While a position is on the path its length is open; then it is one more than the plies to the end.
    static constexpr std::uint32_t is_open = 0;

    std::uint32_t length = is_open;
    std::uint32_t choice = 0;  // of the owner of the strategy, among the successors
};

template <class Keys>
class Walk {
public:
    using Key = typename Keys::Key;

    // `number`: which of the strategies of its certificate it is.
    Walk(const Variant& v, Side owner, const StrategyData& strategy, std::size_t number, const VerifyOptions& options)
        : v_(v),
          owner_(owner),
          strategy_(strategy),
          number_(number),
          options_(options),
          keys_(v),
          choices_(strategy.payload),
          report_{.owner = strategy.owner, .goal = strategy.goal, .side = owner, .bytes = strategy.payload.size()} {}

    std::expected<StrategyReport, Fault> run(const Placement& root) {
        const Key first = keys_.pack(position_code(v_, root));
        seen_.emplace(first, Visited{});
        if (const Step entered = enter(first); !entered) return std::unexpected(entered.error());
        while (!path_.empty()) {
            if (const Step gone_on = go_on(); !gone_on) return std::unexpected(gone_on.error());
        }
        return finished(first);
    }

    // All positions, once the walk is over.
    const std::unordered_map<Key, Visited>& seen() const { return seen_; }

private:
    using Step = std::expected<void, Fault>;
    using Kind = Fault::Kind;

    static constexpr std::uint64_t progress_step = 1U << 14U;

    struct Frame {
        Key key;
        std::vector<Key> next;      // the positions to be visited from here
        std::size_t done = 0;       // so many of them have been
        std::uint32_t longest = 0;  // the greatest length among them
    };

    std::unexpected<Fault> wrong(Kind kind, const std::string& what, const Key& key) const {
        const Placement placement = placement_of_code(v_, keys_.unpack(key));
        const std::string place = fmt::format("{} (position {}, after {} choices: {})", what, report_.positions,
                                              choices_.choices(), fen::write(v_, placement));
        return std::unexpected(Fault{{place, choices_.offset()}, kind, owner_, report_.positions, placement});
    }
    std::unexpected<Fault> miscounted(std::string what, std::size_t offset = 0) const {
        return std::unexpected(Fault{{std::move(what), offset}, Kind::Miscounted, owner_, report_.positions});
    }

    // A position is visited for the first time.
    Step enter(const Key& key) {
        if (report_.positions == std::min(strategy_.positions, options_.most_positions))
            return wrong(Kind::TooMany, fmt::format("more than {} positions can arise", report_.positions), key);
        ++report_.positions;
        if (report_.positions % progress_step == 0) {
            if (options_.stop.stop_requested()) return wrong(Kind::Stopped, "interrupted", key);
            if (options_.on_progress) options_.on_progress(number_, report_.positions, strategy_.positions);
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
            if (winner == !owner_) return wrong(Kind::Lost, "the game is lost for the side with the strategy", key);
            if (strategy_.goal == Goal::Wins && winner != owner_)
                return wrong(Kind::Drawn, "the game is drawn, but the strategy should win", key);
        } else {
            frame.next = successors_of(v_, keys_, placement, moves);
            if (placement.turn == owner_) {
                const std::size_t k = frame.next.size();
                const std::optional<std::size_t> choice = choices_.next(k);
                if (!choice) return wrong(Kind::NoMove, "there is no choice left for this position", key);
                if (*choice >= k) return wrong(Kind::NoMove, fmt::format("choice {} among {}", *choice, k), key);
                seen_.find(key)->second.choice = static_cast<std::uint32_t>(*choice);
                frame.next = {frame.next[*choice]};
                if (k > 1) digest_.add(keys_.unpack(frame.next[0]));
            }
        }
        path_.push_back(std::move(frame));
        return {};
    }

    // The next position from the end of the path, or one step back.
    Step go_on() {
        Frame& frame = path_.back();
        if (frame.done == frame.next.size()) {
            const std::uint32_t length = frame.longest + 1;
            seen_.find(frame.key)->second.length = length;
            path_.pop_back();
            if (!path_.empty()) path_.back().longest = std::max(path_.back().longest, length);
            return {};
        }
        const Key next = frame.next[frame.done++];
        const auto [known, is_new] = seen_.emplace(next, Visited{});
        if (is_new) return enter(next);
        if (strategy_.goal == Goal::Wins && known->second.length == Visited::is_open)
            return wrong(Kind::Repeated, "the position is repeated, but the strategy should win", next);
        frame.longest = std::max(frame.longest, known->second.length);
        return {};
    }

    std::expected<StrategyReport, Fault> finished(const Key& first) {
        report_.choices = choices_.choices();
        if (strategy_.goal == Goal::Wins) report_.longest = seen_.find(first)->second.length - 1;
        if (report_.positions != strategy_.positions)
            return miscounted(fmt::format("{} positions can arise, not {} as the head of the file says",
                                          report_.positions, strategy_.positions));
        if (report_.choices != strategy_.choices)
            return miscounted(fmt::format("there are {} choices, not {} as the head of the file says", report_.choices,
                                          strategy_.choices));
        if (!choices_.used_up()) return miscounted("more choices are given than are needed", choices_.offset());
        if (digest_.value() != strategy_.digest)
            return miscounted("the positions are not those of which the head of the file has the digest");
        return report_;
    }

    const Variant& v_;
    Side owner_;
    const StrategyData& strategy_;
    std::size_t number_;
    const VerifyOptions& options_;
    Keys keys_;
    ChoiceReader choices_;
    Sha256 digest_;
    std::unordered_map<Key, Visited> seen_;
    std::vector<Frame> path_;  // can be as long as there are positions
    StrategyReport report_;
};

// A certificate whose head is right, with its game and its position.
struct ReadProof {
    Certificate certificate;
    ProofReport report;  // without the strategies
};
std::expected<ReadProof, Fault> read_proof(std::string_view bytes);

// `walk` takes a walk of each strategy in turn, runs it and says how it went.
template <class F>
std::expected<ProofReport, Fault> walk_all(const ReadProof& proof, const VerifyOptions& options, const F& walk) {
    ProofReport report = proof.report;
    const Variant& v = *report.variant;
    for (std::size_t i = 0; i < proof.certificate.strategies.size(); ++i) {
        const StrategyData& strategy = proof.certificate.strategies[i];
        const Side owner = strategy.owner == Owner::Mover ? report.position.turn : !report.position.turn;
        std::expected<StrategyReport, Fault> walked =
            NumberKeys::can_do(v) ? walk(Walk<NumberKeys>(v, owner, strategy, i, options), report.position)
                                  : walk(Walk<CodeKeys>(v, owner, strategy, i, options), report.position);
        if (!walked) {
            Fault fault = std::move(walked.error());
            fault.message =
                fmt::format("strategy '{} {}': {}", word_of(strategy.owner), word_of(strategy.goal), fault.message);
            return std::unexpected(std::move(fault));
        }
        report.strategies.push_back(*walked);
    }
    return report;
}

}  // namespace crownhead::prove
