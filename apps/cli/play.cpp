// crownhead play: a game in the terminal. It reads lines and writes text, so that a program can drive it as well as a
// person.
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <limits>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "commands.hpp"
#include "notation/course_log.hpp"
#include "notation/diagram.hpp"
#include "notation/fen.hpp"
#include "notation/message_text.hpp"
#include "notation/move_text.hpp"
#include "notation/outcome_text.hpp"
#include "notation/rules_text.hpp"
#include "players/catalogue.hpp"
#include "rules/variants.hpp"
#include "util/parse.hpp"

namespace crownhead::cli {

namespace {

struct PlayOptions {
    std::string game;  // asked for when empty, like side and opponent
    std::string side;
    std::string opponent;
    std::string seed;  // drawn when empty
    std::optional<std::string> fen;
};

constexpr std::size_t listed_captures = 8;
constexpr std::size_t longest_line = 65536;
constexpr auto watching_pause = std::chrono::milliseconds(400);

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

std::string lowered(std::string_view text) {
    std::string result(text);
    std::ranges::transform(result, result.begin(), lower);
    return result;
}

char symbol(Side side) { return side == Side::Black ? 'o' : 'x'; }

// One line of standard input. Nothing at its end, and for something so long that it is no typing.
std::optional<std::string> read_line() {
    std::string line;
    for (int c = std::getchar(); c != '\n'; c = std::getchar()) {
        if (c == EOF && line.empty()) return std::nullopt;
        if (c == EOF) break;
        if (line.size() == longest_line) return std::nullopt;
        line += static_cast<char>(c);
    }
    return line;
}

// Asks on standard output and reads the answer, without spaces around it. What a program sends is shown behind the
// prompt, so that the output reads like a session at a terminal. Nothing at the end of input.
std::optional<std::string> ask(std::string_view prompt) {
    write_out(prompt);
    flush_out();
    const std::optional<std::string> line = read_line();
    if (!line) {
        write_out("\n");
        return std::nullopt;
    }
    const std::string answer(trimmed(*line));
    if (!in_is_terminal()) print("{}\n", excerpt(answer, 200));
    return answer;
}

// The user wants to leave before the game has begun.
struct Leave {};

std::string ask_or_leave(std::string_view prompt) {
    const std::optional<std::string> answer = ask(prompt);
    if (!answer || lowered(*answer) == "quit" || lowered(*answer) == "q") throw Leave();
    return *answer;
}

// A number from 1 to `highest`.
std::optional<std::size_t> as_number(std::string_view text, std::size_t highest) {
    Cursor in(text);
    const Result<int> number = in.number();
    if (!number || !in.at_end() || *number < 1 || static_cast<std::size_t>(*number) > highest) return std::nullopt;
    return static_cast<std::size_t>(*number);
}

// Which sides are played by people here.
struct Sides {
    bool black = false;
    bool white = false;

