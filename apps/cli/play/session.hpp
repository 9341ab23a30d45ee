// A game in the terminal: shows the position, reads a move or command, lets the computer answer.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common.hpp"
#include "notation/course_log.hpp"
#include "notation/outcome_text.hpp"
#include "play/prompt.hpp"
#include "players/player.hpp"
#include "solve/oracle.hpp"

namespace crownhead::cli {

class PlaySession {
public:
    PlaySession(OpenedPosition position, Sides people, std::array<std::unique_ptr<Player>, 2> computers);
    void run();

private:
    const Variant& variant() const { return game_->variant(); }
    Side turn() const { return game_->turn(); }
    std::string_view name(Side side) const { return side_name(variant(), side); }
    bool is_over() const { return resigned_ || game_->outcome(); }
    bool must_pass() const { return game_->legal().size() == 1 && game_->legal().front().is_pass(); }
    bool person_decides() const { return people_.contains(turn()) && !must_pass() && !game_->outcome(); }

    // session.cpp
    void play(std::size_t index);
    void computer_moves();
    void show_board();
    void show_turn();
    void announce_end();
    std::string listing(std::size_t longest) const;

    // commands.cpp
    void read_command();
    void obey(const std::string& line);
    bool is_square_name(std::string_view word) const;
    void move(const std::string& text);
    void list_moves() const;
    void undo();
    void redo();
    void show_again();
    void rules() const;
    void help() const;
    void resign();
    void begin_again();
    std::vector<course_log::LogMove> log_moves() const;
    course_log::LogGame whole_log() const;
    std::string log_text() const;
    void save(const std::string& path, bool replace);

    std::unique_ptr<Game> game_;
    Notation notation_;
    Sides people_;
    std::array<std::unique_ptr<Player>, 2> computers_;  // by side; nobody where a person plays
    std::shared_ptr<solve::SharedSolution> solution_ = std::make_shared<solve::SharedSolution>();
    std::optional<Side> resigned_;
    std::string saved_;       // the file that this session may replace
    bool shown_ = false;      // the position now on the board has been shown
    bool announced_ = false;  // so has the last move
    bool welcomed_ = false;
    bool leaving_ = false;
};

}  // namespace crownhead::cli
