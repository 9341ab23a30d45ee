#include "match/written_game.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "notation/fen.hpp"
#include "notation/move_text.hpp"
#include "notation/outcome_text.hpp"
#include "notation/square_text.hpp"
#include "util/parse.hpp"

namespace crownhead {

namespace {

constexpr int most_steps = 5000;            // of looking for the capture that was meant
constexpr std::size_t most_notes = 20;      // of one game
constexpr std::size_t highest_square = 99;  // two digits

// A square and the text behind it; nothing if there is none.
std::optional<std::uint16_t> take_square(std::string_view& text) {
    std::size_t at = 0;
    std::uint16_t square = 0;
    const bool named = !text.empty() && is_letter(text.front());
    if (named) ++at;
    std::size_t number = 0;
    const std::size_t first = at;
    for (; at < text.size() && is_digit(text[at]) && at < first + 3; ++at)
        number = 10 * number + static_cast<std::size_t>(text[at] - '0');
    if (at == first || number == 0 || number > highest_square) return std::nullopt;
    if (named) {
        const int file = lower(text.front()) - 'a';
        if (file > 15 || number > 16) return std::nullopt;
        square = static_cast<std::uint16_t>(named_square + 16 * file + static_cast<int>(number) - 1);
    } else {
        square = static_cast<std::uint16_t>(number);
    }
    text.remove_prefix(at);
    return square;
}

// The squares of a text one by one, as long as they can be read. False: something else stands there.
template <class See>
bool each_square(std::string_view text, See see) {
    while (!text.empty()) {
        char sign = '\0';
        if (const char c = lower(text.front()); c == '-' || c == 'x' || c == ':') {
            sign = c;
            text.remove_prefix(1);
        }
        const std::optional<std::uint16_t> square = take_square(text);
        if (!square) return false;
        see(*square, sign);
    }
    return true;
}

std::optional<WrittenMove> written_move(std::string_view text) {
    WrittenMove move{.text = text};
    if (text == "pass") return move;
    if (text.size() > 2 && is_letter(text[0]) && is_letter(text[1]) && is_digit(text[2])) {
        move.by_file = true;
        move.from = static_cast<std::uint16_t>(named_square + 16 * (lower(text[0]) - 'a'));
        std::string_view rest = text.substr(1);
        const std::optional<std::uint16_t> to = take_square(rest);
        if (!to || !rest.empty()) return std::nullopt;
        move.to = *to;
        return move;
    }
    std::size_t squares = 0;
    const bool readable = each_square(text, [&](std::uint16_t square, char sign) {
        (squares == 0 ? move.from : move.to) = square;
        move.capture = move.capture || (sign != '\0' && sign != '-');
        ++squares;
    });
    if (!readable || squares < 2) return std::nullopt;
    move.inner = squares > 2;
    return move;
}

// Who begins, by a GameType such as 23,W,8,8,A0,0.
std::optional<Side> first_side(std::string_view type) {
    const std::size_t comma = type.find(',');
    if (comma == std::string_view::npos) return std::nullopt;
    const std::string_view rest = trimmed(type.substr(comma + 1));
    if (rest.starts_with('W')) return Side::White;
    if (rest.starts_with('B')) return Side::Black;
    return std::nullopt;
}

double logarithm(std::size_t count) {
    static const std::array<double, 256> table = [] {
        std::array<double, 256> values{};
        for (std::size_t i = 1; i < values.size(); ++i) values[i] = std::log(static_cast<double>(i));
        return values;
    }();
    return table[std::min(count, table.size() - 1)];
}

}  // namespace

WrittenGame written_game(const pdn::Game& game) {
    WrittenGame out;
    const std::string_view position = trimmed(pdn::tag(game, "FEN").value_or(""));
    if (position != "?" && position != "-") out.position = position;
    out.first = first_side(pdn::tag(game, "GameType").value_or(""));
    std::size_t item = 0;
    if (!game.moves.empty() && game.moves.front().kind == pdn::Kind::Setup) {
        out.position = game.moves.front().text;
        item = 1;
    }
    out.item = item;
    out.moves.reserve(game.moves.size());
    for (; item < game.moves.size(); ++item) {
        const pdn::Move& move = game.moves[item];
        const std::optional<WrittenMove> written =
            move.kind == pdn::Kind::Move ? written_move(move.text) : std::nullopt;
        if (!written) {
            out.stop = item;
            break;
        }
        for (const std::uint16_t square : {written->from, written->to}) {
            out.names = out.names || square >= named_square;
            if (square < named_square) out.highest = std::max<int>(out.highest, square);
        }
        out.moves.push_back(*written);
    }
    for (std::size_t i = 0; i + 1 < out.position.size(); ++i)  // not b, which is a colour too
        if (out.position[i] >= 'c' && out.position[i] <= 'h' && is_digit(out.position[i + 1])) out.names = true;
    return out;
}

GameFollower::GameFollower(const Variant& variant) : follower_(new_follower(variant)) {
    for (std::size_t file = 0; file < 12; ++file)
        for (std::size_t rank = 0; rank < 12; ++rank) {
            const std::string name = fmt::format("{}{}", static_cast<char>('a' + file), rank + 1);
            Cursor in(name);
            if (const Result<int> number = square_text::read_name(variant, in))
                names_[16 * file + rank] = static_cast<std::uint8_t>(*number);
        }
}

int GameFollower::number_of(std::uint16_t square) const {
    return square < named_square ? square : names_[square - named_square];
}

std::vector<int> GameFollower::squares_of(std::string_view text) const {
    std::vector<int> squares;
    each_square(text, [&](std::uint16_t square, char) { squares.push_back(number_of(square)); });
    return squares;
}

Result<void> GameFollower::begin(const WrittenGame& game, FollowedGame& out) {
    if (game.position.empty()) {
        const Side first = game.first.value_or(variant().setup.first);
        follower_->restart(first);
        if (game.first || game.moves.empty()) return {};
        find(game.moves.front());
        if (!options_.empty()) return {};
        follower_->restart(!first);
        find(game.moves.front());
        out.other_begins = !options_.empty();
        if (!out.other_begins) follower_->restart(first);
        return {};
    }
    const Result<Placement> placement = fen::read_any(variant(), game.position);
    if (!placement)
        return fail(
            fmt::format("the FEN is wrong at offset {}: {}", placement.error().offset, placement.error().message));
    const Result<void> legal = follower_->set(*placement, Strictness::Legal);
    if (legal) return {};
    const std::string why = fmt::format("the position cannot arise in {}: {}", variant().name, legal.error().message);
    if (!follower_->set(*placement, Strictness::Anything)) return fail(why);
    out.notes.push_back({.kind = RecordNote::Kind::CannotArise, .ply = 0, .text = why});
    return {};
}

// `ab4` in the games that name their squares.
void GameFollower::find_by_file(const WrittenMove& move) {
    if (variant().setup.notation != Notation::Algebraic) return;
    const int to = number_of(move.to);
    for (std::uint16_t rank = 0; rank < 12; ++rank) {
        const int from = number_of(static_cast<std::uint16_t>(move.from + rank));
        if (from == 0) continue;
        for (const std::size_t index : follower_->between(from, to)) options_.push_back(index);
    }
}

// Leaves the moves that fit the squares between the ends best; those with the kind of sign that was written come first.
void GameFollower::narrow(const WrittenMove& move) {
    if (move.inner) {
        const std::vector<int> squares = squares_of(move.text);
        std::vector<move_text::Fit> fits;
        fits.reserve(options_.size());
        for (const std::size_t index : options_)
            fits.push_back(move_text::best_fit(variant(), squares, follower_->paths(index)));
        const move_text::Fit best = *std::ranges::max_element(fits);
        std::vector<std::size_t> kept;
        for (std::size_t i = 0; i < options_.size(); ++i)
            if (fits[i] == best) kept.push_back(options_[i]);
        options_ = std::move(kept);
    }
    std::ranges::stable_partition(options_,
                                  [&](std::size_t index) { return follower_->is_capture(index) == move.capture; });
}

void GameFollower::find(const WrittenMove& move) {
    options_.clear();
    if (move.by_file) return find_by_file(move);
    const int from = number_of(move.from);
    if (move.from != 0 && from == 0) return;
    const std::span<const std::size_t> found = follower_->between(from, number_of(move.to));
    options_.assign(found.begin(), found.end());
    if (options_.size() > 1) narrow(move);
}

void GameFollower::note_claim(std::size_t ply, FollowedGame& out) {
    const std::optional<Outcome> claim = follower_->claim();
    const std::optional<Reason> reason = claim ? std::optional(claim->reason) : std::nullopt;
    const bool fresh = reason && reason != last_claim_;  // most go on for many moves
    last_claim_ = reason;
    if (!fresh || out.notes.size() >= most_notes) return;
    out.notes.push_back(
        {.kind = RecordNote::Kind::DrawNotClaimed, .ply = ply, .text = outcome_text::describe(variant(), *claim)});
}

// To the last choice that has an option left, and on with that; the ply there.
std::size_t GameFollower::go_back(std::size_t ply, std::vector<Choice>& choices, FollowedGame& out, bool keep) {
    Choice& choice = choices.back();
    for (; ply > choice.ply; --ply) follower_->undo();
    counts_.resize(ply);
    const std::size_t index = choice.options[++choice.taken];
    if (keep) {
        out.moves.resize(ply);
        std::erase_if(out.notes, [&](const RecordNote& note) { return note.ply > ply; });
        out.moves.push_back(follower_->move(index));
        last_claim_.reset();
    }
    counts_.push_back(static_cast<std::uint8_t>(std::min<std::size_t>(follower_->moves(), 255)));
    follower_->play(index);
    return ply + 1;
}

bool GameFollower::follow(const WrittenGame& game, std::size_t ply, std::vector<Choice>& choices, FollowedGame& out,
                          bool keep) {
    std::vector<AnyMove> longest;
    for (; ply < game.moves.size(); --steps_) {
        find(game.moves[ply]);
        if (options_.empty()) {
            out.fitting = std::max(out.fitting, ply);
            while (!choices.empty() && choices.back().taken + 1 == choices.back().options.size()) choices.pop_back();
            if (choices.empty() || steps_ <= 0) {
                if (out.moves.size() < longest.size()) out.moves = std::move(longest);
                return false;
            }
            if (keep && out.moves.size() > longest.size()) longest = out.moves;
            ply = go_back(ply, choices, out, keep);
            continue;
        }
        const std::size_t index = options_.front();
        if (options_.size() > 1) choices.push_back({.ply = ply, .options = options_});
        if (keep) {
            note_claim(ply, out);
            out.moves.push_back(follower_->move(index));
        }
        counts_.push_back(static_cast<std::uint8_t>(std::min<std::size_t>(follower_->moves(), 255)));
        follower_->play(index);
        ++ply;
    }
    out.fitting = ply;
    return true;
}

// Where another capture would have let the rest be legal as well. The follower stands at the end and is not used after this.
void GameFollower::note_other_paths(const WrittenGame& game, std::vector<Choice>& choices, FollowedGame& out) {
    std::size_t ply = game.moves.size();
    for (; !choices.empty() && out.notes.size() < most_notes; choices.pop_back()) {
        const Choice& choice = choices.back();
        for (; ply > choice.ply; --ply) follower_->undo();
        std::string others;
        for (std::size_t i = choice.taken + 1; i < choice.options.size(); ++i) {
            const AnyMove other = follower_->move(choice.options[i]);
            follower_->play(choice.options[i]);
            FollowedGame rest;
            std::vector<Choice> later;
            // It stops where the first failure leaves no choice, or at the end: so many moves are taken back.
            counts_.resize(ply + 1);
            const bool fits = follow(game, ply + 1, later, rest, false);
            for (std::size_t back = counts_.size(); back > ply; --back) follower_->undo();
            counts_.resize(ply);
            if (!fits) continue;
            if (!others.empty()) others += ", ";
            others += move_text::write_full(variant(), other, variant().setup.notation);
        }
        if (!others.empty())
            out.notes.push_back(
                {.kind = RecordNote::Kind::PathNotCertain,
                 .ply = choice.ply,
                 .text = fmt::format("{} may also be {}", excerpt(game.moves[choice.ply].text), others)});
    }
    std::ranges::stable_sort(out.notes, {}, &RecordNote::ply);
}

FollowedGame GameFollower::run(const WrittenGame& game, bool keep) {
    FollowedGame out;
    steps_ = most_steps + static_cast<int>(game.moves.size());
    counts_.clear();
    last_claim_.reset();
    out.start = begin(game, out);
    if (!out.start) return out;
    if (keep) {
        out.first = follower_->start();
        out.moves.reserve(game.moves.size());
    }
    std::vector<Choice> choices;
    out.reached_end = follow(game, 0, choices, out, keep);
    for (const std::uint8_t count : counts_) out.choices += logarithm(count);
    if (!keep || !out.reached_end) return out;
    out.outcome = follower_->outcome();
    if (!choices.empty()) note_other_paths(game, choices, out);
    return out;
}

FollowedGame GameFollower::try_out(const WrittenGame& game) { return run(game, false); }

FollowedGame GameFollower::read(const WrittenGame& game) { return run(game, true); }

}  // namespace crownhead
