#include "service/imports.hpp"

#include <array>
#include <cerrno>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "table/seats.hpp"
#include "util/printable.hpp"

namespace crownhead::server {

namespace {

constexpr std::uint64_t largest_file = std::uint64_t{1} << 30;
constexpr std::size_t games_in_batch = 16;                    // that are written at once: a few milliseconds
constexpr auto import_slice = std::chrono::milliseconds(50);  // of a worker
constexpr double between_import_reports = 0.1;                // seconds
constexpr std::size_t most_refused_listed = 10'000;           // of one file; all are counted
constexpr std::size_t refused_at_once = 500;

// The bytes that a text in base64 stands for; nothing if it is none.
std::optional<std::string> from_base64(std::string_view text) {
    while (text.ends_with('=')) text.remove_suffix(1);
    std::string bytes;
    bytes.reserve(text.size() * 3 / 4);
    std::uint32_t bits = 0;
    int count = 0;
    for (const char c : text) {
        std::uint32_t value = 0;
        if (c >= 'A' && c <= 'Z')
            value = static_cast<std::uint32_t>(c - 'A');
        else if (c >= 'a' && c <= 'z')
            value = static_cast<std::uint32_t>(c - 'a') + 26;
        else if (c >= '0' && c <= '9')
            value = static_cast<std::uint32_t>(c - '0') + 52;
        else if (c == '+' || c == '/')
            value = c == '+' ? 62 : 63;
        else
            return std::nullopt;
        bits = bits << 6U | value;
        count += 6;
        if (count >= 8) {
            count -= 8;
            bytes += static_cast<char>(bits >> static_cast<unsigned>(count) & 0xffU);
        }
    }
    return bytes;
}

Refusal no_such_import() { return unknown({"refusal.no-such-import"}); }

}  // namespace

Imports::Imports(Sessions& sessions, Storage& storage, std::filesystem::path folder, JobLog& jobs)
    : sessions_(sessions), storage_(storage), folder_(std::move(folder)), workers_(1, 5, &jobs) {
    // What a program that was ended has left.
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
}

Imports::Kept Imports::find(ClientId client, const std::string& job) const {
    const auto found = jobs_.find(job);
    return found != jobs_.end() && found->second->client == client ? found->second : nullptr;
}

Reply Imports::start(ClientId client, Session& session, const ImportStartRequest& request) {
    GameImport::Options options{.folder = request.folder};
    if (!request.game.empty()) {
        const Result<const Variant*> found = find_variant(request.game);
        if (!found) return std::unexpected(unknown({"refusal.no-such-game", {{"name", request.game}}}));
        options.variant = *found;
    }
    if (request.size > largest_file)
        return std::unexpected(
            server::refused(Message{"refusal.import-too-large", {{"most", std::int64_t{largest_file >> 20U}}}}));
    for (const auto& [id, job] : jobs_)
        if (job->client == client && !is_over(*job))
            return std::unexpected(server::refused(Message{"refusal.import-running"}));
    if (const auto may = Sessions::may_start_job(session); !may) return std::unexpected(may.error());
    forget(client);
    auto job = std::make_shared<Job>();
    job->id = random_word(id_size);
    job->client = client;
    job->path = folder_ / (job->id + ".pdn");
    job->size = request.size;
    job->options = std::move(options);
    jobs_[job->id] = job;
    ++session.jobs;
    return Json{{"job", job->id}};
}

void Imports::data(ClientId client, const Json& id, const ImportDataRequest& request) {
    Kept job;
    {
        const std::scoped_lock lock(sessions_.mutex());
        if (sessions_.find(client) == nullptr || sessions_.closing()) return;
        job = find(client, request.job);
        if (!job || job->state != State::Sending)
            return sessions_.respond(client, id, std::unexpected(no_such_import()));
    }
    workers_.submit("import " + job->id,
                    [this, job, client, id, request] {
                        const Reply reply = receive(job, request);
                        const std::scoped_lock lock(sessions_.mutex());
                        if (sessions_.closing()) return;
                        if (!reply && !is_over(*job)) end(*job, State::Failed, reply.error().detail);
                        sessions_.respond(client, id, reply);
                        if (reply && request.last && !is_over(*job)) {
                            job->state = State::Working;
                            next(job);
                        }
                    },
                    {.kind = "import", .page = client, .stop = job->stop});
}

Reply Imports::receive(const Kept& job, const ImportDataRequest& request) {
    const auto disk = [&](std::string_view what) {
        return std::unexpected(failed(fmt::format("{}: {}", what, std::system_category().message(errno))));
    };
    if (job->stop.stop_requested()) return std::unexpected(no_such_import());
    const std::optional<std::string> bytes = from_base64(request.data);
    if (!bytes) return std::unexpected(bad_request({"request.wrong", {{"field", "data"}, {"detail", "base64"}}}));
    if (!job->file) {
        std::error_code error;
        std::filesystem::create_directories(folder_, error);
        job->file.reset(std::fopen(job->path.c_str(), "wb"));
        if (!job->file) return disk("cannot make a file for the games");
    }
    job->received += bytes->size();
    if (job->received > job->size || (request.last && job->received != job->size))
        return std::unexpected(
            bad_request({"request.wrong", {{"field", "data"}, {"detail", "as many bytes as said"}}}));
    if (std::fwrite(bytes->data(), 1, bytes->size(), job->file.get()) != bytes->size())
        return disk("cannot write the games");
    if (!request.last) return Json::object();
    if (std::fflush(job->file.get()) != 0) return disk("cannot write the games");
    job->file.reset();
    Result<GameImport> games = GameImport::open(job->path, job->options);
    if (!games) return std::unexpected(failed(games.error().message));
    job->games.emplace(std::move(*games));
    return Json::object();
}

void Imports::next(const Kept& job) {
    workers_.submit("import " + job->id, [this, job] { work(job); },
                    {.kind = "import", .page = job->client, .stop = job->stop});
}

void Imports::work(const Kept& job) {
    if (job->stop.stop_requested()) {
        const std::scoped_lock lock(sessions_.mutex());
        if (!sessions_.closing() && !is_over(*job)) end(*job, State::Stopped);
        return sessions_.flush();
    }
    job->batch = {};
    const bool more = job->games->advance(job->batch, games_in_batch, GameImport::Clock::now() + import_slice);
    storage_.run([this, job, more](Library& library) { keep(job, more, library); });
}

// On the storage thread, between what others write.
void Imports::keep(const Kept& job, bool more, Library& library) {
    ImportCounts counts = job->counts;
    const Result<void> kept = keep_games(library, job->batch.games, counts);
    const std::scoped_lock lock(sessions_.mutex());
    if (sessions_.closing() || is_over(*job)) return;
    job->counts = counts;
    job->share = job->games->share();
    job->refused_count += job->batch.refused.size();
    for (RefusedGame& game : job->batch.refused)
        if (job->refused.size() < most_refused_listed) job->refused.push_back(std::move(game));
    if (!kept)
        end(*job, State::Failed, kept.error().message);
    else if (!more)
        end(*job, State::Done);
    else
        next(job);
    if (!is_over(*job) && sessions_.now() - job->reported >= between_import_reports) report(*job);
    sessions_.flush();
}

void Imports::end(Job& job, State state, std::string error) {
    job.state = state;
    job.error = std::move(error);
    sessions_.end_job(job.client);
    report(job);
    // After the bytes that may be on their way to the file.
    workers_.submit("import " + job.id, [kept = jobs_.at(job.id)] {
        kept->games.reset();
        kept->file.reset();
        std::error_code ignored;
        std::filesystem::remove(kept->path, ignored);
    });
}

void Imports::report(Job& job) {
    constexpr std::array<std::string_view, 5> states{"sending", "working", "done", "stopped", "failed"};
    job.reported = sessions_.now();
    sessions_.send(job.client, to_frame({{"event", "import"},
                                         {"job", job.id},
                                         {"state", states[static_cast<std::size_t>(job.state)]},
                                         {"share", job.share},
                                         {"kept", job.counts.kept},
                                         {"known", job.counts.known},
                                         {"refused", job.refused_count},
                                         {"error", job.error.empty() ? Json(nullptr) : Json(job.error)}}));
}

Reply Imports::stop(ClientId client, const ImportStopRequest& request) {
    const Kept job = find(client, request.job);
    if (!job || is_over(*job)) return std::unexpected(no_such_import());
    job->stop.request_stop();
    if (job->state == State::Sending) end(*job, State::Stopped);
    return Json::object();
}

Reply Imports::refused(ClientId client, const ImportRefusedRequest& request) const {
    const Kept job = find(client, request.job);
    if (!job) return std::unexpected(no_such_import());
    Json list = Json::array();
    for (std::size_t i = request.offset; i < job->refused.size() && list.size() < refused_at_once; ++i)
        list.push_back({{"line", job->refused[i].line},
                        {"game", job->refused[i].game},
                        {"reason", printable(job->refused[i].reason)}});
    return Json{{"refused", std::move(list)}, {"listed", job->refused.size()}, {"total", job->refused_count}};
}

void Imports::leave(ClientId client) {
    for (const auto& [id, job] : jobs_)
        if (job->client == client && !is_over(*job)) {
            job->stop.request_stop();
            if (job->state == State::Sending) end(*job, State::Stopped);
        }
    forget(client);
}

// What is over. The others end by themselves, and are forgotten then if nobody is there any more.
void Imports::forget(ClientId client) {
    std::erase_if(jobs_, [&](const auto& one) {
        return is_over(*one.second) && (one.second->client == client || sessions_.find(one.second->client) == nullptr);
    });
}

void Imports::stop_all() {
    for (const auto& [id, job] : jobs_) job->stop.request_stop();
}

}  // namespace crownhead::server
