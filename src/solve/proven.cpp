#include "solve/proven.hpp"

#include <cstddef>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "game/legality.hpp"
#include "notation/fen.hpp"
#include "prove/certificate.hpp"

// The first lines of the files in data/certificates, put here by the build (CMakeLists.txt).
extern "C" {
extern const char* const certificate_heads_names[];  // NOLINT(*-avoid-non-const-global-variables)
extern const char* const certificate_heads_texts[];  // NOLINT(*-avoid-non-const-global-variables)
}

namespace crownhead::solve {

std::optional<Value> proven_value(const Variant& variant) {
    for (std::size_t i = 0; certificate_heads_names[i] != nullptr; ++i) {
        if (variant.name != certificate_heads_names[i]) continue;
        const std::string_view head = certificate_heads_texts[i];
        for (const Value value : {Value::Draw, Value::Win, Value::Loss}) {
            // As prove::write begins a certificate of this game, these rules and this start.
            const std::string expected =
                fmt::format("crownhead proof 1\ngame {}\nrules {:016x}\nposition {}\nvalue {}\n", variant.name,
                            fingerprint(variant), fen::write(variant, start_placement(variant)), prove::word_of(value));
            if (head == expected) return value;
        }
    }
    return std::nullopt;
}

}  // namespace crownhead::solve
