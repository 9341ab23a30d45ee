// The journal: whatever ends a program, no finished game is lost and none is played twice.
#include "match/journal.hpp"

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <stop_token>

#include <gtest/gtest.h>

#include "match/tournament.hpp"
#include "runtime/game.hpp"
#include "util/random.hpp"

namespace crownhead {
namespace {

namespace fs = std::filesystem;

class JournalTest : public testing::Test {
protected:
    JournalTest() : folder_((fs::temp_directory_path() / ("crownhead-journal-" + std::to_string(getpid()))).string()) {
        fs::remove_all(folder_);
    }
    ~JournalTest() override { fs::remove_all(folder_); }

    std::string journal_path() const { return folder_ + "/journal.tsv"; }
    std::string content() const {
        std::ifstream file(journal_path(), std::ios::binary);
        std::ostringstream text;
        text << file.rdbuf();
        return text.str();
    }
    void replace(const std::string& text) const { std::ofstream(journal_path(), std::ios::binary) << text; }

    // Goes on with the run until it is complete or `most` more games are there; gives the number of games played.
    Result<std::uint64_t> run(const Plan& plan, std::uint64_t most = UINT64_MAX) const {
        Tally tally(plan);
        Result<Journal> journal = Journal::open(folder_, plan, tally);
        if (!journal) return std::unexpected(journal.error());
        std::uint64_t played = 0;
        std::stop_source stop;
        if (most == 0) stop.request_stop();
        const Result<void> done =
            play_all(tally, {.threads = 2, .stop = stop.get_token(), .on_game = [&](const FinishedGame& game) {
                                 if (++played >= most) stop.request_stop();
                                 return journal->append(game);
                             }});
        if (!done) return std::unexpected(done.error());
        return played;
    }

    std::vector<FinishedGame> games_in_order(const Plan& plan) const {
        Tally tally(plan);
        EXPECT_TRUE(read_journal(folder_, plan, [&](const FinishedGame& game) -> Result<void> {
            EXPECT_TRUE(tally.add(game) || plan.sprt) << "a game is there twice";
            return {};
        }));
        std::vector<FinishedGame> games;
        EXPECT_TRUE(read_in_order(folder_, tally, [&](const FinishedGame& game) -> Result<void> {
            games.push_back(game);
            return {};
        }));
        EXPECT_EQ(games.size(), tally.games());
        return games;
    }

