// PDN with variations, from and to a Table. The main line leads through where the game stands, then where redo would go.
#include <algorithm>

#include "match/game_record.hpp"
#include "notation/message_text.hpp"
#include "table/table.hpp"

namespace crownhead::server {

pdn::Move Table::pdn_move(int node) const {
    const Node& at = tree_.at(node);
    pdn::Move move{.text = at.text};
    move.nags = at.nags;
    if (!at.comment.empty()) move.after.push_back(at.comment);
    if (at.remark) move.after.push_back(message_text::write(*at.remark, variant()));
    return move;
}

std::vector<pdn::Move> Table::pdn_line(int first) const {
    std::vector<pdn::Move> line{pdn_move(first)};
    for (int n = first; !tree_.at(n).children.empty();) {
        if (ends_.contains(n)) {
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
    if (const int first = tree_.preferred_child(0); first != 0) {
        game.moves = pdn_line(first);
        for (const int other : tree_.at(0).children)
            if (other != first) game.moves.front().variations.push_back(pdn_line(other));
        if (!tree_.at(0).comment.empty()) game.moves.front().before.push_back(tree_.at(0).comment);
        game.first_ply = record.start.turn == variant().setup.first ? 0 : 1;
    }
    return game;
}

void Table::add_line(const std::vector<pdn::Move>& moves, std::size_t from, int parent, int depth,
                     std::size_t& budget) {
    constexpr int deepest = 64;
    int node = parent;
    for (std::size_t i = from; i < moves.size() && !tree_.is_full(); ++i) {
        if (moves[i].kind != pdn::Kind::Move || budget == 0) return;
        --budget;
        tree_.go(node);
        const std::expected<std::size_t, Refusal> index = find_move(tree_.game(), moves[i].text);
        if (!index) return;
        const AnyMove mv = tree_.game().legal()[*index];
        const std::size_t before = tree_.nodes().size();
        tree_.add(*index, mv, std::nullopt);
        const int next = tree_.node();
        if (depth > 0 && i == 0 && tree_.nodes().size() > before) tree_.set_place(next, 1, false);
        take_notes(next, moves[i], depth == 0 && i == from);
        if (depth < deepest)
            for (const std::vector<pdn::Move>& variation : moves[i].variations)
                add_line(variation, 0, node, depth + 1, budget);
        node = next;
    }
}

void Table::add_variations(const std::vector<pdn::Move>& moves) {
    const int here = node();
    const std::size_t from = !moves.empty() && moves.front().kind == pdn::Kind::Setup ? 1 : 0;
    std::size_t budget = 2 * most_nodes;  // the same moves over and over make no nodes, but take time
    add_line(moves, from, 0, 0, budget);
    tree_.go(here);
    touch();
}

}  // namespace crownhead::server
