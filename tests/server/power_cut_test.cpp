// What is acknowledged survives a power cut: a file layer below SQLite that forgets what was not synchronised, cut at random
// moments.
#include <cstring>
#include <fstream>
#include <map>
#include <random>
#include <set>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sqlite3.h>

#include "server/test_page.hpp"
#include "service/library.hpp"

namespace crownhead::server {
namespace {

// A disk: every write of SQLite goes to the real file, and what it replaced is remembered until the file is synchronised.
class Disk {
public:
    struct Write {
        sqlite3_int64 offset = 0;
        std::string before{};
        sqlite3_int64 size_before = 0;
    };

    bool lies = false;     // says that it has synchronised, and has not
    int writes_left = -1;  // until the power goes; negative: it does not
    bool off = false;
    std::map<std::string, std::vector<Write>> unsynced{};

    // Any of the writes may be lost. Files are as a program finds them after the power is back.
    void forget(std::mt19937_64& random) {
        for (auto& [path, writes] : unsynced) {
            std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
            const bool all = random() % 2 == 0;
            for (auto write = writes.rbegin(); write != writes.rend(); ++write) {
                if (!all && random() % 2 == 0) continue;
                file.seekp(write->offset);
                file.write(write->before.data(), std::ssize(write->before));
                file.flush();
                if (all) std::filesystem::resize_file(path, static_cast<std::uintmax_t>(write->size_before));
            }
        }
        unsynced.clear();
    }
};

struct DiskFile {
    sqlite3_file base{};  // must come first
    Disk* disk = nullptr;
    std::string* path = nullptr;
    sqlite3_file* real = nullptr;
};

DiskFile& of(sqlite3_file* file) { return *reinterpret_cast<DiskFile*>(file); }

int close_file(sqlite3_file* file) {
    DiskFile& f = of(file);
    const int result = f.real->pMethods->xClose(f.real);
    ::operator delete(f.real);
    delete f.path;
    return result;
}
int write_file(sqlite3_file* file, const void* data, int count, sqlite3_int64 offset) {
    DiskFile& f = of(file);
    Disk& disk = *f.disk;
    if (disk.off || disk.writes_left == 0) {
        disk.off = true;
        return SQLITE_IOERR_WRITE;
    }
    if (disk.writes_left > 0) --disk.writes_left;
    Disk::Write write{.offset = offset, .before = std::string(static_cast<std::size_t>(count), '\0')};
    f.real->pMethods->xFileSize(f.real, &write.size_before);
    f.real->pMethods->xRead(f.real, write.before.data(), count, offset);  // zeros beyond the end
    disk.unsynced[*f.path].push_back(std::move(write));
    return f.real->pMethods->xWrite(f.real, data, count, offset);
}
int sync_file(sqlite3_file* file, int /*flags*/) {
    DiskFile& f = of(file);
    if (f.disk->off) return SQLITE_IOERR_FSYNC;
    if (!f.disk->lies) f.disk->unsynced.erase(*f.path);
    return SQLITE_OK;
}
int truncate_file(sqlite3_file* file, sqlite3_int64 size) {
    if (of(file).disk->off) return SQLITE_IOERR_TRUNCATE;
    return of(file).real->pMethods->xTruncate(of(file).real, size);
}
int read_file(sqlite3_file* file, void* data, int count, sqlite3_int64 offset) {
    return of(file).real->pMethods->xRead(of(file).real, data, count, offset);
}
int size_of_file(sqlite3_file* file, sqlite3_int64* size) {
    return of(file).real->pMethods->xFileSize(of(file).real, size);
}
int lock_file(sqlite3_file* file, int kind) { return of(file).real->pMethods->xLock(of(file).real, kind); }
int unlock_file(sqlite3_file* file, int kind) { return of(file).real->pMethods->xUnlock(of(file).real, kind); }
int check_lock(sqlite3_file* file, int* taken) {
    return of(file).real->pMethods->xCheckReservedLock(of(file).real, taken);
}
int control_file(sqlite3_file* file, int what, void* argument) {
    return of(file).real->pMethods->xFileControl(of(file).real, what, argument);
}
int sector_size(sqlite3_file* file) { return of(file).real->pMethods->xSectorSize(of(file).real); }
int characteristics(sqlite3_file* /*file*/) { return 0; }  // promises nothing
int map_shared(sqlite3_file* file, int region, int size, int extend, void volatile** data) {
    return of(file).real->pMethods->xShmMap(of(file).real, region, size, extend, data);
}
int lock_shared(sqlite3_file* file, int offset, int count, int flags) {
    return of(file).real->pMethods->xShmLock(of(file).real, offset, count, flags);
}
void barrier(sqlite3_file* file) { of(file).real->pMethods->xShmBarrier(of(file).real); }
int unmap_shared(sqlite3_file* file, int remove) { return of(file).real->pMethods->xShmUnmap(of(file).real, remove); }

constexpr sqlite3_io_methods disk_methods{
    2,           close_file,  read_file,    write_file,   truncate_file, sync_file,       size_of_file,
    lock_file,   unlock_file, check_lock,   control_file, sector_size,   characteristics, map_shared,
    lock_shared, barrier,     unmap_shared, nullptr,      nullptr};

sqlite3_vfs* real_vfs(sqlite3_vfs* vfs);
Disk* disk_of(sqlite3_vfs* vfs);

int open_file(sqlite3_vfs* vfs, const char* name, sqlite3_file* file, int flags, int* out_flags) {
    sqlite3_vfs* const real = real_vfs(vfs);
    auto& f = of(file);
    f.real = static_cast<sqlite3_file*>(::operator new(static_cast<std::size_t>(real->szOsFile)));
    std::memset(f.real, 0, static_cast<std::size_t>(real->szOsFile));
    const int result = real->xOpen(real, name, f.real, flags, out_flags);
    if (result != SQLITE_OK) {
        ::operator delete(f.real);
        f.base.pMethods = nullptr;
        return result;
    }
    f.path = new std::string(name != nullptr ? name : "");
    f.disk = disk_of(vfs);
    f.base.pMethods = &disk_methods;
    return SQLITE_OK;
}

// While it lives, SQLite uses the disk.
class DiskInUse {
public:
    explicit DiskInUse(Disk& disk) : real_(sqlite3_vfs_find(nullptr)), vfs_(*real_), pair_{real_, &disk} {
        vfs_.zName = "forgetful";
        vfs_.szOsFile = sizeof(DiskFile);
        vfs_.xOpen = open_file;
        vfs_.pNext = nullptr;
        vfs_.pAppData = &pair_;
        // The others are called with this one as their first argument: they use what the real one has.
        vfs_.xDelete = [](sqlite3_vfs* v, const char* name, int sync) {
            return of(v).disk->off ? SQLITE_IOERR_DELETE : of(v).real->xDelete(of(v).real, name, sync);
        };
        vfs_.xAccess = [](sqlite3_vfs* v, const char* name, int flags, int* result) {
            return of(v).real->xAccess(of(v).real, name, flags, result);
        };
        vfs_.xFullPathname = [](sqlite3_vfs* v, const char* name, int size, char* out) {
            return of(v).real->xFullPathname(of(v).real, name, size, out);
        };
        sqlite3_vfs_register(&vfs_, 1);
    }
    DiskInUse(const DiskInUse&) = delete;
    DiskInUse& operator=(const DiskInUse&) = delete;
    ~DiskInUse() {
        sqlite3_vfs_unregister(&vfs_);
        sqlite3_vfs_register(real_, 1);
    }

