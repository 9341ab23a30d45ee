// The oracle of mini: it looks into the whole solution.
#pragma once

#include <memory>

#include "solve/oracle.hpp"

namespace crownhead::solve {

// The solution is made when it is first needed, which takes some seconds whatever the limit of nodes. Positions with more
// men than a game begins with are not answered.
std::unique_ptr<Oracle> mini_oracle(std::shared_ptr<SharedSolution> solution);
std::unique_ptr<Oracle> mini_oracle(std::shared_ptr<const MiniSolution> solution);

}  // namespace crownhead::solve
