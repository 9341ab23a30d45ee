// ProofSearch: decides questions about positions, for certain.
//
// Depth-first proof-number search. A position that is repeated on the current path counts as "no" while it is there:
// nobody wins by repetition. A "yes" rests on smaller ones down to positions that are known, so no repetition can be part of it. A "no"
// that rests on repetitions is only presumed: before it counts, a set of presumed ones must be found that is closed, which
// means that in it the side that should not win always has an answer inside the set, or one that is certain, whatever the
// other side does. Then nobody can ever be driven out of it, and all of it is certain. What is not in such a set is
// forgotten and searched again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <utility>
#include <vector>

#include "solve/proof_table.hpp"
#include "solve/space.hpp"

namespace crownhead::solve {

struct ProofLimits {
    std::uint64_t nodes = 0;  // positions to be expanded; 0: no limit
    std::stop_token stop{};   // set from outside: leave soon
    bool backwards = false;   // take moves in the other order (to check results by another way)
};

class ProofSearch {
public:
    ProofSearch(const Space& space, ProofTable& table, ProofLimits limits)
        : space_(space), table_(table), limits_(std::move(limits)) {}

    // Null if a limit was reached or the table is full.
    std::optional<bool> decide(Key key, Question question);

    // Both questions.
    std::optional<Value> value(Key key);

    std::uint64_t nodes() const { return nodes_; }  // positions expanded
    bool stopped() const {
        return limits_.stop.stop_requested() || (limits_.nodes != 0 && nodes_ >= limits_.nodes) || table_.full();
    }

private:
    struct Child {
        Node node = 0;
        Numbers numbers{};
        bool settled = false;  // certain; need not be looked up again
    };
    struct Frame {
        Node node = 0;
        std::uint32_t phi_limit = 0;
        std::uint32_t delta_limit = 0;
        std::size_t first = 0;    // of its children
        std::uint64_t fresh = 0;  // when it was entered
    };
    class Path {  // the nodes on the current path
    public:
        bool has(Node node) const { return slots_[place(node)] == node; }
        void add(Node node);
        void remove(Node node);

    private:
        std::size_t place(Node node) const;
        std::vector<Node> slots_ = std::vector<Node>(256);
        std::size_t used_ = 0;
    };

    bool search(Node root);  // false: stopped
    void enter(Node node, std::uint32_t phi_limit, std::uint32_t delta_limit);
    void leave();
    void step();             // evaluates the top frame and goes down or up
    bool settle(Node root);  // true: it is certain

    const Space& space_;
    ProofTable& table_;
    ProofLimits limits_;
    std::uint64_t nodes_ = 0;
    std::uint64_t fresh_ = 0;  // of them, those never seen before
    std::vector<Frame> frames_;
    std::vector<Child> children_;
    std::vector<Key> successors_;
    Path path_;
};

}  // namespace crownhead::solve
