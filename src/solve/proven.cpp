#include "solve/proven.hpp"

#include <cstddef>
#include <string>

#include <fmt/format.h>

#include "game/legality.hpp"
#include "notation/fen.hpp"
#include "prove/certificate.hpp"

// The files in data/certificates, put here by the build (cmake/embed.cmake).
extern "C" {
extern const char* const shipped_certificates_names[];   // NOLINT(*-avoid-non-const-global-variables)
extern const char* const shipped_certificates_begins[];  // NOLINT(*-avoid-non-const-global-variables)
extern const char* const shipped_certificates_ends[];    // NOLINT(*-avoid-non-const-global-variables)
}

namespace crownhead::solve {

std::string_view shipped_certificate(const Variant& variant) {
    for (std::size_t i = 0; shipped_certificates_names[i] != nullptr; ++i)
        if (variant.name == shipped_certificates_names[i])
            return {shipped_certificates_begins[i], shipped_certificates_ends[i]};
    return {};
}

std::optional<Value> proven_value(const Variant& variant) {
    const std::string_view bytes = shipped_certificate(variant);
    for (const Value value : {Value::Draw, Value::Win, Value::Loss}) {
        // As prove::write begins a certificate of this game, these rules and this start.
        const std::string head =
            fmt::format("crownhead proof 1\ngame {}\nrules {:016x}\nposition {}\nvalue {}\n", variant.name,
                        fingerprint(variant), fen::write(variant, start_placement(variant)), prove::word_of(value));
        if (bytes.starts_with(head)) return value;
    }
    return std::nullopt;
}

}  // namespace crownhead::solve