    std::string folder_;
};

Plan small_plan() {
    return {.variants = {*find_variant("suicide-6"), *find_variant("mini")},
            .players = {"random", "minimax:depth=1", "random"},
            .pairs = 6};
}

void expect_same(const std::vector<FinishedGame>& a, const std::vector<FinishedGame>& b) {
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
        EXPECT_EQ(a[i].id, b[i].id);
        EXPECT_EQ(a[i].moves, b[i].moves);
        EXPECT_EQ(a[i].winner, b[i].winner);
    }
}

TEST(JournalText, IsWrittenAndReadBack) {
    const Plan plan = small_plan();
    const std::vector<MatchCell> cells = plan.cells();
    for (const std::size_t cell : {std::size_t{0}, cells.size() - 1}) {
        const FinishedGame game = play_game(plan, *read_players(plan), cells[cell], {.cell = cell, .number = 3}, {});
        const std::string line = journal_text::write(game);
        const Result<FinishedGame> back = journal_text::read(std::string_view(line).substr(0, line.size() - 1), cells);
        ASSERT_TRUE(back) << back.error().message;
        EXPECT_EQ(journal_text::write(*back), line);
        EXPECT_EQ(back->id, game.id);
        EXPECT_EQ(back->moves.size(), game.moves.size());
        EXPECT_EQ(back->left, game.left);
    }
    FinishedGame forfeit{.id = {.cell = 1, .number = 2}, .finish = Finish::Forfeit, .winner = Side::White};
    forfeit.why = "said \"x\"\tand\nmore";
    const std::string line = journal_text::write(forfeit);
    EXPECT_EQ(std::count(line.begin(), line.end(), '\n'), 1);
    const Result<FinishedGame> back = journal_text::read(std::string_view(line).substr(0, line.size() - 1), cells);
    ASSERT_TRUE(back) << back.error().message;
    EXPECT_EQ(back->why, "said \"x\"?and?more");
    EXPECT_EQ(back->finish, Finish::Forfeit);
}

TEST(JournalText, AnyChangedByteIsNoticed) {
    const Plan plan = small_plan();
    const FinishedGame game = play_game(plan, *read_players(plan), plan.cells()[0], {}, {});
    std::string line = journal_text::write(game);
    line.pop_back();
    for (std::size_t i = 0; i < line.size(); ++i) {
        std::string other = line;
        other[i] = static_cast<char>(other[i] ^ 1);
        EXPECT_FALSE(journal_text::read(other, plan.cells())) << i;
        EXPECT_FALSE(journal_text::read(line.substr(0, i), plan.cells())) << i;
    }
}

TEST_F(JournalTest, GoesOnWhereItStopped) {
    const Plan plan = small_plan();
    ASSERT_EQ(*run(plan), 72U);
    const std::vector<FinishedGame> whole = games_in_order(plan);
    EXPECT_EQ(*run(plan), 0U);
    fs::remove_all(folder_);
    std::uint64_t sum = 0;
    for (int i = 0; i < 100 && sum < 72; ++i) sum += *run(plan, 5);
    EXPECT_EQ(sum, 72U);
    expect_same(games_in_order(plan), whole);
}

// A kill can leave any beginning of the file. Every whole line in it is a game that must not be played again.
TEST_F(JournalTest, AFileCutAnywhereIsContinued) {
    const Plan plan{.variants = {*find_variant("mini")}, .players = {"random", "random"}, .pairs = 4};
    ASSERT_EQ(*run(plan), 8U);
    const std::string whole = content();
    const std::vector<FinishedGame> games = games_in_order(plan);
    for (std::size_t cut = 0; cut < whole.size(); cut += 1 + cut % 7) {
        const std::string rest = whole.substr(0, cut);
        replace(rest);
        const auto lines = static_cast<std::uint64_t>(std::count(rest.begin(), rest.end(), '\n'));
        const Result<std::uint64_t> played = run(plan);
        ASSERT_TRUE(played) << played.error().message;
        EXPECT_EQ(*played, 8 - (lines == 0 ? 0 : lines - 1)) << cut;
        EXPECT_TRUE(content().starts_with(rest.substr(0, rest.rfind('\n') + 1)));
        expect_same(games_in_order(plan), games);
    }
}

TEST_F(JournalTest, TheSequentialTestEndsAtTheSameGame) {
    Plan plan{.variants = {*find_variant("suicide-6")}, .players = {"minimax:depth=3", "random"}, .pairs = 500};
    plan.sprt = Sprt{.elo0 = 0, .elo1 = 50};
    ASSERT_TRUE(run(plan));
    const std::vector<FinishedGame> whole = games_in_order(plan);
    EXPECT_LT(whole.size(), 1000U);
    fs::remove_all(folder_);
    while (*run(plan, 7) > 0) continue;
    expect_same(games_in_order(plan), whole);
}

TEST_F(JournalTest, WrongFoldersAreRefused) {
    Plan plan = small_plan();
    ASSERT_TRUE(run(plan, 3));
    const std::string good = content();

    Plan other = plan;
    other.seed = 2;
    const Result<std::uint64_t> mixed = run(other);
    ASSERT_FALSE(mixed);
    EXPECT_NE(mixed.error().message.find("another plan"), std::string::npos);
    EXPECT_EQ(content(), good);

    std::string damaged = good;
    damaged[damaged.find('\n') + 20] ^= 1;
    replace(damaged);
    const Result<std::uint64_t> broken = run(plan);
    ASSERT_FALSE(broken);
    EXPECT_NE(broken.error().message.find("line 2"), std::string::npos) << broken.error().message;
    EXPECT_EQ(content(), damaged);  // nothing is thrown away

    replace("something else\n");
    EXPECT_FALSE(run(plan));

    replace(good);
    Tally tally(plan);
    const Result<Journal> first = Journal::open(folder_, plan, tally);
    ASSERT_TRUE(first);
    const Result<std::uint64_t> second = run(plan);
    ASSERT_FALSE(second);
    EXPECT_NE(second.error().message.find("another program"), std::string::npos);
    EXPECT_FALSE(read_plan(folder_ + "/nowhere"));
}

}  // namespace
}  // namespace crownhead
