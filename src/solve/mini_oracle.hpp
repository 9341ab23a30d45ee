// The oracle of mini: it looks into the whole solution.
#pragma once

#include <memory>

#include "solve/oracle.hpp"

namespace crownhead::solve {

class MiniSolution;

// Without a solution it makes one when it is first asked, which takes some seconds whatever the limit of nodes; all such
// oracles share it. Positions with more men than a game begins with are not answered.
std::unique_ptr<Oracle> mini_oracle(std::shared_ptr<const MiniSolution> solution = nullptr);

}  // namespace crownhead::solve
