// Proofs: pages look into certificates, ask why a strategy avoids a move, and have the verifier run before their eyes. All of it is
// done by threads of its own, which give way to the others; nothing holds the mutex while it works.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

#include "service/proof_book.hpp"
#include "service/sessions.hpp"
#include "service/study.hpp"
#include "service/workers.hpp"

namespace crownhead::server {

class Proofs {
public:
    Proofs(Sessions& sessions, Study& study, std::filesystem::path folder, JobLog& jobs);

    // ---- With the mutex held

    Reply verify(ClientId client, Session& session, const ProofVerifyRequest& request);
    Reply stop(ClientId client, const ProofStopRequest& request);
    void leave(ClientId client);  // the page has gone
    void stop_all();

    // ---- Without; they answer when it is done

    void list(ClientId client, const Json& id);
    void node(ClientId client, const Json& id, const ProofPlace& place);
    // The exact values of the moves there. The next such request of a page takes the place of this one.
    void values(ClientId client, const Json& id, const ProofPlace& place);
    void why(ClientId client, const Json& id, const ProofWhyRequest& request);

    void finish() { workers_.finish(); }

private:
    enum class State : std::uint8_t { Working, Done, Stopped, Failed };
    // A verification.
    struct Job {
        std::string id{};
        ClientId client = 0;
        const Variant* variant = nullptr;
        std::stop_source stop{};
        // With the mutex held
        State state = State::Working;
        std::uint64_t checked = 0;  // positions
        std::uint64_t total = 0;    // that the file claims
        double began = 0;
        double reported = 0;
        std::optional<prove::ProofReport> report{};
        std::optional<Message> problem{};
        std::optional<Placement> position{};  // where it fails
    };
    using JobPtr = std::shared_ptr<Job>;
    using Work = std::function<Reply(const std::stop_token& stop)>;
    using OracleWork = std::function<Reply(const std::shared_ptr<const Endgames>& endgames,
                                           const std::shared_ptr<solve::Oracle>& oracle, const std::stop_token& stop)>;

    // A request that takes long.
    struct Asked {
        ClientId client = 0;
        Json id{};
        std::stop_source stop{};
        bool answered = false;  // with the mutex held
    };
    using AskedPtr = std::shared_ptr<Asked>;

    // Counts it; null: there are too many, which is answered. With the mutex held.
    AskedPtr begin(ClientId client, const Json& id);
    void answer(Asked& asked, const Reply& reply);  // with the mutex held
    // Queued with or without the mutex held.
    void submit(const AskedPtr& asked, Work work);
    // Once there is an oracle, if there will be one. With the mutex held.
    void with_oracle(const AskedPtr& asked, const std::string& game, OracleWork work);
    void run(const JobPtr& job);
    void end(Job& job, State state);
    void report(Job& job);

    Sessions& sessions_;
    Study& study_;
    ProofBook book_;
    std::map<ClientId, JobPtr> jobs_;     // with the mutex held; the last one of each page
    std::map<ClientId, AskedPtr> asked_;  // for values, with the mutex held; the last one of each page
    Workers workers_;
};

}  // namespace crownhead::server
