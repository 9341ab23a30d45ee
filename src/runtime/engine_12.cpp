#include "runtime/engine_groups.hpp"
#include "runtime/engine_of.hpp"

namespace crownhead {

template std::unique_ptr<Engine> engine_among<TwelveBoards>(const Variant&, const EngineOptions&);

}  // namespace crownhead
