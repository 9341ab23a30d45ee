// FolderLock: while it lives, no other process builds in the same folder. It goes with the process, however that ends.
#pragma once

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <system_error>
#include <utility>

#include "util/result.hpp"

namespace crownhead::egdb {

class FolderLock {
public:
    static Result<FolderLock> take(const std::string& folder) {
        const std::string path = folder + "/lock";
        const int descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
        if (descriptor < 0) return fail("cannot write " + path + ": " + std::system_category().message(errno));
        FolderLock lock(descriptor);
        if (flock(descriptor, LOCK_EX | LOCK_NB) != 0)
            return fail("endgames are being built in " + folder + " already");
        return lock;
    }

    FolderLock(FolderLock&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
    FolderLock& operator=(FolderLock&&) = delete;
    ~FolderLock() {
        if (descriptor_ >= 0) ::close(descriptor_);
    }

private:
    explicit FolderLock(int descriptor) : descriptor_(descriptor) {}

    int descriptor_;
};

}  // namespace crownhead::egdb
