#include "match/game_reader.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "notation/move_text.hpp"
#include "notation/outcome_text.hpp"
#include "notation/square_text.hpp"
#include "rules/variants.hpp"
#include "util/assert.hpp"
#include "util/parse.hpp"

namespace crownhead {

namespace {

// Evidence is counted in natural logarithms of odds.
constexpr double rarer = 0.7;      // each game of the list below is half as likely as the one before it
constexpr double undefined = 5.0;  // a game without a GameType of its own is rare in files
constexpr double out_of_race =
    14.0;                           // one in a million; further behind a game is not tried on what the leader explains
constexpr double wrong_game = 7.0;  // one record in a thousand is wrong
constexpr double most_by_choices = 3.0;
constexpr double letters = 4.0;       // squares by name in a game that has numbers; once in a file
constexpr double other_side = 0.3;    // the other side begins
constexpr double turned_alone = 4.0;  // the same where one game alone is judged
constexpr double unlikely_start = 2.0;
constexpr double named_beside = 2.0;  // a game of the same file says that it is this one

// The games of public files, the most frequent first.
constexpr std::array<std::string_view, 11> frequent{"english",   "international", "russian", "italian",
                                                    "brazilian", "czech",         "pool",    "spanish",
                                                    "frisian",   "canadian",      "thai"};

// Whether two games have the same positions and moves, so that no record can tell one from the other.
bool same_play(const Variant& a, const Variant& b) {
    const auto start = [](const Variant& v) {
        Setup setup = v.setup;
        setup.notation = Notation::Numeric;
        setup.separator = 'x';
        setup.names = SideNames::Colours;
        setup.game_type = "";
        return setup;
    };
    return a.board == b.board && a.move == b.move && start(a) == start(b);
}

double prior(const Variant& v) {
    const auto place = static_cast<double>(std::ranges::find(frequent, v.name) - frequent.begin());
    return -rarer * place - (v.setup.game_type.empty() ? undefined : 0);
}

Error error_at(pdn::Place place, std::string_view message) {
    return {fmt::format("line {}, column {}: {}", place.line, place.column, message)};
}

// Those that to_pdn makes itself.
constexpr std::array<std::string_view, 5> made_tags{"Result", "GameType", "Game", "SetUp", "FEN"};

void set_given_result(GameRecord& record, pdn::GameResult result) {
    record.finished = result != pdn::GameResult::Unknown;
    record.both_lost = result == pdn::GameResult::BothLose;
    record.winner.reset();
    if (result == pdn::GameResult::WhiteWins) record.winner = Side::White;
    if (result == pdn::GameResult::BlackWins) record.winner = Side::Black;
}

// A draw by repetition or count is a claim: a given winner shows that nobody made it.
void set_end(GameRecord& record, const std::optional<Outcome>& outcome, pdn::GameResult given) {
    const bool claim = outcome && outcome->reason >= Reason::Repetition;
    const bool decided = given == pdn::GameResult::WhiteWins || given == pdn::GameResult::BlackWins;
    if (!outcome || (claim && decided)) return set_given_result(record, given);
    record.finished = true;
    record.winner = outcome->winner;
}

// `ab4` in the games that name their squares.
std::string by_file_refusal(const Game& game, std::string_view text) {
    const Variant& v = game.variant();
    const auto fits = std::ranges::count_if(game.legal(), [&](const AnyMove& mv) {
        return !mv.is_pass() && square_text::name(v, mv.from).front() == lower(text.front()) &&
               square_text::name(v, mv.to()) == text.substr(1);
    });
    return fmt::format("{} {}", text, fits > 1 ? "may mean more than one move" : "is not legal here");
}

// Why this item cannot be played where the game stands.
std::string refusal_of(Game& game, const pdn::Move& move) {
    if (move.kind == pdn::Kind::Setup) return "a position is set up in the middle of the game";
    game.play_on();
    if (const std::optional<Outcome> outcome = game.outcome())
        return fmt::format("{} after the end of the game: {}", excerpt(move.text),
                           outcome_text::describe(game.variant(), *outcome));
    if (move.kind == pdn::Kind::Unknown) return "a move that is not known";
    const std::string_view text = move.text;
    const bool by_file = game.variant().setup.notation == Notation::Algebraic && text.size() > 2 &&
                         is_letter(text[0]) && is_letter(text[1]) && is_digit(text[2]);
    if (by_file) return by_file_refusal(game, text);
    const Result<std::size_t> index =
        move_text::read(game.variant(), text, game.legal(), [&](std::size_t i) { return game.paths(i); });
    return index ? fmt::format("{} is not legal here", excerpt(text)) : index.error().message;
}

}  // namespace

GameReader::GameReader(const Variant* chosen) : chosen_(chosen), followers_(variants.size()) {
    if (chosen != nullptr) return;
    std::vector<const Variant*> all;
    all.reserve(variants.size());
    for (const Variant& v : variants) all.push_back(&v);
    std::ranges::stable_sort(all, std::ranges::greater(), [](const Variant* v) { return prior(*v); });
    for (const Variant* const v : all) {
        const auto same = [&](const Candidate& other) { return same_play(*v, *other.variant); };
        auto found = std::ranges::find_if(candidates_, same);
        if (found == candidates_.end())
            found = candidates_.insert(found, Candidate{.variant = v, .evidence = prior(*v)});
        if (found->lettered == nullptr && v->setup.notation == Notation::Algebraic) found->lettered = v;
    }
}

GameFollower& GameReader::follower_of(const Variant& variant) {
    const auto place = static_cast<std::size_t>(std::ranges::find(variants, variant.name, &Variant::name) -
                                                std::ranges::begin(variants));
    CH_ASSERT(place < followers_.size());
    std::unique_ptr<GameFollower>& follower = followers_[place];
    if (!follower) follower = std::make_unique<GameFollower>(variant);
    return *follower;
}

GameReader::Tried GameReader::try_candidate(Candidate& candidate, const WrittenGame& game, bool count) {
    const Variant& v = *candidate.variant;
    Tried tried;
    if (game.highest > v.squares()) return tried;
    const FollowedGame followed = follower_of(v).try_out(game);
    if (!followed.start) return tried;
    tried.played = followed.reached_end;
    tried.fitting =
        game.moves.empty() ? 1.0 : static_cast<double>(followed.fitting) / static_cast<double>(game.moves.size());
    tried.choices = followed.choices;
    tried.turned = followed.other_begins;
    if (tried.turned) tried.against += other_side;
    if (!followed.notes.empty()) tried.against += unlikely_start;
    if (count && tried.played) ++candidate.explained;
    if (count && tried.played && tried.turned) ++candidate.turned;
    return tried;
}

// All games that may still win are tried. Where the leader does not explain a game, those that had fallen behind are tried too.
void GameReader::race(const WrittenGame& game) {
    const auto for_game = [](const Tried& tried) {
        return tried.played ? -tried.against : -wrong_game * (1 - tried.fitting / 2) - tried.against;
    };
    if (game.names && !letters_) {
        letters_ = true;
        for (Candidate& candidate : candidates_)
            if (candidate.lettered == nullptr) candidate.evidence -= letters;
        leader_ = best_candidate();
    }
    const Tried leading = try_candidate(candidates_[leader_], game, true);
    bool any = leading.fitting > 0;
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
        Candidate& candidate = candidates_[i];
        if (i == leader_ || (leading.played && candidate.evidence < -out_of_race)) continue;
        const Tried tried = try_candidate(candidate, game, true);
        any = any || tried.fitting > 0;
        candidate.evidence += for_game(tried) - for_game(leading);
        // Fewer legal moves explain the same record better.
        if (tried.played && leading.played)
            candidate.evidence += std::clamp(leading.choices - tried.choices, -most_by_choices, most_by_choices);
    }
    if (any) ++unnamed_;
    leader_ = best_candidate();
    const double ahead = candidates_[leader_].evidence;
    for (Candidate& candidate : candidates_) candidate.evidence -= ahead;
}

