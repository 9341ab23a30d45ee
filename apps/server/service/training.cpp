#include "service/training.hpp"

#include <cstddef>
#include <cstdint>

namespace crownhead::server {

PuzzleProgress TrainingRecords::puzzle_progress() {
    PuzzleProgress progress;
    SQLite::Statement all(db_, "SELECT key, first, solved FROM puzzles");
    while (all.executeStep())
        progress.results[all.getColumn(0).getString()] = {.first = all.getColumn(1).getInt() != 0,
                                                          .solved = all.getColumn(2).getInt() != 0};
    SQLite::Statement last(db_, "SELECT streak FROM puzzles ORDER BY number DESC LIMIT 1");
    if (last.executeStep()) progress.streak = last.getColumn(0).getInt();
    progress.best = db_.execAndGet("SELECT coalesce(max(streak), 0) FROM puzzles").getInt();
    return progress;
}

void TrainingRecords::record_puzzle(const std::string& key, bool right, const std::string& day) {
    SQLite::Statement put(db_,
                          "INSERT INTO puzzles (key, number, first, solved, streak, day) SELECT ?1, "
                          "  coalesce(max(number), 0) + 1, ?2, ?2, CASE WHEN ?2 THEN 1 + coalesce((SELECT streak FROM "
                          "  puzzles ORDER BY number DESC LIMIT 1), 0) ELSE 0 END, ?3 FROM puzzles WHERE true "
                          "ON CONFLICT (key) DO UPDATE SET solved = max(solved, excluded.solved)");
    put.bind(1, key);
    put.bind(2, right ? 1 : 0);
    put.bind(3, day);
    put.exec();
}

std::vector<StoredMistake> TrainingRecords::mistakes() {
    std::vector<StoredMistake> all;
    SQLite::Statement find(db_,
                           "SELECT table_id, mistakes.node, mistakes.game, mistakes.fen, played, glyph, phase, moves, "
                           "  step, due FROM mistakes JOIN games ON games.id = table_id WHERE games.deleted IS NULL "
                           "ORDER BY due, table_id, mistakes.node");
    while (find.executeStep())
        all.push_back({.table = find.getColumn(0).getString(),
                       .node = find.getColumn(1).getInt(),
                       .game = find.getColumn(2).getString(),
                       .fen = find.getColumn(3).getString(),
                       .played = find.getColumn(4).getString(),
                       .glyph = find.getColumn(5).getString(),
                       .phase = find.getColumn(6).getString(),
                       .moves = find.getColumn(7).getString(),
                       .repetition = {.step = static_cast<std::size_t>(find.getColumn(8).getInt64()),
                                      .due = find.getColumn(9).getString()}});
    return all;
}

void TrainingRecords::put_mistakes(const std::vector<StoredMistake>& mistakes) {
    SQLite::Transaction transaction(db_);
    SQLite::Statement put(db_,
                          "INSERT INTO mistakes (table_id, node, game, fen, played, glyph, phase, moves, step, due) "
                          "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (table_id, node) DO UPDATE SET "
                          "glyph = excluded.glyph, moves = excluded.moves");
    for (const StoredMistake& mistake : mistakes) {
        put.reset();
        put.bind(1, mistake.table);
        put.bind(2, mistake.node);
        put.bind(3, mistake.game);
        put.bind(4, mistake.fen);
        put.bind(5, mistake.played);
        put.bind(6, mistake.glyph);
        put.bind(7, mistake.phase);
        put.bind(8, mistake.moves);
        put.bind(9, static_cast<std::int64_t>(mistake.repetition.step));
        put.bind(10, mistake.repetition.due);
        put.exec();
    }
    transaction.commit();
}

void TrainingRecords::record_mistake(const std::string& table, int node, bool right, const std::string& day) {
    SQLite::Statement find(db_, "SELECT step, due FROM mistakes WHERE table_id = ? AND node = ?");
    find.bind(1, table);
    find.bind(2, node);
    if (!find.executeStep()) return;
    const Repetition now{.step = static_cast<std::size_t>(find.getColumn(0).getInt64()),
                         .due = find.getColumn(1).getString()};
    const Repetition next = next_repetition(now, right, day);
    if (next == now) return;
    SQLite::Statement change(db_, "UPDATE mistakes SET step = ?, due = ? WHERE table_id = ? AND node = ?");
    change.bind(1, static_cast<std::int64_t>(next.step));
    change.bind(2, next.due);
    change.bind(3, table);
    change.bind(4, node);
    change.exec();
}

DrillResults TrainingRecords::drill_results(const std::string& game) {
    DrillResults results;
    const std::string prefix = game + "/";
    SQLite::Statement find(db_, "SELECT key, first, solved FROM drills WHERE key > ? AND key < ?");
    find.bind(1, prefix);
    find.bind(2, game + "0");  // the character behind the slash
    while (find.executeStep())
        results[find.getColumn(0).getString().substr(prefix.size())] = {.first = find.getColumn(1).getInt() != 0,
                                                                        .solved = find.getColumn(2).getInt() != 0};
    return results;
}

void TrainingRecords::record_drill(const std::string& key, bool right, const std::string& day) {
    SQLite::Statement put(db_,
                          "INSERT INTO drills (key, first, solved, tries, day) VALUES (?1, ?2, ?2, 1, ?3) "
                          "ON CONFLICT (key) DO UPDATE SET solved = max(solved, excluded.solved), tries = tries + 1, "
                          "day = excluded.day");
    put.bind(1, key);
    put.bind(2, right ? 1 : 0);
    put.bind(3, day);
    put.exec();
}

}  // namespace crownhead::server
