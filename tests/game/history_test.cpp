// How games end: every draw rule to the ply, wins and losses on the board, and what each is called in words.
#include "game/history.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <initializer_list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "game/legality.hpp"
#include "notation/fen.hpp"
#include "notation/move_text.hpp"
#include "notation/outcome_text.hpp"
#include "rules/variants.hpp"
#include "runtime/convert.hpp"
#include "runtime/game.hpp"
#include "util/random.hpp"

namespace crownhead {
namespace {

std::unique_ptr<Game> game_at(std::string_view name, std::string_view fen) {
    auto game = new_game(name);
    EXPECT_TRUE(game) << name;
    const Result<Placement> placement = fen::read((*game)->variant(), fen);
    EXPECT_TRUE(placement) << fen << ": " << placement.error().message;
    const Result<void> set = (*game)->set(*placement, Strictness::Legal);
    EXPECT_TRUE(set) << fen << ": " << set.error().message;
    return std::move(*game);
}

void play(Game& game, std::initializer_list<std::string_view> moves) {
    for (const std::string_view text : moves) {
        const Result<std::size_t> index =
            move_text::read(game.variant(), text, game.legal(), [&](std::size_t i) { return game.paths(i); });
        ASSERT_TRUE(index) << game.variant().name << ' ' << fen::write(game.variant(), game.placement()) << ' ' << text
                           << ": " << index.error().message;
        game.play(*index);
    }
}

// The outcome in words; nothing while the game goes on.
std::string ending(const Game& game) {
    const std::optional<Outcome> outcome = game.outcome();
    EXPECT_EQ(outcome.has_value(), game.legal().empty()) << fen::write(game.variant(), game.placement());
    return outcome ? outcome_text::describe(game.variant(), *outcome) : "";
}

// What a game shall consist of, ply by ply; squares and sides are found by search.
enum class Event {
    KingStep,
    ManStep,  // not to its far row
    Crown,    // a man steps to its far row
    Offer,    // a king steps where a king can capture it
    Take,     // and is captured
};

class Script {
public:
    Script& kings(int plies) { return add(Event::KingStep, plies); }
    Script& man() { return add(Event::ManStep, 1); }
    Script& crown() { return add(Event::Crown, 1); }
    Script& offer() { return add(Event::Offer, 1).add(Event::Take, 1); }
    // From here on Black's kings step only to these squares, or to all others.
    Script& black_on(std::set<int> squares) { return limit_black(std::move(squares), true); }
    Script& black_off(std::set<int> squares) { return limit_black(std::move(squares), false); }

    std::size_t plies() const { return plies_.size(); }

    bool fits(std::size_t ply, const Placement& placement, const AnyMove& mv) const {
        const auto& [event, squares, inside] = plies_[ply];
        const bool king = !mv.is_pass() && is_king(placement.at(mv.from));
        if (mv.is_capture() != (event == Event::Take)) return false;
        if (squares && placement.turn == Side::Black && squares->contains(mv.to()) != inside) return false;
        switch (event) {
            case Event::ManStep: return !king && !mv.is_pass() && !mv.promotes;
            case Event::Crown: return mv.promotes;
            default: return king;
        }
    }
    // Between an offer and its acceptance something can be captured, otherwise nothing ever.
    bool is_offer(std::size_t ply) const { return plies_[ply].event == Event::Offer; }

private:
    struct Ply {
        Event event;
        std::optional<std::set<int>> squares;
        bool inside;
    };
    Script& add(Event event, int plies) {
        for (int i = 0; i < plies; ++i) plies_.push_back({event, squares_, inside_});
        return *this;
    }
    Script& limit_black(std::set<int> squares, bool inside) {
        squares_ = std::move(squares);
        inside_ = inside;
        return *this;
    }

    std::vector<Ply> plies_;
    std::optional<std::set<int>> squares_;
    bool inside_ = true;
};

// Finds and plays a game that follows the script, in which no position occurs twice and nothing is ever captured but
// what is offered: what a draw rule counts can so be counted for as long as one likes. A draw before the end of the
// script is a failure, not a reason to look for another game.
class Search {
public:
    Search(Game& game, const Script& script) : game_(game), script_(script) { path_.insert(game.key()); }

