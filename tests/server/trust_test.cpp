#include "net/trust.hpp"

#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

namespace crownhead::server {

namespace {

bool allowed(std::string_view host, std::string_view local = "127.0.0.1", const std::vector<std::string>& names = {}) {
    const auto authority = read_authority(host);
    return authority && host_allowed(*authority, local, names);
}

bool same(std::string_view origin, std::string_view host) {
    const auto authority = read_authority(host);
    return authority && same_origin(origin, *authority);
}

TEST(Authority, IsReadStrictly) {
    EXPECT_EQ(read_authority("localhost"), (Authority{"localhost", 0}));
    EXPECT_EQ(read_authority("LocalHost:8080"), (Authority{"localhost", 8080}));
    EXPECT_EQ(read_authority("[::1]:80"), (Authority{"[::1]", 80}));
    EXPECT_EQ(read_authority("[FE80::A]"), (Authority{"[fe80::a]", 0}));
    EXPECT_EQ(read_authority("a_b-c.d:65535"), (Authority{"a_b-c.d", 65535}));
    EXPECT_TRUE(read_authority(std::string(253, 'a')));
    for (const std::string_view text :
         {"",   ":80", "a:",   "a:0", "a:65536", "a:080",  "a:-1",   "a:8 ",       "a:80:80", "a b",
          " a", "a ",  "a/",   "a?",  "a#",      "u@a",    "a,b",    "a\\b",       "a%2eb",   "[",
          "[]", "[:]", "[::1", "::1", "[::1]a",  "[::1]:", "[g::1]", "[::1%25lo]", "\xc3\xa4"}) {
        EXPECT_FALSE(read_authority(text)) << text;
    }
    EXPECT_FALSE(read_authority(std::string(254, 'a')));
    EXPECT_FALSE(read_authority(std::string_view("a\0b", 3)));
}

TEST(Hosts, LoopbackAnyPort) {
    for (const std::string_view host : {"localhost", "LOCALHOST:1", "127.0.0.1", "127.255.255.255:9", "[::1]:3"})
        EXPECT_TRUE(allowed(host)) << host;
    for (const std::string_view host :
         {"127.0.0.256", "127.0.0", "127.0.0.0.1", "127.0.0.", ".127.0.0.1", "127.0.0.01", "127..0.1", "126.0.0.1",
          "1127.0.0.1", "2130706433", "localhost.", "a.localhost", "[::2]"})
        EXPECT_FALSE(allowed(host)) << host;
}

TEST(Hosts, OwnAddressAndAllowedNames) {
    EXPECT_TRUE(allowed("192.0.2.7:8080", "192.0.2.7"));
    EXPECT_FALSE(allowed("192.0.2.8:8080", "192.0.2.7"));
    EXPECT_TRUE(allowed("[2001:DB8::7]", "[2001:db8::7]"));
    EXPECT_TRUE(allowed("Draughts.Example:443", "127.0.0.1", {"other", "draughts.example"}));
    EXPECT_FALSE(allowed("evil.draughts.example", "127.0.0.1", {"draughts.example"}));
}

TEST(Origins, SameHostAndPort) {
    EXPECT_TRUE(same("http://localhost:8080", "localhost:8080"));
    EXPECT_TRUE(same("http://localhost", "localhost:80"));
    EXPECT_TRUE(same("http://localhost:80", "LOCALHOST"));
    EXPECT_TRUE(same("https://draughts.example", "draughts.example"));
    EXPECT_TRUE(same("https://draughts.example", "draughts.example:443"));
    EXPECT_FALSE(same("http://localhost:3000", "localhost:8080"));
    EXPECT_FALSE(same("http://127.0.0.1:8080", "localhost:8080"));
    EXPECT_FALSE(same("https://localhost", "localhost:80"));
    for (const std::string_view origin : {"", "null", "localhost:8080", "//localhost:8080", "http://localhost:8080/",
                                          "http://u@localhost:8080", "ftp://localhost:8080", "http://localhost:8080 "})
        EXPECT_FALSE(same(origin, "localhost:8080")) << origin;
}

TEST(Targets, OnlyWhatExists) {
    EXPECT_EQ(read_target("/").place, Place::Page);
    EXPECT_EQ(read_target("/?a=b").place, Place::Page);
    EXPECT_EQ(read_target("/ws").place, Place::Socket);
    EXPECT_EQ(read_target("/health").place, Place::Health);
    EXPECT_EQ(read_target("/metrics").place, Place::Metrics);
    EXPECT_EQ(read_target("/assets/a-1.js").place, Place::Asset);
    EXPECT_EQ(read_target("/assets/a-1.js").asset, "assets/a-1.js");
    const Target target = read_target("/runs/k3v9x2m8qd/games.pdn");
    ASSERT_EQ(target.place, Place::Run);
    EXPECT_EQ(target.run, "k3v9x2m8qd");
    EXPECT_EQ(target.file->name, "games.pdn");
    for (const RunFile& file : run_files) EXPECT_EQ(read_target("/runs/a/" + std::string(file.name)).file, &file);
    for (const std::string_view text : {"",
                                        "*",
                                        "a",
                                        "//",
                                        "/ws/",
                                        "/ws?",
                                        "/index.html",
                                        "/assets",
                                        "/ASSETS/a-1.js",
                                        "//assets/a-1.js",
                                        "/runs",
                                        "/runs/",
                                        "/runs//games.pdn",
                                        "/runs/../games.pdn",
                                        "/runs/./games.pdn",
                                        "/runs/a/../games.pdn",
                                        "/runs/a/games.pdn/",
                                        "/runs/a/games.pdn?",
                                        "/runs/a/GAMES.PDN",
                                        "/runs/a%2e/games.pdn",
                                        "/runs/a/b/games.pdn",
                                        "/RUNS/a/games.pdn",
                                        "http://localhost/"}) {
        EXPECT_EQ(read_target(text).place, Place::Nowhere) << text;
    }
}

TEST(Watching, NeedsTheKeyOrThisMachine) {
    EXPECT_TRUE(may_watch("", "", true));
    EXPECT_FALSE(may_watch("", "", false));
    EXPECT_FALSE(may_watch("", "Bearer ", false));
    const std::string_view key = "0123456789abcdef";
    EXPECT_TRUE(may_watch(key, "Bearer 0123456789abcdef", false));
    EXPECT_TRUE(may_watch(key, "bearer  0123456789abcdef ", true));
    for (const char* const wrong : {"", "Bearer", "Bearer ", "Bearer 0123456789abcde", "Bearer 0123456789abcdeF",
                                    "Bearer 0123456789abcdef0", "Basic 0123456789abcdef", "0123456789abcdef"})
        for (const bool here : {false, true}) EXPECT_FALSE(may_watch(key, wrong, here)) << wrong;
}

TEST(ContentType, FollowsTheEndOfTheName) {
    EXPECT_EQ(content_type("index.html"), "text/html; charset=utf-8");
    EXPECT_EQ(content_type("assets/index-Cb-FW0Vv.js"), "text/javascript; charset=utf-8");
    EXPECT_EQ(content_type("assets/index-Cb-FW0Vv.css"), "text/css; charset=utf-8");
    EXPECT_EQ(content_type("assets/js"), "application/octet-stream");
    EXPECT_EQ(content_type(""), "application/octet-stream");
}

TEST(Encodings, GzipMustBeAccepted) {
    for (const char* const accepted :
         {"gzip", "gzip, deflate, br", "br;q=1.0, gzip;q=0.8, *;q=0.1", "x-gzip", " gzip "})
        EXPECT_TRUE(accepts_gzip(accepted)) << accepted;
    for (const char* const accepted : {"", "br", "gzip;q=0", "gzip; q=0.000", "notgzip", "identity", ",,", "gzipped"})
        EXPECT_FALSE(accepts_gzip(accepted)) << accepted;
}

}  // namespace

}  // namespace crownhead::server
