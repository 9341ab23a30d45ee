#include "service/service.hpp"

#include <unistd.h>

#include <algorithm>
#include <exception>
#include <filesystem>
#include <fstream>
#include <stop_token>
#include <utility>

#include <fmt/format.h>

#include "protocol/hello.hpp"
#include "service/analysis.hpp"
#include "service/backups.hpp"
#include "service/event_log.hpp"
#include "service/imports.hpp"
#include "service/job_log.hpp"
#include "service/laboratory.hpp"
#include "service/library.hpp"
#include "service/mistakes.hpp"
#include "service/proofs.hpp"
#include "service/requests.hpp"
#include "service/sessions.hpp"
#include "service/storage.hpp"
#include "service/study.hpp"
#include "service/tables.hpp"
#include "service/thinking.hpp"
#include "service/workers.hpp"

namespace crownhead::server {

namespace {

std::uint64_t resident_bytes() {
    std::ifstream in("/proc/self/statm");
    std::uint64_t all = 0;
    std::uint64_t resident = 0;
    in >> all >> resident;
    return resident * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

constexpr std::size_t day_size = 10;  // of a time stamp

class ServiceOf final : public Service {
public:
    ServiceOf(const ServiceOptions& options, std::unique_ptr<Library> library)
        : data_(options.data),
          health_(options.health),
          time_(options.time),
          log_(options.data / "crownhead.log", read_log_level(options.log_level).value_or(LogLevel::Info)),
          jobs_(
              [this](std::string_view kind, double seconds) {
                  log_.warning(fmt::format("a job overran its time: {}, {:.1f} s so far", kind, seconds));
              },
              [this](std::string_view kind, std::string_view what) {
                  log_.error(fmt::format("a job failed: {}, {}", kind, what));
              },
              options.deadline),
          hello_(hello(options.version, Analyses::threads_of_one(options.workers))),
          tables_(sessions_, timer_),
          storage_(
              std::move(library),
              [this](const std::string& id, const Result<void>& saved) {
                  if (!saved) log_.error(fmt::format("game {} was not saved: {}", id, saved.error().message));
                  tables_.on_saved(id, saved);
              },
              &jobs_),
          study_(sessions_, tables_, options.data / "egdb", options.endgames, options.endgame_bytes, jobs_),
          thinking_(
              sessions_, tables_, timer_, options.workers,
              [this](const Variant& variant) { return study_.endgames_of(variant); }, study_.solution(), jobs_),
          analyses_(sessions_, tables_, timer_, study_, options.workers, jobs_),
          lab_(options.data / "runs", std::max(options.workers / 2, 1),
               [this](const std::string& run, const Json& json) { requests_.on_run(run, json); }),
          imports_(sessions_, storage_, options.data / "imports", jobs_),
          proofs_(sessions_, study_, options.data / "proofs", jobs_),
          requests_(sessions_, tables_, storage_, thinking_, study_, analyses_, lab_, imports_, proofs_,
                    options.data / "puzzles", jobs_) {
        sessions_.deliver_by(storage_);
        tables_.store_in(storage_);
        tables_.add_work(thinking_);
        tables_.add_work(analyses_);
        tables_.add_work(study_);
        study_.tell([this](OpenTable& open) { analyses_.on_news(open); });
        study_.tell_of_reviews([this](OpenTable& open) { keep_mistakes(*open.table); });
        keep_backups(options.data);
        mark_games();
        log_.info(fmt::format("begins, version {}", options.version));
    }

    ~ServiceOf() override {
        stop_work();
        // None of them holds the mutex while it waits.
        study_.finish();
        analyses_.finish();
        timer_.finish();
        keeper_.finish();
        requests_.finish();
        imports_.finish();
        proofs_.finish();
        thinking_.finish();
        lab_.finish();
        storage_.finish();
        log_.info("ends");
    }

    void stop_work() final {
        const std::scoped_lock lock(sessions_.mutex());
        if (sessions_.closing()) return;
        sessions_.close();
        stop_backup_.request_stop();
        imports_.stop_all();
        proofs_.stop_all();
        try {
            tables_.leave_all();
        } catch (const std::exception& problem) {
            log_.error(problem.what());  // the rest ends all the same
        }
    }

    ClientId connect(std::shared_ptr<Client> client) override {
        const std::scoped_lock lock(sessions_.mutex());
        const ClientId id = sessions_.add(std::move(client));
        sessions_.send(id, hello_);
        sessions_.flush();
        return id;
    }

    void disconnect(ClientId client) override {
        const std::scoped_lock lock(sessions_.mutex());
        const Session* const session = sessions_.find(client);
        if (session == nullptr) return;
        const std::set<std::string> tables = session->tables;
        sessions_.remove(client);
        if (sessions_.closing()) return;
        for (const std::string& id : tables) tables_.leave(client, id);
        imports_.leave(client);
        proofs_.leave(client);
        sessions_.flush();
    }

    void receive(ClientId client, std::string_view frame) override { requests_.receive(client, read_request(frame)); }

    Result<std::string> run_file(std::string_view run, std::string_view name) override {
        const JobTime time(&jobs_, {.kind = "report"});
        return lab_.file(std::string(run), name);
    }

    std::vector<std::string> troubles() override {
        Condition condition{
            .storage_wait = storage_.longest_wait(), .unsaved = storage_.unsaved(), .overrunning = jobs_.overrunning()};
        look_at_system(data_, condition);
        return server::troubles(condition, health_);
    }

    std::string metrics() override {
        std::string text;
        const auto figure = [&](std::string_view name, auto value) {
            text += fmt::format("crownhead_{} {}\n", name, value);
        };
        {
            const std::scoped_lock lock(sessions_.mutex());
            figure("pages", sessions_.all().size());
            figure("tables", tables_.all().size());
            figure("endgame_sets", study_.endgame_sets());
            figure("endgame_bytes", study_.endgame_bytes());
        }
        figure("memory_bytes", resident_bytes());
        figure("descriptors", open_descriptors());
        figure("storage_wait_seconds", storage_.longest_wait());
        figure("unsaved_games", storage_.unsaved());
        for (const auto& [kind, figures] : jobs_.figures()) {
            const auto job = [&](std::string_view name, auto value) {
                text += fmt::format("crownhead_job_{}{{kind=\"{}\"}} {}\n", name, kind, value);
            };
            job("running", figures.running);
            job("count", figures.count);
            job("overruns", figures.overruns);
            job("longest_wait_seconds", figures.longest_wait);
            job("longest_run_seconds", figures.longest_run);
        }
        return text;
    }

private:
    // They come back after days.
    void keep_mistakes(const Table& table) {
        std::vector<StoredMistake> mistakes = mistakes_of(table, time_stamp().substr(0, day_size));
        if (mistakes.empty()) return;
        storage_.run([this, mistakes = std::move(mistakes)](Library& library) {
            if (const Result<void> kept = library.put_mistakes(mistakes); !kept) log_.error(kept.error().message);
        });
    }

    // Games of an older program are not in the index of marks yet. They come into it a few at a time.
    void mark_games() {
        storage_.read("marks",
                      [this](LibraryReader& library) {
                          constexpr std::int64_t at_once = 10;
                          const Result<std::vector<std::string>> ids = library.unmarked(at_once);
                          if (!ids || ids->empty() || stop_backup_.stop_requested()) return;
                          auto found = std::make_shared<std::vector<std::optional<StoredGame>>>();
                          for (const std::string& id : *ids) found->push_back(library.load(id).value_or(std::nullopt));
                          keeper_.submit("marks", [this, ids = *ids, found] { mark(ids, *found); }, {.kind = "marks"});
                      },
                      {.kind = "marks"});
    }

    void mark(const std::vector<std::string>& ids, const std::vector<std::optional<StoredGame>>& games) {
        std::vector<std::vector<std::int64_t>> marks(ids.size());
        for (std::size_t i = 0; i < ids.size(); ++i) {
            if (!games[i]) continue;  // it was deleted
            if (const Result<std::unique_ptr<Table>> table = Table::restore(*games[i]))
                marks[i] = marks_of((*table)->stored());
        }
        storage_.run([this, ids, marks = std::move(marks)](Library& library) {
            for (std::size_t i = 0; i < ids.size(); ++i)
                if (const Result<void> done = library.set_marked(ids[i], marks[i]); !done)
                    return log_.error(done.error().message);
            mark_games();
        });
    }

    // One a day, beside everything else.
    void keep_backups(const std::filesystem::path& folder) {
        const auto keep = [this, folder] {
            if (!backup_is_due(folder)) return;
            const Result<Backup> made = make_backup(folder, stop_backup_.get_token());
            if (made)
                log_.info(fmt::format("backup of the library: {}, {:.1f} MB", made->file.filename().string(),
                                      static_cast<double>(made->bytes) / 1e6));
            else if (!stop_backup_.stop_requested())
                log_.error(made.error().message);
        };
        keeper_.submit("backup", keep, {.kind = "backup"});
        constexpr double hour = 3600;
        timer_.at(time_->now() + hour, [this, folder] { keep_backups(folder); });
    }

    std::filesystem::path data_;
    HealthBounds health_;
    std::shared_ptr<TimeSource> time_;
    EventLog log_;
    JobLog jobs_;
    std::string hello_;
    Sessions sessions_{*time_};
    Timer timer_{*time_};
    Tables tables_;
    Storage storage_;
    Study study_;
    Thinking thinking_;
    Analyses analyses_;
    Laboratory lab_;
    Imports imports_;
    Proofs proofs_;
    Requests requests_;
    std::stop_source stop_backup_;
    Workers keeper_{1, 10, &jobs_};
};

}  // namespace

Result<std::unique_ptr<Service>> Service::open(const ServiceOptions& options) {
    Result<std::unique_ptr<Library>> library = Library::open(options.data);
    if (!library) return std::unexpected(library.error());
    return std::make_unique<ServiceOf>(options, std::move(*library));
}

}  // namespace crownhead::server
