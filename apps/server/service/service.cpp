#include "service/service.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <stop_token>
#include <utility>

#include <fmt/format.h>

#include "protocol/hello.hpp"
#include "service/analysis.hpp"
#include "service/backups.hpp"
#include "service/laboratory.hpp"
#include "service/library.hpp"
#include "service/requests.hpp"
#include "service/sessions.hpp"
#include "service/storage.hpp"
#include "service/study.hpp"
#include "service/tables.hpp"
#include "service/thinking.hpp"
#include "service/workers.hpp"

namespace crownhead::server {

namespace {

class ServiceOf final : public Service {
public:
    ServiceOf(const ServiceOptions& options, std::unique_ptr<Library> library)
        : hello_(hello(options.version, Analyses::threads_of_one(options.workers))),
          tables_(sessions_, timer_),
          storage_(std::move(library),
                   [this](const std::string& id, const Result<void>& saved) { tables_.on_saved(id, saved); }),
          study_(sessions_, tables_, options.data / "egdb", options.endgames),
          thinking_(
              sessions_, tables_, timer_, options.workers,
              [this](const Variant& variant) { return study_.endgames_of(variant); }, study_.solution()),
          analyses_(sessions_, tables_, timer_, study_, options.workers),
          lab_(options.data / "runs", std::max(options.workers / 2, 1),
               [this](const std::string& run, const Json& json) { requests_.on_run(run, json); }),
          requests_(sessions_, tables_, storage_, thinking_, study_, analyses_, lab_) {
        sessions_.deliver_by(storage_);
        tables_.store_in(storage_);
        tables_.add_work(thinking_);
        tables_.add_work(analyses_);
        tables_.add_work(study_);
        study_.tell([this](OpenTable& open) { analyses_.on_news(open); });
        keep_backups(options.data);
    }

    ~ServiceOf() override {
        {
            const std::scoped_lock lock(sessions_.mutex());
            sessions_.close();
            tables_.leave_all();
        }
        // None of them holds the mutex while it waits.
        stop_backup_.request_stop();
        study_.finish();
        analyses_.finish();
        timer_.finish();
        keeper_.finish();
        requests_.finish();
        thinking_.finish();
        lab_.finish();
        storage_.finish();
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
        sessions_.flush();
    }

    void receive(ClientId client, std::string_view frame) override { requests_.receive(client, read_request(frame)); }

    Result<std::string> run_file(std::string_view run, std::string_view name) override {
        return lab_.file(std::string(run), name);
    }

private:
    // One a day, beside everything else.
    void keep_backups(const std::filesystem::path& folder) {
        keeper_.submit("backup", [this, folder] {
            if (!backup_is_due(folder)) return;
            const Result<Backup> made = make_backup(folder, stop_backup_.get_token());
            if (made)
                fmt::print(stderr, "crownhead: backup of the library: {}, {:.1f} MB\n", made->file.string(),
                           static_cast<double>(made->bytes) / 1e6);
            else if (!stop_backup_.stop_requested())
                fmt::print(stderr, "crownhead: {}\n", made.error().message);
        });
        timer_.at(std::chrono::steady_clock::now() + std::chrono::hours(1), [this, folder] { keep_backups(folder); });
    }

    std::string hello_;
    Sessions sessions_;
    Timer timer_;
    Tables tables_;
    Storage storage_;
    Study study_;
    Thinking thinking_;
    Analyses analyses_;
    Laboratory lab_;
    Requests requests_;
    std::stop_source stop_backup_;
    Workers keeper_{1, 10};
};

}  // namespace

Result<std::unique_ptr<Service>> Service::open(const ServiceOptions& options) {
    Result<std::unique_ptr<Library>> library = Library::open(options.data);
    if (!library) return std::unexpected(library.error());
    return std::make_unique<ServiceOf>(options, std::move(*library));
}

}  // namespace crownhead::server
