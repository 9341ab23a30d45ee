// WrittenGame: a game as somebody wrote it down, made ready to be tried under any rules. Signs between squares are hints; whether
// a move captures, and which of two captures was meant, follows from the position and from the moves behind it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "game/any_move.hpp"
#include "game/outcome.hpp"
#include "game/placement.hpp"
#include "notation/pdn/pdn.hpp"
#include "rules/variant.hpp"
#include "runtime/follower.hpp"
#include "util/result.hpp"

namespace crownhead {

struct WrittenMove {
    std::uint16_t from = 0;  // a number, or named_square + 16 file + rank, both from 0; 0: a pass
    std::uint16_t to = 0;
    bool capture = false;  // by its sign
    bool inner = false;    // there are squares between the first and the last
    bool by_file = false;  // `ab4`: `from` has a file only
    std::string_view text{};
};

inline constexpr std::uint16_t named_square = 0x100;

// Refers to the text of the game that it was made of.
struct WrittenGame {
    std::vector<WrittenMove> moves{};   // up to the first that is not known
    std::string_view position{};        // the FEN; empty: the start of the game
    std::optional<Side> first{};        // who begins, where the GameType says it
    std::size_t item = 0;               // of pdn::Game::moves that the first move is
    std::optional<std::size_t> stop{};  // the item that is no move: an unknown one, a position in the middle
    bool names = false;                 // squares by name occur
    int highest = 0;                    // the highest number of a square
};

WrittenGame written_game(const pdn::Game& game);

// What is worth knowing about a game that was read, besides its moves.
struct RecordNote {
    enum class Kind : std::uint8_t {
        DrawNotClaimed,  // the game went on although a draw could be claimed
        PathNotCertain,  // the text fits several captures, and so does what follows; one was taken
        CannotArise,     // the first position cannot arise in play
    };
    Kind kind = Kind::DrawNotClaimed;
    std::size_t ply = 0;  // moves before it
    std::string text{};

    friend bool operator==(const RecordNote&, const RecordNote&) = default;
};

// What became of a game under the rules of one variant.
struct FollowedGame {
    Result<void> start{};       // why the first position is refused
    bool reached_end = false;   // every move fits
    std::size_t fitting = 0;    // moves that fit, from the first on
    double choices = 0;         // sum of the logarithms of the numbers of legal moves
    bool other_begins = false;  // it fits only if the other side begins
    Placement first{};          // and the rest only where it was asked for
    std::vector<AnyMove> moves{};
    std::vector<RecordNote> notes{};
    std::optional<Outcome> outcome{};
};

// Follows games of one variant.
class GameFollower {
public:
    explicit GameFollower(const Variant& variant);

    const Variant& variant() const { return follower_->variant(); }
    // Only whether it can be played.
    FollowedGame try_out(const WrittenGame& game);
    // With its moves and what is worth noting about them.
    FollowedGame read(const WrittenGame& game);

private:
    // Several moves fit a text; what follows decides.
    struct Choice {
        std::size_t ply = 0;
        std::vector<std::size_t> options{};  // in the order in which they are tried
        std::size_t taken = 0;
    };

    Result<void> begin(const WrittenGame& game, FollowedGame& out);
    int number_of(std::uint16_t square) const;
    std::vector<int> squares_of(std::string_view text) const;
    void find(const WrittenMove& move);
    void narrow(const WrittenMove& move);
    void find_by_file(const WrittenMove& move);
    bool follow(const WrittenGame& game, std::size_t ply, std::vector<Choice>& choices, FollowedGame& out, bool keep);
    std::size_t go_back(std::size_t ply, std::vector<Choice>& choices, FollowedGame& out, bool keep);
    void note_other_paths(const WrittenGame& game, std::vector<Choice>& choices, FollowedGame& out);
    void note_claim(std::size_t ply, FollowedGame& out);
    FollowedGame run(const WrittenGame& game, bool keep);

    std::unique_ptr<Follower> follower_;
    std::array<std::uint8_t, 256> names_{};  // the number of a named square; 0: none
    std::vector<std::size_t> options_{};     // of the move that was looked for last
    std::vector<std::uint8_t> counts_{};     // of legal moves, by ply
    int steps_ = 0;                          // back and forth, until one of several captures is taken as it comes
    std::optional<Reason> last_claim_{};     // in the position before
};

}  // namespace crownhead
