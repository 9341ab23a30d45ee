#include "solve/proof_search.hpp"

#include <algorithm>
#include <unordered_map>

namespace crownhead::solve {

namespace {

constexpr Numbers unexplored{1, 1, 0};
constexpr Numbers certain_yes{0, unreachable, 1};
constexpr Numbers certain_no{unreachable, 0, 1};

Numbers answer(Value value, Question question) {
    const Value asked = question == Question::Win ? Value::Win : Value::Loss;
    return value == asked ? certain_yes : certain_no;
}

// Seen from the side that chooses in a node: in "does it win" it needs one move (phi to prove, delta to disprove), in "does
// it lose" one move that does not.
std::uint32_t phi(Node node, const Numbers& n) { return question_of(node) == Question::Win ? n.proof : n.disproof; }
std::uint32_t delta(Node node, const Numbers& n) { return question_of(node) == Question::Win ? n.disproof : n.proof; }

}  // namespace

void ProofSearch::Path::add(Node node) {
    if (2 * ++used_ > slots_.size()) {
        const std::vector<Node> old = std::move(slots_);
        slots_.assign(old.size() * 2, 0);
        for (const Node n : old)
            if (n != 0) slots_[place(n)] = n;
    }
    slots_[place(node)] = node;
}

void ProofSearch::Path::remove(Node node) {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = place(node);
    slots_[at] = 0;
    --used_;
    // What stands behind it may have been put there because this place was taken.
    for (at = (at + 1) & mask; slots_[at] != 0; at = (at + 1) & mask) {
        const Node moved = slots_[at];
        slots_[at] = 0;
        slots_[place(moved)] = moved;
    }
}

std::size_t ProofSearch::Path::place(Node node) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = (node * 0x9e3779b97f4a7c15ULL >> 32U) & mask;
    while (slots_[at] != 0 && slots_[at] != node) at = (at + 1) & mask;
    return at;
}

std::optional<bool> ProofSearch::decide(Key key, Question question) {
    const Node root = node_of(key, question);
    if (const Value known = space_.known(key); known != Value::Unknown) return answer(known, question).proven();
    for (;;) {
        if (const auto found = table_.find(root)) {
            if (found->proven()) return true;
            if (found->disproven()) return false;
            if (found->disproof == 0 && settle(root)) return false;
        }
        if (!search(root)) return std::nullopt;
    }
}

std::optional<Value> ProofSearch::value(Key key) {
    const auto wins = decide(key, Question::Win);
    if (!wins) return std::nullopt;
    if (*wins) return Value::Win;
    const auto loses = decide(key, Question::Loss);
    if (!loses) return std::nullopt;
    return *loses ? Value::Loss : Value::Draw;
}

bool ProofSearch::search(Node root) {
    enter(root, unreachable, unreachable);
    while (!frames_.empty()) {
        if (stopped()) {
            while (!frames_.empty()) leave();
            return false;
        }
        step();
    }
    return true;
}

void ProofSearch::enter(Node node, std::uint32_t phi_limit, std::uint32_t delta_limit) {
    ++nodes_;
    const Key key = key_of(node);
    space_.successors(key, successors_);
    if (successors_.empty()) {
        const Numbers end = answer(space_.over(key), question_of(node));
        if (end.proven())
            table_.store_proof(node);
        else
            table_.store(node, end);
        return;
    }
    if (limits_.backwards) std::ranges::reverse(successors_);
    frames_.push_back({node, phi_limit, delta_limit, children_.size(), fresh_});
    if (!table_.find(node)) ++fresh_;
    path_.add(node);
    const Question question = other(question_of(node));
    for (const Key next : successors_) {
        Child child{.node = node_of(next, question)};
        if (const Value known = space_.known(next); known != Value::Unknown) {
            child.numbers = answer(known, question);
            child.settled = true;
        }
        children_.push_back(child);
    }
}

void ProofSearch::leave() {
    children_.resize(frames_.back().first);
    path_.remove(frames_.back().node);
    frames_.pop_back();
}

