#include "service/health.hpp"

#include <sys/resource.h>
#include <sys/statvfs.h>

#include <limits>
#include <system_error>

#include <fmt/format.h>

namespace crownhead::server {

std::size_t open_descriptors() {
    std::error_code error;
    std::size_t count = 0;
    for (std::filesystem::directory_iterator entry("/proc/self/fd", error), end; !error && entry != end;
         entry.increment(error))
        ++count;
    return count;
}

void look_at_system(const std::filesystem::path& data, Condition& condition) {
    struct statvfs disk{};
    const bool known = statvfs(data.c_str(), &disk) == 0;
    condition.writable = known && (disk.f_flag & ST_RDONLY) == 0;
    condition.disk_bytes = known ? std::uint64_t{disk.f_bavail} * disk.f_frsize : 0;
    condition.descriptors = open_descriptors();
    rlimit limit{};
    condition.descriptor_limit =
        getrlimit(RLIMIT_NOFILE, &limit) == 0 ? limit.rlim_cur : std::numeric_limits<std::size_t>::max();
}

std::vector<std::string> troubles(const Condition& condition, const HealthBounds& bounds) {
    std::vector<std::string> all;
    if (!condition.writable) all.emplace_back("the data folder cannot be written");
    if (condition.disk_bytes < bounds.disk_bytes)
        all.push_back(fmt::format("the disk is nearly full: {} MB are left", condition.disk_bytes >> 20U));
    if (condition.storage_wait > bounds.storage_seconds)
        all.push_back(fmt::format("the storage is stuck: a change has waited {:.0f} s", condition.storage_wait));
    if (condition.unsaved > 0) all.push_back(fmt::format("games that could not be saved: {}", condition.unsaved));
    if (condition.overrunning > 0)
        all.push_back(fmt::format("jobs that overran their time and go on: {}", condition.overrunning));
    if (condition.descriptors + bounds.descriptors > condition.descriptor_limit)
        all.push_back(
            fmt::format("descriptors are nearly used up: {} of {}", condition.descriptors, condition.descriptor_limit));
    return all;
}

}  // namespace crownhead::server
