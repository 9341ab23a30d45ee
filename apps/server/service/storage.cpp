#include "service/storage.hpp"

#include <algorithm>
#include <exception>
#include <iterator>

namespace crownhead::server {

namespace {

constexpr int reading_threads = 2;
constexpr std::size_t most_in_group = 256;  // jobs

}  // namespace

Storage::Storage(std::unique_ptr<Library> library, OnSaved on_saved, JobLog* jobs)
    : library_(std::move(library)),
      on_saved_(std::move(on_saved)),
      log_(jobs),
      reading_(reading_threads, 0, jobs),
      thread_([this] { loop(); }) {}

Storage::~Storage() { finish(); }

void Storage::post(Job job) {
    {
        const std::scoped_lock lock(mutex_);
        if (finishing_) return;
        job.since = Clock::now();
        jobs_.push_back(std::move(job));
    }
    wake_.notify_one();
}

void Storage::save(StoredGame game) { post({.game = std::make_unique<StoredGame>(std::move(game))}); }
void Storage::send(Frames frames) { post({.frames = std::move(frames)}); }
void Storage::run(std::function<void(Library&)> work) { post({.work = std::move(work)}); }

void Storage::read(std::string lane, std::function<void(LibraryReader&)> work, JobInfo info) {
    run([this, lane = std::move(lane), work = std::move(work), info = std::move(info)](Library&) {
        reading_.submit(lane, [this, work] { read_now(work); }, info);
    });
}

void Storage::read_now(const std::function<void(LibraryReader&)>& work) {
    std::unique_ptr<LibraryReader> reader;
    {
        const std::scoped_lock lock(readers_mutex_);
        if (!readers_.empty()) {
            reader = std::move(readers_.back());
            readers_.pop_back();
        }
    }
    if (!reader) {
        Result<std::unique_ptr<LibraryReader>> opened = library_->reader();
        // Without a descriptor for it, say: the writer can read as well.
        if (!opened) return run([work](Library& library) { work(library); });
        reader = std::move(*opened);
    }
    work(*reader);
    const std::scoped_lock lock(readers_mutex_);
    readers_.push_back(std::move(reader));
}

void Storage::finish() {
    {
        const std::scoped_lock lock(mutex_);
        finishing_ = true;
    }
    wake_.notify_one();
    if (thread_.joinable()) thread_.join();
    reading_.finish();
}

void Storage::loop() {
    for (;;) {
        std::vector<Job> jobs;
        {
            std::unique_lock lock(mutex_);
            working_since_.reset();
            wake_.wait(lock, [&] { return finishing_ || !jobs_.empty(); });
            if (jobs_.empty()) return;
            working_since_ = jobs_.front().since;
            while (!jobs_.empty() && jobs.size() < most_in_group) {
                jobs.push_back(std::move(jobs_.front()));
                jobs_.pop_front();
            }
        }
        Group group;
        const bool writes = std::ranges::any_of(jobs, [](const Job& job) { return job.game != nullptr; });
        const JobTime time(writes ? log_ : nullptr, {.kind = "save"});
        for (Job& job : jobs) {
            try {
                carry_out(job, group);
            } catch (const std::exception& problem) {
                // Without memory for one job, say: the others go on.
                if (log_ != nullptr) log_->fail("save", problem.what());
            }
        }
        try {
            commit(group);
        } catch (const std::exception& problem) {
            if (log_ != nullptr) log_->fail("save", problem.what());
        }
        unsaved_games_ = unsaved_.size();
    }
}

double Storage::longest_wait() const {
    const std::scoped_lock lock(mutex_);
    if (!working_since_ && jobs_.empty()) return 0;
    const Clock::time_point since = working_since_ ? *working_since_ : jobs_.front().since;
    return std::chrono::duration<double>(Clock::now() - since).count();
}

void Storage::carry_out(Job& job, Group& group) {
    if (job.game) write(std::move(*job.game), group);
    if (job.work) {
        commit(group);
        job.work(*library_);
    }
    if (!job.frames.empty()) group.frames.push_back(std::move(job.frames));
}

// Moves that could not be written before go with the next ones: a game never has a gap.
void Storage::write(StoredGame game, Group& group) {
    if (const auto pending = unsaved_.find(game.id); pending != unsaved_.end()) {
        pending->second.insert(pending->second.end(), std::make_move_iterator(game.moves.begin()),
                               std::make_move_iterator(game.moves.end()));
        game.moves = std::move(pending->second);
        unsaved_.erase(pending);
    }
    Result<void> saved{};
    if (!group.open) {
        saved = library_->begin_group();
        group.open = saved.has_value();
    }
    if (saved) saved = library_->save(game);
    if (!saved) {
        unsaved_[game.id] = std::move(game.moves);
        group.saved.push_back({.id = game.id, .result = std::move(saved)});
    } else {
        group.saved.push_back({.id = game.id, .moves = std::move(game.moves)});
    }
}

// Puts the group on the disk, and only then tells of it.
void Storage::commit(Group& group) {
    Result<void> committed{};
    if (group.open) committed = library_->end_group();
    const Group done = std::exchange(group, {});
    for (const Group::Saved& saved : done.saved) {
        if (committed || !saved.result) continue;
        std::vector<StoredMove>& moves = unsaved_[saved.id];
        moves.insert(moves.end(), saved.moves.begin(), saved.moves.end());
        std::ranges::sort(moves, {}, &StoredMove::id);  // later ones may have failed before
    }
    for (const Group::Saved& saved : done.saved) on_saved_(saved.id, saved.result ? committed : saved.result);
    for (const Frames& frames : done.frames)
        for (const auto& [client, frame] : frames) client->send(frame);
}

}  // namespace crownhead::server
