// Games that were read from PDN are written again as they were: tags, comments, glyphs, clocks, variations, results.
#include <algorithm>
#include <array>
#include <span>

#include <fmt/format.h>

#include "notation/fen.hpp"
#include "notation/move_text.hpp"
#include "rules/variants.hpp"
#include "server/test_page.hpp"
#include "service/library.hpp"
#include "table/texts.hpp"
#include "util/random.hpp"

namespace crownhead::server {
namespace {

// PDN games with everything that may be in them.
class Composer {
public:
    explicit Composer(std::uint64_t seed) : random_(seed) {}

    pdn::Game compose() {
        const Variant& v = variants[random_.below(static_cast<std::uint32_t>(std::size(variants)))];
        std::unique_ptr<Game> game = new_game(v);
        pdn::Game out;
        for (const std::string_view name : {"Event", "Site", "Date", "Round", "White", "Black"})
            if (random_.below(5) > 0) out.tags.push_back({std::string(name), value()});
        out.result = one_of({"*", "1-0", "0-1", "1/2-1/2", "0-0", "2-0", "1-1", "0-2", "1.2-0.8"});
        if (random_.below(3) > 0) out.tags.push_back({"Result", out.result});
        out.tags.push_back({"Game", std::string(v.name)});
        for (const std::string_view name : {"WhiteRating", "Annotator", "TimeControl", "Publication", "X-Odd_1"})
            if (random_.below(3) == 0) out.tags.push_back({std::string(name), value()});
        if (random_.below(3) == 0) begin_elsewhere(*game, out);
        out.moves = line(*game, 1 + random_.below(16), 0);
        if (out.moves.empty()) out.first_ply = 0;
        if (out.moves.empty() && random_.below(2) == 0) out.comments = comments(3);
        return out;
    }

private:
    std::string one_of(std::initializer_list<std::string_view> list) {
        return std::string(list.begin()[random_.below(static_cast<std::uint32_t>(list.size()))]);
    }
    std::string value() {
        return one_of(
            {"Vries, K. de", "?", "2026.11.??", "a \"quoted\" name", "C:\\games", "Łódź", "12", "",
             "a name that is a good deal longer than a person would give to a game, and than the program shows in "
             "its list of games"});
    }
    std::string comment() {
        return one_of(
            {"[%clk 0:09:55]", "[%emt 4]", "[%clock w0:10:00 B0:09:55] so far", "[%cal Gc3d4,Rb6]",
             "Best; see 12-16 (and others).", "Schön gespielt", "1-0", "$7", "! ?", "a [ bracket", "100 % sure",
             "A long remark that goes over more than one line of the file, because people like to explain what "
             "they have seen, and that in many words."});
    }
    std::vector<std::string> comments(std::uint32_t most) {
        std::vector<std::string> all(random_.below(most + 1));
        for (std::string& one : all) one = comment();
        return all;
    }
    std::vector<int> nags() {
        std::vector<int> all;
        for (const int nag : {1, 2, 6, 10, 36, 255, 1400})
            if (random_.below(8) == 0) all.push_back(nag);
        return all;
    }
    void begin_elsewhere(Game& game, pdn::Game& out) {
        for (std::uint32_t i = random_.below(6); i > 0 && !game.outcome() && !game.legal().empty(); --i)
            game.play(random_.below(static_cast<std::uint32_t>(game.legal().size())));
        const Placement here = game.placement();
        if (game.outcome() || !game.set(here, Strictness::Legal)) return;
        out.tags.push_back({"SetUp", "1"});
        out.tags.push_back({"FEN", fen::write(game.variant(), here)});
        out.first_ply = static_cast<int>(2 * random_.below(40)) + (here.turn == game.variant().setup.first ? 0 : 1);
    }

