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
};

}  // namespace crownhead::server
