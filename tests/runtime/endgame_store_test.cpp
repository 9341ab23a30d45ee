// The store: small sets are made where they are missing, and nothing is done twice.
#include "runtime/endgame_store.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <stop_token>

#include "rules/variants.hpp"
#include "support/scratch_folder.hpp"
#include "util/folder_lock.hpp"

namespace crownhead {
namespace {

TEST(EndgameStore, MakesTheSmallSetOnce) {
    const ScratchFolder folder;
    const EndgameStore store(folder.path());
    const auto none = store.open(list::mini);
    ASSERT_FALSE(none);
    EXPECT_NE(none.error().message.find("crownhead egdb build mini --pieces 5"), std::string::npos);

    const auto built = store.complete(list::mini, {});
    ASSERT_TRUE(built) << built.error().message;
    EXPECT_EQ((*built)->pieces(), 5);
    for (const egdb::ClassInfo& info : (*built)->classes()) EXPECT_TRUE(info.longest) << text_of(info.material);
    EXPECT_EQ(EndgameStore::small_set(**find_variant("international-6")), 5);
    EXPECT_EQ(EndgameStore::small_set(**find_variant("antifrisian-6")), 4);

    // Another program that builds there is not in the way when nothing is missing.
    const auto lock = FolderLock::take(store.folder(list::mini), "taken");
    ASSERT_TRUE(lock);
    EXPECT_TRUE(store.complete(list::mini, {}));
    EXPECT_TRUE(store.open(list::mini));
}

TEST(EndgameStore, MendsADamagedSet) {
    const ScratchFolder folder;
    const EndgameStore store(folder.path());
    ASSERT_TRUE(store.complete(list::mini, {}));
    for (const auto& entry : std::filesystem::directory_iterator(store.folder(list::mini)))
        if (entry.file_size() > 0) std::ofstream(entry.path(), std::ios::app) << 'x';
    EXPECT_FALSE(store.open(list::mini));
    EXPECT_TRUE(store.complete(list::mini, {}));
    EXPECT_TRUE(store.open(list::mini));
}

TEST(EndgameStore, AddsDistances) {
    const ScratchFolder folder;
    const EndgameStore store(folder.path());
    ASSERT_TRUE(build_endgames(list::mini, {.folder = store.folder(list::mini), .pieces = 5}));
    const auto completed = store.complete(list::mini, {});
    ASSERT_TRUE(completed);
    for (const egdb::ClassInfo& info : (*completed)->classes()) EXPECT_TRUE(info.longest) << text_of(info.material);
}

TEST(EndgameStore, CanBeStopped) {
    const ScratchFolder folder;
    std::stop_source stop;
    stop.request_stop();
    const auto stopped = EndgameStore(folder.path()).complete(list::english, stop.get_token());
    ASSERT_FALSE(stopped);
    EXPECT_EQ(stopped.error().message, "stopped");
}

TEST(EndgameStore, UsesWhatIsThereWhereNothingCanBeMade) {
    const ScratchFolder folder;
    const EndgameStore store(folder.path());
    ASSERT_TRUE(build_endgames(list::english, {.folder = store.folder(list::english), .pieces = 2}));
    const auto lock = FolderLock::take(store.folder(list::english), "taken");
    ASSERT_TRUE(lock);
    const auto opened = store.complete(list::english, {});
    ASSERT_TRUE(opened);
    EXPECT_EQ((*opened)->pieces(), 2);
}

}  // namespace
}  // namespace crownhead
