// The tables of the library's file, and how a file of an older program gets them.
#pragma once

#include <array>
#include <string_view>

#include "service/library.hpp"

namespace crownhead::server {

// "CrHd": says that a file is ours.
inline constexpr int application = 0x43724864;

// Step n brings a file from version n to n + 1. Steps that were released are never changed.
inline constexpr std::array<std::string_view, library_version> migrations{
    // 1: games and their moves
    "CREATE TABLE games (id TEXT PRIMARY KEY, name TEXT NOT NULL, game TEXT NOT NULL, black TEXT NOT NULL, "
    "  white TEXT NOT NULL, fen TEXT NOT NULL, node INTEGER NOT NULL, result TEXT NOT NULL, plies INTEGER NOT NULL, "
    "  version INTEGER NOT NULL, created TEXT NOT NULL, changed TEXT NOT NULL, deleted TEXT) WITHOUT ROWID;"
    "CREATE INDEX games_changed ON games (changed);"
    "CREATE TABLE moves (table_id TEXT NOT NULL, id INTEGER NOT NULL, parent INTEGER NOT NULL, move TEXT NOT NULL, "
    "  remark TEXT NOT NULL, PRIMARY KEY (table_id, id)) WITHOUT ROWID;",
    // 2: clocks, ends that do not follow from the rules, hints, computers that play each other, games out of runs
    "ALTER TABLE games ADD COLUMN hints INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE games ADD COLUMN running INTEGER NOT NULL DEFAULT 1;"
    "ALTER TABLE games ADD COLUMN delay INTEGER NOT NULL DEFAULT 400;"
    "ALTER TABLE games ADD COLUMN clock_seconds REAL;"
    "ALTER TABLE games ADD COLUMN clock_increment REAL;"
    "ALTER TABLE games ADD COLUMN left_black REAL NOT NULL DEFAULT 0;"
    "ALTER TABLE games ADD COLUMN left_white REAL NOT NULL DEFAULT 0;"
    "ALTER TABLE games ADD COLUMN origin TEXT NOT NULL DEFAULT '';"
    "CREATE INDEX games_origin ON games (origin) WHERE origin <> '';"
    "ALTER TABLE moves ADD COLUMN left_black REAL NOT NULL DEFAULT 0;"
    "ALTER TABLE moves ADD COLUMN left_white REAL NOT NULL DEFAULT 0;"
    "CREATE TABLE ends (table_id TEXT NOT NULL, node INTEGER NOT NULL, winner TEXT NOT NULL, reason TEXT NOT NULL, "
    "  PRIMARY KEY (table_id, node)) WITHOUT ROWID;",
    // 3: names of people
    "ALTER TABLE games ADD COLUMN black_name TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE games ADD COLUMN white_name TEXT NOT NULL DEFAULT '';",
    // 4: secrets of the seats, exact values that were shown; remarks are messages from now on
    "ALTER TABLE games ADD COLUMN black_secret TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE games ADD COLUMN white_secret TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE games ADD COLUMN black_shared INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE games ADD COLUMN white_shared INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE games ADD COLUMN exact_shown INTEGER NOT NULL DEFAULT 0;",
    // 5: the list in its order and that of each game, all of it in an index, and the words of the games in a full-text index. `doc` is the number
    // of a game there, because the index wants one. service/library_queries.cpp repeats the conditions of the indexes.
    "ALTER TABLE games ADD COLUMN doc INTEGER;"
    "UPDATE games SET doc = numbered.doc FROM (SELECT id, row_number() OVER (ORDER BY created, id) AS doc FROM games) "
    "  AS numbered WHERE numbered.id = games.id;"
    "CREATE UNIQUE INDEX games_doc ON games (doc);"
    "DROP INDEX games_changed;"
    "CREATE INDEX games_listed ON games (changed, id, game, result, plies, created, name, black, white, black_name, "
    "  white_name, deleted, origin) WHERE deleted IS NULL AND origin = '' AND (plies > 0 OR result <> '*');"
    "CREATE INDEX games_of_kind ON games (game, changed, id, result, plies, created, name, black, white, black_name, "
    "  white_name, deleted, origin) WHERE deleted IS NULL AND origin = '' AND (plies > 0 OR result <> '*');"
    "CREATE INDEX games_deleted ON games (deleted) WHERE deleted IS NOT NULL;"
    "CREATE INDEX games_empty ON games (changed) WHERE origin <> '' OR (plies = 0 AND result = '*');"
    "CREATE VIRTUAL TABLE games_text USING fts5 (name, game, black, white, black_name, white_name, content = '', "
    "  tokenize = 'trigram');"
    "INSERT INTO games_text (rowid, name, game, black, white, black_name, white_name) "
    "  SELECT doc, name, game, black, white, black_name, white_name FROM games;"
    "CREATE TRIGGER games_text_added AFTER INSERT ON games BEGIN "
    "  INSERT INTO games_text (rowid, name, game, black, white, black_name, white_name) "
    "  VALUES (new.doc, new.name, new.game, new.black, new.white, new.black_name, new.white_name); END;"
    "CREATE TRIGGER games_text_changed AFTER UPDATE OF name, black, white, black_name, white_name ON games "
    "  WHEN (old.name, old.black, old.white, old.black_name, old.white_name) <> "
    "       (new.name, new.black, new.white, new.black_name, new.white_name) BEGIN "
    "  INSERT INTO games_text (games_text, rowid, name, game, black, white, black_name, white_name) "
    "  VALUES ('delete', old.doc, old.name, old.game, old.black, old.white, old.black_name, old.white_name); "
    "  INSERT INTO games_text (rowid, name, game, black, white, black_name, white_name) "
    "  VALUES (new.doc, new.name, new.game, new.black, new.white, new.black_name, new.white_name); END;"
    "CREATE TRIGGER games_text_removed AFTER DELETE ON games BEGIN "
    "  INSERT INTO games_text (games_text, rowid, name, game, black, white, black_name, white_name) "
    "  VALUES ('delete', old.doc, old.name, old.game, old.black, old.white, old.black_name, old.white_name); END;",
    // 6: comments, glyphs and the order of variations
    "ALTER TABLE games ADD COLUMN notes TEXT NOT NULL DEFAULT '';",
    // 7: reviews
    "CREATE TABLE reviews (table_id TEXT PRIMARY KEY, review TEXT NOT NULL) WITHOUT ROWID;",
    // 8: what a PDN said besides the moves; folders, and labels (the tags of the page; those of PDN are in `recording`); the
    // marks by which games are found (table/marks.hpp), `marked` where they are in it. Numbers of games in the indexes are not
    // used twice, because marks of games that are gone stay for a while.
    "ALTER TABLE games ADD COLUMN recording TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE games ADD COLUMN folder TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE games ADD COLUMN marked INTEGER NOT NULL DEFAULT 0;"
    "CREATE TABLE folders (id TEXT PRIMARY KEY, name TEXT NOT NULL, place INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID;"
    "CREATE TABLE labels (table_id TEXT NOT NULL, label TEXT NOT NULL, added TEXT NOT NULL, "
    "  PRIMARY KEY (table_id, label)) WITHOUT ROWID;"
    "CREATE INDEX labels_found ON labels (label, table_id);"
    "CREATE TABLE marks (mark INTEGER NOT NULL, doc INTEGER NOT NULL, PRIMARY KEY (mark, doc)) WITHOUT ROWID;"
    "CREATE TABLE counters (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;"
    "INSERT INTO counters VALUES ('last doc', 0), ('dead docs', 0);"
    "CREATE INDEX games_unmarked ON games (marked) WHERE marked = 0;"
    "DROP INDEX games_listed;"
    "DROP INDEX games_of_kind;"
    "CREATE INDEX games_listed ON games (changed, id, game, result, plies, created, name, black, white, black_name, "
    "  white_name, deleted, origin, doc) WHERE deleted IS NULL AND origin = '' AND (plies > 0 OR result <> '*');"
    "CREATE INDEX games_of_kind ON games (game, changed, id, result, plies, created, name, black, white, black_name, "
    "  white_name, deleted, origin, doc) WHERE deleted IS NULL AND origin = '' AND (plies > 0 OR result <> '*');"
    "CREATE INDEX games_in_folder ON games (folder, changed, id, game, result, plies, created, name, black, white, "
    "  black_name, white_name, deleted, origin, doc) "
    "  WHERE folder <> '' AND deleted IS NULL AND origin = '' AND (plies > 0 OR result <> '*');"
    "DROP INDEX games_deleted;"
    "CREATE INDEX games_deleted ON games (deleted, id) WHERE deleted IS NOT NULL;",
    // 9: puzzles that were tried, and mistakes that come back
    "CREATE TABLE puzzles (key TEXT PRIMARY KEY, number INTEGER NOT NULL, first INTEGER NOT NULL, "
    "  solved INTEGER NOT NULL, streak INTEGER NOT NULL, day TEXT NOT NULL) WITHOUT ROWID;"
    "CREATE UNIQUE INDEX puzzles_number ON puzzles (number, streak);"
    "CREATE TABLE mistakes (table_id TEXT NOT NULL, node INTEGER NOT NULL, game TEXT NOT NULL, fen TEXT NOT NULL, "
    "  played TEXT NOT NULL, glyph TEXT NOT NULL, phase TEXT NOT NULL, moves TEXT NOT NULL, step INTEGER NOT NULL, "
    "  due TEXT NOT NULL, PRIMARY KEY (table_id, node)) WITHOUT ROWID;",
    // 10: endgame drills that were tried
    "CREATE TABLE drills (key TEXT PRIMARY KEY, first INTEGER NOT NULL, solved INTEGER NOT NULL, "
    "  tries INTEGER NOT NULL, day TEXT NOT NULL) WITHOUT ROWID;",
};

}  // namespace crownhead::server
