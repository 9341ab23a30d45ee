// What can be typed during a game.
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include "notation/fen.hpp"
#include "notation/move_text.hpp"
#include "notation/rules_text.hpp"
#include "play/session.hpp"
#include "rules/variants.hpp"
#include "util/parse.hpp"

namespace crownhead::cli {

namespace {

constexpr auto command_words = std::to_array<std::string_view>(
    {"moves", "undo", "redo", "board", "fen", "log", "save", "save!", "rules", "help", "resign", "new", "quit"});

constexpr std::string_view help_text = R"(a move        from and to, as in {}; the whole path if it is needed
moves         the legal moves
undo, redo    take back your move and the answer; play them again
board         show the board again
fen           the position as one line of text
log           the moves so far, as a course log
save FILE     write that log to a file (save! FILE replaces a file)
rules         the rules of this game in short
resign        give up
new           begin again
quit          end the program
)";

// "11 15" means 11-15.
std::string with_signs(const std::string& text) {
    if (text.find_first_of("-xX:") != std::string::npos) return text;
    std::string joined;
    for (const std::string_view square : split(text, " \t")) append(joined, square, "-");
    return joined;
}

}  // namespace

void PlaySession::read_command() {
    const std::optional<std::string> line = ask(is_over() ? "Over> " : fmt::format("{}> ", name(turn())));
    if (!line) {
        print("The input has ended; goodbye.\n");
        leaving_ = true;
    } else if (!line->empty()) {
        obey(*line);
    }
}

void PlaySession::obey(const std::string& line) {
    const std::size_t end = std::min(line.find_first_of(" \t"), line.size());
    const std::string word = lowered(std::string_view(line).substr(0, end));
    const std::string_view rest = trimmed(std::string_view(line).substr(end));
    if (word == "save" || word == "save!") return save(std::string(rest), word == "save!");
    if (is_digit(word.front()) || word == "pass" || is_square_name(word)) return move(line);
    if (!rest.empty() && std::ranges::find(command_words, word) != command_words.end())
        return print("{} stands alone: leave out '{}'.\n", word, excerpt(rest));
    if (word == "moves" || word == "m") return list_moves();
    if (word == "undo" || word == "u") return undo();
    if (word == "redo") return redo();
    if (word == "board") return show_again();
    if (word == "fen") return print("{}\n", fen::write(variant(), game_->placement(), notation_));
    if (word == "log") return print("{}", log_text());
    if (word == "rules") return rules();
    if (word == "help" || word == "h" || word == "?") return help();
    if (word == "resign") return resign();
    if (word == "new") return begin_again();
    if (word == "quit" || word == "q" || word == "exit") {
        leaving_ = true;
        return print("Goodbye.\n");
    }
    const auto near = nearest(word, command_words);
    print("'{}' is neither a move nor a command{}; type help.\n", excerpt(word),
          near ? fmt::format(" (did you mean {}?)", *near) : "");
}

bool PlaySession::is_square_name(std::string_view word) const {
    return variant().setup.notation == Notation::Algebraic && word.size() > 1 && is_letter(word[0]) &&
           is_digit(word[1]);
}

void PlaySession::move(const std::string& text) {
    if (is_over()) return print("The game is over; undo, new or quit.\n");
    const Result<std::size_t> index = read_move(*game_, with_signs(text));
    if (!index) return print("{}.\n", index.error().message);
    play(*index);
}

void PlaySession::list_moves() const {
    if (is_over()) return print("There are none: the game is over.\n");
    print("{}\n", listing(std::numeric_limits<std::size_t>::max()));
}

// Back to the last position in which a person had a choice.
void PlaySession::undo() {
    if (resigned_) {
        resigned_.reset();
        shown_ = false;
        return print("{} plays on.\n", name(turn()));
    }
    std::size_t taken = 0;
    while (game_->undo()) {
        ++taken;
        if (!person_decides()) continue;
        shown_ = false;
        return;
    }
    while (taken-- > 0) game_->redo();
    print("There is nothing to take back.\n");
}

void PlaySession::redo() {
    if (resigned_ || !game_->redo()) return print("Nothing was taken back.\n");
    while (!person_decides() && game_->redo()) continue;
    shown_ = false;
}

void PlaySession::show_again() {
    shown_ = false;  // the turn is shown again by itself
    if (is_over()) show_board();
}

void PlaySession::rules() const {
    const Variant& v = variant();
    print("{}, {}: {}\n", v.title, board_name(v), v.summary);
    print("{} pieces a side; {} (o) at the top, {} (x) at the bottom; {} begins.\n", v.pieces_per_side(),
          name(Side::Black), name(Side::White), name(v.setup.first));
    for (const std::string& sentence : rules_text::sentences(v)) print("{}\n", sentence);
}

void PlaySession::help() const {
    const std::string anywhere = notation_ == Notation::Algebraic ? "c3-d4" : "11-15";
    print(help_text, is_over() ? anywhere : move_text::write(variant(), game_->legal(), 0, notation_));
}

void PlaySession::resign() {
    if (is_over()) return print("The game is over already.\n");
    resigned_ = turn();
    shown_ = false;
}

void PlaySession::begin_again() {
    while (game_->undo()) continue;
    resigned_.reset();
    shown_ = false;
    print("A new game.\n");
}

std::vector<course_log::LogMove> PlaySession::log_moves() const {
    std::vector<course_log::LogMove> list;
    Side side = game_->start().turn;
    for (const AnyMove& mv : game_->played()) {
        list.push_back({.player = side, .move = mv});
        side = !side;
    }
    return list;
}

course_log::LogGame PlaySession::whole_log() const {
    std::optional<Side> winner;
    if (resigned_)
        winner = !*resigned_;
    else if (const std::optional<Outcome> outcome = game_->outcome())
        winner = outcome->winner;
    const Placement placement = game_->placement();
    return {.size = variant().size(),
            .moves = log_moves(),
            .left1 = placement.pieces(Side::Black),
            .left2 = placement.pieces(Side::White),
            .winner = winner};
}

// A game that goes on has no result yet.
std::string PlaySession::log_text() const {
    if (is_over()) return course_log::write(whole_log());
    std::string text = fmt::format("{}\n", variant().size());
    for (const course_log::LogMove& mv : log_moves()) text += course_log::move_line(mv.player, mv.move) + '\n';
    return text;
}

void PlaySession::save(const std::string& path, bool replace) {
    if (path.empty()) return print("save where? For example: save game.log\n");
    struct stat info{};
    const bool exists = stat(path.c_str(), &info) == 0;
    if (exists && !replace && path != saved_) return print("{} exists; save! {} replaces it.\n", path, path);
    if (const Result<void> done = write_file(path, course_log::write(whole_log())); !done)
        return print("{}.\n", done.error().message);
    saved_ = path;
    print("Saved {} move{} to {}.\n", game_->played().size(), game_->played().size() == 1 ? "" : "s", path);
    if (resigned_)
        print("A log cannot say that {} resigned, so validate will say that the game was not over.\n",
              name(*resigned_));
    else if (!is_over())
        print("The game is not over. A log has no word for that: it says d, a draw, and validate will object.\n");
    if (fen::write(variant(), game_->start()) != fen::write(variant(), new_game(variant())->start()))
        print("A log cannot say that the game began with a set-up position, so validate will object.\n");
}

}  // namespace crownhead::cli
