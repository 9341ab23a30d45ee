#include "play/session.hpp"

#include <algorithm>
#include <chrono>
#include <span>
#include <thread>
#include <utility>
#include <vector>

#include "notation/message_text.hpp"
#include "notation/move_text.hpp"
#include "notation/outcome_text.hpp"
#include "play/drawing.hpp"
#include "rules/variants.hpp"

namespace crownhead::cli {

namespace {
constexpr std::size_t listed_captures = 8;
constexpr auto watching_pause = std::chrono::milliseconds(400);
}  // namespace

PlaySession::PlaySession(OpenedPosition position, Sides people, std::array<std::unique_ptr<Player>, 2> computers)
    : game_(std::move(position.game)),
      notation_(position.notation),
      people_(people),
      computers_(std::move(computers)) {}

void PlaySession::run() {
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

void PlaySession::play(std::size_t index) {
    game_->play(index);
    shown_ = false;
}

void PlaySession::computer_moves() {
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
    const Choice choice = player.choose(*game_, {.solution = solution_});
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

void PlaySession::show_board() {
    print("\n{}", numbered_board(variant(), game_->placement(), notation_));
    shown_ = true;
}

void PlaySession::show_turn() {
    if (shown_) return;
    show_board();
    print("\n");
    if (!announced_ && !game_->played().empty())
        print("Last move: {} {}. ", name(!turn()), move_text::write_full(variant(), game_->played().back(), notation_));
    announced_ = false;
    print("{} ({}) to move.\n", name(turn()), symbol(turn()));
    if (variant().move.obligation != Obligation::Free && game_->legal().front().is_capture())
        print("You must capture: {}.\n", listing(listed_captures));
    if (!welcomed_)
        print("Type a move, such as {}, or help.\n", move_text::write(variant(), game_->legal(), 0, notation_));
    welcomed_ = true;
}

std::string PlaySession::listing(std::size_t longest) const {
    std::string text;
    const std::vector<std::size_t> order = in_order(game_->legal());
    for (const std::size_t i : std::span(order).first(std::min(order.size(), longest)))
        append(text, move_text::write(variant(), game_->legal(), i, notation_));
    if (order.size() > longest) text += fmt::format(" and {} more", order.size() - longest);
    return text;
}

void PlaySession::announce_end() {
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

}  // namespace crownhead::cli
