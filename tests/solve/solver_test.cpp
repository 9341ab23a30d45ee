#include "solve/solver.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <sstream>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "notation/fen.hpp"
#include "prove/verify.hpp"
#include "rules/variants.hpp"
#include "runtime/endgames.hpp"
#include "solve/proof_search.hpp"
#include "solve/strategy.hpp"
#include "support/scratch_folder.hpp"
#include "support/tested_games.hpp"

namespace crownhead::solve {
namespace {

struct Start {
    const Variant& v;
    std::unique_ptr<Game> game;
    std::shared_ptr<const Endgames> endgames{};
    std::unique_ptr<Space> space{};

    explicit Start(std::string_view name) : v(**find_variant(name)), game(new_game(v)), space(new_space(v, nullptr)) {}
    Start(std::string_view name, int pieces, const ScratchFolder& folder, bool distances)
        : v(**find_variant(name)), game(new_game(v)) {
        const auto report =
            build_endgames(v, {.folder = folder.path(), .pieces = pieces, .threads = 2, .distances = distances});
        EXPECT_TRUE(report) << report.error().message;
        auto opened = open_endgames(v, folder.path(), std::size_t{64} << 20U);
        EXPECT_TRUE(opened) << opened.error().message;
        endgames = std::move(*opened);
        space = new_space(v, endgames);
    }
    void set(std::string_view fen) { ASSERT_TRUE(game->set(*fen::read(v, fen), Strictness::Legal)); }
};

std::vector<Value> values_of(const Solution& solution) {
    std::vector<Value> values{solution.value};
    for (const MoveValue& move : solution.moves) values.push_back(move.value);
    return values;
}

// What is printed in docs/results/solved.md.
struct Known {
    const char* game;
    Value value;  // for the side that begins
};
constexpr Known results[] = {
    {"english-6", Value::Draw},     {"suicide-6", Value::Draw},       {"giveaway-6", Value::Draw},
    {"sacrifice-6", Value::Win},    {"international-6", Value::Draw}, {"brazilian-6", Value::Draw},
    {"russian-6", Value::Draw},     {"italian-6", Value::Draw},       {"frisian-6", Value::Loss},
    {"antidraughts-6", Value::Win}, {"antirussian-6", Value::Win},    {"antiitalian-6", Value::Draw},
    {"antifrisian-6", Value::Loss}};

// Pieces of the larger files. With sanitizers, only for games that small files are enough for; otherwise none.
#ifdef CROWNHEAD_SANITIZED
int pieces_for(const Variant& v) { return v.name == "antirussian-6" || v.name == "antifrisian-6" ? 3 : 0; }
#else
int pieces_for(const Variant& v) { return v.move.king_run > 0 ? 4 : 5; }
#endif

// With files of different sizes, in another order of moves and on two threads: always the same values.
TEST(LongSolver, AllWaysLeadToTheSameValues) {
    for (const Known& known : results) {
        const Variant& v = **find_variant(known.game);
        // Games that have their moves from another one are solved with files of one size.
        const int larger = pieces_for(v);
        if (larger == 0) continue;
        const ScratchFolder few;
        const ScratchFolder many;
        const Start with_few(known.game, larger - 1, few, false);
        const Start with_many(known.game, sanitized || has_own_moves(v) ? larger : larger - 1, many, false);
        std::vector<std::vector<Value>> found;
        for (const auto& [start, options] : {std::pair(&with_few, SolveOptions{.threads = 2}),
                                             std::pair(&with_many, SolveOptions{.backwards = true})}) {
            const Result<Solution> solution = Solver(*start->space, options).run(*start->game);
            ASSERT_TRUE(solution) << known.game << ": " << solution.error().message;
            EXPECT_EQ(solution->value, known.value) << known.game;
            found.push_back(values_of(*solution));
        }
        EXPECT_EQ(found[1], found[0]) << known.game;
    }
}

TEST(ThreadsSolver, TwoThreadsAgreeWithOne) {
    const Start one("antifrisian-6");
    const Start two("antifrisian-6");
    const Result<Solution> first = Solver(*one.space, {.threads = 1}).run(*one.game);
    const Result<Solution> second = Solver(*two.space, {.threads = 2}).run(*two.game);
    ASSERT_TRUE(first && second);
    EXPECT_EQ(values_of(*first), values_of(*second));
    EXPECT_EQ(first->value, Value::Loss);
}

TEST(Solver, OneThreadAlwaysDoesTheSame) {
    const Start start("antirussian-6");
    Start other("antirussian-6");
    other.set("W:W10,11:B1,K5");
    for (const Start* const one : {&std::as_const(start), &std::as_const(other)}) {
        const Result<Solution> first = Solver(*one->space, {}).run(*one->game);
        const Result<Solution> second = Solver(*one->space, {}).run(*one->game);
        ASSERT_TRUE(first && second);
        EXPECT_EQ(values_of(*first), values_of(*second));
        EXPECT_EQ(first->nodes, second->nodes);
        EXPECT_EQ(first->entries, second->entries);
    }
}

TEST(Solver, GoesOnFromACheckpoint) {
    const ScratchFolder folder;
    const std::string path = folder.path() + "/search.checkpoint";
    const Start start("antirussian-6");
    const Result<Solution> whole = Solver(*start.space, {}).run(*start.game);
    ASSERT_TRUE(whole);
    // Stopped for want of memory, again and again with a little more of it.
    std::uint64_t resumed = 0;
    std::optional<Solution> last;
    for (std::uint64_t memory = 1 << 18; !last; memory += memory) {
        Solver solver(*start.space, {.memory = memory, .checkpoint = path});
        const Result<Solution> solution = solver.run(*start.game);
        if (!solution) {
            EXPECT_TRUE(std::filesystem::exists(path)) << solution.error().message;
            ++resumed;
            continue;
        }
        last = *solution;
        const auto proof = make_certificate(*start.space, solver.table(), start.game->placement(), last->value, {});
        ASSERT_TRUE(proof) << proof.error().message;
        EXPECT_TRUE(prove::verify_proof(prove::write(*proof)));
    }
    EXPECT_GT(resumed, 1U);
    EXPECT_GT(last->resumed, 0U);
    EXPECT_EQ(values_of(*last), values_of(*whole));
    EXPECT_FALSE(std::filesystem::exists(path));
}

TEST(Solver, RefusesADamagedCheckpoint) {
    const ScratchFolder folder;
    const std::string path = folder.path() + "/search.checkpoint";
    std::stop_source stop;
    stop.request_stop();
    const Start start("english-6");
    EXPECT_FALSE(Solver(*start.space, {.checkpoint = path, .stop = stop.get_token()}).run(*start.game));
    ASSERT_FALSE(Solver(*start.space, {.memory = 1 << 16, .checkpoint = path}).run(*start.game));
    std::stringstream content;
    content << std::ifstream(path, std::ios::binary).rdbuf();
    const auto attempt = [&](const std::string& bytes, const Start& with) {
        std::ofstream(path, std::ios::binary) << bytes;
        const Result<Solution> solution = Solver(*with.space, {.memory = 1 << 16, .checkpoint = path}).run(*with.game);
        return solution ? std::string() : solution.error().message;
    };
    std::string damaged = content.str();
    damaged[damaged.size() / 2] = static_cast<char>(damaged[damaged.size() / 2] ^ 1);
    EXPECT_NE(attempt(damaged, start).find("damaged"), std::string::npos);
    EXPECT_NE(attempt(content.str().substr(0, content.str().size() - 3), start).find("damaged"), std::string::npos);
    EXPECT_NE(attempt(content.str(), Start("suicide-6")).find("other rules"), std::string::npos);
    EXPECT_NE(attempt("", start).find("damaged"), std::string::npos);
}

// ---- Certificates

#ifdef CROWNHEAD_SANITIZED
constexpr const char* some_games[] = {"suicide-6"};
#else
constexpr const char* some_games[] = {"english-6", "suicide-6", "russian-6", "italian-6"};
#endif

void expect_proof(const Start& start, Value value) {
    Solver solver(*start.space, {});
    const Result<Solution> solution = solver.run(*start.game);
    ASSERT_TRUE(solution) << solution.error().message;
    EXPECT_EQ(solution->value, value);
    const Result<prove::Certificate> certificate =
        make_certificate(*start.space, solver.table(), start.game->placement(), value, {});
    ASSERT_TRUE(certificate) << certificate.error().message;
    const Result<prove::ProofReport> report = prove::verify_proof(prove::write(*certificate));
    ASSERT_TRUE(report) << report.error().message;
    EXPECT_EQ(report->value == Value::Win, value == Value::Win);
    EXPECT_EQ(report->value == Value::Loss, value == Value::Loss);
}

TEST(Solver, ItsCertificatesAreAccepted) {
    expect_proof(Start("antifrisian-6"), Value::Loss);
    expect_proof(Start("antirussian-6"), Value::Win);
    for (const char* const game : some_games) {
        // Without files, and with files that the strategies lead into.
        const ScratchFolder folder;
        for (const int pieces : {0, 3}) {
            Start start = pieces == 0 ? Start(game) : Start(game, pieces, folder, true);
            for (const char* const fen : {"B:WK14,17:BK2,3", "W:W15,16:B2,K8"}) {
                start.set(fen);
                ProofTable table(std::uint64_t{1} << 30U);
                const auto value =
                    ProofSearch(*start.space, table, {}).value(start.space->key_of(start.game->placement()));
                expect_proof(start, value.value());
            }
        }
    }
}

}  // namespace
}  // namespace crownhead::solve
