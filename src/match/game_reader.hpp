// GameReader: reads the games of a PDN file by the rules. Files from other people rarely say which game they are of; then every
// game of the file is tried under all games that its squares allow, and the one that explains the file best is taken.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "match/game_record.hpp"
#include "match/written_game.hpp"
#include "notation/pdn/pdn.hpp"
#include "rules/variant.hpp"

namespace crownhead {

// Which game a file is of, as far as its games do not say it.
struct Recognised {
    const Variant* variant = nullptr;
    double confidence = 0;          // that it is this one, 0 to 1
    std::size_t games = 0;          // that do not say what they are
    std::size_t explained = 0;      // of these, games that can be played to their end
    const Variant* next = nullptr;  // the second best; may be none
};

class GameReader {
public:
    // `chosen` is what games are of whose tags do not say it; null: that is found out.
    explicit GameReader(const Variant* chosen);

    // Takes a game of the file into account. All of them should be seen before the first is read.
    void look_at(const pdn::Game& game);
    // Nothing if every game says what it is, or a game was chosen, or nothing can be said.
    std::optional<Recognised> recognised() const;

    // By the game that the tags name, or the chosen one, or that of the file, or where only another one explains it, by that.
    // Only the moves of the game itself are played, not its variations.
    Replay read(const pdn::Game& game);

private:
    // A game that the file may be of, for all games that have the same moves.
    struct Candidate {
        const Variant* variant = nullptr;   // the likeliest of them
        const Variant* lettered = nullptr;  // the likeliest that names its squares; may be none
        double evidence = 0;                // against the leader, which has 0
        std::size_t explained = 0;
        std::size_t turned = 0;  // of these, games in which the other side begins
    };
    struct Tried {
        bool played = false;  // to its end
        double fitting = 0;   // share of the moves
        double choices = 0;   // logarithm of the number of games that could have been played instead
        double against = 0;   // what else speaks against it
        bool turned = false;  // the other side begins
    };

    GameFollower& follower_of(const Variant& variant);
    Tried try_candidate(Candidate& candidate, const WrittenGame& game, bool count);
    void race(const WrittenGame& game);
    std::size_t best_candidate() const;
    static const Variant* variant_of(const Candidate& candidate, bool by_name);
    const Variant* explains_alone(const WrittenGame& game, const Variant* except);
    Replay read_as(const Variant& variant, const pdn::Game& game, const WrittenGame& written, bool* turned = nullptr);

    const Variant* chosen_;
    std::vector<std::unique_ptr<GameFollower>> followers_{};  // by the place in the list of variants; made when needed
    std::vector<Candidate> candidates_{};                     // likely ones first
    std::size_t leader_ = 0;
    std::size_t unnamed_ = 0;  // games
    bool letters_ = false;     // squares by name occur in the file
};

// "czech: 298 of 298 games, confidence 99.9 %, then russian", for people.
std::string describe(const Recognised& recognised);

}  // namespace crownhead
