// The fields of requests about proofs.
#pragma once

#include <cstddef>

#include "protocol/fields.hpp"
#include "protocol/requests.hpp"

namespace crownhead::server {

inline constexpr std::size_t most_proof_moves = 400;  // on the way to a node
inline constexpr std::size_t move_size = 64;          // of one of them, as text

inline ProofPlace read_proof_place(const Fields& f) {
    ProofPlace place{.game = f.text("game", word_size)};
    if (f.has("side")) place.side = f.side("side");
    if (f.has("moves")) place.moves = f.texts("moves", most_proof_moves, move_size);
    return place;
}

inline Action read_proof_list(const Fields& /*f*/) { return ProofListRequest{}; }
inline Action read_proof_node(const Fields& f) { return ProofNodeRequest{.place = read_proof_place(f)}; }
inline Action read_proof_values(const Fields& f) { return ProofValuesRequest{.place = read_proof_place(f)}; }
inline Action read_proof_why(const Fields& f) {
    return ProofWhyRequest{.place = read_proof_place(f), .index = f.whole<std::size_t>("index", 0, 10'000)};
}
inline Action read_proof_verify(const Fields& f) { return ProofVerifyRequest{.game = f.text("game", word_size)}; }
inline Action read_proof_stop(const Fields& f) { return ProofStopRequest{.job = f.text("job", word_size)}; }

}  // namespace crownhead::server
