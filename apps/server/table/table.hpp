// Table: one game that pages play: its moves, who plays, clocks, ends, and what referee and computer have said. Plain and
// single-threaded: it neither thinks nor saves, and takes the time as a parameter.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "notation/pdn/pdn.hpp"
#include "protocol/refusal.hpp"
#include "protocol/requests.hpp"
#include "table/clock.hpp"
#include "table/game_tree.hpp"
#include "table/review.hpp"
#include "table/seats.hpp"
#include "table/stored.hpp"
#include "util/result.hpp"

namespace crownhead::server {

// How a game ended.
enum class EndKind : std::uint8_t { Rules, Resigned, Agreed, Time, Recorded };

struct TableEnd {
    EndKind kind = EndKind::Rules;
    std::optional<Side> winner{};
    std::string reason{};  // a word: no-move, resigned
    Message message{};
};

struct LogLine {
    bool computer = false;  // or the referee
    std::optional<Side> side{};
    std::optional<std::string> move{};  // that the message is about
    std::optional<Message> message{};
    int ply = 0;
};

enum class State : std::uint8_t { Waiting, Thinking, Paused, Over };

// 1-0 (White wins), 0-1, 1/2-1/2, *.
std::string result_text(const std::optional<TableEnd>& ended);

// Whether pieces are counted at the end of this game: then the best move is not only one that wins.
bool counts_pieces(const Variant& variant);

inline constexpr std::size_t most_note_bytes = 128U * 1024;  // of all notes of a game

class Table {
public:
    struct Setting {
        std::string id{};
        std::string name{};
        std::string created{};
        Seat black{};
        Seat white{};
        std::array<SeatKey, 2> keys{};  // by side
        std::optional<ClockSetting> clock{};
        std::string origin{};
        std::optional<Recording> recording{};  // of a game that was read from a PDN
    };

    // From where `game` stands at its start; its moves, if there are some, are played.
    Table(Setting setting, const Game& game);

    // ---- What it is

    const std::string& id() const { return setting_.id; }
    const Setting& setting() const { return setting_; }
    const Variant& variant() const { return tree_.variant(); }
    const Game& game() const { return tree_.game(); }
    const GameTree& tree() const { return tree_; }
    int node() const { return tree_.node(); }
    Side turn() const { return game().turn(); }
    const Seat& seat(Side side) const { return side == Side::Black ? setting_.black : setting_.white; }
    const SeatKey& key(Side side) const { return setting_.keys[seat_index(side)]; }
    const GameClock& clock() const { return clock_; }
    std::optional<TableEnd> end() const { return end_of(game(), node()); }
    std::optional<TableEnd> end_of(const Game& game, int node) const;  // where that game stands at that node
    // How the line ends that leads through where the game stands.
    struct LineEnd {
        int node = 0;
        std::optional<TableEnd> end{};
    };
    LineEnd line_end() const;
    State state() const;
    bool humans() const { return setting_.black.human() || setting_.white.human(); }
    bool computer_moves() const;    // a computer is to move, and the game goes on
    bool person_must_pass() const;  // and nothing else
    bool running() const { return running_; }
    int delay() const { return delay_; }
    int hints() const { return hints_; }
    int exact_shown() const { return exact_shown_; }
    std::optional<Side> draw_offer() const { return offer_; }
    std::optional<Side> take_back_asked() const { return take_back_; }
    const std::string& rematch() const { return rematch_; }  // the table where these players go on; empty: none
    const std::vector<LogLine>& log() const { return log_; }
    std::size_t log_begin() const { return log_begin_; }  // lines that were dropped before the first
    std::int64_t version() const { return version_; }
    const std::string& damage() const { return damage_; }  // what was lost of it on disk; empty: nothing
    std::uint64_t revision() const { return revision_; }   // changes with everything that belongs on disk

    // ---- Changing it. `now`: seconds of a clock that never goes back.

    using Done = std::expected<void, Refusal>;

    // A move of a person, from where the game stands or, as a variation, from another node.
    Done move(const MoveRequest& request, double now);
    // A move of a computer, or a pass that is forced. Requires that it is legal and the game is not over.
    Done play(std::size_t index, std::optional<Message> remark, double now);
    Done undo(double now);
    Done redo(double now);
    Done start(const PlayRequest& request, double now);
    void pause(double now);
    Done step(double now);
    Done resign(Side who, double now);
    // Of a person to a person: true if it is agreed now.
    std::expected<bool, Refusal> offer_draw(Side who, double now);
    void agree_draw(double now);
    // To before the last move of that side, if the other side agrees, by asking for the same: true if that is done now.
    std::expected<bool, Refusal> ask_take_back(Side who, double now);
    void decline(Side who);
    void set_rematch(std::string table) { rematch_ = std::move(table); }
    Done may_offer(Side who) const;
    void seat_players(const std::optional<Seat>& black, const std::optional<Seat>& white, double now);
    void rename(std::string name);
    void set_key(Side side, SeatKey key);
    void count_hint();
    void count_exact(int node);  // exact values of a node were shown while the game was on
    void say(bool computer, std::optional<Side> who, Message message, std::optional<std::string> move = {});
    std::int64_t bump_version() { return ++version_; }

