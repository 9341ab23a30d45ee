// One whole game out of the library.
#include "service/library_queries.hpp"
#include "util/printable.hpp"

namespace crownhead::server {

namespace {

std::optional<Side> winner_of(const std::string& word) {
    if (word == "black") return Side::Black;
    if (word == "white") return Side::White;
    return std::nullopt;
}

}  // namespace

std::optional<StoredGame> LibraryQueries::load(const std::string& id) {
    SQLite::Statement get(db_,
                          "SELECT name, game, created, changed, black, white, black_name, white_name, fen, "
                          "origin, node, result, plies, version, hints, "
                          "  running, delay, clock_seconds, clock_increment, left_black, left_white, "
                          "  black_secret, white_secret, black_shared, white_shared, exact_shown, notes, "
                          "  recording, folder FROM games WHERE id = ? AND deleted IS NULL");
    get.bind(1, id);
    if (!get.executeStep()) return std::nullopt;
    StoredGame game{.id = id};
    int at = 0;
    for (std::string* const text : {&game.name, &game.game, &game.created, &game.changed, &game.black.player,
                                    &game.white.player, &game.black.name, &game.white.name, &game.fen, &game.origin})
        *text = printable(get.getColumn(at++).getString());
    game.node = get.getColumn(at++).getInt();
    game.result = get.getColumn(at++).getString();
    game.plies = get.getColumn(at++).getInt();
    game.version = get.getColumn(at++).getInt64();
    game.hints = get.getColumn(at++).getInt();
    game.running = get.getColumn(at++).getInt() != 0;
    game.delay = get.getColumn(at++).getInt();
    if (!get.isColumnNull(at))
        game.clock = {.seconds = get.getColumn(at).getDouble(), .increment = get.getColumn(at + 1).getDouble()};
    game.left = {get.getColumn(at + 2).getDouble(), get.getColumn(at + 3).getDouble()};
    at += 4;
    for (SeatKey& key : game.keys) key.secret = get.getColumn(at++).getString();
    for (SeatKey& key : game.keys) key.shared = get.getColumn(at++).getInt() != 0;
    game.exact_shown = get.getColumn(at++).getInt();
    game.notes = printable(get.getColumn(at++).getString());
    game.recording = printable(get.getColumn(at++).getString());
    game.folder = printable(get.getColumn(at).getString());
    SQLite::Statement moves(
        db_, "SELECT id, parent, move, remark, left_black, left_white FROM moves WHERE table_id = ? ORDER BY id");
    moves.bind(1, id);
    while (moves.executeStep())
        game.moves.push_back({.id = moves.getColumn(0).getInt(),
                              .parent = moves.getColumn(1).getInt(),
                              .move = moves.getColumn(2).getString(),
                              .remark = printable(moves.getColumn(3).getString()),
                              .left = {moves.getColumn(4).getDouble(), moves.getColumn(5).getDouble()}});
    SQLite::Statement ends(db_, "SELECT node, winner, reason FROM ends WHERE table_id = ? ORDER BY node");
    ends.bind(1, id);
    while (ends.executeStep())
        game.ends.push_back({.node = ends.getColumn(0).getInt(),
                             .winner = winner_of(ends.getColumn(1).getString()),
                             .reason = ends.getColumn(2).getString()});
    SQLite::Statement review(db_, "SELECT review FROM reviews WHERE table_id = ?");
    review.bind(1, id);
    if (review.executeStep()) game.review = printable(review.getColumn(0).getString());
    return game;
}

}  // namespace crownhead::server
