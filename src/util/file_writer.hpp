// FileWriter: a file that appears whole or not at all. It is written beside its place under another name and renamed at
// the end; until then, whatever stood there stays.
#pragma once

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "util/result.hpp"

namespace crownhead {

class FileWriter {
public:
    static Result<FileWriter> open(const std::string& wanted) {
        // Where a link stands, the file that it leads to is written, and the link stays.
        const Result<std::string> place = behind_links(wanted);
        if (!place) return std::unexpected(place.error());
        const std::string& path = *place;
        struct stat info{};
        const bool exists = stat(path.c_str(), &info) == 0;
        if (exists && !S_ISREG(info.st_mode)) return fail("cannot write " + wanted + ": it is not a file");
        const std::size_t slash = path.rfind('/');
        const std::string folder = slash == std::string::npos ? "." : path.substr(0, slash + 1);
        // A file without a name vanishes when the program is killed; some file systems do not have such files.
        std::string temporary;
        int descriptor = ::open(folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
        if (descriptor < 0 && (errno == EOPNOTSUPP || errno == EISDIR || errno == EINVAL)) {
            for (int attempt = 0; attempt < 100 && (attempt == 0 || (descriptor < 0 && errno == EEXIST)); ++attempt) {
                temporary = temporary_name(path, attempt);
                descriptor = ::open(temporary.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0666);
            }
        }
        if (descriptor < 0) return failed(wanted);
        FileWriter writer(path, std::move(temporary), fdopen(descriptor, "wb"));
        // A new file gets the mode that the umask leaves; one that is replaced keeps its own.
        if (writer.file_ == nullptr || (exists && fchmod(descriptor, info.st_mode & 07777U) != 0))
            return failed(wanted);
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
        if (temporary_.empty() && !give_name()) return failed(path_);
        if (std::fclose(std::exchange(file_, nullptr)) != 0) return failed(path_);
        if (std::rename(temporary_.c_str(), path_.c_str()) != 0) return failed(path_);
        temporary_.clear();
        return {};
    }

private:
    FileWriter(std::string path, std::string temporary, std::FILE* file)
        : path_(std::move(path)), temporary_(std::move(temporary)), file_(file) {}

    // A link cannot replace a file, so the nameless file gets a name for the moment until it is renamed.
    bool give_name() {
        const std::string descriptor = "/proc/self/fd/" + std::to_string(fileno(file_));
        for (int attempt = 0; attempt < 100; ++attempt) {
            const std::string name = temporary_name(path_, attempt);
            if (linkat(AT_FDCWD, descriptor.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0) {
                temporary_ = name;
                return true;
            }
            if (errno != EEXIST) return false;
        }
        return false;
    }

    static std::string temporary_name(const std::string& path, int attempt) {
        return path + "." + std::to_string(getpid()) + "-" + std::to_string(attempt);
    }

    static Result<std::string> behind_links(const std::string& wanted) {
        std::filesystem::path path = wanted;
        std::error_code error;
        for (int links = 0; std::filesystem::is_symlink(path, error); ++links) {
            const std::filesystem::path target = std::filesystem::read_symlink(path, error);
            if (error || links > 40) return fail("cannot write " + wanted + ": the link leads nowhere");
            path = path.parent_path() / target;
            for (const std::string_view system : {"/dev/", "/proc/"})
                if (path.native().starts_with(system)) return fail("cannot write " + wanted + ": it is not a file");
        }
        return path.native();
    }

    static std::unexpected<Error> failed(const std::string& path) {
        return fail("cannot write " + path + ": " + std::system_category().message(errno));
    }

    std::string path_;
    std::string temporary_;  // empty: nothing to remove
    std::FILE* file_;
};

// A whole file at once.
inline Result<void> write_whole_file(const std::string& path, std::string_view content) {
    Result<FileWriter> file = FileWriter::open(path);
    if (!file) return std::unexpected(std::move(file.error()));
    if (Result<void> written = file->write(content); !written) return written;
    return file->commit();
}

}  // namespace crownhead
