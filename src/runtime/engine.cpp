#include "runtime/engine.hpp"

#include "runtime/engine_groups.hpp"

namespace crownhead {

std::unique_ptr<Engine> new_engine(const Variant& variant, const EngineOptions& options) {
    if (SixBoards{}(variant)) return engine_among<SixBoards>(variant, options);
    if (TwelveBoards{}(variant)) return engine_among<TwelveBoards>(variant, options);
    if (TenBoards{}(variant)) return engine_among<TenBoards>(variant, options);
    if (EightFlying{}(variant)) return engine_among<EightFlying>(variant, options);
    return engine_among<EightShort>(variant, options);
}

}  // namespace crownhead
