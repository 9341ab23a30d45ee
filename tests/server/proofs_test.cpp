// Proofs as pages see them: nodes, values, refutations, and verifications that end, fail or are stopped.
#include "service/proofs.hpp"

#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "prove/certificate.hpp"
#include "server/test_page.hpp"
#include "solve/proven.hpp"

namespace crownhead::server {
namespace {

// The smallest proof that there is, of a win, and a small one of a draw.
constexpr const char* small_win = "antifrisian-6";
#ifdef CROWNHEAD_SANITIZED
constexpr const char* small_draw = "giveaway-6";
#else
constexpr const char* small_draw = "suicide-6";
#endif

class ThreadsProofs : public testing::Test {
protected:
    ScratchFolder folder_;
    std::unique_ptr<Service> service_ = open_service(folder_.path());

    void put(const std::string& game, const std::string& bytes) const {
        const std::filesystem::path path = std::filesystem::path(folder_.path()) / "proofs" / (game + ".proof");
        std::filesystem::create_directories(path.parent_path());
        std::ofstream(path, std::ios::binary) << bytes;
    }

    // The last word on a verification.
    static Json ended(TestPage& page, const std::string& job) {
        return page.until_event([&](const Json& event) {
            return event["event"] == "proof" && event["job"] == job && event["state"] != "working";
        });
    }
};

// What takes longer than one wants to wait under the thread sanitizer.
using ProofPages = ThreadsProofs;

std::string shipped_bytes(std::string_view game) {
    return std::string(solve::shipped_certificate(**find_variant(game)));
}

// A certificate with a right checksum whose strategy fails at a position.
std::string failing_certificate(std::string_view game) {
    const prove::Certificate good = *prove::read(shipped_bytes(game));
    for (std::size_t bit = 0; bit < 64; ++bit) {
        prove::Certificate bad = good;
        bad.strategies[0].payload[bit / 8] ^= static_cast<char>(1U << bit % 8);
        const auto report = prove::verify_proof(prove::write(bad));
        if (!report && report.error().position) return prove::write(bad);
    }
    ADD_FAILURE() << "every strategy holds";
    return "";
}

TEST_F(ThreadsProofs, AreListed) {
    TestPage page(*service_);
    const Json proofs = page.ok({{"do", "proof.list"}})["proofs"];
    ASSERT_EQ(proofs.size(), 13U);
    int draws = 0;
    for (const Json& proof : proofs) {
        EXPECT_EQ(proof["promises"].size(), proof["winner"].is_null() ? 2U : 1U) << proof["game"];
        EXPECT_EQ(proof["own"], false);
        EXPECT_TRUE(proof["fen"].is_null() && proof["problem"].is_null());
        EXPECT_EQ(proof["bytes"], shipped_bytes(proof["game"].get<std::string>()).size());
        draws += proof["winner"].is_null() ? 1 : 0;
    }
    EXPECT_EQ(draws, 8);
}

// Along the strategy of the side that wins: it has one move, and every move of the other side has an answer.
TEST_F(ThreadsProofs, AreWalkedToTheEnd) {
    TestPage page(*service_);
    Json moves = Json::array();
    for (int ply = 0;; ++ply) {
        ASSERT_LT(ply, 100);
        const Json node = page.ok({{"do", "proof.node"}, {"game", small_win}, {"moves", moves}});
        ASSERT_TRUE(node["fault"].is_null() && node["inside"].get<bool>()) << node.dump();
        EXPECT_EQ(node["side"], "black");
        EXPECT_EQ(node["line"].size(), moves.size());
        ASSERT_EQ(node["moves"].size(), node["position"]["legal"].size());
        if (node["moves"].empty()) {
            EXPECT_EQ(node["position"]["outcome"]["winner"], "black");
            EXPECT_EQ(node["plies"], 0);
            break;
        }
        const bool own = node["position"]["turn"] == "black";
        std::string next;
        int chosen = 0;
        for (std::size_t i = 0; i < node["moves"].size(); ++i) {
            const Json& move = node["moves"][i];
            const std::string text = node["position"]["legal"][i]["text"];
            chosen += move["chosen"].get<bool>() ? 1 : 0;
            if (own ? move["chosen"].get<bool>() : next.empty()) next = text;
            if (own) {
                EXPECT_TRUE(move["answer"].is_null());
            } else {
                EXPECT_TRUE(move["inside"]);
                EXPECT_EQ(move["answer"].is_null(), move["over"].get<bool>());
                EXPECT_LT(move["plies"], node["plies"]);
            }
        }
        EXPECT_EQ(chosen, own ? 1 : 0);
        moves.push_back(next);
    }
    EXPECT_GT(moves.size(), 3U);
}

TEST_F(ProofPages, HaveTwoPromisesForADraw) {
    TestPage page(*service_);
    const Json black = page.ok({{"do", "proof.node"}, {"game", small_draw}});
    EXPECT_EQ(black["side"], "black");
    EXPECT_TRUE(black["inside"].get<bool>() && black["both"].get<bool>());
    EXPECT_TRUE(black["plies"].is_null());
    const Json white = page.ok({{"do", "proof.node"}, {"game", small_draw}, {"side", "white"}});
    EXPECT_EQ(white["side"], "white");
    // Black, who begins, has one move by its own strategy, and an answer to each by the other's.
    std::string avoided;
    for (std::size_t i = 0; i < black["moves"].size(); ++i) {
        EXPECT_TRUE(white["moves"][i]["inside"]);
        EXPECT_TRUE(white["moves"][i]["answer"].is_string());
        EXPECT_EQ(black["moves"][i]["other"], true);
        if (!black["moves"][i]["inside"].get<bool>()) avoided = black["position"]["legal"][i]["text"];
    }
    const Json outside = page.ok({{"do", "proof.node"}, {"game", small_draw}, {"side", "black"}, {"moves", {avoided}}});
    EXPECT_EQ(outside["inside"], false);
    EXPECT_EQ(outside["both"], false);
}

TEST_F(ProofPages, SayWhyNot) {
    TestPage page(*service_);
    const Json node = page.ok({{"do", "proof.node"}, {"game", "antidraughts-6"}});
    const Json values = page.ok({{"do", "proof.values"}, {"game", "antidraughts-6"}})["values"];
    ASSERT_EQ(values.size(), node["moves"].size());
    std::map<std::string, std::string> found;
    for (std::size_t i = 0; i < values.size(); ++i) {
        EXPECT_EQ(values[i]["source"], "solution");
        found[node["position"]["legal"][i]["text"]] = values[i]["known"]["value"];
        if (node["moves"][i]["chosen"].get<bool>()) {
            EXPECT_EQ(values[i]["known"]["value"], "win");
        }
    }
    // docs/results/solved.md
    EXPECT_EQ(found, (std::map<std::string, std::string>{
                         {"13-10", "win"}, {"15-12", "win"}, {"13-11", "loss"}, {"14-11", "loss"}, {"14-12", "loss"}}));
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (values[i]["known"]["value"] != "loss") continue;
        const Json why = page.ok({{"do", "proof.why"}, {"game", "antidraughts-6"}, {"index", i}});
        EXPECT_EQ(why["value"]["known"]["value"], "loss");
        EXPECT_GE(why["line"].size(), 2U);
        EXPECT_EQ(why["line"][0]["text"], node["position"]["legal"][i]["text"]);
    }
    EXPECT_EQ(page.error({{"do", "proof.why"}, {"game", "antidraughts-6"}, {"index", 99}}),
              "illegal: There is no such move.");
}

TEST_F(ThreadsProofs, AreVerified) {
    TestPage page(*service_);
    for (const char* const game : {small_win, small_draw}) {
        const std::string job = page.ok({{"do", "proof.verify"}, {"game", game}})["job"];
        const Json event = ended(page, job);
        EXPECT_EQ(event["state"], "done");
        EXPECT_EQ(event["game"], game);
        EXPECT_TRUE(event["fault"].is_null());
        EXPECT_EQ(event["checked"], event["total"]);
        std::uint64_t positions = 0;
        for (const Json& promise : event["promises"]) positions += promise["positions"].get<std::uint64_t>();
        EXPECT_EQ(event["checked"], positions);
        EXPECT_GT(positions, 1000U);
        EXPECT_EQ(page.error({{"do", "proof.stop"}, {"job", job}}), "unknown: This verification has ended.");
    }
}

TEST_F(ThreadsProofs, AreVerifiedOneAtATimeAndCanBeStopped) {
    TestPage page(*service_);
    // Both before the first has a thread: the large one takes a second at the very least.
    const int first = page.send({{"do", "proof.verify"}, {"game", "russian-6"}});
    const int second = page.send({{"do", "proof.verify"}, {"game", "russian-6"}});
    const std::string job = page.answer(first)["ok"]["job"];
    page.send({{"do", "proof.stop"}, {"job", job}});
    EXPECT_EQ(page.answer(second)["error"]["message"]["code"], "refusal.check-running");
    EXPECT_EQ(ended(page, job)["state"], "stopped");
    // Then another may begin.
    const std::string next = page.ok({{"do", "proof.verify"}, {"game", small_win}})["job"];
    EXPECT_EQ(ended(page, next)["state"], "done");
}

TEST_F(ThreadsProofs, NameADamagedFileAndUseTheirOwn) {
    std::string damaged = shipped_bytes(small_win);
    damaged[damaged.size() / 2] ^= 1;
    put(small_win, damaged);
    put("sacrifice-6", shipped_bytes(small_win));  // of another game
    put("english", "not a proof");
    TestPage page(*service_);
    const Json node = page.ok({{"do", "proof.node"}, {"game", small_win}});
    EXPECT_TRUE(node["inside"]);
    EXPECT_EQ(node["certificate"]["own"], false);
    EXPECT_NE(words(node["certificate"]["problem"])
                  .find("The file proofs/antifrisian-6.proof in your data folder cannot be used (the checksum"),
              std::string::npos)
        << words(node["certificate"]["problem"]);
    const Json other = page.ok({{"do", "proof.node"}, {"game", "sacrifice-6"}});
    EXPECT_NE(words(other["certificate"]["problem"]).find("this is a proof of antifrisian-6"), std::string::npos);
    EXPECT_NE(page.error({{"do", "proof.node"}, {"game", "english"}}).find("proofs/english.proof"), std::string::npos);
    EXPECT_EQ(page.error({{"do", "proof.node"}, {"game", "italian"}}).substr(0, 40),
              "unknown: There is no proof of italian he");
    EXPECT_EQ(page.error({{"do", "proof.node"}, {"game", "chess"}}).substr(0, 8), "unknown:");
    EXPECT_EQ(page.error({{"do", "proof.node"}, {"game", small_win}, {"moves", {"1-20"}}}).substr(0, 8), "illegal:");
}

TEST_F(ThreadsProofs, ShowWhereAFileOfOnesOwnFails) {
    put(small_win, failing_certificate(small_win));
    TestPage page(*service_);
    const Json node = page.ok({{"do", "proof.node"}, {"game", small_win}});
    EXPECT_EQ(node["certificate"]["own"], true);
    ASSERT_FALSE(node["fault"].is_null());
    EXPECT_EQ(node["fault"]["board"].get<std::string>().size(), 18U);
    const std::string job = page.ok({{"do", "proof.verify"}, {"game", small_win}})["job"];
    const Json event = ended(page, job);
    EXPECT_EQ(event["state"], "failed");
    EXPECT_EQ(event["fault"]["board"], node["fault"]["board"]);
    EXPECT_EQ(event["fault"]["message"], node["fault"]["message"]);
    EXPECT_TRUE(event["promises"].empty());
}

// Whoever walks quickly, while the solver gets ready, is not refused.
TEST_F(ThreadsProofs, AnswerWhatIsNotWantedAnyMoreAtOnce) {
    TestPage page(*service_);
    std::vector<int> asked;
    for (int i = 0; i < 30; ++i) asked.push_back(page.send({{"do", "proof.values"}, {"game", small_win}}));
    for (const int number : asked) {
        const Json reply = page.answer(number);
        ASSERT_TRUE(reply.contains("ok")) << reply.dump();
    }
    EXPECT_FALSE(page.answer(asked.back())["ok"]["values"].empty());
}

TEST_F(ThreadsProofs, EndWithTheirPage) {
    {
        TestPage page(*service_);
        page.send({{"do", "proof.verify"}, {"game", "english-6"}});
        page.send({{"do", "proof.values"}, {"game", "english-6"}});
        page.sync();
    }
    TestPage page(*service_);
    EXPECT_EQ(page.ok({{"do", "proof.list"}})["proofs"].size(), 13U);
}

}  // namespace
}  // namespace crownhead::server
