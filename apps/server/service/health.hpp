// What is wrong with the server, for the one who watches it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace crownhead::server {

// From here on something is said.
struct HealthBounds {
    std::uint64_t disk_bytes = std::uint64_t{100} << 20U;  // that are left
    std::size_t descriptors = 16;                          // that are left
    double storage_seconds = 5;                            // that a change waits for the disk
};

struct Condition {
    double storage_wait = 0;       // seconds, of the change that has waited longest for the disk
    std::size_t unsaved = 0;       // games with moves that could not be written
    std::size_t overrunning = 0;   // jobs that go on after their time
    std::uint64_t disk_bytes = 0;  // that are left for the data
    bool writable = true;          // the file system of the data
    std::size_t descriptors = 0;   // that are open
    std::size_t descriptor_limit = 0;
};

// Of the disk and the descriptors; the rest is left as it is.
void look_at_system(const std::filesystem::path& data, Condition& condition);

// One sentence for each thing that is wrong; none if all is well.
std::vector<std::string> troubles(const Condition& condition, const HealthBounds& bounds);

std::size_t open_descriptors();

}  // namespace crownhead::server