    std::vector<pdn::Move> line(Game& game, std::uint32_t length, int depth) {
        std::vector<pdn::Move> moves;
        std::size_t played = 0;
        for (; moves.size() < length && !game.outcome() && !game.legal().empty(); ++played) {
            const auto count = static_cast<std::uint32_t>(game.legal().size());
            const std::size_t chosen = random_.below(count);
            moves.push_back(one_move(game, chosen));
            if (depth < 3 && random_.below(4) == 0) add_variations(game, chosen, moves.back(), depth);
            game.play(chosen);
        }
        for (; played > 0; --played) game.undo();
        return moves;
    }
    pdn::Move one_move(const Game& game, std::size_t index) {
        const Variant& v = game.variant();
        return {.text = move_text::write(v, game.legal(), index, v.setup.notation),
                .nags = nags(),
                .before = random_.below(6) == 0 ? comments(2) : std::vector<std::string>(),
                .after = random_.below(3) == 0 ? comments(3) : std::vector<std::string>()};
    }
    void add_variations(Game& game, std::size_t chosen, pdn::Move& move, int depth) {
        for (std::size_t other = 0; other < game.legal().size() && move.variations.size() < 3; ++other) {
            if (other == chosen || random_.below(2) == 0) continue;
            std::vector<pdn::Move> variation{one_move(game, other)};
            game.play(other);
            for (pdn::Move& next : line(game, random_.below(4), depth + 1)) variation.push_back(std::move(next));
            game.undo();
            move.variations.push_back(std::move(variation));
        }
    }

    Random random_;
};

// Into the library and out of it again.
class RecordingTest : public testing::Test {
protected:
    ScratchFolder folder_;

    static std::unique_ptr<Table> read(const std::string& text) {
        const std::expected<ReadText, Refusal> read = read_text(text, "", 2);
        if (!read || read->games.size() != 1) {
            ADD_FAILURE() << text;
            return nullptr;
        }
        EXPECT_FALSE(read->games[0].error) << read->games[0].error->message << "\n" << text;
        auto table = table_from(read->games[0], {.id = "aaaaaaaaaa", .created = time_stamp()});
        if (!table) ADD_FAILURE() << text;
        return table ? std::move(*table) : nullptr;
    }
    static std::string through_table(const std::string& text) {
        const std::unique_ptr<Table> table = read(text);
        return table ? pdn::write(table->to_pdn()) : "";
    }
    static std::string through_library(Library& library, const std::string& text, int number) {
        const std::unique_ptr<Table> table = read(text);
        if (!table) return "";
        StoredGame stored = table->stored();
        stored.id = fmt::format("{:010}", number);
        stored.changed = stored.created;
        if (const Result<void> saved = library.save(stored); !saved) return saved.error().message;
        const Result<std::optional<StoredGame>> loaded = library.load(stored.id);
        if (!loaded || !*loaded) return "not loaded";
        EXPECT_EQ(**loaded, stored);
        const Result<std::unique_ptr<Table>> restored = Table::restore(**loaded);
        if (!restored) return restored.error().message;
        EXPECT_EQ((*restored)->damage(), "");
        return pdn::write((*restored)->to_pdn());
    }
};

TEST_F(RecordingTest, GamesWithEverythingComeOutOfTheLibraryAsTheyWentIn) {
    const Result<std::unique_ptr<Library>> library = Library::open(folder_.path());
    ASSERT_TRUE(library);
    ASSERT_TRUE((*library)->begin_group());
    for (int i = 0; i < 400 && !HasFailure(); ++i) {
        const pdn::Game composed = Composer(static_cast<std::uint64_t>(i)).compose();
        const std::string text = pdn::write(composed);
        const Result<std::vector<pdn::Game>> again = pdn::read(text);
        ASSERT_TRUE(again && again->size() == 1) << text;
        ASSERT_EQ(pdn::write(again->front()), text);
        EXPECT_EQ(through_library(**library, text, i), text) << i;
    }
    ASSERT_TRUE((*library)->end_group());
}

}  // namespace
}  // namespace crownhead::server
