// Table: one game that pages play: the tree of its moves with where it stands, who plays, clocks, what judge and computer
// have said. Plain and single-threaded: it neither thinks nor saves, and it is told what time it is.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "game/any_move.hpp"
#include "messages.hpp"
#include "notation/pdn/pdn.hpp"
#include "review.hpp"
#include "runtime/endgames.hpp"
#include "runtime/game.hpp"
#include "solve/oracle.hpp"
#include "util/result.hpp"

namespace crownhead::server {

// ---- What is kept of a game on disk

struct StoredMove {
    int id = 0;          // counted from 1
    int parent = 0;      // 0: the start
    std::string move{};  // as in a course log: the squares and what was captured
    std::string remark{};
    std::array<double, 2> left{};  // seconds on the clocks after it, by side

    friend bool operator==(const StoredMove&, const StoredMove&) = default;
};

// An end that does not follow from the rules: resigned, agreed, time, recorded.
struct StoredEnd {
    int node = 0;
    std::optional<Side> winner{};
    std::string reason{};

    friend bool operator==(const StoredEnd&, const StoredEnd&) = default;
};

struct StoredGame {
    std::string id{};
    std::string name{};
    std::string game{};
    std::string created{};  // 2026-11-15T10:00:00Z
    std::string changed{};
    Seat black{};
    Seat white{};
    std::string fen{};     // of the start; empty: the usual one
    std::string origin{};  // "run/ID/cell/number" until it is changed; such games are not listed
    int node = 0;
    std::string result = "*";  // at that node: 1-0 (White wins), 0-1, 1/2-1/2
    int plies = 0;             // to that node
    std::int64_t version = 0;
    int hints = 0;
    bool running = false;
    int delay = 400;
    std::optional<ClockSetting> clock{};
    std::array<double, 2> left{};  // on the clocks now
    std::vector<StoredEnd> ends{};
    std::vector<StoredMove> moves{};

    friend bool operator==(const StoredGame&, const StoredGame&) = default;
};

// ---- A game on the air

struct TableEnd {
    std::optional<Side> winner{};
    std::string reason{};
    std::string text{};
};

struct LogLine {
    bool computer = false;  // or the judge
    std::optional<Side> side{};
    std::string text{};
    int ply = 0;
};

struct Node {
    int id = 0;
    int parent = -1;
    int ply = 0;
    AnyMove move{};  // to get here; not of node 0
    std::string text{};
    std::string board{};
    Side side = Side::Black;  // that made the move
    std::string remark{};
    std::array<double, 2> left{};
    std::vector<int> children{};
    int visited = 0;  // the child where redo goes; 0: none
};

enum class State : std::uint8_t { Waiting, Thinking, Paused, Over };

// Whether pieces are counted at the end of this game: then the best move is not only one that wins.
bool counts_pieces(const Variant& variant);

class Table {
public:
    struct Setting {
        std::string id{};
        std::string name{};
        std::string created{};
        Seat black{};
        Seat white{};
        std::optional<ClockSetting> clock{};
        std::string origin{};
    };

    // A fresh game from where `game` stands at its start; its moves, if there are some, are played.
    Table(Setting setting, const Game& game);
    static Result<std::unique_ptr<Table>> restore(const StoredGame& stored);

    // ---- Looking at it

    const std::string& id() const { return setting_.id; }
    const std::string& name() const { return setting_.name; }
    const Setting& setting() const { return setting_; }
    const Variant& variant() const { return game_->variant(); }
    const Game& game() const { return *game_; }
    const Seat& seat(Side side) const { return side == Side::Black ? setting_.black : setting_.white; }
    const std::vector<Node>& nodes() const { return nodes_; }  // by id; the first is the start
    int node() const { return node_; }
    std::optional<TableEnd> end() const;  // at this node
    // How the line ends that leads through this node; looking back at a game does not make it unfinished.
    struct LineEnd {
        int node = 0;
        std::optional<TableEnd> end{};
    };
    LineEnd line_end() const;
    std::vector<int> path_to(int node) const;  // the nodes of the moves that lead there
    std::unique_ptr<Game> game_at(int node) const;
    bool humans() const { return setting_.black.human() || setting_.white.human(); }
    bool must_pass() const;
    // A computer is to move, the game goes on and nobody holds it.
    bool computer_moves() const;
    // A person has no choice but to pass.
    bool judge_passes() const;
    bool running() const { return running_; }
    int delay() const { return delay_; }
    int hints() const { return hints_; }
    std::optional<Side> draw_offer() const { return offer_; }
    std::int64_t version() const { return version_; }

    // ---- Changing it. `now`: seconds of a clock that never goes back. A Refusal says why not.

    using Done = std::expected<void, Refusal>;