    // ---- Notes, and changes of the tree that are no play (table/notes.cpp)

    Done annotate(const AnnotateRequest& request);
    // A move beside the game, which stays where it stands and goes on as before; gives its node.
    std::expected<int, Refusal> add_aside(const AddMoveRequest& request);
    Done promote(int node, double now);
    Done take_out(int node, double now);
    Done bring_back(int node);
    Json notes_json() const;

    // ---- For the pages

    void set_thinking(bool thinking, double now);
    bool is_thinking() const { return thinking_; }
    double thinking_since() const { return thinking_since_; }
    void set_present(Side side, bool present, double now);
    bool is_present(Side side) const { return present_[seat_index(side)]; }
    std::optional<Review>& review() { return review_; }
    void keep_review() { touch(); }  // it goes to the disk with the game
    const std::optional<Review>& review() const { return review_; }

    // ---- Clocks: they run while a page has the game open, it is not over and not held. At the start they wait for who was
    // invited.

    void resume_clocks(double now);
    void stop_clocks(double now);
    std::optional<double> time_left(Side who, double now) const;
    // When the flag of the side to move falls, if a clock runs.
    std::optional<double> flag_falls() const { return clock_.flag_falls(turn()); }
    bool check_flag(double now);  // true if a flag has fallen and the game is over
    // The computer waits before it thinks, so that people can follow; that is not on its clock.
    void hold(bool held, double now);

    // ---- Disk and text

    static Result<std::unique_ptr<Table>> restore(const StoredGame& stored);
    // Without `changed`, and with those moves alone that have a number above `known`.
    StoredGame stored(int known = 0) const;
    pdn::Game to_pdn() const;  // with all variations
    // Takes the comments, glyphs and variations of a PDN whose main line was played. What cannot be played of a variation
    // is kept as a comment. Refused if there is more than a game may have.
    Done add_notes(const pdn::Game& source);
    // Of a game that was recorded elsewhere: its end, where the rules do not give one.
    void keep_result(std::optional<Side> winner);
    void keep_recording(Recording recording) { setting_.recording = std::move(recording); }

private:
    void touch() { ++revision_; }
    void kept() {
        touch();
        setting_.origin.clear();  // from now on it is a game of its own
    }
    void go(int node);
    void set_end(EndKind kind, std::optional<Side> winner);
    void drop_offers();
    // The node of the last position before this one in which a person had to decide: one of `who`, if given.
    std::optional<int> last_decision(std::optional<Side> who) const;
    TableEnd special_end(EndKind kind, std::optional<Side> winner) const;
    void settle_clock(double now) { clock_.settle(turn(), now); }
    void run_clock(double now);
    bool waits_for_player() const;  // who was invited and has not come yet
    bool person_decides() const;
    void moved(Side mover, double now);
    void arrived(bool running, double now);
    void announce_end();
    void announce_move(const Node& node);
    void add_to_log(LogLine line);
    static std::expected<std::size_t, Refusal> find_move(const Game& game, std::string_view text);
    static AnyMove written_path(const Game& game, std::size_t index, std::string_view text);
    void leave_line(int node, double now);
    Done may_change_line() const;
    std::size_t note_bytes() const;
    void take_notes(int node, const pdn::Move& move, bool first);
    void add_comment(int node, std::string comment);
    bool goes_on(int node) const;  // with moves that are part of the game
    std::string stored_notes() const;
    void restore_notes(std::string_view text);
    struct Adding {
        int last = 0;            // node where the game ends
        std::size_t budget = 0;  // moves: the same ones over and over make no nodes, but take time
    };
    Done add_variation(const std::vector<pdn::Move>& moves, int parent, int beside, Adding& adding);
    void write_recording(pdn::Game& game) const;
    std::vector<pdn::Move> pdn_line(int first) const;
    pdn::Move pdn_move(int node) const;

    Setting setting_{};
    GameTree tree_;
    GameClock clock_;
    std::map<int, TableEnd> ends_;  // by node, those that do not follow from the rules
    int hints_ = 0;
    int exact_shown_ = 0;
    std::vector<int> exact_nodes_;   // that were counted
    bool running_ = true;            // computers move by themselves
    bool one_step_ = false;          // ... once
    bool held_ = false;              // ... in a moment
    int delay_ = 400;                // milliseconds
    std::optional<Side> offer_;      // who has offered a draw
    std::optional<Side> take_back_;  // who has asked for a move back
    std::string rematch_;
    bool watched_ = false;           // a page has it open
    std::array<bool, 2> present_{};  // a page that is connected holds the seat
    bool thinking_ = false;
    double thinking_since_ = 0;
    std::optional<Review> review_;
    std::vector<LogLine> log_;
    std::size_t log_begin_ = 0;
    std::int64_t version_ = 1;
    std::uint64_t revision_ = 0;
    std::string damage_;
};

}  // namespace crownhead::server
