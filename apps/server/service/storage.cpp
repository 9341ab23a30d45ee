#include "service/storage.hpp"

#include <cstdio>
#include <exception>
#include <iterator>

namespace crownhead::server {

Storage::Storage(std::unique_ptr<Library> library, OnSaved on_saved)
    : library_(std::move(library)), on_saved_(std::move(on_saved)), thread_([this] { loop(); }) {}

Storage::~Storage() { finish(); }

void Storage::post(Job job) {
    {
        const std::scoped_lock lock(mutex_);
        if (finishing_) return;
        jobs_.push_back(std::move(job));
    }
    wake_.notify_one();
}

void Storage::save(StoredGame game) { post({.game = std::make_unique<StoredGame>(std::move(game))}); }
void Storage::send(Frames frames) { post({.frames = std::move(frames)}); }
void Storage::run(std::function<void(Library&)> work) { post({.work = std::move(work)}); }

void Storage::finish() {
    {
        const std::scoped_lock lock(mutex_);
        finishing_ = true;
    }
    wake_.notify_one();
    if (thread_.joinable()) thread_.join();
}

void Storage::loop() {
    for (;;) {
        Job job;
        {
            std::unique_lock lock(mutex_);
            wake_.wait(lock, [&] { return finishing_ || !jobs_.empty(); });
            if (jobs_.empty()) return;
            job = std::move(jobs_.front());
            jobs_.pop_front();
        }
        try {
            if (job.game) write(std::move(*job.game));
            if (job.work) job.work(*library_);
            for (auto& [client, frame] : job.frames) client->send(std::move(frame));
        } catch (const std::exception& problem) {
            // Without memory for one job, say: the others go on.
            std::fprintf(stderr, "crownhead: %s\n", problem.what());
        }
    }
}

// Moves that could not be written before go with the next ones: a game never has a gap.
void Storage::write(StoredGame game) {
    if (const auto pending = unsaved_.find(game.id); pending != unsaved_.end()) {
        pending->second.insert(pending->second.end(), std::make_move_iterator(game.moves.begin()),
                               std::make_move_iterator(game.moves.end()));
        game.moves = std::move(pending->second);
        unsaved_.erase(pending);
    }
    const std::string id = game.id;
    const Result<void> saved = library_->save(game);
    if (!saved) unsaved_[id] = std::move(game.moves);
    on_saved_(id, saved);
}

}  // namespace crownhead::server
