// The pages, as they were built from web/ and put into the program.
#pragma once

#include <string_view>

namespace crownhead::server {

std::string_view page();
std::string_view compressed_page();  // by gzip
std::string_view report_page();      // without a run: match/run_report.hpp puts it in

}  // namespace crownhead::server
