// One whole random game of every variant with everything that can be seen of it, as text under tests/golden/. A change of
// behaviour appears as a readable difference. After a wanted change write the files anew and read the difference:
//   CROWNHEAD_UPDATE_GOLDEN=1 ctest --preset dev -R '^runtime.golden$' && git diff tests/golden
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include <fmt/format.h>

#include "notation/course_log.hpp"
#include "notation/diagram.hpp"
#include "notation/fen.hpp"
#include "notation/move_text.hpp"
#include "notation/outcome_text.hpp"
#include "rules/variants.hpp"
#include "runtime/game.hpp"
#include "util/random.hpp"

namespace crownhead {
namespace {

constexpr std::size_t written_plies = 120;  // the rest of a game is played without being written

std::filesystem::path golden_file(const Variant& v) {
    return std::filesystem::path(CROWNHEAD_TEST_DATA) / ".." / "golden" / (std::string(v.name) + ".txt");
}

// A random move, chosen from the moves in an order of its own: the order in which moves are generated may change with
// every optimisation and is not what these files are about.
std::size_t choose(const Game& game, Random& random) {
    const auto legal = game.legal();
    std::vector<std::size_t> order(legal.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    const auto sort_key = [&](std::size_t i) {
        return std::tuple(legal[i].from, legal[i].to(), legal[i].captured(), legal[i].promotes);
    };
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return sort_key(a) < sort_key(b); });
    return order[random.below(static_cast<std::uint32_t>(order.size()))];
}

// Another game for each variant; those of one family would be the same otherwise. This beginning gives games with passes,
// a double kill, kings almost everywhere and eight different endings.
std::uint64_t seed_of(const Variant& v) {
    std::uint64_t seed = 20;
    for (const char c : v.name) seed = 31 * seed + static_cast<unsigned char>(c);
    return seed;
}

std::string state(const Game& game) {
    return fmt::format("{}  key {:016x}  moves {}", fen::write(game.variant(), game.placement()), game.key(),
                       game.legal().size());
}

std::string whole_game(const Variant& v) {
    const auto game = new_game(v);
    Random random(seed_of(v));
    std::string out = fmt::format("{}: {}\n{}\nfingerprint {:016x}\n\n", v.name, v.title, v.summary, fingerprint(v));
    out += diagram::write_numbered(v, game->placement(), v.setup.notation);
    out += fmt::format("start  {}\n\n", state(*game));
    const Notation notation = v.setup.notation;
    while (!game->legal().empty()) {
        const std::size_t index = choose(*game, random);
        const AnyMove mv = game->legal()[index];
        const Side player = game->placement().turn;
        const std::string text = move_text::write(v, game->legal(), index, notation);
        game->play(index);
        if (game->played().size() > written_plies) continue;
        out += fmt::format("{:3}  {}  {}  {}{}\n", game->played().size(), text, move_text::write_full(v, mv, notation),
                           course_log::move_line(player, mv), mv.promotes ? "  crowned" : "");
        out += fmt::format("     {}\n", state(*game));
    }
    out += fmt::format("\nafter {} plies\n", game->played().size());
    out += diagram::write(v, game->placement());
    out += fmt::format("end  {}\n", state(*game));
    out += outcome_text::describe(v, *game->outcome()) + '\n';
    return out;
}

TEST(Golden, GamesAreAsTheyWere) {
    const bool update = std::getenv("CROWNHEAD_UPDATE_GOLDEN") != nullptr;
    for (const Variant& v : variants) {
        const std::string text = whole_game(v);
        EXPECT_LT(text.size(), 60'000u) << v.name;
        if (update) {
            std::ofstream out(golden_file(v), std::ios::binary);
            out << text;
            ASSERT_TRUE(out.flush()) << golden_file(v);
            continue;
        }
        std::ifstream in(golden_file(v), std::ios::binary);
        ASSERT_TRUE(in) << golden_file(v) << " is missing; CROWNHEAD_UPDATE_GOLDEN=1 writes it";
        const std::string expected{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
        EXPECT_EQ(text, expected) << v.name << ": CROWNHEAD_UPDATE_GOLDEN=1 accepts the change";
    }
}

// A file that belongs to no game would never be compared with anything.
TEST(Golden, EveryFileBelongsToAGame) {
    std::set<std::string> expected;
    for (const Variant& v : variants) expected.insert(std::string(v.name) + ".txt");
    std::set<std::string> found;
    for (const auto& entry : std::filesystem::directory_iterator(golden_file(variants[0]).parent_path()))
        found.insert(entry.path().filename().string());
    EXPECT_EQ(found, expected);
}

}  // namespace
}  // namespace crownhead
