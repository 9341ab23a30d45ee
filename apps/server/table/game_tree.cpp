#include "table/game_tree.hpp"

#include <algorithm>
#include <utility>

#include "match/game_record.hpp"
#include "notation/move_text.hpp"
#include "protocol/json.hpp"
#include "util/assert.hpp"

namespace crownhead::server {

std::unique_ptr<Game> replayed(const Variant& variant, const Placement& start, const std::vector<AnyMove>& moves) {
    std::unique_ptr<Game> game = new_game(variant);
    [[maybe_unused]] const Result<void> set = game->set(start, Strictness::Anything);
    CH_ASSERT(set.has_value());
    for (const AnyMove& mv : moves) {
        game->play_on();
        const std::optional<std::size_t> index = find_path(*game, mv);
        CH_ASSERT(index.has_value());
        game->play(index.value_or(0));
    }
    return game;
}

GameTree::GameTree(const Game& game) : game_(replayed(game.variant(), game.start(), {})) {
    nodes_.push_back({.board = board_text(game_->placement())});
}

int GameTree::preferred_child(int node) const {
    if (at(node).visited != 0) return at(node).visited;
    return at(node).children.empty() ? 0 : at(node).children.front();
}

std::vector<int> GameTree::path_to(int node) const {
    std::vector<int> path;
    for (int n = node; n > 0; n = at(n).parent) path.push_back(n);
    std::ranges::reverse(path);
    return path;
}

std::vector<AnyMove> GameTree::moves_to(int node) const {
    std::vector<AnyMove> moves;
    for (const int n : path_to(node)) moves.push_back(at(n).move);
    return moves;
}

std::unique_ptr<Game> GameTree::game_at(int node) const { return replayed(variant(), game_->start(), moves_to(node)); }

void GameTree::go(int node) {
    const std::vector<int> from = path_to(node_);
    const std::vector<int> to = path_to(node);
    const auto common = static_cast<std::size_t>(std::ranges::mismatch(from, to).in1 - from.begin());
    for (std::size_t i = common; i < from.size(); ++i) game_->undo();
    for (std::size_t i = common; i < to.size(); ++i) {
        game_->play_on();
        const std::optional<std::size_t> index = find_path(*game_, at(to[i]).move);
        CH_ASSERT(index.has_value());
        game_->play(index.value_or(0));
    }
    if (!at(node).children.empty()) game_->play_on();
    for (const int n : to) node_at(at(n).parent).visited = n;
    node_ = node;
}

void GameTree::add(std::size_t index, const AnyMove& mv, std::optional<Message> remark) {
    for (const int child : current().children)
        if (same_effect(at(child).move, mv)) return go(child);
    Node fresh{.id = static_cast<int>(nodes_.size()),
               .parent = node_,
               .ply = current().ply + 1,
               .move = mv,
               .text = move_text::write(variant(), game_->legal(), index, variant().setup.notation),
               .side = game_->turn(),
               .remark = std::move(remark)};
    game_->play(index);
    fresh.board = board_text(game_->placement());
    node_at(node_).children.push_back(fresh.id);
    node_at(node_).visited = fresh.id;
    node_ = fresh.id;
    nodes_.push_back(std::move(fresh));
}

}  // namespace crownhead::server
