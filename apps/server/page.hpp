// The page and the report, as they were built from web/ and put into the program.
#pragma once

#include <span>
#include <string_view>

namespace crownhead::server {

struct PageFile {
    std::string_view name;  // "index.html", or "assets/NAME" with a name that changes with what is in it
    std::string_view bytes;
    std::string_view compressed{};  // by gzip; may be empty
};

std::span<const PageFile> page_files();
std::string_view report_page();  // without a run: match/run_report.hpp puts it in

}  // namespace crownhead::server