std::size_t GameReader::best_candidate() const {
    return static_cast<std::size_t>(std::ranges::max_element(candidates_, {}, &Candidate::evidence) -
                                    candidates_.begin());
}

const Variant* GameReader::variant_of(const Candidate& candidate, bool by_name) {
    return by_name && candidate.lettered != nullptr ? candidate.lettered : candidate.variant;
}

void GameReader::look_at(const pdn::Game& game) {
    if (chosen_ != nullptr) return;
    if (const Variant* const named = pdn::named_variant(game)) {
        for (Candidate& candidate : candidates_)
            if (same_play(*candidate.variant, *named)) candidate.evidence += named_beside;
        return;
    }
    if (pdn::names_variant(game)) return;
    const WrittenGame written = written_game(game);
    if (!written.moves.empty() || !written.position.empty()) race(written);
}

std::optional<Recognised> GameReader::recognised() const {
    if (chosen_ != nullptr || unnamed_ == 0) return std::nullopt;
    const Candidate& best = candidates_[leader_];
    Recognised found{.variant = variant_of(best, letters_), .games = unnamed_, .explained = best.explained};
    double others = 0;
    const Candidate* next = nullptr;
    for (const Candidate& candidate : candidates_) {
        if (&candidate == &best) continue;
        others += std::exp(candidate.evidence);
        if (next == nullptr || candidate.evidence > next->evidence) next = &candidate;
    }
    found.confidence = 1 / (1 + others);
    if (next != nullptr) found.next = variant_of(*next, letters_);
    return found;
}