    bool contains(Side side) const { return side == Side::Black ? black : white; }
    bool both() const { return black && white; }
    bool none() const { return !black && !white; }
};

std::optional<Sides> read_sides(const Variant& v, std::string_view text) {
    const std::string word = lowered(text);
    const auto only = [](Side side) { return Sides{.black = side == Side::Black, .white = side == Side::White}; };
    if (word == "black" || word == "b") return only(Side::Black);
    if (word == "white" || word == "w") return only(Side::White);
    if (word == "1") return only(v.setup.first);
    if (word == "2") return only(!v.setup.first);
    if (word == "both") return Sides{.black = true, .white = true};
    if (word == "none" || word == "watch") return Sides{};
    return std::nullopt;
}

std::string ask_game() {
    print("Which game?\n\n");
    for (std::size_t i = 0; i < variants.size(); ++i)
        print("{:4}  {:13}  {:5}  {}\n", i + 1, variants[i].name, board_name(variants[i]), variants[i].title);
    write_out("\n");
    for (;;) {
        const std::string answer = ask_or_leave(fmt::format("Number or name (Enter: {}): ", variants.front().name));
        if (answer.empty()) return std::string(variants.front().name);
        if (is_digit(answer.front())) {
            if (const auto number = as_number(answer, variants.size())) return std::string(variants[*number - 1].name);
            print("There is no game {}: expected 1..{} or a name.\n", excerpt(answer), variants.size());
            continue;
        }
        const Result<const Variant*> found = find_variant(lowered(answer));
        if (found) return std::string((*found)->name);
        print("{}\n", found.error().message);
    }
}

Sides ask_sides(const Variant& v, Side turn) {
    print("Which side do you play?\n\n");
    for (const int i : {1, 2}) {
        const Side side = i == 1 ? v.setup.first : !v.setup.first;
        print("   {}     {} ({}, {}){}\n", i, side_name(v, side), symbol(side), side == Side::Black ? "top" : "bottom",
              side == turn ? ", moves first" : "");
    }
    print("   both  two people here\n   none  watch the computer play itself\n\n");
    for (;;) {
        const std::string answer = ask_or_leave("Side (Enter: 1): ");
        if (const auto sides = read_sides(v, answer.empty() ? "1" : answer)) return *sides;
        print("'{}' is no side: expected 1, 2, both or none.\n", excerpt(answer));
    }
}

std::string_view strategy_help(const Strategy& strategy) {
    return message_text::sentence(fmt::format("strategy.{}", strategy.name)).value_or("");
}

std::string ask_opponent(const Game& game) {
    std::vector<const Strategy*> all(strategies().begin(), strategies().end());
    std::erase_if(all, [&](const Strategy* one) { return !one->plays(game.variant()); });
    print("Who plays against you?\n\n");
    for (std::size_t i = 0; i < all.size(); ++i)
        print("{:4}  {:10}  {}\n", i + 1, all[i]->name, strategy_help(*all[i]));
    write_out("\n");
    for (;;) {
        std::string answer = ask_or_leave(fmt::format("Number or name (Enter: {}): ", all.front()->name));
        if (answer.empty()) return std::string(all.front()->name);
        if (const auto number = as_number(answer, all.size())) answer = all[*number - 1]->name;
        const Result<std::unique_ptr<Player>> player = make_player(answer, 0);
        if (!player) {
            print("{}.\n", player.error().message);
            continue;
        }
        const auto ready = (*player)->begin(game, {});
        if (ready) return answer;
        print("{}\n", message_text::write_sentence(ready.error(), game.variant()));
    }
}

// The board with its square numbers beside it; a board with square names has these in its margins.
std::string board_text(const Variant& v, const Placement& placement, Notation notation) {
    const std::string diagram = diagram::write_numbered(v, placement, notation);
    if (notation == Notation::Algebraic) return diagram;
    std::string text;
    int row = 0;
    for (const std::string_view line : split(diagram, "\n")) {
        text += fmt::format("{}   ", line);
        std::string numbers;
        for (int column = 0; column < v.size(); ++column) {
            const int number = number_of_cell(v.setup, v.size(), {row, column});
            numbers += number == 0 ? "   " : fmt::format("{:3}", number);
        }
        text += numbers.substr(0, numbers.find_last_not_of(' ') + 1) + '\n';
        ++row;
    }
    return text;
}

class Session {
public:
    Session(OpenedPosition position, Sides people, std::array<std::unique_ptr<Player>, 2> computers)
        : game_(std::move(position.game)),
          notation_(position.notation),
          people_(people),
          computers_(std::move(computers)) {}

    void run() {
        print("\n{}, {}. {}\n", variant().title, board_name(variant()), variant().summary);
        while (!leaving_) {
            if (is_over()) {
                announce_end();
                read_command();
            } else if (must_pass()) {
                print("\n{} cannot move and passes.\n", name(turn()));
                play(0);
                announced_ = true;
            } else if (!people_.contains(turn())) {
                computer_moves();
            } else {
                show_turn();
                read_command();
            }
        }
    }

private:
    const Variant& variant() const { return game_->variant(); }
    Side turn() const { return game_->turn(); }
    std::string_view name(Side side) const { return side_name(variant(), side); }
    bool is_over() const { return resigned_ || game_->outcome(); }
    bool must_pass() const { return game_->legal().size() == 1 && game_->legal().front().is_pass(); }
    bool person_decides() const { return people_.contains(turn()) && !must_pass() && !game_->outcome(); }

    void play(std::size_t index) {
        game_->play(index);
        shown_ = false;
    }

    void computer_moves() {
        if (people_.none()) {
            show_board();
            if (in_is_terminal() && out_is_terminal()) {
                flush_out();
                std::this_thread::sleep_for(watching_pause);
            }
        }
        const Side side = turn();
        Player& player = *computers_[side == Side::Black ? 0 : 1];
        if (in_is_terminal() && out_is_terminal()) print("\n{} ({}) is thinking ...\n", name(side), player.name());
        flush_out();
        const Choice choice = player.choose(*game_, {});
        if (choice.forfeit) {
            print("\n{} ({}) cannot move: {}\n", name(side), player.name(),
                  message_text::write(*choice.forfeit, variant()));
            resigned_ = side;
            return;
        }
        print("\n{} ({}) plays {}{}{}\n", name(side), player.name(),
              move_text::write_full(variant(), game_->legal()[choice.index], notation_), choice.remark ? ": " : "",
              choice.remark ? message_text::write(*choice.remark, variant()) : "");
        play(choice.index);
        announced_ = true;
    }

