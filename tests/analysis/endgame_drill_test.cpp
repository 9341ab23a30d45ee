// Endgame drills against brute force: every position of small endings, solved here by the rules alone.
#include "analysis/endgame_drill.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "notation/fen.hpp"
#include "rules/variants.hpp"
#include "support/scratch_folder.hpp"

namespace crownhead::analysis {
namespace {

const Variant& game_called(std::string_view name) { return **find_variant(name); }

// The endgame files of a game, built once.
const Endgames& files_of(std::string_view game, int pieces, bool distances) {
    struct Set {
        ScratchFolder folder;
        std::unique_ptr<Endgames> endgames;
    };
    static std::map<std::tuple<std::string_view, int, bool>, Set> sets;
    Set& set = sets[{game, pieces, distances}];
    if (!set.endgames) {
        const Variant& v = game_called(game);
        EXPECT_TRUE(build_endgames(v, {.folder = set.folder.path(), .pieces = pieces, .distances = distances}));
        set.endgames = std::move(*open_endgames(v, set.folder.path(), std::size_t{4} << 20U));
    }
    return *set.endgames;
}

// Black to move, as the classes have it: the board is turned round, and the colours change.
Placement with_black_to_move(const Placement& placement) {
    if (placement.turn == Side::Black) return placement;
    const std::map<Piece, Piece> other{{Piece::None, Piece::None},
                                       {Piece::BlackMan, Piece::WhiteMan},
                                       {Piece::BlackKing, Piece::WhiteKing},
                                       {Piece::WhiteMan, Piece::BlackMan},
                                       {Piece::WhiteKing, Piece::BlackKing}};
    Placement turned(placement.count());
    for (int n = 1; n <= placement.count(); ++n) turned.put(placement.count() + 1 - n, other.at(placement.at(n)));
    return turned;
}

// All positions that some classes lead to, each with its value and its plies to the end.
class BruteForce {
public:
    struct Node {
        Placement placement;
        std::vector<std::size_t> next{};  // in the order of the legal moves
        Value value = Value::Draw;        // for the side to move
        int plies = -1;                   // of a win or a loss

        bool decided() const { return plies >= 0; }
    };

    BruteForce(const Variant& variant, const Endgames& endgames, const std::vector<const char*>& classes) {
        const auto game = new_game(variant);
        for (const char* const name : classes) {
            const egdb::ClassInfo info = *class_of(endgames, *egdb::read_material(name));
            for (std::uint64_t number = 0; number < info.positions(); ++number) {
                const Placement placement = endgames.position(info.material, number, Side::Black);
                EXPECT_TRUE(game->set(placement, Strictness::Legal));
                wanted_.push_back(add(*game));
            }
        }
        for (std::size_t i = 0; i < nodes_.size(); ++i) {
            if (nodes_[i].decided()) continue;
            EXPECT_TRUE(game->set(nodes_[i].placement, Strictness::Legal));
            for (std::size_t move = 0; move < game->legal().size(); ++move) {
                game->play(move);
                const std::size_t next = add(*game);
                nodes_[i].next.push_back(next);
                game->undo();
            }
        }
        solve();
    }

    const std::vector<Node>& nodes() const { return nodes_; }
    const std::vector<std::size_t>& wanted() const { return wanted_; }  // those of the classes

    // The best move by plain counting: longest resistance, shortest win, then the largest share of answers that spoil it.
    std::size_t hardest(const Node& node, bool distances) const {
        std::vector<std::size_t> best;
        int plies = 0;
        for (std::size_t move = 0; move < node.next.size(); ++move) {
            const Node& next = nodes_[node.next[move]];
            if (negated(next.value) != node.value) continue;
            const int sign = node.value == Value::Loss ? 1 : -1;
            const int rating = distances && node.value != Value::Draw ? sign * next.plies : 0;
            if (!best.empty() && rating < plies) continue;
            if (!best.empty() && rating > plies) best.clear();
            plies = rating;
            best.push_back(move);
        }
        const auto spoiled = [&](std::size_t move) {
            const Node& next = nodes_[node.next[move]];
            const auto bad = std::ranges::count_if(
                next.next, [&](std::size_t answer) { return negated(nodes_[answer].value) != next.value; });
            const double all = next.next.empty() ? 1.0 : static_cast<double>(next.next.size());
            return std::pair(static_cast<double>(bad) / all, bad);
        };
        std::size_t choice = best.front();
        for (const std::size_t move : best)
            if (spoiled(move) > spoiled(choice)) choice = move;
        return choice;
    }

private:
    std::size_t add(const Game& game) {
        Placement placement = with_black_to_move(game.placement());
        std::string key;
        for (const Piece piece : placement.squares) key.push_back(static_cast<char>('0' + static_cast<int>(piece)));
        const auto [found, first] = numbers_.try_emplace(key, nodes_.size());
        if (first) {
            nodes_.push_back({.placement = std::move(placement)});
            if (const auto outcome = game.outcome()) {
                nodes_.back().value = value_of(*outcome, game.turn());
                nodes_.back().plies = nodes_.back().value == Value::Draw ? -1 : 0;
            }
        }
        return found->second;
    }