// The game that explains this record, the likeliest one first; null if there is none.
const Variant* GameReader::explains_alone(const WrittenGame& game, const Variant* except) {
    const Candidate* best = nullptr;
    double best_evidence = 0;
    for (Candidate& candidate : candidates_) {
        if (except != nullptr && same_play(*candidate.variant, *except)) continue;
        const Tried tried = try_candidate(candidate, game, false);
        if (!tried.played) continue;
        double unusual = game.names && candidate.lettered == nullptr ? letters : 0;
        if (tried.turned) unusual += turned_alone;
        const double evidence = prior(*candidate.variant) - unusual - tried.against - tried.choices;
        if (best != nullptr && evidence <= best_evidence) continue;
        best = &candidate;
        best_evidence = evidence;
    }
    return best == nullptr ? nullptr : variant_of(*best, game.names);
}

Replay GameReader::read_as(const Variant& variant, const pdn::Game& game, const WrittenGame& written, bool* turned) {
    Replay result;
    GameRecord& record = result.record;
    record.variant = &variant;
    for (const pdn::Tag& other : game.tags)
        if (std::ranges::find(made_tags, other.name) == made_tags.end()) record.tags.push_back(other);
    FollowedGame followed = follower_of(variant).read(written);
    if (turned != nullptr) *turned = followed.other_begins;
    if (!followed.start) {
        record.start = new_game(variant)->start();
        const pdn::Place place = written.item > 0 ? game.moves.front().place : game.place;
        result.error = error_at(place, followed.start.error().message);
        return result;
    }
    record.start = std::move(followed.first);
    record.moves = std::move(followed.moves);
    record.notes = std::move(followed.notes);
    std::optional<std::size_t> bad;  // the item that cannot be played
    if (!followed.reached_end)
        bad = written.item + record.moves.size();
    else if (written.stop)
        bad = written.stop;
    if (!bad) {
        set_end(record, followed.outcome, pdn::result_of(game));
        return result;
    }
    const std::unique_ptr<Game> board = game_at_end(record);
    if (const std::optional<Outcome> outcome = board->outcome()) set_end(record, outcome, pdn::GameResult::Unknown);
    result.error = error_at(game.moves[*bad].place, refusal_of(*board, game.moves[*bad]));
    return result;
}

Replay GameReader::read(const pdn::Game& game) {
    const WrittenGame written = written_game(game);
    if (const Variant* const named = pdn::named_variant(game)) return read_as(*named, game, written);
    if (chosen_ != nullptr) return read_as(*chosen_, game, written);
    const auto unknown = [&](std::string_view message) {
        Replay none;
        for (const pdn::Tag& other : game.tags)
            if (std::ranges::find(made_tags, other.name) == made_tags.end()) none.record.tags.push_back(other);
        none.error = error_at(game.place, message);
        return none;
    };
    if (pdn::names_variant(game))
        return unknown(fmt::format("a game of type {}, which is not played here",
                                   excerpt(pdn::tag(game, "GameType").value_or("?"))));
    if (unnamed_ == 0 || (written.moves.empty() && written.position.empty() && !written.stop))
        return unknown("no GameType, and the moves do not show which game it is");
    const Variant* const of_file = variant_of(candidates_[leader_], letters_);
    bool turned = false;
    Replay result = read_as(*of_file, game, written, &turned);
    // A game that cannot be played is perhaps of another kind, and so is one in which the other side begins if that is not usual
    // here. One that stops at a move that is not known is not.
    const bool played = !result.error || (written.stop && result.record.moves.size() == written.moves.size());
    const bool unusual = turned && 2 * candidates_[leader_].turned <= candidates_[leader_].explained;
    if (played && !unusual) return result;
    const Variant* const own = explains_alone(written, played ? nullptr : of_file);
    if (own != nullptr && own != of_file) return read_as(*own, game, written);
    return result;
}

std::string describe(const Recognised& recognised) {
    std::string text =
        fmt::format("{}: {} of {} games can be played, confidence {:.1f} %", recognised.variant->name,
                    recognised.explained, recognised.games, std::floor(1000 * recognised.confidence) / 10);
    if (recognised.next != nullptr && recognised.confidence < 0.999)
        text += fmt::format("; otherwise {}", recognised.next->name);
    return text;
}

}  // namespace crownhead
