#include "prove/verify.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "notation/fen.hpp"
#include "prove/walk.hpp"
#include "rules/variants.hpp"
#include "util/parse.hpp"

namespace crownhead::prove {

namespace {

Result<const Variant*> game_of(const Certificate& certificate) {
    const auto found = std::ranges::find(variants, certificate.game, &Variant::name);
    if (found == variants.end()) return fail(fmt::format("line 2: there is no game '{}'", excerpt(certificate.game)));
    if (fingerprint(*found) != certificate.fingerprint)
        return fail(fmt::format("line 3: rules {:016x} are not those of {} here ({:016x})", certificate.fingerprint,
                                found->name, fingerprint(*found)));
    return &*found;
}

std::unexpected<Fault> faulty(Error error, Fault::Kind kind) { return std::unexpected(Fault{std::move(error), kind}); }

}  // namespace

std::expected<ReadProof, Fault> read_proof(std::string_view bytes) {
    Result<Certificate> certificate = read(bytes);
    if (!certificate) return faulty(std::move(certificate.error()), Fault::Kind::Damaged);
    const Result<const Variant*> found = game_of(*certificate);
    if (!found) return faulty(found.error(), Fault::Kind::Foreign);
    const Variant& v = **found;
    const Result<Placement> position = fen::read(v, certificate->fen);
    if (!position) return faulty({fmt::format("line 4: {}", position.error().message)}, Fault::Kind::Foreign);
    if (fen::write(v, *position) != certificate->fen)
        return faulty({fmt::format("line 4: this position is written {}", fen::write(v, *position))},
                      Fault::Kind::Foreign);
    ReadProof proof{.certificate = std::move(*certificate), .report = {.variant = &v, .position = *position}};
    proof.report.value = proof.certificate.value;
    return proof;
}

std::expected<ProofReport, Fault> verify_proof(std::string_view bytes, const VerifyOptions& options) {
    const std::expected<ReadProof, Fault> proof = read_proof(bytes);
    if (!proof) return std::unexpected(proof.error());
    return walk_all(*proof, options, [](auto walk, const Placement& root) { return walk.run(root); });
}

std::expected<ProofReport, Fault> read_claim(std::string_view bytes) {
    const std::expected<ReadProof, Fault> proof = read_proof(bytes);
    if (!proof) return std::unexpected(proof.error());
    ProofReport claim = proof->report;
    for (const StrategyData& strategy : proof->certificate.strategies)
        claim.strategies.push_back({.owner = strategy.owner,
                                    .goal = strategy.goal,
                                    .side = strategy.owner == Owner::Mover ? claim.position.turn : !claim.position.turn,
                                    .positions = strategy.positions,
                                    .choices = strategy.choices,
                                    .bytes = strategy.payload.size()});
    return claim;
}

}  // namespace crownhead::prove
