// Backend: what is compiled for one board and movement, behind virtual functions. backend_for() is the only way from a
// variant to its templates; Game, Follower, Engine, Endgames, perft and playouts are made by it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "runtime/endgames.hpp"
#include "runtime/engine.hpp"
#include "runtime/follower.hpp"
#include "runtime/game.hpp"
#include "runtime/perft.hpp"
#include "runtime/plain_search.hpp"
#include "runtime/playouts.hpp"

namespace crownhead {

// What each function does is said where its public counterpart is declared.
class Backend {
public:
    virtual ~Backend() = default;

    virtual std::unique_ptr<Game> new_game(const Variant& variant) const = 0;
    virtual std::unique_ptr<Follower> new_follower(const Variant& variant) const = 0;
    virtual std::unique_ptr<Engine> new_engine(const Variant& variant, const EngineOptions& options) const = 0;
    virtual PlainReport plain_search(const Game& game, const PlainLimits& limits,
                                     const OnPlainReport& on_depth) const = 0;
    virtual Result<std::unique_ptr<Endgames>> open_endgames(const Variant& variant, const std::string& folder,
                                                            const EndgameCache& cache) const = 0;
    virtual Result<egdb::BuildReport> build_endgames(const Variant& variant,
                                                     const egdb::BuildOptions& options) const = 0;
    virtual std::uint64_t count_endgames(const Variant& variant, int pieces) const = 0;
    virtual std::uint64_t perft(const Variant& variant, const Placement& placement,
                                const PerftOptions& options) const = 0;
    virtual PlayoutTotals playouts(const Variant& variant, std::uint64_t games, std::uint64_t seed) const = 0;
};

// `variant` must be in the list of variants.
const Backend& backend_for(const Variant& variant);

// Each group of variants is compiled in a source of its own, runtime/groups/*.cpp: about equal work for the compiler.
namespace groups {

struct SixShort {
    constexpr bool operator()(const Variant& v) const { return v.size() == 6 && !kings_fly(v.move); }
};
struct SixFlying {
    constexpr bool operator()(const Variant& v) const { return v.size() == 6 && kings_fly(v.move); }
};
struct EightShort {
    constexpr bool operator()(const Variant& v) const { return v.size() == 8 && !kings_fly(v.move); }
};
// Flying kings, men that capture forward only or backward too.
struct EightForward {
    constexpr bool operator()(const Variant& v) const {
        return v.size() == 8 && kings_fly(v.move) && v.move.man_capture == ManCapture::Forward;
    }
};
struct EightAllFour {
    constexpr bool operator()(const Variant& v) const {
        return v.size() == 8 && kings_fly(v.move) && v.move.man_capture != ManCapture::Forward;
    }
};
struct Ten {
    constexpr bool operator()(const Variant& v) const { return v.size() == 10; }
};
struct Twelve {
    constexpr bool operator()(const Variant& v) const { return v.size() == 12; }
};

}  // namespace groups

// Null if the variant is not of this group.
template <class Group>
const Backend* backend_in(const Variant& variant);

}  // namespace crownhead
