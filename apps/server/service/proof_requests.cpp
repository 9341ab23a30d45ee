// Requests about proofs.
#include "service/requests.hpp"

namespace crownhead::server {

void Requests::handle(ClientId client, const Json& id, const ProofListRequest& /*request*/) {
    proofs_.list(client, id);
}

void Requests::handle(ClientId client, const Json& id, const ProofNodeRequest& request) {
    proofs_.node(client, id, request.place);
}

void Requests::handle(ClientId client, const Json& id, const ProofValuesRequest& request) {
    proofs_.values(client, id, request.place);
}

void Requests::handle(ClientId client, const Json& id, const ProofWhyRequest& request) {
    proofs_.why(client, id, request);
}

void Requests::handle(ClientId client, const Json& id, const ProofVerifyRequest& request) {
    locked(client, id, [&](Session& session) { return proofs_.verify(client, session, request); });
}

void Requests::handle(ClientId client, const Json& id, const ProofStopRequest& request) {
    locked(client, id, [&](Session&) { return proofs_.stop(client, request); });
}

}  // namespace crownhead::server
