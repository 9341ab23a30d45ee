// Proofs as pages see them: a certificate, a node of its strategies, what is wrong with it.
#pragma once

#include <cstddef>
#include <expected>
#include <memory>

#include "protocol/json.hpp"
#include "protocol/refusal.hpp"
#include "protocol/requests.hpp"
#include "prove/playbook.hpp"
#include "runtime/game.hpp"
#include "service/proof_book.hpp"

namespace crownhead::server {

// Certificate, CheckedPromise[] and ProofFault of protocol.json.
Json certificate_json(const ProofFile& file);
Json checked_json(const prove::ProofReport& report);
Json fault_json(const Variant& variant, const Message& message, std::optional<Side> side,
                const std::optional<Placement>& position);

// The position of a node and how it was reached. Draws by counting and repetition are no part of a proof, so the game goes on.
struct ProofPosition {
    std::unique_ptr<Game> game{};
    Json line = Json::array();  // LineStep[]
};
std::expected<ProofPosition, Refusal> proof_position(const ProofFile& file, const std::vector<std::string>& moves);

// ProofNode of protocol.json. Without a playbook, what keeps it from being opened.
Json proof_node_json(const ProofFile& file, const prove::Playbook& book, const ProofPlace& place,
                     const ProofPosition& at);
Json faulty_node_json(const ProofFile& file, const prove::Fault& fault, const ProofPosition& at);

}  // namespace crownhead::server
