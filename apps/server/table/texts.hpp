// Games and positions as text, in and out: FEN, PDN and course logs are recognised by what they look like.
#pragma once

#include <cstddef>
#include <expected>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "match/game_reader.hpp"
#include "match/game_record.hpp"
#include "notation/pdn/pdn.hpp"
#include "protocol/json.hpp"
#include "table/table.hpp"
#include "util/result.hpp"

namespace crownhead::server {

struct ReadGame {
    GameRecord record{};
    std::string result = "*";
    std::optional<Error> error{};       // why it could not be read to its end
    std::optional<pdn::Game> source{};  // as it is written, with comments and variations; only of PDN
};

struct ReadText {
    std::string_view kind{};  // fen, pdn, log
    std::vector<ReadGame> games{};
    std::optional<Recognised> recognised{};  // which game PDN without a GameType is of
};

// At most `most` games. `game`: what is meant if the text does not say it; may be empty. Refused if there is not one game.
std::expected<ReadText, Refusal> read_text(std::string_view text, std::string_view game, std::size_t most);

Json read_json(const ReadText& read);

// A table made of a game that was read. Refused if there is more in it than a game may have.
std::expected<std::unique_ptr<Table>, Refusal> table_from(const ReadGame& game, Table::Setting setting);

// A tag of a PDN as the name of a game or a person; empty if it says nothing.
std::string as_name(std::string_view value);

// Formats pdn, fen, log and svg. The position is that of `node`.
std::expected<std::string, Refusal> export_text(const Table& table, int node, std::string_view format);

// The board as a picture that needs nothing else.
std::string board_svg(const Variant& v, const Placement& placement);

}  // namespace crownhead::server
