// The list of games: names, sizes, and fields that must agree with each other.
#include "rules/variants.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <functional>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace crownhead {
namespace {

TEST(Variants, AreTheGamesThatWerePromised) {
    const std::map<std::string, std::set<int>> expected{
        {"english", {6, 8, 10, 12}},
        {"suicide", {6, 8, 10, 12}},
        {"giveaway", {6, 8, 10, 12}},
        {"sacrifice", {6}},
        {"mini", {6}},
        {"kingme", {8}},
        {"international", {6, 10}},
        {"antidraughts", {6, 10}},
        {"breakthrough", {10}},
        {"killer", {10}},
        {"frisian", {6, 10}},
        {"frysk", {10}},
        {"antifrisian", {6, 10}},
        {"canadian", {12}},
        {"anticanadian", {12}},
        {"brazilian", {6, 8}},
        {"antibrazilian", {8}},
        {"russian", {6, 8}},
        {"antirussian", {6, 8}},
        {"pool", {8}},
        {"italian", {6, 8}},
        {"antiitalian", {6, 8}},
        {"spanish", {8}},
        {"portuguese", {8}},
        {"czech", {8}},
        {"thai", {8}},
    };
    std::map<std::string, std::set<int>> found;
    for (const Variant& v : variants)
        EXPECT_TRUE(found[std::string(v.family)].insert(v.size()).second) << v.name << " is there twice";
    EXPECT_EQ(found, expected);
    EXPECT_EQ(variants.size(), 44u);
}

// The bare name is the default size; every other size is named <game>-<size>. One family is
// played on 6x6 only and keeps the size in the name.
TEST(Variants, NamesAreUniqueAndFollowTheSize) {
    std::set<std::string> names;
    std::set<std::string> bare;
    for (const Variant& v : variants) {
        EXPECT_TRUE(names.insert(std::string(v.name)).second) << v.name;
        if (v.name == v.family)
            bare.insert(std::string(v.family));
        else
            EXPECT_EQ(v.name, std::string(v.family) + "-" + std::to_string(v.size()));
        for (const char c : v.name) EXPECT_TRUE((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-') << v.name;
    }
    for (const Variant& v : variants) {
        EXPECT_EQ(bare.contains(std::string(v.family)), v.family != "sacrifice") << v.family;
    }
    for (const Variant& v : variants) {
        if (v.family == "english" || v.family == "suicide" || v.family == "giveaway") {
            EXPECT_EQ(v.name == v.family, v.size() == 8) << v.name;
        }
    }
}

TEST(Variants, HaveWordsForPeople) {
    for (const Variant& v : variants) {
        EXPECT_FALSE(v.title.empty()) << v.name;
        EXPECT_FALSE(v.source.empty()) << v.name;
        EXPECT_TRUE(v.summary.ends_with('.')) << v.name;
        for (const MaterialRule& rule : v.end.material)
            EXPECT_EQ(rule.what.empty(), rule.kind == MaterialRule::Kind::None) << v.name;
    }
}

// S0.1 and S0.3: 6, 12, 20, 30 men; two rows between them.
TEST(Variants, MenFillAllButTheTwoMiddleRows) {
    const std::map<int, int> men{{6, 6}, {8, 12}, {10, 20}, {12, 30}};
    for (const Variant& v : variants) {
        ASSERT_TRUE(v.size() % 2 == 0 && v.size() >= 6 && v.size() <= 12) << v.name;
        EXPECT_EQ(v.squares(), v.size() * v.size() / 2);
        if (v.family == "thai" || v.family == "frysk") {
            EXPECT_EQ(v.pieces_per_side(), v.family == "thai" ? 8 : 5);  // docs/sources.md#boards-and-tags
            continue;
        }
        EXPECT_EQ(v.pieces_per_side(), men.at(v.size())) << v.name;
        EXPECT_EQ(v.pieces_per_side(), (v.size() / 2) * ((v.size() - 1) / 2)) << v.name;
        EXPECT_EQ(v.size() - 2 * v.setup.rows, 2) << v.name;
    }
}

// docs/sources.md#boards-and-tags; S0.4, S3.1.
TEST(Variants, TheRightSideBegins) {
    const std::set<std::string_view> black{"english", "suicide", "giveaway", "sacrifice",
                                           "mini",    "kingme",  "pool",     "thai"};
    for (const Variant& v : variants)
        EXPECT_EQ(v.setup.first, black.contains(v.family) ? Side::Black : Side::White) << v.name;
}

TEST(Variants, FamiliesDifferOnlyInSize) {
    for (const Variant& v : variants) {
        for (const Variant& w : variants) {
            if (v.family != w.family) continue;
            EXPECT_EQ(v.move, w.move) << v.name << ' ' << w.name;
            EXPECT_EQ(v.end, w.end) << v.name << ' ' << w.name;
            EXPECT_EQ(v.setup.names, w.setup.names) << v.name << ' ' << w.name;
        }
    }
}

// The document's suicide game and the tournament game differ in one thing; both are English checkers otherwise.
TEST(Variants, GamesWithOneMovementShareIt) {
    EXPECT_EQ(list::suicide.move, list::english.move);
    EXPECT_EQ(list::giveaway.move, list::english.move);
    EXPECT_EQ(list::sacrifice.move, list::english.move);
    EXPECT_EQ(list::antidraughts.move, list::international.move);
    EXPECT_EQ(list::breakthrough.move, list::international.move);
    EXPECT_EQ(list::canadian.move, list::international.move);
    EXPECT_EQ(list::antifrisian.move, list::frisian.move);
    EXPECT_EQ(list::frysk.move, list::frisian.move);
    EXPECT_EQ(list::anticanadian.move, list::canadian.move);
    EXPECT_EQ(list::antibrazilian.move, list::brazilian.move);
    EXPECT_EQ(list::portuguese.move, list::spanish.move);
    EXPECT_EQ(list::antirussian.move, list::russian.move);
    EXPECT_EQ(list::antiitalian.move, list::italian.move);
    EXPECT_EQ(list::brazilian.move, list::international.move);  // so brazilian-6 is international-6 but for its draws
    EXPECT_EQ(derive(list::giveaway, [](Variant& v) { v.end.blocked = Blocked::Draws; }).end, list::suicide.end);
    EXPECT_EQ(derive(list::sacrifice, [](Variant& v) { v.end.blocked = Blocked::Draws; }).end, list::suicide.end);
}

TEST(Variants, FieldsFitEachOther) {
    for (const Variant& v : variants) {
        // Orthogonal captures wrap around the edge of a plain board.
        EXPECT_EQ(v.board.spaced, v.move.man_capture == ManCapture::AllEight) << v.name;
        EXPECT_FALSE(v.setup.from_bottom_right && !v.setup.mirrored) << v.name;
        EXPECT_FALSE(v.move.double_kill && v.move.king != King::Short) << v.name;
        EXPECT_LE(v.move.king_run, 3) << v.name;  // the table of keys has room for three
        // Material rules stand together: reading stops at the first empty one.
        bool empty = false;
        for (const MaterialRule& rule : v.end.material) {
            const bool none = rule.kind == MaterialRule::Kind::None;
            EXPECT_FALSE(empty && !none) << v.name;
            empty = none;
            if (none) continue;
            EXPECT_GT(rule.moves, 0) << v.name;
            EXPECT_LE(rule.pieces_min, rule.pieces_max) << v.name;
            EXPECT_GT(rule.pieces_min, 0) << v.name;
            EXPECT_LE(rule.kings_min, rule.pieces_max) << v.name;
        }
        // Every game ends: kings can shuffle for ever unless some rule stops them; men cannot.
        const bool kings_shuffle = has_kings(v.move) && !v.end.king_wins;
        EXPECT_EQ(kings_shuffle, v.end.no_capture_limit > 0 || v.end.quiet_limit > 0) << v.name;
    }
}

// docs/sources.md#boards-and-tags: type, who begins, width, height, notation and place of the first square, near-left corner light.
TEST(Variants, GameTypeTagsAgreeWithTheSetup) {
    std::set<std::string> types;
    for (const Variant& v : variants) {
        if (v.setup.game_type.empty()) continue;
        std::vector<std::string> fields;
        std::istringstream tag{std::string(v.setup.game_type)};
        for (std::string field; std::getline(tag, field, ',');) fields.push_back(field);
        ASSERT_EQ(fields.size(), 6u) << v.name;
        EXPECT_TRUE(types.insert(fields[0]).second) << v.name;
        EXPECT_EQ(fields[1], v.setup.first == Side::White ? "W" : "B") << v.name;
        EXPECT_EQ(fields[2], std::to_string(v.size())) << v.name;
        EXPECT_EQ(fields[3], std::to_string(v.size())) << v.name;
        EXPECT_EQ(fields[4][0], v.setup.notation == Notation::Algebraic ? 'A' : 'N') << v.name;
        EXPECT_EQ(fields[5], v.setup.mirrored ? "1" : "0") << v.name;

        // As the side that begins sees it: 0 bottom left, 1 bottom right, 2 top left, 3 top right.
        if (v.family == "thai")
            continue;  // the tag contradicts the squares given for it (docs/sources.md#boards-and-tags)
        Cell first = cell_of_number(v.setup, v.size(), 1);
        if (v.setup.notation == Notation::Algebraic) first = {v.size() - 1, 0};  // a1
        const bool turned = v.setup.first == Side::Black;
        const bool top = (first.row == 0) != turned;
        const bool left = (first.column < v.size() / 2) != turned;
        EXPECT_EQ(fields[4].substr(1), std::to_string((top ? 2 : 0) + (left ? 0 : 1))) << v.name;
    }
    EXPECT_EQ(types, (std::set<std::string>{"20", "21", "22", "23", "24", "25", "26", "27", "28", "29", "31", "40"}));
}

// --- Fingerprints

using Edit = std::function<void(Variant&)>;

// If this fails a field has been added: it belongs into fingerprint() and into the edits below.
static_assert(sizeof(Movement) == 9);
static_assert(sizeof(void*) != 8 || (sizeof(MaterialRule) == 24 && sizeof(Ending) == 152));

TEST(Fingerprint, ChangesWithEveryRule) {
    const std::vector<Edit> edits{
        [](Variant& v) { v.board.size = 12; },
        [](Variant& v) { v.move.king = King::LandsBehind; },
        [](Variant& v) { v.move.king = King::StopsBehindKing; },
        [](Variant& v) { v.move.man_capture = ManCapture::Forward; },
        [](Variant& v) { v.move.obligation = Obligation::KingFirst; },
        [](Variant& v) { v.move.chain = Chain::Single; },
        [](Variant& v) { v.move.promotion = Promotion::EndsMove; },
        [](Variant& v) { v.move.removal = Removal::Immediately; },
        [](Variant& v) { v.move.man_takes_king = false; },
        [](Variant& v) { v.move.double_kill = true; },
        [](Variant& v) { v.move.king_run = 3; },
        [](Variant& v) { v.end.bare = Bare::Wins; },
        [](Variant& v) { v.end.blocked = Blocked::Draws; },
        [](Variant& v) { v.end.blocked = Blocked::Wins; },
        [](Variant& v) { v.end.king_wins = true; },
        [](Variant& v) { v.end.repetitions = 4; },
        [](Variant& v) { v.end.no_capture_limit = 50; },
        [](Variant& v) { v.end.no_advance_limit = 50; },
        [](Variant& v) { v.end.quiet_limit = 50; },
        [](Variant& v) { v.end.material[0].kind = MaterialRule::Kind::LoneKingOnLongDiagonal; },
        [](Variant& v) { v.end.material[0].pieces_min = 2; },
        [](Variant& v) { v.end.material[0].pieces_max = 4; },
        [](Variant& v) { v.end.material[1].kings_min = 2; },
        [](Variant& v) { v.end.material[1].moves = 50; },
        [](Variant& v) { v.end.material[5] = v.end.material[0]; },
    };
    std::set<std::uint64_t> seen{fingerprint(list::international)};
    for (std::size_t i = 0; i < edits.size(); ++i) {
        Variant v = list::international;
        edits[i](v);
        EXPECT_TRUE(seen.insert(fingerprint(v)).second) << "edit " << i;
    }
}

TEST(Fingerprint, DoesNotCareAboutNamesAndNumbers) {
    const std::vector<Edit> edits{
        [](Variant& v) { v.name = v.family = v.title = v.summary = v.source = "other"; },
        [](Variant& v) { v.board.spaced = true; },  // how the board lies in a word
        [](Variant& v) { v.setup = list::spanish.setup; },
        [](Variant& v) { v.end.material[0].what = "other"; },
    };
    for (std::size_t i = 0; i < edits.size(); ++i) {
        Variant v = list::international;
        edits[i](v);
        EXPECT_EQ(fingerprint(v), fingerprint(list::international)) << "edit " << i;
    }
}

// No two of our games have the same rules, so that no file can be used for the wrong one; but two have the rules of
// another one and differ in the start position or the name.
TEST(Fingerprint, TellsAllGamesApart) {
    EXPECT_EQ(fingerprint(list::frysk), fingerprint(list::frisian));
    EXPECT_EQ(fingerprint(list::portuguese), fingerprint(list::spanish));
    std::map<std::uint64_t, std::string_view> seen;
    for (const Variant& v : variants) {
        if (v.family == "frysk" || v.family == "portuguese") continue;
        const auto [it, is_new] = seen.emplace(fingerprint(v), v.name);
        EXPECT_TRUE(is_new) << v.name << " and " << it->second;
    }
}

}  // namespace
}  // namespace crownhead
