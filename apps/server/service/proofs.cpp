#include "service/proofs.hpp"

#include <array>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "analysis/move_value.hpp"
#include "service/exercises.hpp"
#include "service/proof_view.hpp"
#include "table/review.hpp"
#include "table/seats.hpp"
#include "util/parse.hpp"

namespace crownhead::server {

namespace {

constexpr int proof_threads = 2;
constexpr int proof_nice = 10;
constexpr int most_proof_requests = 8;             // of one page at a time
constexpr double between_proof_reports = 0.1;      // seconds
constexpr std::uint64_t value_nodes = 20'000'000;  // of the oracle, for one position
constexpr std::size_t why_plies = 12;

std::expected<const Variant*, Refusal> variant_called(const std::string& name) {
    const Result<const Variant*> found = find_variant(name);
    if (!found)
        return std::unexpected(unknown({"refusal.no-such-game", {{"name", excerpt(name)}}}, found.error().message));
    return *found;
}

// A node of the certificate of a game.
struct FoundPlace {
    ProofFile file;
    ProofPosition at;
};

std::expected<FoundPlace, Refusal> find_place(const ProofBook& book, const ProofPlace& place) {
    const std::expected<const Variant*, Refusal> variant = variant_called(place.game);
    if (!variant) return std::unexpected(variant.error());
    std::expected<ProofFile, Refusal> file = book.of(**variant);
    if (!file) return std::unexpected(file.error());
    std::expected<ProofPosition, Refusal> at = proof_position(*file, place.moves);
    if (!at) return std::unexpected(at.error());
    return FoundPlace{.file = std::move(*file), .at = std::move(*at)};
}

std::uint64_t positions_of(const prove::ProofReport& claim, std::size_t before) {
    return std::accumulate(claim.strategies.begin(), claim.strategies.begin() + static_cast<std::ptrdiff_t>(before),
                           std::uint64_t{0},
                           [](std::uint64_t sum, const prove::StrategyReport& one) { return sum + one.positions; });
}

}  // namespace

Proofs::Proofs(Sessions& sessions, Study& study, std::filesystem::path folder, JobLog& jobs)
    : sessions_(sessions), study_(study), book_(std::move(folder)), workers_(proof_threads, proof_nice, &jobs) {}

// ---- Looking into proofs

Proofs::AskedPtr Proofs::begin(ClientId client, const Json& id) {
    Session* const session = sessions_.find(client);
    if (session == nullptr || sessions_.closing()) return nullptr;
    if (session->slow_requests >= most_proof_requests) {
        sessions_.respond(client, id, std::unexpected(too_many({"refusal.too-many-requests"})));
        return nullptr;
    }
    ++session->slow_requests;
    return std::make_shared<Asked>(Asked{.client = client, .id = id});
}

void Proofs::answer(Asked& asked, const Reply& reply) {
    Session* const session = sessions_.find(asked.client);
    if (session == nullptr || sessions_.closing() || std::exchange(asked.answered, true)) return;
    --session->slow_requests;
    sessions_.respond(asked.client, asked.id, reply);
}

void Proofs::submit(const AskedPtr& asked, Work work) {
    workers_.submit(fmt::format("page {}", asked->client),
                    [this, asked, work = std::move(work)] {
                        {
                            // Not for a page that has gone, or has asked something else.
                            const std::scoped_lock lock(sessions_.mutex());
                            if (sessions_.find(asked->client) == nullptr || sessions_.closing() || asked->answered)
                                return;
                        }
                        const Reply reply = work(asked->stop.get_token());
                        const std::scoped_lock lock(sessions_.mutex());
                        answer(*asked, reply);
                    },
                    {.kind = "proof", .page = asked->client, .stop = asked->stop});
}

void Proofs::list(ClientId client, const Json& id) {
    const std::scoped_lock lock(sessions_.mutex());
    const AskedPtr asked = begin(client, id);
    if (!asked) return;
    submit(asked, [this](const std::stop_token&) -> Reply {
        Json proofs = Json::array();
        for (const ProofFile& file : book_.all()) proofs.push_back(certificate_json(file));
        return Json{{"proofs", std::move(proofs)}};
    });
}

void Proofs::node(ClientId client, const Json& id, const ProofPlace& place) {
    const std::scoped_lock lock(sessions_.mutex());
    const AskedPtr asked = begin(client, id);
    if (!asked) return;
    submit(asked, [this, place](const std::stop_token& stop) -> Reply {
        const std::expected<FoundPlace, Refusal> found = find_place(book_, place);
        if (!found) return std::unexpected(found.error());
        const auto book = book_.open(found->file, stop);
        if (!book) return faulty_node_json(found->file, book.error(), found->at);
        return proof_node_json(found->file, **book, place, found->at);
    });
}

void Proofs::with_oracle(const AskedPtr& asked, const std::string& game, OracleWork work) {
    const std::expected<const Variant*, Refusal> variant = variant_called(game);
    if (!variant) return answer(*asked, std::unexpected(variant.error()));
    study_.with_oracle(**variant, [this, asked, variant = *variant,
                                   work = std::move(work)](const std::shared_ptr<solve::Oracle>& oracle) {
        if (asked->answered) return;
        submit(asked, [work, oracle, endgames = study_.endgames_of(*variant)](const std::stop_token& token) {
            return work(endgames, oracle, token);
        });
    });
}

void Proofs::values(ClientId client, const Json& id, const ProofPlace& place) {
    const std::scoped_lock lock(sessions_.mutex());
    if (const auto before = asked_.find(client); before != asked_.end()) {
        before->second->stop.request_stop();
        answer(*before->second, Json{{"values", Json::array()}});
        asked_.erase(before);
    }
    const AskedPtr asked = begin(client, id);
    if (!asked) return;
    asked_[client] = asked;
    with_oracle(asked, place.game,
                [this, place](const std::shared_ptr<const Endgames>& endgames,
                              const std::shared_ptr<solve::Oracle>& oracle, const std::stop_token& stop) -> Reply {
                    const std::expected<FoundPlace, Refusal> found = find_place(book_, place);
                    if (!found) return std::unexpected(found.error());
                    const Game& game = *found->at.game;
                    Json values = Json::array();
                    if (game.legal().empty()) return Json{{"values", std::move(values)}};
                    const analysis::PositionValues known = analysis::values_of(
                        game, {.endgames = endgames, .oracle = oracle}, {.oracle_nodes = value_nodes, .stop = stop});
                    for (std::size_t i = 0; i < game.legal().size(); ++i) {
                        const analysis::ValuedMove* const move = known.find(i);
                        values.push_back(move == nullptr ? Json(nullptr) : value_json(move->value));
                    }
                    return Json{{"values", std::move(values)}};
                });
}

void Proofs::why(ClientId client, const Json& id, const ProofWhyRequest& request) {
    const std::scoped_lock lock(sessions_.mutex());
    const AskedPtr asked = begin(client, id);
    if (!asked) return;
    with_oracle(asked, request.place.game,
                [this, request](const std::shared_ptr<const Endgames>& endgames,
                                const std::shared_ptr<solve::Oracle>& oracle, const std::stop_token& stop) -> Reply {
                    const std::expected<FoundPlace, Refusal> found = find_place(book_, request.place);
                    if (!found) return std::unexpected(found.error());
                    const Game& game = *found->at.game;
                    if (request.index >= game.legal().size()) return std::unexpected(illegal({"refusal.no-such-move"}));
                    // The engine's opinion only where nothing better is to be had.
                    analysis::Sources sources{.endgames = endgames, .oracle = oracle};
                    if (!oracle) sources.engine = refuting_engine(game.variant(), endgames);
                    return refutation(game, request.index, sources, why_plies, stop);
                });
}

// ---- Verifying

Reply Proofs::verify(ClientId client, Session& session, const ProofVerifyRequest& request) {
    const std::expected<const Variant*, Refusal> variant = variant_called(request.game);
    if (!variant) return std::unexpected(variant.error());
    if (const auto before = jobs_.find(client); before != jobs_.end() && before->second->state == State::Working)
        return std::unexpected(refused("refusal.check-running"));
    if (const auto may = Sessions::may_start_job(session); !may) return std::unexpected(may.error());
    const JobPtr job = std::make_shared<Job>();
    job->id = random_word(id_size);
    job->client = client;
    job->variant = *variant;
    job->began = sessions_.now();
    jobs_[client] = job;
    ++session.jobs;
    workers_.submit("verify " + job->id, [this, job] { run(job); },
                    {.kind = "proof", .page = client, .stop = job->stop});
    return Json{{"job", job->id}};
}

void Proofs::run(const JobPtr& job) {
    const std::expected<ProofFile, Refusal> file = book_.of(*job->variant);
    std::expected<prove::ProofReport, prove::Fault> report;
    {
        const std::scoped_lock lock(sessions_.mutex());
        if (sessions_.closing()) return;
        job->began = sessions_.now();
        if (!file) {
            job->problem = file.error().message;
            end(*job, State::Failed);
            return sessions_.flush();
        }
        if (job->stop.stop_requested()) {
            end(*job, State::Stopped);
            return sessions_.flush();
        }
        job->total = positions_of(file->claim, file->claim.strategies.size());
        this->report(*job);
        sessions_.flush();
    }
    const auto on_progress = [&](std::size_t strategy, std::uint64_t done, std::uint64_t) {
        const std::scoped_lock lock(sessions_.mutex());
        job->checked = positions_of(file->claim, strategy) + done;
        if (sessions_.closing() || sessions_.now() - job->reported < between_proof_reports) return;
        this->report(*job);
        sessions_.flush();
    };
    report = prove::verify_proof(
        file->bytes,
        {.most_positions = most_proof_positions, .stop = job->stop.get_token(), .on_progress = on_progress});
    const std::scoped_lock lock(sessions_.mutex());
    if (sessions_.closing()) return;
    if (report) {
        job->checked = job->total;
        job->report = std::move(*report);
        end(*job, State::Done);
    } else if (report.error().kind == prove::Fault::Kind::Stopped) {
        end(*job, State::Stopped);
    } else {
        job->problem = fault_message(report.error());
        job->position = report.error().position;
        end(*job, State::Failed);
    }
    sessions_.flush();
}

void Proofs::end(Job& job, State state) {
    job.state = state;
    sessions_.end_job(job.client);
    report(job);
}

void Proofs::report(Job& job) {
    constexpr std::array<std::string_view, 4> states{"working", "done", "stopped", "failed"};
    job.reported = sessions_.now();
    sessions_.send(job.client,
                   to_frame({{"event", "proof"},
                             {"job", job.id},
                             {"game", job.variant->name},
                             {"state", states[static_cast<std::size_t>(job.state)]},
                             {"checked", job.checked},
                             {"total", job.total},
                             {"seconds", sessions_.now() - job.began},
                             {"promises", job.report ? checked_json(*job.report) : Json::array()},
                             {"fault", job.problem ? fault_json(*job.variant, *job.problem, std::nullopt, job.position)
                                                   : Json(nullptr)}}));
}

Reply Proofs::stop(ClientId client, const ProofStopRequest& request) {
    const auto found = jobs_.find(client);
    if (found == jobs_.end() || found->second->id != request.job || found->second->state != State::Working)
        return std::unexpected(unknown({"refusal.no-such-check"}));
    found->second->stop.request_stop();
    return Json::object();
}

void Proofs::leave(ClientId client) {
    if (const auto job = jobs_.find(client); job != jobs_.end()) {
        job->second->stop.request_stop();
        jobs_.erase(job);
    }
    if (const auto asked = asked_.find(client); asked != asked_.end()) {
        asked->second->stop.request_stop();
        asked_.erase(asked);
    }
}

void Proofs::stop_all() {
    for (const auto& [client, job] : jobs_) job->stop.request_stop();
    for (const auto& [client, asked] : asked_) asked->stop.request_stop();
}

}  // namespace crownhead::server
