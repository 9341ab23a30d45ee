#include "solve/proven.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <gtest/gtest.h>

#include "prove/certificate.hpp"
#include "rules/variants.hpp"
#include "runtime/game.hpp"

namespace crownhead::solve {

namespace {

TEST(Proven, IsWhatTheCertificatesSay) {
    int found = 0;
    for (const auto& entry : std::filesystem::directory_iterator(CROWNHEAD_TEST_DATA "/../../data/certificates")) {
        if (entry.path().extension() != ".proof") continue;
        std::ifstream file(entry.path(), std::ios::binary);
        const std::string bytes{std::istreambuf_iterator<char>(file), {}};
        const Result<prove::Certificate> certificate = prove::read(bytes);
        ASSERT_TRUE(certificate) << entry.path();
        const Result<const Variant*> variant = find_variant(certificate->game);
        ASSERT_TRUE(variant) << entry.path();
        EXPECT_EQ(proven_value(**variant), certificate->value) << certificate->game;
        EXPECT_EQ(shipped_certificate(**variant), bytes) << certificate->game;
        ++found;
    }
    EXPECT_GT(found, 10);
    int proven = 0;
    for (const Variant& variant : variants) {
        proven += proven_value(variant) ? 1 : 0;
        EXPECT_EQ(proven_value(variant).has_value(), !shipped_certificate(variant).empty()) << variant.name;
    }
    EXPECT_EQ(proven, found);
}

TEST(Proven, NeedsTheSameRules) {
    Variant variant = **find_variant("suicide-6");
    EXPECT_EQ(proven_value(variant), Value::Draw);
    variant.end.bare = variant.end.bare == Bare::Wins ? Bare::Loses : Bare::Wins;
    EXPECT_EQ(proven_value(variant), std::nullopt);
}

}  // namespace

}  // namespace crownhead::solve
