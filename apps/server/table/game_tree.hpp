// GameTree: the moves of a game with their variations, and the position where the game stands.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "game/any_move.hpp"
#include "runtime/game.hpp"
#include "util/message.hpp"

namespace crownhead::server {

inline constexpr std::size_t most_nodes = 2000;  // of one game with its variations: half a megabyte for the page

inline constexpr int rank_beyond = 2;

struct Node {
    int id = 0;
    int parent = -1;
    int ply = 0;
    AnyMove move{};  // to get here; not of node 0
    std::string text{};
    std::string board{};
    Side side = Side::Black;  // that made the move
    std::optional<Message> remark{};
    std::array<double, 2> left{};  // seconds on the clocks, by side
    std::vector<int> children{};
    int visited = 0;        // the child where redo goes; 0: none
    std::string comment{};  // of people: all of them in one text
    // Those of a PDN, where there are several or some before the move; otherwise empty.
    std::vector<std::string> before{};
    std::vector<std::string> after{};
    std::vector<int> nags{};  // numeric annotation glyphs of PDN: 1 is !, 2 is ?
    // Among its siblings: 0 played, 1 added beside the game, 2 (rank_beyond) what a variation adds where a recorded game
    // stopped, below 0 put first.
    int rank = 0;
    int gone = 0;  // taken out together with this node; 0: it is there
};

class GameTree {
public:
    // The start of `game`, without its moves.
    explicit GameTree(const Game& game);
    GameTree(const GameTree& other) : game_(other.game_->clone()), nodes_(other.nodes_), node_(other.node_) {}
    GameTree& operator=(const GameTree&) = delete;
    ~GameTree() = default;

    const Variant& variant() const { return game_->variant(); }
    const Game& game() const { return *game_; }                // where it stands
    const std::vector<Node>& nodes() const { return nodes_; }  // by id; the first is the start
    const Node& at(int node) const { return nodes_[static_cast<std::size_t>(node)]; }
    const Node& current() const { return at(node_); }
    int node() const { return node_; }
    bool has(int node) const { return node >= 0 && node < static_cast<int>(nodes_.size()) && at(node).gone == 0; }
    bool is_leaf() const { return current().children.empty(); }
    bool is_full() const { return nodes_.size() >= most_nodes; }
    int next() const { return current().visited; }  // where redo goes; 0: nowhere
    int preferred_child(int node) const;            // the one that was visited, else the first; 0: none
    std::vector<int> path_to(int node) const;       // the nodes of the moves that lead there
    std::vector<AnyMove> moves_to(int node) const;
    std::unique_ptr<Game> game_at(int node) const;

    void go(int node);
    // A record may go on where a draw could have been claimed; nothing happens where there is none.
    void play_on() { game_->play_on(); }
    // Plays a legal move, whichever way it is carried out. A move that was played here before is the same node.
    void add(std::size_t index, const AnyMove& mv, std::optional<Message> remark);
    // The same beside the game, which stays where it stands; gives the node.
    int add_aside(int node, std::size_t index, const AnyMove& mv);
    int child_with(int node, const AnyMove& mv) const;  // 0: none
    // Comments that are the same as before stay several.
    void set_note(int node, std::string comment, std::vector<int> nags);
    void set_comments(int node, std::vector<std::string> before, std::vector<std::string> after);
    void set_nags(int node, std::vector<int> nags) { node_at(node).nags = std::move(nags); }
    void promote(int node);  // before its siblings
    // With all that follows. The game must not stand there.
    void take_out(int node);
    bool bring_back(int node);  // false: it was not taken out
    void set_place(int node, int rank, bool gone);
    void arrange();  // after set_place(): the children in their order, and where redo goes
    void set_left(int node, const std::array<double, 2>& left) { node_at(node).left = left; }

private:
    void mark_gone(int node);  // with all that follows
    Node& node_at(int node) { return nodes_[static_cast<std::size_t>(node)]; }

    std::unique_ptr<Game> game_;  // at node_
    std::vector<Node> nodes_;
    int node_ = 0;
};

// The same game from its start along these moves.
std::unique_ptr<Game> replayed(const Variant& variant, const Placement& start, const std::vector<AnyMove>& moves);

}  // namespace crownhead::server
