// Scores for the side to move. Evaluations are far from the scores of won and lost games, which
// say in how many plies the game ends.
#pragma once

namespace crownhead::score {

inline constexpr int infinite = 1'000'000'000;
inline constexpr int won = 900'000'000;       // won now; won in n plies is won - n
inline constexpr int decided = won - 10'000;  // at least this: the game is decided
// Won by the endgame files, which do not say in how many plies: this much, less the plies until the files know it.
inline constexpr int known_win = 100'000;
// A draw where the files say that the game is won: worse than anything that may still win, whatever its evaluation.
inline constexpr int missed_win = known_win / 2;

constexpr int win(int ply) { return won - ply; }
constexpr int loss(int ply) { return -won + ply; }
constexpr bool is_decided(int score) { return score >= decided || score <= -decided; }
constexpr bool is_known(int score) { return !is_decided(score) && (score > missed_win || score < -missed_win); }
// Scores that count plies: the table keeps them relative to its position.
constexpr bool is_distance(int score) { return is_decided(score) || is_known(score); }

}  // namespace crownhead::score
