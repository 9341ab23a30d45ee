// AnyMove: a move as a person sees it, by official square numbers, for every board size. Plain data.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace crownhead {

// One jump, or the single step of a quiet move. A double kill captures two pieces in one hop.
struct Hop {
    std::uint8_t to = 0;
    std::uint8_t captured = 0;         // 0: a step
    std::uint8_t captured_second = 0;  // 0 unless a double kill; in the order in which they are jumped

    friend bool operator==(const Hop&, const Hop&) = default;
};

struct AnyMove {
    std::uint8_t from = 0;  // 0: a pass
    std::vector<Hop> hops;  // where a flying king does not turn, a hop ends directly behind the captured piece
    bool promotes = false;

    bool is_pass() const { return from == 0; }
    bool is_capture() const { return !hops.empty() && hops.front().captured != 0; }
    std::uint8_t to() const { return hops.empty() ? from : hops.back().to; }

    // Numbers of the captured squares, ascending: together with from and to this is what a move does.
    std::vector<std::uint8_t> captured() const {
        std::vector<std::uint8_t> all;
        for (const Hop& hop : hops) {
            if (hop.captured != 0) all.push_back(hop.captured);
            if (hop.captured_second != 0) all.push_back(hop.captured_second);
        }
        std::sort(all.begin(), all.end());
        return all;
    }

    friend bool operator==(const AnyMove&, const AnyMove&) = default;
};

// The same move: two paths that take the same pieces between the same squares are one move.
inline bool same_effect(const AnyMove& a, const AnyMove& b) {
    return a.from == b.from && a.to() == b.to() && a.promotes == b.promotes && a.captured() == b.captured();
}

}  // namespace crownhead
