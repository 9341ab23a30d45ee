#include "data_folder.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <fstream>

namespace crownhead::server {

namespace {

constexpr const char* lock_file = "lock";

}  // namespace

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
