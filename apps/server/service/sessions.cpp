#include "service/sessions.hpp"

namespace crownhead::server {

ClientId Sessions::add(std::shared_ptr<Client> client) {
    sessions_[++last_].client = std::move(client);
    return last_;
}

Session* Sessions::find(ClientId client) {
    const auto found = sessions_.find(client);
    return found == sessions_.end() ? nullptr : &found->second;
}

void Sessions::send(ClientId client, std::string frame) {
    if (const Session* const session = find(client)) frames_.emplace_back(session->client, std::move(frame));
}

void Sessions::flush() {
    if (!frames_.empty()) storage_->send(std::move(frames_));
    frames_.clear();
}

void Sessions::respond(ClientId client, const Json& id, const Reply& reply) {
    if (const Session* const session = find(client))
        frames_.emplace(frames_.begin(), session->client, reply ? answer(id, *reply) : answer(id, reply.error()));
    flush();
}

std::expected<void, Refusal> Sessions::may_open_table(const Session& session) {
    if (session.tables.size() >= static_cast<std::size_t>(open_tables))
        return std::unexpected(too_many({"refusal.too-many-tables", {{"most", std::int64_t{open_tables}}}}));
    return {};
}

std::expected<void, Refusal> Sessions::may_start_job(const Session& session) {
    if (session.jobs + static_cast<int>(session.started.size()) >= running_jobs)
        return std::unexpected(too_many({"refusal.too-many-jobs", {{"most", std::int64_t{running_jobs}}}}));
    return {};
}

void Sessions::end_job(ClientId client) {
    if (Session* const session = find(client)) --session->jobs;
}

}  // namespace crownhead::server
