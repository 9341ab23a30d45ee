#include "data_folder.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <fstream>
#include <system_error>

#include <fmt/format.h>

namespace crownhead::server {

namespace {

constexpr const char* lock_file = "lock";

}  // namespace

FolderLock::~FolderLock() {
    if (descriptor_ >= 0) close(descriptor_);
}

Result<FolderLock> FolderLock::take(const std::filesystem::path& folder) {
    const std::string path = (folder / lock_file).string();
    const int descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (descriptor < 0) return fail(fmt::format("cannot write {}: {}", path, std::system_category().message(errno)));
    FolderLock lock(descriptor);
    if (flock(descriptor, LOCK_EX | LOCK_NB) != 0)
        return fail(fmt::format("another crownhead is using {}", folder.string()));
    static_cast<void>(ftruncate(descriptor, 0));  // where the page was the last time
    return lock;
}

void announce_page(const std::filesystem::path& folder, const std::string& url) {
    // A convenience: a folder without it is as good.
    std::ofstream(folder / lock_file, std::ios::binary) << url << '\n';
}

std::optional<std::string> announced_page(const std::filesystem::path& folder) {
    const int descriptor = ::open((folder / lock_file).c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return std::nullopt;
    const bool taken = flock(descriptor, LOCK_SH | LOCK_NB) != 0;
    close(descriptor);
    std::string url;
    if (!taken || !std::getline(std::ifstream(folder / lock_file), url) || !url.starts_with("http"))
        return std::nullopt;
    return url;
}

}  // namespace crownhead::server
