#include "table/view.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "notation/fen.hpp"
#include "notation/move_text.hpp"

namespace crownhead::server {

namespace {

bool must_take(const Game& game) {
    return game.variant().move.obligation != Obligation::Free && !game.legal().empty() &&
           game.legal().front().is_capture();
}

Json clock_json(const Table& table, double now) {
    const std::optional<ClockSetting>& setting = table.setting().clock;
    if (!setting) return nullptr;
    return {{"seconds", setting->seconds},
            {"increment", setting->increment},
            {"left", {{"black", *table.time_left(Side::Black, now)}, {"white", *table.time_left(Side::White, now)}}},
            {"running", table.clock().is_running() ? Json(colour(table.turn())) : Json(nullptr)}};
}

Json node_json(const Node& node) {
    return {{"id", node.id},
            {"parent", node.parent},
            {"text", node.text},
            {"side", colour(node.side)},
            {"from", node.move.from},
            {"hops", hops_json(node.move)},
            {"crowned", node.move.promotes},
            {"board", node.board},
            {"remark", message_or_null(node.remark)}};
}

Json line_json(const LogLine& line) {
    return {{"who", line.computer ? "computer" : "referee"},
            {"side", colour_or_null(line.side)},
            {"move", line.move ? Json(*line.move) : Json(nullptr)},
            {"message", message_or_null(line.message)},
            {"ply", line.ply}};
}

Json end_json(const std::optional<TableEnd>& end) {
    if (!end) return nullptr;
    return {{"winner", colour_or_null(end->winner)}, {"reason", end->reason}, {"message", message_json(end->message)}};
}

Json position_with(const Game& game, const std::optional<TableEnd>& end, Json legal) {
    const Variant& v = game.variant();
    const Placement placement = game.placement();
    return {{"board", board_text(placement)},
            {"turn", colour(game.turn())},
            {"fen", fen::write(v, placement, v.setup.notation)},
            {"legal", std::move(legal)},
            {"capture", !end && must_take(game)},
            {"outcome", end_json(end)}};
}

// `sent`: the fields before. Most changes are none of the position, and its moves need not be listed again.
Json legal_of(const Table& table, const std::optional<TableEnd>& end, const Json& sent) {
    if (end) return Json::array();
    if (sent.is_object() && sent.at("node") == table.node() && sent.at("legal").size() == table.game().legal().size())
        return sent.at("legal");
    return legal_json(table.game());
}

Json changing_fields(const Table& table, double now, const Json& sent) {
    constexpr std::array<std::string_view, 4> states{"waiting", "thinking", "paused", "over"};
    const auto seat = [&](Side side) {
        return Json{{"shared", table.key(side).shared}, {"present", table.is_present(side)}};
    };
    Json thinking = nullptr;
    if (table.is_thinking())
        thinking = {{"side", colour(table.turn())}, {"seconds", std::max(now - table.thinking_since(), 0.0)}};
    const std::optional<TableEnd> end = table.end();
    Json fields = position_with(table.game(), end, legal_of(table, end, sent));
    fields.update({{"name", table.setting().name},
                   {"black", seat_json(table.setting().black)},
                   {"white", seat_json(table.setting().white)},
                   {"seats", {{"black", seat(Side::Black)}, {"white", seat(Side::White)}}},
                   {"node", table.node()},
                   {"review", review_json(table.review())},
                   {"clock", clock_json(table, now)},
                   {"state", states[static_cast<std::size_t>(table.state())]},
                   {"thinking", std::move(thinking)},
                   {"hints", table.hints()},
                   {"exactShown", table.exact_shown()},
                   {"running", !table.humans() && table.running()},
                   {"delay", table.delay()},
                   {"offer", colour_or_null(table.draw_offer())},
                   {"takeBack", colour_or_null(table.take_back_asked())},
                   {"rematch", table.rematch().empty() ? Json() : Json(table.rematch())},
                   {"notes", table.notes_json()}});
    return fields;
}

}  // namespace

Json position_json(const Game& game, const std::optional<TableEnd>& end) {
    return position_with(game, end, end ? Json::array() : legal_json(game));
}

Json step_json(const Game& game, std::size_t index) {
    const Variant& v = game.variant();
    const AnyMove& mv = game.legal()[index];
    return {{"text", move_text::write(v, game.legal(), index, v.setup.notation)},
            {"from", mv.from},
            {"hops", hops_json(mv)},
            {"crowned", mv.promotes}};
}

TableView::TableView(Table& table) : table_(table) { changes(0); }

Json TableView::whole(double now) const {
    Json json = changing_fields(table_, now, sent_);
    const Variant& v = table_.variant();
    const Placement start = table_.game().start();
    json["id"] = table_.id();
    json["version"] = table_.version();
    json["game"] = v.name;
    json["created"] = table_.setting().created;
    json["start"] = {{"board", board_text(start)},
                     {"turn", colour(start.turn)},
                     {"fen", fen::write(v, start, v.setup.notation)},
                     {"standard", start == new_game(v)->start()}};
    json["nodes"] = Json::array();
    const std::vector<Node>& nodes = table_.tree().nodes();
    for (std::size_t i = 1; i < nodes.size(); ++i) json["nodes"].push_back(node_json(nodes[i]));
    json["log"] = Json::array();
    for (const LogLine& line : table_.log()) json["log"].push_back(line_json(line));
    return json;
}

Json TableView::changes(double now) {
    Json fresh = changing_fields(table_, now, sent_);
    // A clock that runs and thinking that goes on are no change: the page counts itself.
    Json known = fresh;
    const GameClock& clock = table_.clock();
    if (clock.is_running())
        known["clock"] = {{"since", *clock.since()}, {"left", clock.left()}, {"side", colour(table_.turn())}};
    if (table_.is_thinking()) known["thinking"] = {{"side", colour(table_.turn())}, {"since", table_.thinking_since()}};
    Json set = Json::object();
    for (const auto& [name, value] : known.items()) {
        const auto before = sent_.find(name);
        if (before == sent_.end() || *before != value) set[name] = fresh[name];
    }
    const std::vector<Node>& nodes = table_.tree().nodes();
    Json add = Json::array();
    for (std::size_t i = std::max<std::size_t>(sent_nodes_, 1); i < nodes.size(); ++i)
        add.push_back(node_json(nodes[i]));
    const std::size_t begin = table_.log_begin();
    const std::size_t end = begin + table_.log().size();
    Json lines = Json::array();
    for (std::size_t i = std::max(sent_lines_, begin); i < end; ++i)
        lines.push_back(line_json(table_.log()[i - begin]));
    const bool first = sent_.is_null();
    sent_ = std::move(known);
    sent_nodes_ = nodes.size();
    sent_lines_ = end;
    if (first || (set.empty() && add.empty() && lines.empty())) return nullptr;
    Json event{{"event", "table"}, {"table", table_.id()}, {"version", table_.bump_version()}, {"set", std::move(set)}};
    if (!add.empty()) event["add"] = std::move(add);
    if (!lines.empty()) event["say"] = std::move(lines);
    return event;
}

}  // namespace crownhead::server
