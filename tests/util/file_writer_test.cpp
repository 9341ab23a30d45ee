#include "util/file_writer.hpp"

#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

namespace crownhead {
namespace {

namespace fs = std::filesystem;

class FileWriterTest : public testing::Test {
protected:
    FileWriterTest() : folder_(fs::temp_directory_path() / ("crownhead-files-" + std::to_string(getpid()))) {
        fs::remove_all(folder_);
        fs::create_directories(folder_);
    }
    ~FileWriterTest() override { fs::remove_all(folder_); }

    std::string path(const std::string& name) const { return (folder_ / name).string(); }
    std::string content(const std::string& name) const {
        std::ostringstream text;
        text << std::ifstream(path(name), std::ios::binary).rdbuf();
        return text.str();
    }
    std::size_t files() const {
        return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
    }

    fs::path folder_;
};

TEST_F(FileWriterTest, AppearsWholeOrNotAtAll) {
    ASSERT_TRUE(write_whole_file(path("a"), "old"));
    {
        Result<FileWriter> writer = FileWriter::open(path("a"));
        ASSERT_TRUE(writer);
        ASSERT_TRUE(writer->write("new"));
        EXPECT_EQ(content("a"), "old");
    }  // given up
    EXPECT_EQ(content("a"), "old");
    EXPECT_EQ(files(), 1U);
    Result<FileWriter> writer = FileWriter::open(path("a"));
    ASSERT_TRUE(writer);
    ASSERT_TRUE(writer->write("new "));
    ASSERT_TRUE(writer->write("text"));
    ASSERT_TRUE(writer->commit());
    EXPECT_EQ(content("a"), "new text");
    EXPECT_EQ(files(), 1U);
}

TEST_F(FileWriterTest, KeepsPermissionsAndLinks) {
    ASSERT_TRUE(write_whole_file(path("a"), "old"));
    fs::permissions(path("a"), fs::perms::owner_read | fs::perms::owner_write);
    fs::create_symlink("a", path("link"));
    ASSERT_TRUE(write_whole_file(path("link"), "new"));
    EXPECT_TRUE(fs::is_symlink(path("link")));
    EXPECT_EQ(content("a"), "new");
    EXPECT_EQ(fs::status(path("a")).permissions(), fs::perms::owner_read | fs::perms::owner_write);
    fs::create_symlink("not-yet", path("dangling"));
    ASSERT_TRUE(write_whole_file(path("dangling"), "there"));
    EXPECT_EQ(content("not-yet"), "there");
}

TEST_F(FileWriterTest, WhatIsNoFileIsRefused) {
    EXPECT_FALSE(write_whole_file(folder_.string(), "x"));
    EXPECT_FALSE(write_whole_file("/dev/null", "x"));
    fs::create_symlink("/dev/null", path("device"));
    EXPECT_FALSE(write_whole_file(path("device"), "x"));
    fs::create_symlink("round", path("round"));
    EXPECT_FALSE(write_whole_file(path("round"), "x"));
    const Result<void> nowhere = write_whole_file(path("no/where"), "x");
    ASSERT_FALSE(nowhere);
    EXPECT_NE(nowhere.error().message.find("cannot write"), std::string::npos);
}

}  // namespace
}  // namespace crownhead
