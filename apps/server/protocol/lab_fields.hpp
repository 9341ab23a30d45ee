// The fields of requests about the games of a run.
#pragma once

#include <cstddef>
#include <cstdint>

#include "protocol/fields.hpp"
#include "protocol/requests.hpp"

namespace crownhead::server {

inline Action read_lab_games(const Fields& f) {
    return LabGamesRequest{.run = f.id("run"),
                           .cell = f.whole<std::size_t>("cell", 0, 100'000),
                           .offset = f.whole_or<std::size_t>("offset", 0, 1'000'000'000, 0),
                           .limit = f.whole_or<std::size_t>("limit", 1, 200, 50)};
}

inline Action read_lab_game(const Fields& f) {
    return LabGameRequest{.run = f.id("run"),
                          .cell = f.whole<std::size_t>("cell", 0, 100'000),
                          .number = f.whole<std::uint64_t>("number", 0, 1'000'000'000)};
}

}  // namespace crownhead::server
