// A whole file as bytes.
#pragma once

#include <cerrno>
#include <cstdio>
#include <string>
#include <system_error>

#include "util/file.hpp"
#include "util/result.hpp"

namespace crownhead {

inline Result<std::string> read_whole_file(const std::string& path) {
    const auto failed = [&] { return fail("cannot read " + path + ": " + std::system_category().message(errno)); };
    const File file(std::fopen(path.c_str(), "rb"));
    if (!file) return failed();
    std::string bytes;
    std::string buffer(std::size_t{1} << 16U, '\0');
    while (const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), file.get()))
        bytes.append(buffer, 0, count);
    if (std::ferror(file.get()) != 0) return failed();
    return bytes;
}

}  // namespace crownhead
