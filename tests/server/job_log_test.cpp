// What jobs took, and the log of events.
#include "service/job_log.hpp"

#include <atomic>
#include <fstream>
#include <future>
#include <mutex>
#include <sstream>
#include <stdexcept>
#include <stop_token>
#include <thread>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "server/test_page.hpp"
#include "service/event_log.hpp"
#include "service/study.hpp"
#include "service/workers.hpp"

namespace crownhead::server {
namespace {

using Named = std::vector<std::string>;

TEST(JobLog, EveryKindOfAPageHasADeadline) {
    for (const char* const kind :
         {"move", "hint", "draw", "value", "review", "text", "load", "search", "save", "laboratory", "report"})
        EXPECT_LE(job_deadline(kind), 120) << kind;
    for (const char* const kind : {"backup", "endgames"}) EXPECT_GT(job_deadline(kind), 1e9) << kind;
}

TEST(ThreadsJobLog, CountsWhatRunsAndWhatHasRun) {
    JobLog log({}, {});
    {
        const JobTime first(&log, {.kind = "hint"}, 2);
        const JobTime second(&log, {.kind = "hint"}, 0.5);
        EXPECT_EQ(log.figures().at("hint").running, 2);
        EXPECT_EQ(log.figures().at("hint").count, 0);
    }
    const JobFigures figures = log.figures().at("hint");
    EXPECT_EQ(figures.running, 0);
    EXPECT_EQ(figures.count, 2);
    EXPECT_EQ(figures.overruns, 0);
    EXPECT_EQ(figures.longest_wait, 2);
    EXPECT_GT(figures.longest_run, 0);
    const JobTime none(nullptr, {.kind = "hint"});
}

// It is named, counted once and stopped while it runs.
TEST(ThreadsJobLog, AJobThatOverrunsIsStopped) {
    std::promise<std::string> named;
    JobLog log([&](std::string_view kind, double) { named.set_value(std::string(kind)); }, {},
               [](std::string_view kind) { return kind == "hint" ? 0.01 : 1e9; });
    std::stop_source stop;
    const std::stop_source other;
    {
        const JobTime patient(&log, {.kind = "move", .stop = other});
        const JobTime late(&log, {.kind = "hint", .stop = stop});
        EXPECT_EQ(named.get_future().get(), "hint");
        while (!stop.stop_requested()) std::this_thread::yield();
        EXPECT_EQ(log.figures().at("hint").overruns, 1);
        EXPECT_FALSE(other.stop_requested());
    }
    EXPECT_EQ(log.figures().at("hint").overruns, 1);
    EXPECT_EQ(log.figures().at("move").overruns, 0);
}

TEST(ThreadsJobLog, HearsOfEveryJobOfTheWorkers) {
    std::mutex mutex;
    Named failed;
    JobLog log({}, [&](std::string_view kind, std::string_view what) {
        const std::scoped_lock lock(mutex);
        failed.push_back(fmt::format("{} {}", kind, what));
    });
    {
        Workers workers(3, 0, &log);
        std::atomic<int> done = 0;
        for (int i = 0; i < 60; ++i)
            workers.submit(std::to_string(i % 7), [&] { ++done; }, {.kind = i % 2 == 0 ? "move" : "hint"});
        workers.submit("a",
                       [&] {
                           ++done;
                           throw std::runtime_error("no memory");
                       },
                       {.kind = "text"});
        while (done < 61) std::this_thread::yield();
    }
    const auto figures = log.figures();
    EXPECT_EQ(figures.at("move").count, 30);
    EXPECT_EQ(figures.at("hint").count, 30);
    EXPECT_EQ(figures.at("text").count, 1);
    EXPECT_EQ(failed, Named{"text no memory"});
}

TEST(EndgameSets, ThoseUsedLongestAgoAreDropped) {
    const std::vector<SetUse> sets{{.game = "a", .used = 5, .bytes = 10},
                                   {.game = "b", .used = 1, .bytes = 10},
                                   {.game = "c", .used = 2, .bytes = 20},
                                   {.game = "d", .used = 3, .bytes = 10}};
    using Games = std::vector<std::string>;
    EXPECT_EQ(sets_to_drop(sets, 50), Games{});
    EXPECT_EQ(sets_to_drop(sets, 49), Games{"b"});
    EXPECT_EQ(sets_to_drop(sets, 39), (Games{"c", "b"}));
    EXPECT_EQ(sets_to_drop(sets, 0), (Games{"d", "c", "b"}));  // not the one that was used last
}

TEST(EventLog, RotatesAndIsHarmless) {
    const ScratchFolder folder;
    const std::string file = folder.path() + "/crownhead.log";
    const auto content = [](const std::string& path) {
        std::ifstream in(path);
        std::ostringstream text;
        text << in.rdbuf();
        return text.str();
    };
    {
        EventLog log(file, LogLevel::Warning);
        log.info("not this");
        log.error("a\nb\x1b[31m");
    }
    EXPECT_EQ(content(file).substr(20), " error a b?[31m\n");
    EventLog log(file, LogLevel::Info, 1000);
    for (int i = 0; i < 200; ++i) log.info(fmt::format("event {}", i));
    EXPECT_TRUE(content(file).ends_with("event 199\n"));
    for (const char* const part : {"", ".1", ".2", ".3"}) {
        EXPECT_LE(content(file + part).size(), 1000);
        EXPECT_GT(content(file + part).size(), 0);
    }
    EXPECT_FALSE(std::filesystem::exists(file + ".4"));
    EXPECT_EQ(read_log_level("warning"), LogLevel::Warning);
    EXPECT_FALSE(read_log_level("loud"));
}

}  // namespace
}  // namespace crownhead::server