    bool find(std::size_t ply = 0) {
        if (ply == script_.plies()) return true;
        if (++nodes_ > most_nodes || drawn_early_) return false;
        if (const auto outcome = game_.outcome()) {
            drawn_early_ = !outcome->winner && outcome->reason != Reason::NoMove;
            return false;
        }
        if (!tried_.insert({ply, game_.key()}).second) return false;
        for (std::size_t i = 0; i < game_.legal().size(); ++i) {
            if (!script_.fits(ply, game_.placement(), game_.legal()[i])) continue;
            game_.play(i);
            const std::uint64_t key = game_.key();
            if ((script_.is_offer(ply) || is_calm()) && path_.insert(key).second) {
                if (find(ply + 1)) return true;
                if (drawn_early_) return false;  // and stay there, for the message
                path_.erase(key);
            }
            game_.undo();
        }
        return false;
    }

private:
    static constexpr int most_nodes = 300'000;

    bool is_calm() const { return std::ranges::none_of(game_.legal(), &AnyMove::is_capture); }

    Game& game_;
    const Script& script_;
    std::set<std::uint64_t> path_;
    std::set<std::pair<std::size_t, std::uint64_t>> tried_;
    int nodes_ = 0;
    bool drawn_early_ = false;
};

// The game is over, as the words say, with the last ply of the script and not before.
void expect_end(Game& game, const Script& script, std::string_view words) {
    const std::string where = std::string(game.variant().name) + ' ' + fen::write(game.variant(), game.placement());
    const bool found = Search(game, script).find();
    EXPECT_TRUE(found) << where << ": no such game, or over too early: after " << game.played().size() << " plies "
                       << ending(game);
    if (!found) return;
    EXPECT_EQ(ending(game), words) << where;
    EXPECT_FALSE(game.outcome() && game.outcome()->winner) << where;
}

void expect_end(std::string_view name, std::string_view fen, const Script& script, std::string_view words) {
    expect_end(*game_at(name, fen), script, words);
}

// Kings on the first `count` dark squares of Black's row and, opposite, of White's.
std::string kings_in_the_corners(const Variant& v, int count) {
    Placement placement(v.squares());
    placement.turn = v.setup.first;
    for (int i = 0; i < count; ++i) {
        placement.put(number_of(v.setup, v.size(), i), Piece::BlackKing);
        placement.put(number_of(v.setup, v.size(), v.squares() - 1 - i), Piece::WhiteKing);
    }
    return fen::write(v, placement);
}

// --- S3.2: fifty moves

TEST(History, FiftyMovesAreAHundredPliesInEveryGameThatCountsThem) {
    int games = 0;
    for (const Variant& v : variants) {
        if (v.end.no_capture_limit == 0) continue;
        ++games;
        EXPECT_EQ(v.end.no_capture_limit, 50) << v.name;
        EXPECT_EQ(v.end.no_advance_limit, 50) << v.name;
        expect_end(v.name, kings_in_the_corners(v, 1), Script().kings(100),
                   "draw: no capture in the last 50 moves of each side");
    }
    EXPECT_EQ(games, 16);  // english, suicide and giveaway in four sizes; sacrifice, kingme, czech, thai
}

TEST(History, NoCaptureIsCountedWhileMenAdvance) {
    expect_end("english-12", "B:W66,K72:B7,K1", Script().man().kings(48).man().kings(20).man().kings(29),
               "draw: no capture in the last 50 moves of each side");
}

TEST(History, NoAdvanceIsCountedWhileKingsCapture) {
    const std::string_view words = "draw: no man moved in the last 50 moves of each side";
    const auto game = game_at("english", "B:W18,K32:BK4,K14");
    play(*game, {"14x23"});  // at ply 100 the last capture is 99 plies ago
    expect_end(*game, Script().kings(99), words);
    expect_end("czech", kings_in_the_corners(list::czech, 3), Script().kings(40).offer().kings(19).offer().kings(37),
               words);
}

TEST(History, ACaptureByAManStartsBothCountsAgain) {
    const auto game = game_at("english", "B:W18,K32:B14,K4");
    play(*game, {"14x23"});
    expect_end(*game, Script().kings(100), "draw: no capture in the last 50 moves of each side");
}

// A capture that is offered and refused is none.
TEST(History, KingmeCountsOnWhereACaptureIsRefused) {
    const auto game = game_at("kingme", "B:WK18,K29:BK14,K4");
    for (int i = 0; i < 2; ++i) {
        ASSERT_TRUE(game->legal().front().is_capture());
        EXPECT_EQ(ending(*game), "");
        play(*game, {"4-8", "29-25", "8-4", "25-29"});
    }
    EXPECT_EQ(ending(*game), "draw: the same position for the third time");
}

// --- Repetition

// Both kings go to and fro along the edge, where nothing can be captured: the first position returns every four plies.
TEST(History, RepetitionIsADrawAtTheRightOccurrenceInEveryGame) {
    int games = 0;
    for (const Variant& v : variants) {
        if (v.end.repetitions == 0) continue;
        ++games;
        const auto number = [&](Cell c) {
            if (v.setup.mirrored) c.column = v.size() - 1 - c.column;
            return number_of_cell(v.setup, v.size(), c);
        };
        const int last = v.size() - 1;
        const int black[] = {number({0, 1}), number({1, 0})};
        const int white[] = {number({last, last - 1}), number({last - 1, last})};
        Placement placement(v.squares());
        placement.turn = v.setup.first;
        placement.put(black[0], Piece::BlackKing);
        placement.put(white[0], Piece::WhiteKing);
        if (v.move.king_run > 0)  // the runs are part of the position; once full they do not change any more
            placement.king_runs = {KingRun{static_cast<std::uint8_t>(black[0]), v.move.king_run},
                                   KingRun{static_cast<std::uint8_t>(white[0]), v.move.king_run}};
        const auto game = new_game(v);
        ASSERT_TRUE(game->set(placement, Strictness::Legal));
        const int needed = 4 * (v.end.repetitions - 1);
        for (int ply = 0; ply < needed; ++ply) {
            ASSERT_EQ(ending(*game), "") << v.name << " ply " << ply;
            const auto& squares = game->placement().turn == Side::Black ? black : white;
            const bool out = ply % 4 < 2;
            play(*game, {std::to_string(squares[out ? 0 : 1]) + "-" + std::to_string(squares[out ? 1 : 0])});
        }
        EXPECT_EQ(ending(*game), v.family == "italian" ? "draw: the same position for the fourth time"
                                                       : "draw: the same position for the third time")
            << v.name;
        ASSERT_TRUE(game->undo());
        EXPECT_EQ(ending(*game), "") << v.name;
        ASSERT_TRUE(game->redo());
        EXPECT_EQ(game->outcome()->reason, Reason::Repetition) << v.name;
    }
    EXPECT_EQ(games, 39);  // all but mini, breakthrough, frysk and frisian in two sizes
}

// A king that takes three steps to come back hands the turn over: same pieces, other side to move.
TEST(History, RepetitionNeedsTheSameSideToMove) {
    const auto game = game_at("czech", "W:WK29:BK1");
    play(*game, {"29-25", "1-5", "25-22", "5-1", "22-29"});
    play(*game, {"1-6", "29-25", "6-10", "25-29", "10-1"});
    EXPECT_EQ(ending(*game), "");  // the third time these kings stand there, the second time with White to move
    play(*game, {"29-25", "1-5", "25-29"});
    EXPECT_EQ(ending(*game), "");
    play(*game, {"5-1"});
    EXPECT_EQ(ending(*game), "draw: the same position for the third time");
}

TEST(History, FrisianKnowsNoRepetition) {
    const auto game = game_at("frisian", "W:WK50,K46:BK1,K5");
    for (int i = 0; i < 6; ++i) play(*game, {"50-45", "1-6", "45-50", "6-1"});
    EXPECT_EQ(ending(*game), "");
}

// --- Quiet moves

TEST(History, QuietMovesInEveryGameThatCountsThem) {
    const std::map<std::string_view, int> limits{
        {"international", 25}, {"killer", 25},        {"canadian", 25},    {"anticanadian", 50}, {"antidraughts", 50},
        {"frisian", 50},       {"frysk", 50},         {"antifrisian", 50}, {"russian", 15},      {"antirussian", 50},
        {"brazilian", 15},     {"antibrazilian", 50}, {"pool", 15},        {"italian", 40},      {"antiitalian", 50},
        {"spanish", 20},       {"portuguese", 20}};
    int games = 0;
    for (const Variant& v : variants) {
        if (v.end.quiet_limit == 0) continue;
        ++games;
        const int limit = limits.at(v.family);
        // Two kings a side: no rule about a lone king applies.
        expect_end(v.name, kings_in_the_corners(v, 2), Script().kings(2 * limit),
                   "draw: no capture and no man moved in the last " + std::to_string(limit) + " moves of each side");
    }
    EXPECT_EQ(games, 26);
}

TEST(History, QuietMovesStartAgainWithAManAndWithACapture) {
    const std::string_view words = "draw: no capture and no man moved in the last 25 moves of each side";
    expect_end("international", "W:W36,K49,K50:B15,K1,K2", Script().kings(48).man().kings(50), words);
    expect_end("international", kings_in_the_corners(list::international, 3), Script().kings(40).offer().kings(50),
               words);
}

// --- International: FMJD 6.3 and 6.4

constexpr std::string_view sixteen = "draw: three pieces against a king for 16 moves of each side";
constexpr std::string_view five = "draw: at most two pieces against a king for 5 moves of each side";

TEST(History, SixteenMovesForThreePiecesAgainstAKing) {
    expect_end("international", "W:WK48,K49,K50:BK1", Script().kings(32), sixteen);
    expect_end("international", "B:WK48,K49,K50:BK1", Script().kings(32), sixteen);
    expect_end("international", "W:WK50:BK1,K2,K3", Script().kings(32), sixteen);
    expect_end("international", "W:W26,36,K50:BK1", Script().kings(32), sixteen);  // one king among the three is enough
    expect_end("canadian", "W:WK70,K71,K72:BK1", Script().kings(32), sixteen);
}

TEST(History, FiveMovesForOneOrTwoPiecesAgainstAKing) {
    expect_end("international", "W:WK49,K50:BK1", Script().kings(10), five);
    expect_end("international", "W:W36,K50:BK1", Script().kings(10), five);
    expect_end("international", "W:WK50:BK1", Script().kings(10), five);
}

TEST(History, OtherMaterialIsNotCounted) {
    const std::string quiet = "draw: no capture and no man moved in the last 25 moves of each side";
    expect_end("international", "W:WK47,K48,K49,K50:BK1", Script().kings(50), quiet);  // four pieces
    expect_end("international", "W:WK49,K50:BK1,K2", Script().kings(50), quiet);       // no lone king
    expect_end("international", "W:WK48,K49,K50:B15,K1", Script().kings(50), quiet);   // a king and a man are not alone
}

TEST(History, TheMoveThatCreatesTheMaterialIsNotCounted) {
    const auto by_capture = game_at("international", "W:WK46,K47,K48:B37,K6");
    play(*by_capture, {"46x32"});
    expect_end(*by_capture, Script().kings(32), sixteen);

    const auto by_promotion = game_at("international", "W:W6,36:BK4");  // two men against a king are not counted
    play(*by_promotion, {"6-1"});
    expect_end(*by_promotion, Script().kings(10), five);
}

TEST(History, LaterPlayDoesNotStartTheMaterialCountAgain) {
    expect_end("international", "W:W6,36,K50:BK4", Script().kings(10).crown().kings(9).man().kings(11), sixteen);
    // Two kings, then one: both are "at most two".
    expect_end("international", "W:WK49,K50:BK1", Script().kings(4).offer().kings(4), five);
}

TEST(History, OtherMaterialStartsItsOwnCount) {
    // Three against one becomes two against one.
    expect_end("international", "W:WK48,K49,K50:BK1", Script().kings(20).offer().kings(10), five);
}

// --- Russian and Brazilian: FMJD-64 7.2

TEST(History, FifteenMovesForThreeKingsAgainstAKing) {  // 7.2.4
    // The man's step starts the count of 7.2.5 again, not this one.
    for (const std::string_view name : {"russian", "brazilian"})
        expect_end(name, "W:W21,K30,K31,K32:BK1", Script().kings(14).man().kings(15),
                   "draw: three or more kings against a king for 15 moves of each side");
}

constexpr std::string_view thirty = "draw: four or five pieces, kings on both sides for 30 moves of each side";
constexpr std::string_view sixty = "draw: six or seven pieces, kings on both sides for 60 moves of each side";

// In the next tests steps of men keep the fifteen moves of 7.2.5 from running out first.
TEST(History, ThirtyMovesForFourOrFivePieces) {  // 7.2.6
    const Script script = Script().kings(24).man().kings(14).man().kings(20);
    expect_end("russian", "W:W21,K32:B12,K1", script, thirty);
    expect_end("brazilian", "W:W21,K31,K32:B12,K1", script, thirty);
}

TEST(History, SixtyMovesForSixOrSevenPieces) {  // 7.2.6
    Script script;
    for (int i = 0; i < 5; ++i) script.kings(19).man();
    expect_end("russian", "W:W21,28,K32:B5,12,K1", script.kings(20), sixty);
}

TEST(History, TheBalanceStartsAgainWithAPromotion) {
    expect_end("russian", "W:W5,K32:B12,K2", Script().kings(20).crown().kings(24).man().kings(19).man().kings(15),
               thirty);
}

TEST(History, TheBalanceStartsAgainWithACapture) {
    // Five pieces, then four.
    expect_end("russian", "W:W21,K31,K32:B12,K1", Script().kings(20).offer().kings(22).man().kings(20).man().kings(16),
               thirty);
}

const std::set<int> main_road{4, 8, 11, 15, 18, 22, 25, 29};  // a1-h8
constexpr std::string_view on_the_road =
    "draw: three pieces against a king on the long diagonal for 5 moves of each side";

TEST(History, FiveMovesAgainstAKingOnTheLongDiagonal) {  // 7.2.7
    for (const std::string_view fen :
         {"W:WK5,K13,K21:BK4", "W:W21,K5,K13:BK4", "W:W13,21,K5:BK4", "B:WK5,K13,K21:BK29"})
        expect_end("russian", fen, Script().black_on(main_road).kings(10), on_the_road);
}

TEST(History, AKingThatLeavesTheLongDiagonalStartsTheCountAgain) {
    // Six plies on it, two off it, and the count begins with the return.
    expect_end("russian", "W:WK5,K13,K21:BK4",
               Script().black_on(main_road).kings(6).black_off(main_road).kings(2).black_on(main_road).kings(2 + 10),
               on_the_road);
}

TEST(History, FiveMovesForTwoPiecesAgainstAKingInRussian) {  // 7.2.8
    expect_end("russian", "W:WK31,K32:BK1", Script().kings(10), five);
    expect_end("russian", "W:W21,K32:BK1", Script().kings(10), five);
    expect_end("brazilian", "W:WK32:BK1", Script().kings(10), five);
}

// --- Pool, Spanish, Frisian

TEST(History, ThirteenMovesInPool) {  // APCA 26
    expect_end("pool", "B:WK32:BK1,K2,K3", Script().kings(26),
               "draw: three kings against one for 13 moves of each side");
    expect_end("pool", "B:WK30,K31,K32:BK1", Script().kings(26),
               "draw: three kings against one for 13 moves of each side");
    // Three pieces are not enough, nor are four kings.
    const std::string quiet = "draw: no capture and no man moved in the last 15 moves of each side";
    expect_end("pool", "B:WK32:B12,K1,K2", Script().kings(30), quiet);
    expect_end("pool", "B:WK32:BK1,K2,K3,K4", Script().kings(30), quiet);
}

TEST(History, TwelveMovesOnTheLongDiagonalInSpanish) {       // docs/sources.md#draws
    const std::set<int> road{1, 5, 10, 14, 19, 23, 28, 32};  // square 1 is at the bottom right
    expect_end("spanish", "W:WK25,K17,K9:BK32", Script().black_on(road).kings(24),
               "draw: three kings against a king on the long diagonal for 12 moves of each side");
    expect_end("spanish", "W:WK25,K17,K9:BK24", Script().black_off(road).kings(40),
               "draw: no capture and no man moved in the last 20 moves of each side");
}

TEST(History, SevenAndTwoMovesInFrisian) {  // articles 18 and 21
    constexpr std::string_view two = "draw: king against king for 2 moves of each side";
    expect_end("frisian", "W:WK49,K50:BK1", Script().kings(14), "draw: two kings against one for 7 moves of each side");
    expect_end("frisian", "W:WK50:BK1", Script().kings(4), two);
    expect_end("frisian", "W:WK49,K50:BK1", Script().kings(6).offer().kings(4), two);
}

// --- Wins and losses on the board

struct Ended {
    std::string_view game;
    std::string_view fen;
    std::initializer_list<std::string_view> moves;
    Outcome outcome;
    std::string_view words;
};

TEST(History, EndsOnTheBoard) {
    constexpr auto black = Side::Black;
    constexpr auto white = Side::White;
    const std::string_view blocks = "W:W19,20:B12";  // 20-16 leaves the man on 12 without a move
    const std::string_view takes_all = "W:W18:B14";
    const Ended cases[] = {
        // S3.1, S2.3: blocked or captured loses.
        {"english", blocks, {"20-16"}, {white, Reason::NoMove, black}, "Black has no move and loses"},
        {"kingme", blocks, {"20-16"}, {white, Reason::NoMove, black}, "Black has no move and loses"},
        {"english", takes_all, {"18x9"}, {white, Reason::NoPieces, black}, "Black has no pieces left and loses"},
        {"kingme", takes_all, {"18x9"}, {white, Reason::NoPieces, black}, "Black has no pieces left and loses"},
        // S0.7: the goal is reversed; a blocked side draws in suicide and wins in giveaway.
        {"suicide", blocks, {"20-16"}, {{}, Reason::NoMove, black}, "player 1 has no move: draw"},
        {"giveaway", blocks, {"20-16"}, {black, Reason::NoMove, black}, "player 1 has no move and wins"},
        {"suicide", takes_all, {"18x9"}, {black, Reason::NoPieces, black}, "player 1 has no pieces left and wins"},
        {"giveaway", takes_all, {"18x9"}, {black, Reason::NoPieces, black}, "player 1 has no pieces left and wins"},
        {"giveaway", "B:W18:B14", {"14x23"}, {white, Reason::NoPieces, white}, "player 2 has no pieces left and wins"},
        {"antidraughts", "W:W28:B22", {"28x17"}, {black, Reason::NoPieces, black}, "Black has no pieces left and wins"},
        {"antidraughts", "W:W24,25:B15", {"25-20"}, {black, Reason::NoMove, black}, "Black has no move and wins"},
        {"international", "W:W24,25:B15", {"25-20"}, {white, Reason::NoMove, black}, "Black has no move and loses"},
        // Positions that are over when they are set up.
        {"english", "B:W16,19:B12", {}, {white, Reason::NoMove, black}, "Black has no move and loses"},
        {"english", "B:W16:B", {}, {white, Reason::NoPieces, black}, "Black has no pieces left and loses"},
        {"suicide-6", "W:W:B7", {}, {white, Reason::NoPieces, white}, "player 2 has no pieces left and wins"},
        // The side with pieces may still move when it is its turn; then the game is over.
        {"english", "W:W16:B", {"16-11"}, {white, Reason::NoPieces, black}, "Black has no pieces left and loses"},
        // Whoever makes the first king wins.
        {"breakthrough",
         "W:W6:B20",
         {"6-1"},
         {white, Reason::KingMade, white},
         "White has made the first king and wins"},
        {"breakthrough",
         "B:W6:B41",
         {"41-47"},
         {black, Reason::KingMade, black},
         "Black has made the first king and wins"},
        {"breakthrough",
         "W:W28:B22",
         {"28x17"},
         {white, Reason::NoPieces, black},
         "Black has no pieces left and loses"},
        // S1.2: capturing everything wins in mini.
        {"mini", "W:W11:B8", {"11x6"}, {white, Reason::NoPieces, black}, "player 1 has no pieces left and loses"},
    };
    for (const Ended& ended : cases) {
        const auto game = game_at(ended.game, ended.fen);
        if (ended.moves.size() > 0) {
            EXPECT_EQ(ending(*game), "") << ended.game << ' ' << ended.fen;
        }
        play(*game, ended.moves);
        EXPECT_EQ(ending(*game), ended.words) << ended.game << ' ' << ended.fen;
        EXPECT_EQ(game->outcome(), ended.outcome) << ended.game << ' ' << ended.fen;
    }
}

TEST(History, AManThatOnlyPassesTheFarRowIsNoKing) {
    const auto game = game_at("breakthrough", "W:W12:B8,9,26");
    play(*game, {"12x14"});
    EXPECT_EQ(ending(*game), "");
    EXPECT_EQ(game->placement().at(14), Piece::WhiteMan);
}

// --- Mini: S1.2

TEST(History, APassIsAPlyAndTheOnlyMoveWhereItIsForced) {
    const auto game = game_at("mini", "B:W14:B16");
    for (const std::string_view mv : {"14-11", "11-7", "7-4", "4-1"}) {
        ASSERT_EQ(game->legal().size(), 1u);
        EXPECT_TRUE(game->legal()[0].is_pass());
        const Placement before = game->placement();
        play(*game, {"pass"});
        EXPECT_EQ(game->placement().squares, before.squares);
        EXPECT_EQ(game->placement().turn, Side::White);
        EXPECT_EQ(ending(*game), "");
        play(*game, {mv});
    }
    EXPECT_EQ(game->played().size(), 8u);
    EXPECT_EQ(ending(*game), "draw: neither side can move and both have as many pieces");
    EXPECT_EQ(game->outcome()->reason, Reason::EqualPieces);
}

TEST(History, WhereNeitherCanMoveMorePiecesWin) {
    const auto white = game_at("mini", "W:W4,3:B16");
    play(*white, {"4-1"});
    EXPECT_EQ(ending(*white), "neither side can move: player 2 has more pieces and wins");
    EXPECT_EQ(white->outcome(), (Outcome{Side::White, Reason::MorePieces, Side::White}));

    const auto black = game_at("mini", "W:W4:B16,17,18");
    play(*black, {"4-1"});
    EXPECT_EQ(ending(*black), "neither side can move: player 1 has more pieces and wins");

    // Head to head, nobody on a far row; whose turn it is does not matter.
    for (const std::string_view fen : {"B:W7-12:B1-6", "W:W7-12:B1-6"})
        EXPECT_EQ(ending(*game_at("mini", fen)), "draw: neither side can move and both have as many pieces");
}

TEST(History, APassIsNotAllowedWhereThereIsAMove) {
    const auto game = game_at("mini", "B:W14:B4,16");
    for (const AnyMove& mv : game->legal()) EXPECT_FALSE(mv.is_pass());
    // And in no other game.
    EXPECT_EQ(ending(*game_at("english-6", "B:W12,14:B9")), "Black has no move and loses");
}

// --- The order of the rules, with endings made for it

constexpr Geometry english_board{.size = 8};
constexpr Movement english = list::english.move;

class Line {
public:
    Line(std::string_view fen, const Ending& end) : end_(end) {
        history_.start(to_position<english_board>(list::english, *fen::read(list::english, fen)), end_);
    }
    void play(int from, int to) {
        MoveList<english_board> list;
        legal_moves<english>(history_, end_, list);
        for (const Move<english_board>& mv : list) {
            if (mv.from != square_of_number<english_board>(list::english, from)) continue;
            if (mv.to != square_of_number<english_board>(list::english, to)) continue;
            history_.play<english>(mv, end_);
            return;
        }
        FAIL() << from << ' ' << to;
    }
    History<english_board>& history() { return history_; }
    std::optional<Outcome> outcome() const { return crownhead::outcome<english>(history_, end_); }

private:
    Ending end_;
    History<english_board> history_;
};

TEST(History, AWinOnTheBoardGoesBeforeADrawByCounting) {
    Line blocked("B:W19,20:B8", {.no_capture_limit = 1, .no_advance_limit = 1});
    blocked.play(8, 12);
    blocked.play(20, 16);
    EXPECT_EQ(blocked.outcome(), (Outcome{Side::White, Reason::NoMove, Side::Black}));
    Line not_blocked("B:W19,20:B8", {.no_capture_limit = 1, .no_advance_limit = 1});
    not_blocked.play(8, 12);
    not_blocked.play(19, 15);
    EXPECT_EQ(not_blocked.outcome(), (Outcome{{}, Reason::NoCapture, Side::Black}));
}

TEST(History, CountsPliesSinceCapturesAndAdvances) {
    Line line("B:W18,27,K32:BK4,K14", {});
    const auto expect = [&](int since_capture, int since_advance) {
        EXPECT_EQ(line.history().now().since_capture, since_capture);
        EXPECT_EQ(line.history().now().since_advance, since_advance);
        EXPECT_EQ(line.history().now().quiet(), std::min(since_capture, since_advance));
    };
    expect(0, 0);
    line.play(14, 23);  // a king captures
    expect(0, 1);
    line.play(27, 18);  // a man captures
    expect(0, 0);
    line.play(4, 8);
    expect(1, 1);
    line.play(18, 15);  // a man steps
    expect(2, 0);
    line.play(8, 4);
    expect(3, 1);
    ASSERT_TRUE(line.history().undo());
    expect(2, 0);
    ASSERT_TRUE(line.history().redo());
    expect(3, 1);
    EXPECT_FALSE(line.history().redo());
    EXPECT_EQ(line.history().ply(), 5u);
}

// On random games: the count is at zero exactly where the rules call the game drawn.
template <const Variant& v>
void expect_counts() {
    constexpr Geometry G = v.board;
    constexpr Movement M = v.move;
    Random random(5);
    for (int i = 0; i < 20; ++i) {
        History<G> history;
        history.start(to_position<G>(v, start_placement(v)), v.end);
        for (;;) {
            EXPECT_EQ(plies_to_count(history.now(), v.end) <= 0, drawn_by_count(history.now(), v.end).has_value());
            MoveList<G> moves;
            legal_moves<M>(history, v.end, moves);
            if (moves.empty()) break;
            history.template play<M>(moves[random.below(static_cast<std::uint32_t>(moves.size()))], v.end);
        }
    }
}

TEST(History, PliesToACountedDrawAreZeroWhereItIsDrawn) {
    expect_counts<list::international>();
    expect_counts<list::russian>();
    expect_counts<list::english>();
}

TEST(History, PlayingOnForgetsWhatCouldBeRedone) {
    Line line("B:W25:BK4", {});
    line.play(4, 8);
    line.play(25, 21);
    EXPECT_TRUE(line.history().undo());
    EXPECT_TRUE(line.history().undo());
    EXPECT_FALSE(line.history().undo());
    line.play(4, 8);
    EXPECT_EQ(line.history().ply(), 1u);
    EXPECT_FALSE(line.history().redo());
}

}  // namespace
}  // namespace crownhead