    struct Pair {
        sqlite3_vfs* real = nullptr;
        Disk* disk = nullptr;
    };
    static Pair& of(sqlite3_vfs* vfs) { return *static_cast<Pair*>(vfs->pAppData); }

private:
    sqlite3_vfs* real_;
    sqlite3_vfs vfs_;
    Pair pair_;
};

sqlite3_vfs* real_vfs(sqlite3_vfs* vfs) { return DiskInUse::of(vfs).real; }
Disk* disk_of(sqlite3_vfs* vfs) { return DiskInUse::of(vfs).disk; }

struct Cuts {
    int cuts = 0;  // runs in which the power went
    int acknowledged = 0;
    int lost = 0;    // moves that were acknowledged and are not there
    int broken = 0;  // libraries that cannot be opened
};

Cuts cut_power(int runs, bool lies) {
    Cuts result;
    const ScratchFolder prepared;
    EXPECT_TRUE(Library::open(prepared.path()));
    std::mt19937_64 random(7);
    for (int run = 0; run < runs; ++run) {
        const ScratchFolder folder;
        std::filesystem::copy_file(prepared.path() + "/crownhead.db", folder.path() + "/crownhead.db");
        std::map<std::string, int> acknowledged;  // by game: moves
        Disk disk;
        disk.lies = lies;
        {
            const DiskInUse in_use(disk);
            const Result<std::unique_ptr<Library>> library = Library::open(folder.path());
            if (!library) {
                ADD_FAILURE() << library.error().message;
                return result;
            }
            disk.writes_left = static_cast<int>(random() % 1500);
            std::map<std::string, int> moves;
            for (int group = 0; group < 60 && !disk.off; ++group) {
                if (!(*library)->begin_group()) break;
                std::set<std::string> changed;
                for (std::uint64_t i = 0; i < 1 + random() % 3; ++i) {
                    const std::string id = fmt::format("aaaaaaaaa{}", random() % 8);
                    const int number = moves[id] + 1;
                    const StoredGame game{.id = id,
                                          .name = "a name of a game",
                                          .game = "english",
                                          .changed = time_stamp(),
                                          .node = number,
                                          .plies = number,
                                          .version = number,
                                          .moves = {{.id = number,
                                                     .parent = number - 1,
                                                     .move = "11-15",
                                                     .remark = std::string(random() % 400, 'r')}}};
                    if (!(*library)->save(game)) break;
                    moves[id] = number;
                    changed.insert(id);
                }
                if (!(*library)->end_group()) break;
                for (const std::string& id : changed) acknowledged[id] = moves[id];
            }
            if (disk.off) ++result.cuts;
            disk.off = true;  // at the latest now: nothing is tidied up
        }
        disk.forget(random);
        std::filesystem::remove(folder.path() + "/crownhead.db-shm");
        const Result<std::unique_ptr<Library>> library = Library::open(folder.path());
        if (!library) {
            ++result.broken;
            continue;
        }
        for (const auto& [id, count] : acknowledged) {
            const auto game = (*library)->load(id);
            const int found = game && *game ? static_cast<int>((*game)->moves.size()) : 0;
            result.acknowledged += count;
            result.lost += std::max(0, count - found);
        }
    }
    return result;
}

TEST(PowerCut, LosesNothingThatWasAcknowledged) {
#ifdef CROWNHEAD_SANITIZED
    constexpr int runs = 40;
#else
    constexpr int runs = 150;
#endif
    const Cuts cuts = cut_power(runs, false);
    EXPECT_GT(cuts.cuts, runs / 3);
    EXPECT_GT(cuts.acknowledged, runs);
    EXPECT_EQ(cuts.lost, 0) << "of " << cuts.acknowledged;
    EXPECT_EQ(cuts.broken, 0);
}

// The test would notice: on a disk that does not keep its word moves are lost.
TEST(PowerCut, IsNoticed) {
    const Cuts cuts = cut_power(10, true);
    EXPECT_GT(cuts.lost + cuts.broken, 0);
}

TEST(LongPowerCut, LosesNothingThatWasAcknowledged) {
#ifdef CROWNHEAD_SANITIZED
    constexpr int runs = 40;
#else
    constexpr int runs = 500;
#endif
    const Cuts cuts = cut_power(runs, false);
    EXPECT_GT(cuts.acknowledged, runs);
    EXPECT_EQ(cuts.lost, 0) << "of " << cuts.acknowledged << " in " << cuts.cuts << " cuts";
    EXPECT_EQ(cuts.broken, 0);
}

}  // namespace
}  // namespace crownhead::server
