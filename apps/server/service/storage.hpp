// Storage: the thread that writes the library, and a few that read it. It writes games and delivers frames in the order in
// which they were posted, so that a frame that tells of a move is sent after the move is on disk, and no lock of the
// service is held meanwhile. What came while the disk was busy is written as one group. Reading begins in the same order,
// so that it sees all that was posted before, and then goes on beside the writer.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "service/library.hpp"
#include "service/service.hpp"
#include "service/workers.hpp"
#include "table/stored.hpp"
#include "util/result.hpp"

namespace crownhead::server {

using Frames = std::vector<std::pair<std::shared_ptr<Client>, std::string>>;

class Storage {
public:
    // `on_saved` is called by the storage thread after each attempt to write a game.
    using OnSaved = std::function<void(const std::string& table, const Result<void>& saved)>;

    Storage(std::unique_ptr<Library> library, OnSaved on_saved, JobLog* jobs = nullptr);
    Storage(const Storage&) = delete;
    Storage& operator=(const Storage&) = delete;
    ~Storage();

    void save(StoredGame game);
    void send(Frames frames);
    // Changes that a page asks for; the work runs on the storage thread.
    void run(std::function<void(Library&)> work);
    // Reading, on a thread and a connection for it. Those of one lane (a page, say) come one after the other.
    void read(std::string lane, std::function<void(LibraryReader&)> work, JobInfo info = {});

    void finish();  // after everything that was posted

    // For those who watch: seconds that the oldest of what was posted and is not done yet has waited, and the games with
    // moves that could not be written.
    double longest_wait() const;
    std::size_t unsaved() const { return unsaved_games_; }

private:
    using Clock = std::chrono::steady_clock;
    struct Job {
        std::unique_ptr<StoredGame> game{};
        Frames frames{};
        std::function<void(Library&)> work{};
        Clock::time_point since{};
    };
    // What was written or is to be sent since the last commit.
    struct Group {
        struct Saved {
            std::string id{};
            std::vector<StoredMove> moves{};
            Result<void> result{};
        };
        bool open = false;
        std::vector<Saved> saved{};
        std::vector<Frames> frames{};
    };
    void post(Job job);
    void loop();
    void carry_out(Job& job, Group& group);
    void write(StoredGame game, Group& group);
    void commit(Group& group);
    void read_now(const std::function<void(LibraryReader&)>& work);

    std::unique_ptr<Library> library_;
    OnSaved on_saved_;
    JobLog* log_;
    std::map<std::string, std::vector<StoredMove>> unsaved_;  // by table: moves that could not be written yet
    std::atomic<std::size_t> unsaved_games_ = 0;
    mutable std::mutex mutex_;
    std::condition_variable wake_;
    std::deque<Job> jobs_;
    std::optional<Clock::time_point> working_since_;  // when the first of the group that is being written was posted
    bool finishing_ = false;
    std::mutex readers_mutex_;
    std::vector<std::unique_ptr<LibraryReader>> readers_;  // that nobody uses now
    Workers reading_;
    std::thread thread_;
};

}  // namespace crownhead::server
