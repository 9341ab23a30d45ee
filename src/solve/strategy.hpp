// From what a proof search has found to a certificate: a strategy for each side that it takes, down to the end of the game.
#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>

#include "game/placement.hpp"
#include "prove/certificate.hpp"
#include "solve/proof_table.hpp"
#include "solve/space.hpp"
#include "util/result.hpp"

namespace crownhead::solve {

struct CertificateOptions {
    std::uint64_t most_positions = 100'000'000;                     // of one strategy
    std::stop_token stop{};                                         // set from outside: give up
    std::function<void(std::uint64_t positions)> on_progress = {};  // now and then
};

// The value of the position must be certain in the table, or known to the files; these need distances where a win leads
// into them.
Result<prove::Certificate> make_certificate(const Space& space, const ProofTable& table, const Placement& placement,
                                            Value value, const CertificateOptions& options);

}  // namespace crownhead::solve
