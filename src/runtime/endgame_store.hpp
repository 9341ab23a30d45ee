// EndgameStore: a folder with the endgame files of many games, and the small sets that a game gets without being asked for.
#pragma once

#include <cstddef>
#include <memory>
#include <stop_token>
#include <string>

#include "runtime/endgames.hpp"
#include "util/result.hpp"

namespace crownhead {

// Files that a program looks into while it plays are asked for few positions at a time.
inline constexpr std::size_t endgame_cache_bytes = std::size_t{16} << 20U;

class EndgameStore {
public:
    explicit EndgameStore(std::string folder) : folder_(std::move(folder)) {}

    // Where the files of this game are.
    std::string folder(const Variant& variant) const { return folder_ + "/" + std::string(variant.name); }

    // So many pieces are solved in seconds.
    static int small_set(const Variant& variant);

    // The files that there are; an error if there are none, or one of them cannot be used.
    Result<std::unique_ptr<Endgames>> open(const Variant& variant, const EndgameCache& cache) const;
    Result<std::unique_ptr<Endgames>> open(const Variant& variant,
                                           std::size_t cache_bytes = endgame_cache_bytes) const {
        return open(variant, new_endgame_cache(cache_bytes));
    }

    // The same after the small set, with distances, has been made where it was missing. Takes one thread; an error also if
    // it was stopped.
    Result<std::unique_ptr<Endgames>> complete(const Variant& variant, const std::stop_token& stop,
                                               const EndgameCache& cache) const;
    Result<std::unique_ptr<Endgames>> complete(const Variant& variant, const std::stop_token& stop) const {
        return complete(variant, stop, new_endgame_cache(endgame_cache_bytes));
    }

private:
    std::string folder_;
};

}  // namespace crownhead
