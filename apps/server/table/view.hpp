// What pages see of a table: the whole, what has changed since, and a position that one of them looks at.
#pragma once

#include <cstddef>

#include "protocol/json.hpp"
#include "table/table.hpp"

namespace crownhead::server {

class TableView {
public:
    explicit TableView(Table& table);

    Json whole(double now) const;
    // What has changed since the last call as an event, which gets a version; null if nothing has.
    Json changes(double now);

private:
    Table& table_;
    Json sent_;  // the fields as the pages know them
    std::size_t sent_nodes_ = 0;
    std::size_t sent_lines_ = 0;
};

// A move that is about to be played: LineStep of protocol.json without the board.
Json step_json(const Game& game, std::size_t index);

// The position of a game that stands at a node, with how it ended there.
Json position_json(const Game& game, const std::optional<TableEnd>& end);

}  // namespace crownhead::server
