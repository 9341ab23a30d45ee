// Table to and from what is kept of it on disk.
#include "table/stored.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "match/game_record.hpp"
#include "notation/course_log.hpp"
#include "notation/fen.hpp"
#include "protocol/json.hpp"
#include "table/marks.hpp"
#include "table/table.hpp"
#include "util/parse.hpp"

namespace crownhead::server {

namespace {

std::string write_recording_json(const std::optional<Recording>& recording) {
    if (!recording) return "";
    Json tags = Json::array();
    for (const pdn::Tag& tag : recording->tags) tags.push_back({tag.name, tag.value});
    return to_frame({{"tags", std::move(tags)},
                     {"token", recording->token},
                     {"result", recording->result},
                     {"first", recording->first_ply}});
}

// What cannot be read is left out.
std::optional<Recording> read_recording(const std::string& text) {
    if (text.empty()) return std::nullopt;
    const Json json = Json::parse(text, nullptr, false);
    if (!json.is_object() || !json.contains("tags") || !json["tags"].is_array()) return std::nullopt;
    Recording recording;
    for (const Json& tag : json["tags"])
        if (tag.is_array() && tag.size() == 2 && tag[0].is_string() && tag[1].is_string())
            recording.tags.push_back({tag[0].get<std::string>(), tag[1].get<std::string>()});
    if (const Json token = json.value("token", Json()); token.is_string()) recording.token = token.get<std::string>();
    if (const Json result = json.value("result", Json()); result.is_string())
        recording.result = result.get<std::string>();
    if (const Json first = json.value("first", Json()); first.is_number_integer())
        recording.first_ply = std::clamp(first.get<int>(), 0, 20000);
    return recording;
}

EndKind read_end_kind(std::string_view reason) {
    if (reason == "resigned") return EndKind::Resigned;
    if (reason == "time") return EndKind::Time;
    if (reason == "recorded") return EndKind::Recorded;
    return EndKind::Agreed;
}

}  // namespace

std::string result_text(const std::optional<TableEnd>& ended) {
    if (!ended) return "*";
    if (!ended->winner) return "1/2-1/2";
    return *ended->winner == Side::White ? "1-0" : "0-1";
}

Result<std::unique_ptr<Table>> Table::restore(const StoredGame& stored) {
    const auto damaged = [&](std::string_view why) {
        return fail(fmt::format("the game {} cannot be read: {}", stored.id, why));
    };
    Result<std::unique_ptr<Game>> game = new_game(stored.game);
    if (!game) return damaged(game.error().message);
    if (!stored.fen.empty()) {
        const Result<Placement> placement = fen::read((*game)->variant(), stored.fen);
        if (!placement) return damaged(placement.error().message);
        if (const Result<void> set = (*game)->set(*placement, Strictness::Anything); !set)
            return damaged(set.error().message);
    }
    Setting setting{.id = stored.id,
                    .name = stored.name,
                    .created = stored.created,
                    .black = stored.black,
                    .white = stored.white,
                    .keys = stored.keys,
                    .clock = stored.clock,
                    .origin = stored.origin,
                    .recording = read_recording(stored.recording)};
    auto table = std::make_unique<Table>(std::move(setting), **game);
    GameTree& tree = table->tree_;
    // What was damaged on disk ends the game there, and the moves before it are kept.
    const auto cut = [&](const StoredMove& at, std::string_view why) {
        table->damage_ = fmt::format("the game {} can be read up to move {}: {}", stored.id, at.id - 1, why);
    };
    for (const StoredMove& kept : stored.moves) {
        if (kept.id != static_cast<int>(tree.nodes().size()) || kept.parent < 0 || kept.parent >= kept.id) {
            cut(kept, "its moves are out of order");
            break;
        }
        const Result<AnyMove> mv = course_log::read_move(kept.move, table->variant().squares());
        if (!mv) {
            cut(kept, mv.error().message);
            break;
        }
        tree.go(kept.parent);
        tree.play_on();
        const std::optional<std::size_t> index = find_path(tree.game(), *mv);
        if (!index) {
            cut(kept, fmt::format("{} is not legal", excerpt(kept.move)));
            break;
        }
        AnyMove played = *mv;
        played.promotes = tree.game().legal()[*index].promotes;
        tree.add(*index, played, read_message(kept.remark));
        tree.set_left(kept.id, kept.left);
    }
    const int last = static_cast<int>(tree.nodes().size()) - 1;
    if (!tree.has(stored.node) && table->damage_.empty())
        table->damage_ = fmt::format("the game {} can be read up to move {}", stored.id, last);
    const int node = tree.has(stored.node) ? stored.node : last;
    tree.go(node);
    if (!stored.notes.empty()) table->restore_notes(stored.notes);
    for (const StoredEnd& kept : stored.ends) {
        if (!tree.has(kept.node)) {  // of a move that was lost
            if (table->damage_.empty())
                table->damage_ = fmt::format("the game {} can be read up to move {}", stored.id, last);
            continue;
        }
        table->ends_[kept.node] = table->special_end(read_end_kind(kept.reason), kept.winner);
    }
    table->review_ = read_review(stored.review, table->tree_);
    table->hints_ = stored.hints;
    table->exact_shown_ = stored.exact_shown;
    table->running_ = stored.running;
    table->delay_ = stored.delay;
    table->clock_.set_left(stored.left);
    // What was said of the moves that led here is said again.
    table->log_.clear();
    for (const int n : tree.path_to(node)) table->announce_move(tree.at(n));
    if (table->end()) table->announce_end();
    if (!table->damage_.empty()) table->say(false, std::nullopt, {"log.damaged", {{"detail", table->damage_}}});
    table->version_ = stored.version;
    table->revision_ = 0;
    return table;
}

StoredGame Table::stored(int known) const {
    const Placement start = game().start();
    const LineEnd last = line_end();
    StoredGame stored{.id = setting_.id,
                      .name = setting_.name,
                      .game = std::string(variant().name),
                      .created = setting_.created,
                      .black = setting_.black,
                      .white = setting_.white,
                      .keys = setting_.keys,
                      .fen = start == new_game(variant())->start() ? "" : fen::write(variant(), start),
                      .origin = setting_.origin,
                      .node = node(),
                      .result = result_text(last.end),
                      .plies = tree_.at(last.node).ply,
                      .version = version_,
                      .hints = hints_,
                      .exact_shown = exact_shown_,
                      .running = running_,
                      .delay = delay_,
                      .clock = setting_.clock,
                      .left = clock_.left(),
                      .replaces_damaged = !damage_.empty(),
                      .notes = stored_notes(),
                      .recording = write_recording_json(setting_.recording),
                      .review = stored_review(review_)};
    for (const auto& [node, ended] : ends_)
        stored.ends.push_back({.node = node, .winner = ended.winner, .reason = ended.reason});
    const auto marks = [](const Node& node, Side turn) {
        return std::array{position_mark(node.board, turn), material_mark(material_of(node.board))};
    };
    const auto of_start = marks(tree_.at(0), start.turn);
    stored.marks.all = {of_start[0], of_start[1], 0};
    const std::vector<Node>& nodes = tree_.nodes();
    for (std::size_t i = static_cast<std::size_t>(known) + 1; i < nodes.size(); ++i)
        stored.moves.push_back({.id = nodes[i].id,
                                .parent = nodes[i].parent,
                                .move = course_log::move_text(nodes[i].move),
                                .remark = nodes[i].remark ? to_frame(message_json(*nodes[i].remark)) : "",
                                .left = nodes[i].left,
                                .marks = marks(nodes[i], !nodes[i].side)});
    return stored;
}

}  // namespace crownhead::server
