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

int GameTree::child_with(int node, const AnyMove& mv) const {
    for (const int child : at(node).children)
        if (same_effect(at(child).move, mv)) return child;
    return 0;
}

int GameTree::add_aside(int node, std::size_t index, const AnyMove& mv) {
    if (const int child = child_with(node, mv); child != 0) return child;
    const int here = node_;
    // Where redo goes is not changed by looking elsewhere.
    std::vector<int> visited;
    std::vector<int> path = path_to(node);
    path.insert(path.begin(), 0);
    visited.reserve(path.size());
    for (const int n : path) visited.push_back(at(n).visited);
    go(node);
    add(index, mv, std::nullopt);
    const int added = node_;
    if (at(node).children.size() > 1) node_at(added).rank = 1;
    go(here);
    for (std::size_t i = 0; i < path.size(); ++i) node_at(path[i]).visited = visited[i];
    for (const int n : path_to(here)) node_at(at(n).parent).visited = n;
    return added;
}

void GameTree::set_note(int node, std::string comment, std::vector<int> nags) {
    Node& one = node_at(node);
    if (comment != one.comment) {
        one.before.clear();
        one.after.clear();
    }
    one.comment = std::move(comment);
    one.nags = std::move(nags);
}

void GameTree::set_comments(int node, std::vector<std::string> before, std::vector<std::string> after) {
    Node& one = node_at(node);
    one.comment.clear();
    for (const std::vector<std::string>* const comments : {&before, &after})
        for (const std::string& comment : *comments) one.comment += (one.comment.empty() ? "" : " ") + comment;
    const bool several = before.size() + after.size() > 1 || !before.empty();
    one.before = several ? std::move(before) : std::vector<std::string>();
    one.after = several ? std::move(after) : std::vector<std::string>();
}

void GameTree::promote(int node) {
    Node& parent = node_at(at(node).parent);
    int first = 0;
    for (const int child : parent.children) first = std::min(first, at(child).rank);
    node_at(node).rank = first - 1;
    std::ranges::sort(parent.children, {}, [&](int child) { return std::pair(at(child).rank, child); });
    parent.visited = node;
}

void GameTree::take_out(int node) {
    Node& parent = node_at(at(node).parent);
    std::erase(parent.children, node);
    if (parent.visited == node) parent.visited = 0;
    mark_gone(node);
}

void GameTree::mark_gone(int node) {
    std::vector<int> below{node};
    while (!below.empty()) {
        Node& one = node_at(below.back());
        below.pop_back();
        one.gone = node;
        below.insert(below.end(), one.children.begin(), one.children.end());
    }
}

bool GameTree::bring_back(int node) {
    if (node <= 0 || node >= static_cast<int>(nodes_.size()) || at(node).gone != node || !has(at(node).parent))
        return false;
    // It may have been played again meanwhile.
    if (child_with(at(node).parent, at(node).move) != 0) return false;
    for (Node& one : nodes_)
        if (one.gone == node) one.gone = 0;
    std::vector<int>& children = node_at(at(node).parent).children;
    children.push_back(node);
    std::ranges::sort(children, {}, [&](int child) { return std::pair(at(child).rank, child); });
    if (children.front() == node) node_at(at(node).parent).visited = node;
    for (const int n : path_to(node_)) node_at(at(n).parent).visited = n;
    return true;
}

void GameTree::set_place(int node, int rank, bool gone) {
    node_at(node).rank = rank;
    node_at(node).gone = gone ? node : 0;
}

void GameTree::arrange() {
    for (Node& node : nodes_) std::erase_if(node.children, [&](int child) { return at(child).gone == child; });
    for (const Node& node : nodes_)
        if (node.gone == node.id && node.id > 0) mark_gone(node.id);
    for (Node& node : nodes_) {
        std::ranges::sort(node.children, {}, [&](int child) { return std::pair(at(child).rank, child); });
        if (node.children.empty() || at(node.children.front()).rank != 0) {
            node.visited = node.children.empty() ? 0 : node.children.front();
            continue;
        }
        // The last one that was played.
        for (const int child : node.children)
            if (at(child).rank == 0) node.visited = child;
    }
    go(node_);
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
