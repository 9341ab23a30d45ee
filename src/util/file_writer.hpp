// FileWriter: a file that appears whole or not at all. It is written beside its place under another name and renamed at
// the end; until then, whatever stood there stays.
#pragma once

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "util/result.hpp"

namespace crownhead {

class FileWriter {
public:
    static Result<FileWriter> open(std::string path) {
        struct stat info{};
        const bool exists = stat(path.c_str(), &info) == 0;
        if (exists && !S_ISREG(info.st_mode)) return fail("cannot write " + path + ": it is not a file");
        std::string temporary = path + ".XXXXXX";
        const int descriptor = mkstemp(temporary.data());
        if (descriptor < 0) return failed(path);
        FileWriter writer(std::move(path), std::move(temporary), fdopen(descriptor, "wb"));
        // mkstemp makes files that only the owner can read; this one is made like any other.
        const mode_t mask = umask(0);
        umask(mask);
        if (writer.file_ == nullptr || fchmod(descriptor, exists ? info.st_mode & 07777U : 0666U & ~mask) != 0)
            return failed(writer.path_);
        return writer;
    }

    FileWriter(FileWriter&& other) noexcept
        : path_(std::move(other.path_)),
          temporary_(std::exchange(other.temporary_, {})),
          file_(std::exchange(other.file_, nullptr)) {}
    FileWriter& operator=(FileWriter&&) = delete;
    ~FileWriter() {
        if (file_ != nullptr) static_cast<void>(std::fclose(file_));
        if (!temporary_.empty()) unlink(temporary_.c_str());
    }

    Result<void> write(std::string_view text) {
        if (std::fwrite(text.data(), 1, text.size(), file_) != text.size()) return failed(path_);
        return {};
    }

    // The file takes its place. Nothing may be written afterwards.
    Result<void> commit() {
        if (std::fflush(file_) != 0 || fsync(fileno(file_)) != 0) return failed(path_);
        if (std::fclose(std::exchange(file_, nullptr)) != 0) return failed(path_);
        if (std::rename(temporary_.c_str(), path_.c_str()) != 0) return failed(path_);
        temporary_.clear();
        return {};
    }

private:
    FileWriter(std::string path, std::string temporary, std::FILE* file)
        : path_(std::move(path)), temporary_(std::move(temporary)), file_(file) {}

    static std::unexpected<Error> failed(const std::string& path) {
        return fail("cannot write " + path + ": " + std::system_category().message(errno));
    }

    std::string path_;
    std::string temporary_;  // empty: nothing to remove
    std::FILE* file_;
};

// A whole file at once.
inline Result<void> write_whole_file(std::string path, std::string_view content) {
    Result<FileWriter> file = FileWriter::open(std::move(path));
    if (!file) return std::unexpected(std::move(file.error()));
    if (Result<void> written = file->write(content); !written) return written;
    return file->commit();
}

}  // namespace crownhead
