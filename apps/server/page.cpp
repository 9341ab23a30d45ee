#include "page.hpp"

#include <cstddef>

// The ends of the bytes that cmake/page.cmake includes.
extern "C" {
extern const char crownhead_page_begin[];
extern const char crownhead_page_end[];
extern const char crownhead_page_gz_begin[];
extern const char crownhead_page_gz_end[];
extern const char crownhead_report_begin[];
extern const char crownhead_report_end[];
}

namespace crownhead::server {

std::string_view page() {
    return {crownhead_page_begin, static_cast<std::size_t>(crownhead_page_end - crownhead_page_begin)};
}

std::string_view compressed_page() {
    return {crownhead_page_gz_begin, static_cast<std::size_t>(crownhead_page_gz_end - crownhead_page_gz_begin)};
}

std::string_view report_page() {
    return {crownhead_report_begin, static_cast<std::size_t>(crownhead_report_end - crownhead_report_begin)};
}

}  // namespace crownhead::server