    void solve() {
        bool found = true;
        for (int plies = 1; found; ++plies) {
            found = false;
            for (Node& node : nodes_) {
                if (node.decided() || node.next.empty()) continue;
                bool wins = false;
                bool loses = true;
                for (const std::size_t number : node.next) {
                    const Node& next = nodes_[number];
                    const bool before = next.decided() && next.plies < plies;
                    wins = wins || (before && next.value == Value::Loss);
                    loses = loses && before && next.value == Value::Win;
                }
                if (!wins && !loses) continue;
                node.value = wins ? Value::Win : Value::Loss;
                node.plies = plies;
                found = true;
            }
        }
    }

    std::vector<Node> nodes_;
    std::map<std::string, std::size_t> numbers_;
    std::vector<std::size_t> wanted_;
};

struct Ending {
    const char* game;
    std::vector<const char*> classes;
    int pieces = 3;
    bool distances = true;
};

void expect_the_same(const Ending& ending) {
    const Variant& variant = game_called(ending.game);
    const Endgames& endgames = files_of(ending.game, ending.pieces, ending.distances);
    const BruteForce plain(variant, endgames, ending.classes);
    std::map<egdb::Material, std::array<std::uint64_t, 3>> totals;
    const auto game = new_game(variant);
    const auto force = [](const Placement& placement, Side side) {
        egdb::Force found;
        for (const Piece piece : placement.squares)
            if (belongs_to(piece, side)) ++(is_king(piece) ? found.kings : found.men);
        return found;
    };
    std::size_t choices = 0;
    for (const std::size_t number : plain.wanted()) {
        const BruteForce::Node& node = plain.nodes()[number];
        const egdb::Material material{force(node.placement, Side::Black), force(node.placement, Side::White)};
        ++totals[material][static_cast<std::size_t>(node.value)];
        ASSERT_TRUE(game->set(node.placement, Strictness::Legal));
        const std::string where = std::string(ending.game) + " " + fen::write(variant, node.placement);
        ASSERT_EQ(endgames.value(*game), node.value) << where;
        if (ending.distances && node.decided()) {
            ASSERT_EQ(endgames.exact_value(*game)->plies, node.plies) << where;
        }
        if (node.next.empty()) continue;
        const std::vector<std::optional<Value>> values = endgames.plain_move_values(*game);
        for (std::size_t i = 0; i < node.next.size(); ++i)
            ASSERT_EQ(values[i], negated(plain.nodes()[node.next[i]].value)) << where;
        // Without distances the files still know an end that captures alone lead to.
        const auto near = [&](std::size_t next) {
            return plain.nodes()[next].decided() && plain.nodes()[next].plies < 4;
        };
        if (!ending.distances && std::ranges::any_of(node.next, near)) continue;
        ASSERT_EQ(hardest_move(endgames, *game), plain.hardest(node, ending.distances)) << where;
        if (node.next.size() > 1) ++choices;
    }
    EXPECT_GT(choices, plain.wanted().size() / 10);
    for (const auto& [material, counted] : totals)
        EXPECT_EQ(class_of(endgames, material)->totals, counted) << ending.game << " " << text_of(material);
    EXPECT_EQ(totals.size(), ending.classes.size());
}

TEST(EndgameDrills, TheOpponentAndTheCountsAreThoseOfBruteForce) {
    expect_the_same({.game = "english-6", .classes = {"KK-K", "K-KK", "Km-K", "m-K"}});
    expect_the_same({.game = "suicide-6", .classes = {"K-Km", "K-K"}});
    expect_the_same({.game = "russian-6", .classes = {"K-mm", "m-m"}});
    expect_the_same({.game = "english-6", .classes = {"Km-K", "m-K"}, .distances = false});
}

// With the longest resistance and the shortest win a drill takes just as long as the files say.
TEST(EndgameDrills, AreWonByTheBestMovesInTheTimeThatTheFilesSay) {
    const Variant& variant = game_called("english-6");
    const Endgames& endgames = files_of("english-6", 3, true);
    int played = 0;
    for (const char* const name : {"KK-K", "Km-K", "mm-K"})
        for (std::uint32_t number = 1; number <= 4; ++number) {
            const DrillKey key{.material = *egdb::read_material(name), .grade = DrillGrade::Easy, .number = number};
            const FoundPosition found = find_drill(variant, endgames, key, {});
            if (!found.position) continue;
            const auto game = drill_after(variant, *found.position, key.goal, {});
            ASSERT_TRUE(game) << text_of(key);
            const int plies = *endgames.exact_value(*game)->plies;
            std::optional<DrillTurn> turn;
            do turn = play_drill(*game, endgames, key.goal, best_known_moves(endgames, *game).front());
            while (turn && turn->end == DrillEnd::Open);
            ASSERT_TRUE(turn);
            EXPECT_EQ(turn->end, DrillEnd::Won);
            EXPECT_EQ(game->played().size(), static_cast<std::size_t>(plies)) << text_of(key);
            ++played;
        }
    EXPECT_GE(played, 8);
}

TEST(EndgameDrills, SaysAtOnceWhichMoveSpoilsIt) {
    const Variant& variant = game_called("english-6");
    const Endgames& endgames = files_of("english-6", 3, true);
    int spoiled = 0;
    for (const DrillGoal goal : {DrillGoal::Win, DrillGoal::Hold})
        for (const char* const name : {"Km-K", "mm-K", "m-KK", "K-Km", "m-Km"}) {
            const DrillKey key{.material = *egdb::read_material(name), .goal = goal, .grade = DrillGrade::Hard};
            const FoundPosition found = find_drill(variant, endgames, key, {});
            if (!found.position) continue;
            const auto game = drill_after(variant, *found.position, goal, {});
            const auto values = endgames.move_values(*game);
            const Value wanted = goal == DrillGoal::Win ? Value::Win : Value::Draw;
            EXPECT_EQ(std::ranges::count_if(values, [&](const auto& one) { return one->value == wanted; }), 1);
            for (std::size_t i = 0; i < values.size(); ++i) {
                if (values[i]->value == wanted) continue;
                const auto turn = play_drill(*game, endgames, goal, i);
                ASSERT_TRUE(turn);
                EXPECT_EQ(turn->end, DrillEnd::Spoiled);
                EXPECT_TRUE(turn->failed());
                EXPECT_EQ(turn->value, values[i]->value);
                ASSERT_EQ(turn->better.size(), 1U);
                EXPECT_EQ(values[turn->better.front()]->value, wanted);
                EXPECT_TRUE(turn->replies.empty());
                EXPECT_TRUE(game->played().empty());
                ++spoiled;
            }
            EXPECT_FALSE(play_drill(*game, endgames, goal, values.size()));
        }
    EXPECT_GE(spoiled, 5);
}

TEST(EndgameDrills, DrawsAreHeldForSomeMovesOrByTheRules) {
    const Variant& variant = game_called("english-6");
    const Endgames& endgames = files_of("english-6", 3, true);
    int held = 0;
    for (const char* const name : {"K-KK", "K-Km", "m-Km", "K-mm", "m-K"})
        for (const DrillGrade grade : {DrillGrade::Easy, DrillGrade::Medium, DrillGrade::Hard}) {
            const DrillKey key{.material = *egdb::read_material(name), .goal = DrillGoal::Hold, .grade = grade};
            const FoundPosition found = find_drill(variant, endgames, key, {});
            if (!found.position) continue;
            const auto game = drill_after(variant, *found.position, key.goal, {});
            std::optional<DrillTurn> turn;
            std::size_t moves = 0;
            do {
                const auto values = endgames.plain_move_values(*game);
                const auto move = std::ranges::find(values, std::optional(Value::Draw)) - values.begin();
                turn = play_drill(*game, endgames, key.goal, static_cast<std::size_t>(move));
                ++moves;
            } while (turn && turn->end == DrillEnd::Open);
            ASSERT_TRUE(turn);
            EXPECT_EQ(turn->end, DrillEnd::Held) << text_of(key);
            EXPECT_LE(moves, held_moves);
            ++held;
        }
    EXPECT_GE(held, 4);
}

// Whoever goes to and fro keeps the win, but does not win.
TEST(EndgameDrills, EndWithoutProgress) {
    const Variant& variant = game_called("english-6");
    const Endgames& endgames = files_of("english-6", 3, true);
    int repeated = 0;
    for (std::uint32_t number = 1; number <= 5; ++number) {
        const DrillKey key{.material = *egdb::read_material("KK-K"), .number = number};
        const auto game = drill_after(variant, *find_drill(variant, endgames, key, {}).position, key.goal, {});
        std::optional<DrillTurn> turn;
        std::vector<std::size_t> all;
        do {
            const auto values = endgames.move_values(*game);
            std::size_t slowest = 0;
            const auto slow = [&](std::size_t i) { return values[i]->value == Value::Win ? *values[i]->plies : -1; };
            for (std::size_t i = 1; i < values.size(); ++i)
                if (slow(i) > slow(slowest)) slowest = i;
            turn = play_drill(*game, endgames, key.goal, slowest);
            ASSERT_TRUE(turn);
            all.push_back(slowest);
            all.insert(all.end(), turn->replies.begin(), turn->replies.end());
        } while (turn->end == DrillEnd::Open);
        EXPECT_TRUE(turn->failed() || turn->end == DrillEnd::Won);
        EXPECT_NE(turn->end, DrillEnd::Spoiled);
        EXPECT_LE(game->played().size(), 2 * most_drill_moves);
        repeated += turn->end == DrillEnd::Repeated ? 1 : 0;
        // The same moves lead to the same position.
        all.pop_back();
        const auto again = drill_after(variant, game->start(), key.goal, all);
        ASSERT_TRUE(again);
        EXPECT_EQ(again->played().size(), all.size());
    }
    EXPECT_GE(repeated, 1);
}

TEST(EndgameDrills, ComeFromTheirNumberAndAreGraded) {
    const Variant& variant = game_called("english-6");
    const Endgames& endgames = files_of("english-6", 3, true);
    for (const DrillGrade grade : {DrillGrade::Easy, DrillGrade::Medium, DrillGrade::Hard}) {
        std::set<std::string> positions;
        for (std::uint32_t number = 1; number <= 6; ++number) {
            const DrillKey key{.material = *egdb::read_material("Km-K"), .grade = grade, .number = number};
            const FoundPosition found = find_drill(variant, endgames, key, {});
            ASSERT_TRUE(found.position) << text_of(key);
            EXPECT_EQ(find_drill(variant, endgames, key, {}).position, found.position);
            positions.insert(fen::write(variant, *found.position));
            const auto game = drill_after(variant, *found.position, key.goal, {});
            const auto values = endgames.move_values(*game);
            const auto good = static_cast<std::size_t>(
                std::ranges::count_if(values, [](const auto& one) { return one->value == Value::Win; }));
            EXPECT_EQ(grade == DrillGrade::Hard, good == 1);
            EXPECT_EQ(grade == DrillGrade::Easy, 2 * good > values.size());
            EXPECT_GE(values.size(), 2U);
            EXPECT_FALSE(game->legal().front().is_capture());
        }
        EXPECT_GE(positions.size(), 4U) << name(grade);
    }
    // A class that has no such position was looked through to the end, or not at all.
    const DrillKey none{.material = *egdb::read_material("KKK-K")};
    EXPECT_FALSE(find_drill(variant, endgames, none, {}).position);
    EXPECT_TRUE(find_drill(variant, endgames, none, {}).all);
    std::stop_source stop;
    stop.request_stop();
    const FoundPosition stopped =
        find_drill(variant, endgames, {.material = *egdb::read_material("Km-K")}, stop.get_token());
    EXPECT_FALSE(stopped.position);
    EXPECT_FALSE(stopped.all);
}

TEST(EndgameDrills, ExamplesHaveTheirValue) {
    const Variant& variant = game_called("english-6");
    const Endgames& endgames = files_of("english-6", 3, true);
    const auto game = new_game(variant);
    for (const egdb::ClassInfo& info : endgames.classes())
        for (const Value value : {Value::Win, Value::Draw, Value::Loss}) {
            const FoundPosition found = find_example(variant, endgames, info, value, {});
            if (info.with(value) == 0) {
                EXPECT_FALSE(found.position) << text_of(info.material);
            } else if (found.position) {
                ASSERT_TRUE(game->set(*found.position, Strictness::Legal));
                EXPECT_EQ(endgames.value(*game), value) << text_of(info.material);
            } else {
                EXPECT_TRUE(found.all);
            }
        }
}

TEST(EndgameDrills, KeysAreReadAsTheyAreWritten) {
    for (const char* const text : {"KK-K/win/easy/1", "Kmm-KK/hold/hard/1000000", "m-m/win/medium/7"}) {
        const auto key = read_drill_key(text);
        ASSERT_TRUE(key) << text;
        EXPECT_EQ(text_of(*key), text);
    }
    for (const char* const text :
         {"", "KK-K", "KK-K/win/easy", "KK-K/win/easy/", "KK-K/win/easy/0", "KK-K/win/easy/07", "KK-K/win/easy/1000001",
          "KK-K/win/easy/1/2", "KK-K/draw/easy/1", "KK-K/win/brutal/1", "KK/win/easy/1", "KK-/win/easy/1",
          "mK-K/win/easy/1", "KK-Q/win/easy/1", "KK-K-K/win/easy/1", "/win/easy/1", "KK-K/win/easy/-1"})
        EXPECT_FALSE(read_drill_key(text)) << text;
}

}  // namespace
}  // namespace crownhead::analysis