void ProofSearch::step() {
    Frame& frame = frames_.back();
    const Question question = question_of(frame.node);
    std::uint32_t least = unreachable;   // of the children's delta
    std::uint32_t second = unreachable;  // the next one
    std::uint32_t most = 0;              // of their phi
    std::uint32_t open = 0;              // children whose phi is not 0
    std::size_t best = frame.first;
    bool certain_one = false;  // a child whose "no" is certain
    bool certain_all = true;   // of all of them
    for (std::size_t i = frame.first; i < children_.size(); ++i) {
        Child& child = children_[i];
        if (!child.settled) {
            if (path_.has(child.node)) {
                child.numbers = {unreachable, 0, 0};
            } else if (const auto found = table_.find(child.node)) {
                child.numbers = *found;
                child.settled = found->certain();
            } else {
                child.numbers = unexplored;
            }
        }
        const bool no = child.numbers.disproven();
        certain_one = certain_one || no;
        certain_all = certain_all && no;
        const std::uint32_t child_delta = delta(child.node, child.numbers);
        const std::uint32_t child_phi = phi(child.node, child.numbers);
        if (child_delta < least) {
            second = least;
            least = child_delta;
            best = i;
        } else {
            second = std::min(second, child_delta);
        }
        most = std::max(most, child_phi);
        if (child_phi != 0) ++open;
    }
    // Many ways lead to the same positions: their numbers are not added up, which would count these again and again.
    const std::uint32_t all = most >= unreachable ? unreachable : open == 0 ? 0 : most + (open - 1);
    Numbers numbers = question == Question::Win ? Numbers{least, all, 0} : Numbers{all, least, 0};
    if (numbers.proven()) {
        table_.store_proof(frame.node);
    } else {
        if (numbers.disproof == 0 && (question == Question::Win ? certain_all : certain_one)) numbers.stamp = 1;
        table_.store(frame.node, numbers);
    }
    if (least == 0 || all == 0) {
        leave();
        return;
    }
    if (least >= frame.phi_limit || all >= frame.delta_limit) {
        if (fresh_ != frame.fresh) {
            leave();
            return;
        }
        // Where ways run in circles, numbers can send the search to and fro between positions that it knows. So nothing is
        // left before something new has been seen.
        frame.phi_limit = std::max(frame.phi_limit, least + 1);
        frame.delta_limit = std::max(frame.delta_limit, all + 1);
    }
    const Node next = children_[best].node;
    const std::uint32_t rest = open == 0 ? 0 : open - 1;
    const std::uint32_t phi_limit = frame.delta_limit >= unreachable ? unreachable : frame.delta_limit - rest;
    const std::uint32_t next_threshold = second >= unreachable ? unreachable : second + 1 + second / 4;
    enter(next, phi_limit, std::min(frame.phi_limit, next_threshold));
}

// The presumed nodes that the root rests on, reduced until what is left is closed.
bool ProofSearch::settle(Node root) {
    struct Member {
        Node node = 0;
        bool inside = true;
        std::uint32_t answers = 0;             // "does it lose": moves that stay inside
        std::vector<std::uint32_t> parents{};  // members that rest on it
    };
    std::vector<Member> members{{.node = root}};
    std::unordered_map<Node, std::uint32_t> places{{root, 0}};
    std::vector<std::uint32_t> broken;
    std::vector<Key> successors;
    for (std::uint32_t at = 0; at < members.size(); ++at) {
        if (stopped() || (limits_.nodes != 0 && nodes_ + at >= limits_.nodes)) return false;
        const Node node = members[at].node;
        const Question question = other(question_of(node));
        space_.successors(key_of(node), successors);
        if (successors.empty()) {  // from a checkpoint, where nothing but a yes is certain
            if (answer(space_.over(key_of(node)), question_of(node)).proven()) {
                broken.push_back(at);
                members[at].inside = false;
            }
            continue;
        }
        std::uint32_t certain = 0;
        std::vector<Node> presumed;
        bool bad = false;
        for (const Key next : successors) {
            const Node child = node_of(next, question);
            if (const Value known = space_.known(next); known != Value::Unknown) {
                if (answer(known, question).proven())
                    bad = true;
                else
                    ++certain;
                continue;
            }
            const auto found = table_.find(child);
            if (found && found->disproven())
                ++certain;
            else if (found && found->disproof == 0)
                presumed.push_back(child);
            else
                bad = true;
        }
        if (question_of(node) == Question::Loss) {
            if (certain > 0) continue;  // it has an answer for certain
            members[at].answers = static_cast<std::uint32_t>(presumed.size());
            bad = presumed.empty();
        }
        if (bad) {
            broken.push_back(at);
            members[at].inside = false;
            continue;
        }
        for (const Node child : presumed) {
            const auto [place, added] = places.emplace(child, static_cast<std::uint32_t>(members.size()));
            if (added) members.push_back({.node = child});
            members[place->second].parents.push_back(at);
        }
    }
    while (!broken.empty()) {
        const std::uint32_t at = broken.back();
        broken.pop_back();
        for (const std::uint32_t parent : members[at].parents) {
            Member& above = members[parent];
            if (!above.inside) continue;
            if (question_of(above.node) == Question::Loss && --above.answers > 0) continue;
            above.inside = false;
            broken.push_back(parent);
        }
    }
    for (const Member& member : members) table_.store(member.node, member.inside ? certain_no : unexplored);
    return members.front().inside;
}

}  // namespace crownhead::solve
