// A C file that closes itself.
#pragma once

#include <cstdio>
#include <memory>

namespace crownhead {

struct CloseFile {
    void operator()(std::FILE* file) const { static_cast<void>(std::fclose(file)); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

}  // namespace crownhead
