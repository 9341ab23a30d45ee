// FolderLock: while it lives, the folder belongs to this program. It goes with the program, however that ends.
#pragma once

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "util/result.hpp"

namespace crownhead {

class FolderLock {
public:
    // `taken`: what to say if another program has it.
    static Result<FolderLock> take(const std::string& folder, std::string_view taken) {
        const std::string path = folder + "/lock";
        const int descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
        if (descriptor < 0) return fail("cannot write " + path + ": " + std::system_category().message(errno));
        FolderLock lock(descriptor);
        if (flock(descriptor, LOCK_EX | LOCK_NB) != 0) return fail(std::string(taken));
        // What the last one has written there for others is no longer true.
        static_cast<void>(ftruncate(descriptor, 0));
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

}  // namespace crownhead
