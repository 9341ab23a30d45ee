// A folder that is gone when the test is over.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>

namespace crownhead {

class ScratchFolder {
public:
    ScratchFolder() : path_((std::filesystem::temp_directory_path() / "crownhead.XXXXXX").string()) {
        if (mkdtemp(path_.data()) == nullptr) std::abort();
    }
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;
    ~ScratchFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }

    const std::string& path() const { return path_; }

private:
    std::string path_;
};

}  // namespace crownhead
