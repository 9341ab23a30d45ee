// Storage: the thread that uses the library. It writes games, reads them, and delivers frames, all in the order in which
// they were posted, so that a frame that tells of a move is sent after the move is on disk, and no lock of the service is
// held meanwhile.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "service/library.hpp"
#include "service/service.hpp"
#include "table/stored.hpp"
#include "util/result.hpp"

namespace crownhead::server {

using Frames = std::vector<std::pair<std::shared_ptr<Client>, std::string>>;

class Storage {
public:
    // `on_saved` is called by the storage thread after each attempt to write a game.
    using OnSaved = std::function<void(const std::string& table, const Result<void>& saved)>;

    Storage(std::unique_ptr<Library> library, OnSaved on_saved);
    Storage(const Storage&) = delete;
    Storage& operator=(const Storage&) = delete;
    ~Storage();

    void save(StoredGame game);
    void send(Frames frames);
    // Reading, and changes that a page asks for; the work runs on the storage thread.
    void run(std::function<void(Library&)> work);

    void finish();  // after everything that was posted

private:
    struct Job {
        std::unique_ptr<StoredGame> game{};
        Frames frames{};
        std::function<void(Library&)> work{};
    };
    void post(Job job);
    void loop();
    void write(StoredGame game);

    std::unique_ptr<Library> library_;
    OnSaved on_saved_;
    std::map<std::string, std::vector<StoredMove>> unsaved_;  // by table: moves that could not be written yet
    std::mutex mutex_;
    std::condition_variable wake_;
    std::deque<Job> jobs_;
    bool finishing_ = false;
    std::thread thread_;
};

}  // namespace crownhead::server
