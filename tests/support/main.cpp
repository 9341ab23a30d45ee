// main() of every test program: tests run in tests/, from wherever they are started.
#include <filesystem>

#include <gtest/gtest.h>

int main(int argc, char** argv) {
    std::filesystem::current_path(CROWNHEAD_TEST_FOLDER);
    testing::InitGoogleTest(&argc, argv);
    return RUN_ALL_TESTS();
}
