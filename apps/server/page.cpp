#include "page.hpp"

#include <cstddef>
#include <vector>

// The ends of the bytes that cmake/embed_page.cmake includes.
extern "C" {
extern const char* const crownhead_page_names[];      // NOLINT(*-avoid-non-const-global-variables)
extern const char* const crownhead_page_begins[];     // NOLINT(*-avoid-non-const-global-variables)
extern const char* const crownhead_page_ends[];       // NOLINT(*-avoid-non-const-global-variables)
extern const char* const crownhead_page_gz_begins[];  // NOLINT(*-avoid-non-const-global-variables)
extern const char* const crownhead_page_gz_ends[];    // NOLINT(*-avoid-non-const-global-variables)
extern const char crownhead_report_begin[];
extern const char crownhead_report_end[];
}

namespace crownhead::server {

namespace {

std::string_view between(const char* begin, const char* end) { return {begin, static_cast<std::size_t>(end - begin)}; }

}  // namespace

std::span<const PageFile> page_files() {
    static const std::vector<PageFile> files = [] {
        std::vector<PageFile> found;
        for (std::size_t i = 0; crownhead_page_names[i] != nullptr; ++i)
            found.push_back({.name = crownhead_page_names[i],
                             .bytes = between(crownhead_page_begins[i], crownhead_page_ends[i]),
                             .compressed = between(crownhead_page_gz_begins[i], crownhead_page_gz_ends[i])});
        return found;
    }();
    return files;
}

std::string_view report_page() { return between(crownhead_report_begin, crownhead_report_end); }

}  // namespace crownhead::server