    // A move of a person.
    Done move(const MoveRequest& request, double now);
    // A move of a computer, or a pass that is forced. Requires that it is legal and the game is not over.
    Done play(std::size_t index, std::string remark, double now);
    Done undo(double now);
    Done redo(double now);
    Done go(int node, double now);
    Done start(std::optional<int> delay, double now);  // the request `play`
    void pause(double now);
    Done step(double now);
    Done resign(Side who, double now);
    // Of a person to a person: true if it is agreed now.
    std::expected<bool, Refusal> offer_draw(Side who, double now);
    void agree_draw(double now);
    Done may_offer(Side who) const;
    void seat_players(const std::optional<Seat>& black, const std::optional<Seat>& white, double now);
    void rename(std::string name) {
        setting_.name = std::move(name);
        setting_.origin.clear();
    }
    void count_hint() { ++hints_; }
    void say(bool computer, std::optional<Side> who, std::string text);
    // What is known of the endgames of this game, for the pages.
    void know(std::shared_ptr<const Endgames> endgames) { endgames_ = std::move(endgames); }

    // ---- Exact values, as the pages see them

    // Whether an oracle could say more of this position than is known.
    bool is_open_question() const;
    // What an oracle has said of the position at this node; nothing: that it would take too long.
    void settle(int node, std::optional<solve::Answer> answer) { settled_[node] = std::move(answer); }
    std::optional<solve::Answer> settled(int node) const;
    void set_working(bool working) { working_ = working; }
    std::optional<Review>& review() { return review_; }

    // ---- Thinking, as the pages see it

    void set_thinking(bool thinking, double now);
    bool is_thinking() const { return thinking_; }
    double thinking_since() const { return thinking_since_; }

    // ---- Clocks: they run while a page has the game open, it is not over and not held.

    void resume_clocks(double now);
    void stop_clocks(double now);
    std::optional<double> time_left(Side who, double now) const;
    // When the flag of the side to move falls; nothing if no clock runs.
    std::optional<double> flag_falls() const;
    // True if a flag has fallen and the game is over.
    bool check_flag(double now);
    // The computer waits with its thinking, so that people can follow; that is not on its clock.
    void hold(bool held, double now);

    // ---- For pages and disk

    State state() const;
    Json whole(double now) const;
    // What has changed since the last call as an event, which gets a version; null if nothing has.
    Json changes(double now);

    // Without `changed`, and with those moves alone that have a number above `known`.
    StoredGame stored(int known = 0) const;

    // The game with all its variations.
    pdn::Game to_pdn() const;

    // Adds moves of a PDN as variations; those that cannot be played are left out.
    void add_variations(const std::vector<pdn::Move>& moves);

    // Of a game that was recorded elsewhere: its end, where the rules do not give one.
    void keep_result(std::optional<Side> winner);

private:
    Table() = default;

    solve::Answer known() const;                                       // of this position, by files and oracle
    std::optional<TableEnd> end_of(const Game& game, int node) const;  // where that game stands at that node

    Side turn() const { return game_->turn(); }
    std::string_view side(Side s) const;
    void place_at(int node);
    void add_node(std::size_t index, const AnyMove& mv, std::string remark);
    void settle_clock(double now);
    void run_clock(double now);
    bool person_decides() const;
    bool is_leaf() const { return nodes_[static_cast<std::size_t>(node_)].children.empty(); }
    Node& at(int node) { return nodes_[static_cast<std::size_t>(node)]; }
    const Node& at(int node) const { return nodes_[static_cast<std::size_t>(node)]; }
    void set_end(TableEnd ended);
    void moved(double now);
    void arrived(bool running, double now);
    void announce_end();
    std::string words_of(const Node& node) const;
    Result<std::size_t> read_move(std::string_view text) const;
    void add_line(const std::vector<pdn::Move>& moves, std::size_t from, int parent, int depth, std::size_t& budget);
    std::vector<pdn::Move> pdn_line(int first) const;
    pdn::Move pdn_move(int node) const;
    std::string end_text(const std::string& reason, std::optional<Side> winner) const;
    Json fields(double now) const;
    Json clock_json(double now) const;
    Json node_json(const Node& node) const;
    Json line_json(const LogLine& line) const;

    Setting setting_{};
    std::unique_ptr<Game> game_;  // at node_
    std::vector<Node> nodes_;
    int node_ = 0;
    std::map<int, TableEnd> ends_;  // by node, those that do not follow from the rules
    int hints_ = 0;
    bool running_ = true;    // computers move by themselves
    bool one_step_ = false;  // ... once
    bool held_ = false;      // ... in a moment
    int delay_ = 400;
    std::optional<Side> offer_;  // who has offered a draw
    std::array<double, 2> left_{};
    std::optional<double> clock_since_;  // when the clock of the side to move was started
    bool watched_ = false;               // a page has it open
    bool thinking_ = false;
    double thinking_since_ = 0;
    std::shared_ptr<const Endgames> endgames_;
    std::map<int, std::optional<solve::Answer>> settled_;  // by node
    bool working_ = false;                                 // an oracle is asked about this position
    std::optional<Review> review_;
    std::vector<LogLine> log_;
    std::size_t log_begin_ = 0;  // how many lines were dropped before the first
    std::int64_t version_ = 1;

    Json sent_;  // the fields as the pages know them
    std::size_t sent_nodes_ = 0;
    std::size_t sent_lines_ = 0;
};

}  // namespace crownhead::server