    void show_board() {
        print("\n{}", board_text(variant(), game_->placement(), notation_));
        shown_ = true;
    }

    void show_turn() {
        if (shown_) return;
        show_board();
        print("\n");
        if (!announced_ && !game_->played().empty())
            print("Last move: {} {}. ", name(!turn()),
                  move_text::write_full(variant(), game_->played().back(), notation_));
        announced_ = false;
        print("{} ({}) to move.\n", name(turn()), symbol(turn()));
        if (variant().move.obligation != Obligation::Free && game_->legal().front().is_capture())
            print("You must capture: {}.\n", listing(listed_captures));
        if (!welcomed_)
            print("Type a move, such as {}, or help.\n", move_text::write(variant(), game_->legal(), 0, notation_));
        welcomed_ = true;
    }

    std::string listing(std::size_t longest) const {
        std::string text;
        const std::vector<std::size_t> order = in_order(game_->legal());
        for (const std::size_t i : std::span(order).first(std::min(order.size(), longest)))
            append(text, move_text::write(variant(), game_->legal(), i, notation_));
        if (order.size() > longest) text += fmt::format(" and {} more", order.size() - longest);
        return text;
    }

    void announce_end() {
        if (shown_) return;
        show_board();
        print("\n");
        if (resigned_)
            print("The game is over: {} resigns, {} wins.\n", name(*resigned_), name(!*resigned_));
        else
            print("The game is over: {}.\n", outcome_text::describe(variant(), *game_->outcome()));
        print("{}new begins again, log and save FILE keep the moves, quit ends.\n",
              people_.none() ? "" : "undo takes back, ");
    }

    void read_command() {
        const std::optional<std::string> line = ask(is_over() ? "Over> " : fmt::format("{}> ", name(turn())));
        if (!line) {
            print("The input has ended; goodbye.\n");
            leaving_ = true;
        } else if (!line->empty()) {
            obey(*line);
        }
    }

