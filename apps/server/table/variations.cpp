// PDN with variations, from and to a Table. The main line leads through where the game stands, then where redo would go.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "match/game_record.hpp"
#include "notation/message_text.hpp"
#include "table/table.hpp"
#include "table/texts.hpp"

namespace crownhead::server {

namespace {

// What was left to the side that has moved.
std::string clock_comment(double left) {
    const auto seconds = static_cast<std::int64_t>(std::max(0.0, std::floor(left)));
    return fmt::format("[%clk {}:{:02}:{:02}]", seconds / 3600, seconds / 60 % 60, seconds % 60);
}

void put_tag(pdn::Game& game, std::string_view name, std::string_view value) {
    const auto found = std::ranges::find(game.tags, name, &pdn::Tag::name);
    if (found != game.tags.end())
        found->value = value;
    else
        game.tags.push_back({std::string(name), std::string(value)});
}

// A line that cannot be played, as a comment.
std::string unplayable(std::vector<pdn::Move> moves, int ply) {
    pdn::Game rest{.moves = std::move(moves), .first_ply = ply};
    std::string text = pdn::write(rest);
    text = text.substr(0, text.rfind('*'));
    while (text.ends_with(' ') || text.ends_with('\n')) text.pop_back();
    std::ranges::replace(text, '\n', ' ');
    std::ranges::replace(text, '{', '(');
    std::ranges::replace(text, '}', ')');
    return fmt::format("({})", text);
}

}  // namespace

bool Table::goes_on(int node) const {
    if (ends_.contains(node) || tree_.at(node).children.empty()) return false;
    return tree_.at(tree_.preferred_child(node)).rank != rank_beyond;
}

pdn::Move Table::pdn_move(int node) const {
    const Node& at = tree_.at(node);
    pdn::Move move{.text = at.text};
    move.nags = at.nags;
    move.before = at.before;
    move.after = at.after;
    if (at.before.empty() && at.after.empty() && !at.comment.empty()) move.after.push_back(at.comment);
    if (setting_.clock) move.after.insert(move.after.begin(), clock_comment(at.left[seat_index(at.side)]));
    if (at.remark) move.after.push_back(message_text::write(*at.remark, variant()));
    return move;
}

std::vector<pdn::Move> Table::pdn_line(int first) const {
    std::vector<pdn::Move> line{pdn_move(first)};
    for (int n = first; !tree_.at(n).children.empty();) {
        if (!goes_on(n)) {
            // What was tried after the end is no part of the game: it stands beside the last move, which is repeated.
            for (const int child : tree_.at(n).children) {
                std::vector<pdn::Move> tried = pdn_line(child);
                tried.insert(tried.begin(), {.text = tree_.at(n).text});
                line.back().variations.push_back(std::move(tried));
            }
            break;
        }
        const int next = tree_.preferred_child(n);
        line.push_back(pdn_move(next));
        for (const int other : tree_.at(n).children)
            if (other != next) line.back().variations.push_back(pdn_line(other));
        n = next;
    }
    return line;
}

// The tags and the result as they were read, but for what has changed since.
void Table::write_recording(pdn::Game& game) const {
    const Recording& kept = *setting_.recording;
    const std::vector<pdn::Tag> now = std::move(game.tags);
    game.tags = kept.tags;
    const auto value = [](const std::vector<pdn::Tag>& tags, std::string_view name) {
        const auto found = std::ranges::find(tags, name, &pdn::Tag::name);
        return found == tags.end() ? std::string() : found->value;
    };
    for (const std::string_view name : {"Event", "White", "Black"})
        if (as_name(value(now, name)) != as_name(value(kept.tags, name))) put_tag(game, name, value(now, name));
    if (result_text(line_end().end) == kept.result)
        game.result = kept.token;
    else
        put_tag(game, "Result", game.result);
    if (pdn::named_variant(game) != &variant()) put_tag(game, "Game", variant().name);
    // Where only the side differs that begins, the moves say it again.
    Placement usual = new_game(variant())->start();
    if (!game.moves.empty()) usual.turn = this->game().start().turn;
    if (!pdn::tag(game, "FEN") && this->game().start() != usual)
        for (const std::string_view name : {"SetUp", "FEN"}) put_tag(game, name, value(now, name));
    if (!game.moves.empty()) game.first_ply = kept.first_ply;
}

pdn::Game Table::to_pdn() const {
    GameRecord record{.variant = &variant(), .start = game().start()};
    const auto player = [&](Side side) {
        if (!seat(side).human()) return seat(side).player;
        return seat(side).name.empty() ? std::string("?") : seat(side).name;
    };
    if (!setting_.name.empty()) set_tag(record, "Event", setting_.name);
    std::string date = setting_.created.substr(0, 10);
    std::ranges::replace(date, '-', '.');
    set_tag(record, "Date", date);
    set_tag(record, "White", player(Side::White));
    set_tag(record, "Black", player(Side::Black));
    const std::optional<TableEnd> ended = line_end().end;
    record.finished = ended.has_value();
    if (ended) record.winner = ended->winner;
    pdn::Game game = crownhead::to_pdn(record);
    const Node& start = tree_.at(0);
    std::vector<std::string> comments = start.after;
    if (comments.empty() && !start.comment.empty()) comments.push_back(start.comment);
    if (const int first = tree_.preferred_child(0); first != 0) {
        game.moves = pdn_line(first);
        for (const int other : start.children)
            if (other != first) game.moves.front().variations.push_back(pdn_line(other));
        std::vector<std::string>& before = game.moves.front().before;
        before.insert(before.begin(), comments.begin(), comments.end());
        game.first_ply = record.start.turn == variant().setup.first ? 0 : 1;
    } else {
        game.comments = std::move(comments);
    }
    if (setting_.recording) write_recording(game);
    return game;
}

// `beside`: the move that the line was given instead of.
Table::Done Table::add_variation(const std::vector<pdn::Move>& moves, int parent, int beside, Adding& adding) {
    int node = parent;
    for (std::size_t i = 0; i < moves.size(); ++i) {
        if (tree_.is_full() || adding.budget == 0) return std::unexpected(too_many({"refusal.too-many-nodes"}));
        --adding.budget;
        tree_.go(node);
        tree_.play_on();
        const auto index = moves[i].kind == pdn::Kind::Move ? find_move(tree_.game(), moves[i].text)
                                                            : std::unexpected(illegal({"refusal.no-such-move"}));
        if (!index) {
            const auto first = moves.begin() + static_cast<std::ptrdiff_t>(i);
            add_comment(i == 0 ? beside : node, unplayable({first, moves.end()}, tree_.at(node).ply));
            return {};
        }
        const AnyMove mv = written_path(tree_.game(), *index, moves[i].text);
        const std::size_t before = tree_.nodes().size();
        const bool alone = tree_.at(node).children.empty();
        tree_.add(*index, mv, std::nullopt);
        const int next = tree_.node();
        if (tree_.nodes().size() > before && (!alone || node == adding.last))
            tree_.set_place(next, alone ? rank_beyond : 1, false);
        take_notes(next, moves[i], false);
        for (const std::vector<pdn::Move>& variation : moves[i].variations)
            if (Done added = add_variation(variation, node, next, adding); !added) return added;
        node = next;
    }
    return {};
}

Table::Done Table::add_notes(const pdn::Game& source) {
    const std::vector<int> played = tree_.path_to(node());
    const std::size_t from = !source.moves.empty() && source.moves.front().kind == pdn::Kind::Setup ? 1 : 0;
    // What stands at the position that was set up is about the start.
    if (from == 1) take_notes(0, source.moves.front(), false);
    const int here = node();
    Adding adding{.last = here, .budget = 2 * most_nodes};
    for (std::size_t i = 0; i < played.size() && from + i < source.moves.size(); ++i) {
        const pdn::Move& move = source.moves[from + i];
        take_notes(played[i], move, i == 0 && from == 0);
        for (const std::vector<pdn::Move>& variation : move.variations)
            if (Done added = add_variation(variation, tree_.at(played[i]).parent, played[i], adding); !added)
                return added;
        tree_.go(here);
    }
    if (!source.comments.empty()) tree_.set_comments(0, {}, source.comments);
    tree_.go(here);
    if (note_bytes() > most_note_bytes) return std::unexpected(too_many({"refusal.too-many-notes"}));
    touch();
    return {};
}

}  // namespace crownhead::server
