// Which source compiles the engine of which games: groups of about equal work for the compiler.
#pragma once

#include <memory>

#include "runtime/engine.hpp"

namespace crownhead {

struct SixBoards {
    constexpr bool operator()(const Variant& v) const { return v.size() == 6; }
};
struct TwelveBoards {
    constexpr bool operator()(const Variant& v) const { return v.size() == 12; }
};
struct TenBoards {
    constexpr bool operator()(const Variant& v) const { return v.size() == 10; }
};
struct EightShort {
    constexpr bool operator()(const Variant& v) const { return v.size() == 8 && !kings_fly(v.move); }
};
struct EightFlying {
    constexpr bool operator()(const Variant& v) const { return v.size() == 8 && kings_fly(v.move); }
};

template <class Chosen>
std::unique_ptr<Engine> engine_among(const Variant& variant, const EngineOptions& options);

}  // namespace crownhead