    void obey(const std::string& line) {
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

    bool is_square_name(std::string_view word) const {
        return variant().setup.notation == Notation::Algebraic && word.size() > 1 && is_letter(word[0]) &&
               is_digit(word[1]);
    }

    void move(const std::string& text) {
        if (is_over()) return print("The game is over; undo, new or quit.\n");
        const Result<std::size_t> index = read_move(*game_, with_signs(text));
        if (!index) return print("{}.\n", index.error().message);
        play(*index);
    }

    // "11 15" means 11-15.
    static std::string with_signs(const std::string& text) {
        if (text.find_first_of("-xX:") != std::string::npos) return text;
        std::string joined;
        for (const std::string_view square : split(text, " \t")) append(joined, square, "-");
        return joined;
    }

    void list_moves() const {
        if (is_over()) return print("There are none: the game is over.\n");
        print("{}\n", listing(std::numeric_limits<std::size_t>::max()));
    }

    // Back to the last position in which a person had a choice.
    void undo() {
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

    void redo() {
        if (resigned_ || !game_->redo()) return print("Nothing was taken back.\n");
        while (!person_decides() && game_->redo()) continue;
        shown_ = false;
    }

    void show_again() {
        shown_ = false;  // the turn is shown again by itself
        if (is_over()) show_board();
    }

    void rules() const {
        const Variant& v = variant();
        print("{}, {}: {}\n", v.title, board_name(v), v.summary);
        print("{} pieces a side; {} (o) at the top, {} (x) at the bottom; {} begins.\n", v.pieces_per_side(),
              name(Side::Black), name(Side::White), name(v.setup.first));
        for (const std::string& sentence : rules_text::sentences(v)) print("{}\n", sentence);
    }

    void help() const {
        const std::string anywhere = notation_ == Notation::Algebraic ? "c3-d4" : "11-15";
        print(help_text, is_over() ? anywhere : move_text::write(variant(), game_->legal(), 0, notation_));
    }

    void resign() {
        if (is_over()) return print("The game is over already.\n");
        resigned_ = turn();
        shown_ = false;
    }

    void begin_again() {
        while (game_->undo()) continue;
        resigned_.reset();
        shown_ = false;
        print("A new game.\n");
    }

    std::vector<course_log::LogMove> log_moves() const {
        std::vector<course_log::LogMove> list;
        Side side = game_->start().turn;
        for (const AnyMove& mv : game_->played()) {
            list.push_back({.player = side, .move = mv});
            side = !side;
        }
        return list;
    }

    course_log::LogGame whole_log() const {
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
    std::string log_text() const {
        if (is_over()) return course_log::write(whole_log());
        std::string text = fmt::format("{}\n", variant().size());
        for (const course_log::LogMove& mv : log_moves()) text += course_log::move_line(mv.player, mv.move) + '\n';
        return text;
    }

    void save(const std::string& path, bool replace) {
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

    std::unique_ptr<Game> game_;
    Notation notation_;
    Sides people_;
    std::array<std::unique_ptr<Player>, 2> computers_;  // by side; nobody where a person plays
    std::optional<Side> resigned_;
    std::string saved_;       // the file that this session may replace
    bool shown_ = false;      // the position now on the board has been shown
    bool announced_ = false;  // so has the last move
    bool welcomed_ = false;
    bool leaving_ = false;
};

// If the game is known by then, they get ready for it.
std::array<std::unique_ptr<Player>, 2> make_computers(Sides people, const std::string& opponent, std::uint64_t seed,
                                                      const Game* game) {
    std::array<std::unique_ptr<Player>, 2> computers;
    for (const Side side : {Side::Black, Side::White}) {
        if (people.contains(side)) continue;
        Result<std::unique_ptr<Player>> player = make_player(opponent, seed++);
        if (!player) refuse(fmt::format("--opponent: {}", player.error().message));
        if (game != nullptr)
            if (const auto ready = (*player)->begin(*game, {}); !ready)
                refuse(fmt::format("--opponent: {}", message_text::write(ready.error(), game->variant())));
        computers[side == Side::Black ? 0 : 1] = std::move(*player);
    }
    return computers;
}

std::vector<std::string_view> opponent_names() {
    std::vector<std::string_view> names;
    for (const Strategy* const strategy : strategies()) names.push_back(strategy->name);
    return names;
}

int play(const PlayOptions& options) {
    // What was given is checked before anything is asked.
    std::uint64_t seed = std::random_device()();
    if (!options.seed.empty())
        seed = read_number(options.seed, "--seed", 0, std::numeric_limits<std::uint64_t>::max() - 1);
    if (!options.opponent.empty()) make_computers({}, options.opponent, seed, nullptr);
    if (!options.side.empty() && !read_sides(variants.front(), options.side))
        refuse(fmt::format("--side {}: expected black, white, both or none", excerpt(options.side)));
    try {
        const std::string name = options.game.empty() ? ask_game() : options.game;
        OpenedPosition position = open_position({.game = name, .fen = options.fen});
        const Variant& v = position.game->variant();
        const Sides people = options.side.empty() ? ask_sides(v, position.game->turn()) : *read_sides(v, options.side);
        std::string opponent = options.opponent;
        if (opponent.empty() && !people.both()) opponent = ask_opponent(*position.game);
        std::array<std::unique_ptr<Player>, 2> computers = make_computers(people, opponent, seed, position.game.get());
        if (!people.both()) print("{}: {}, seed {}\n", people.none() ? "Players" : "Opponent", opponent, seed);
        Session(std::move(position), people, std::move(computers)).run();
    } catch (const Leave&) {
        print("Goodbye.\n");
    }
    return exit_done;
}

}  // namespace

void add_play(CommandLine& line) {
    const auto options = std::make_shared<PlayOptions>();
    Command command = line.add("play", "Play a game in the terminal",
                               "What is not given is asked for. In the game, help lists the commands.\n\n"
                               "Examples:\n"
                               "  crownhead play\n"
                               "  crownhead play suicide-6 --side white --opponent random --seed 7\n"
                               "  crownhead play mini --side both",
                               [options] { return play(*options); });
    command.game(options->game, Needed::No);
    command.option("--side", "SIDE", options->side, "Yours: black, white, both (two people here) or none (watch)");
    std::string opponents;
    for (const std::string_view name : opponent_names()) append(opponents, name);
    command.option("--opponent", "NAME", options->opponent, fmt::format("Who plays the other side: {}", opponents));
    command.option("--seed", "N", options->seed, "The same seed, the same game");
    command.option("--fen", "FEN", options->fen, "Begin with this position");
}

}  // namespace crownhead::cli
