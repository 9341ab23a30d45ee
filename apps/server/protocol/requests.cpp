#include "protocol/requests.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "protocol/description.hpp"
#include "protocol/ending_fields.hpp"
#include "protocol/fields.hpp"
#include "protocol/lab_fields.hpp"
#include "protocol/proof_fields.hpp"
#include "protocol/training_fields.hpp"
#include "util/parse.hpp"

namespace crownhead::server {

namespace {

constexpr int largest_node = 1'000'000;  // that a page may name; whether there is one, the table knows

NewRequest read_new(const Fields& fields) {
    NewRequest request{.game = fields.text("game", word_size),
                       .black = fields.seat("black"),
                       .white = fields.seat("white"),
                       .name = fields.line("name", name_size)};
    if (fields.has("fen")) request.fen = fields.text("fen", fen_size);
    if (fields.has("clock")) {
        const Fields clock = fields.object("clock");
        request.clock = {.seconds = clock.number("seconds", 1, 24 * 3600),
                         .increment = clock.has("increment") ? clock.number("increment", 0, 600) : 0};
    }
    return request;
}

MoveRequest read_move(const Fields& fields) {
    MoveRequest request{.table = fields.id("table"), .node = fields.whole("node", 0, largest_node)};
    if (fields.has("index")) request.index = fields.whole<std::size_t>("index", 0, 1'000'000);
    request.text = fields.text_or_empty("text", search_size);
    request.variation = fields.flag("variation");
    if (!request.index && request.text.empty()) throw bad_request({"request.index-or-text"});
    return request;
}

PlayersRequest read_players(const Fields& fields) {
    PlayersRequest request{.table = fields.id("table")};
    if (fields.has("black")) request.black = fields.seat("black");
    if (fields.has("white")) request.white = fields.seat("white");
    return request;
}

PositionRequest read_position(const Fields& fields) {
    constexpr std::size_t most_moves = 64;
    PositionRequest request{.game = fields.text("game", word_size)};
    if (fields.has("fen")) request.fen = fields.text("fen", fen_size);
    if (fields.has("moves")) request.moves = fields.numbers("moves", most_moves, 0, 1'000'000);
    return request;
}

ExportRequest read_export(const Fields& fields) {
    ExportRequest request{.format = fields.text("format", word_size)};
    if (fields.has("node")) request.node = fields.whole("node", 0, largest_node);
    if (fields.has("table")) {
        request.table = fields.id("table");
    } else {
        request.game = fields.text("game", word_size);
        request.fen = fields.text("fen", fen_size);
    }
    constexpr std::array<std::string_view, 4> formats{"pdn", "fen", "log", "svg"};
    if (std::ranges::find(formats, request.format) == formats.end())
        throw fields.wrong("format", "pdn, fen, log or svg");
    return request;
}

std::string date(const Fields& fields, const char* name) {
    std::string value = fields.text_or_empty(name, word_size);
    const auto shape = [](std::string_view text) {
        if (text.size() != 10) return false;
        for (std::size_t i = 0; i < text.size(); ++i)
            if (i == 4 || i == 7 ? text[i] != '-' : !is_digit(text[i])) return false;
        return true;
    };
    if (!value.empty() && !shape(value)) throw fields.wrong(name, "a date such as 2026-11-15");
    return value;
}

// What a search looks for, with the page of it that is wanted.
LibraryRequest read_search(const Fields& fields) {
    LibraryRequest request{.game = fields.text_or_empty("game", word_size),
                           .player = fields.text_or_empty("player", search_size),
                           .result = fields.text_or_empty("result", word_size),
                           .text = fields.text_or_empty("text", search_size),
                           .computers = fields.texts_or_none("computers", most_computers, player_size),
                           .from = date(fields, "from"),
                           .to = date(fields, "to"),
                           .after = fields.text_or_empty("after", place_size),
                           .offset = fields.whole_or<std::int64_t>("offset", 0, 1'000'000'000, 0),
                           .limit = fields.whole_or<std::int64_t>("limit", 1, 200, 50)};
    if (fields.has("position")) {
        const Fields position = fields.object("position");
        request.position = {.board = position.text("board", search_size),
                            .turn = position.side("turn"),
                            .swapped = position.flag("swapped")};
    }
    if (fields.has("material")) {
        const Fields counts = fields.object("material");
        request.material = {counts.whole("blackMen", 0, 60), counts.whole("blackKings", 0, 60),
                            counts.whole("whiteMen", 0, 60), counts.whole("whiteKings", 0, 60)};
    }
    if (fields.has("folder")) request.folder = fields.text("folder", word_size);
    request.label = fields.line("label", name_size);
    request.deleted = fields.flag("deleted");
    return request;
}

std::vector<std::string> read_ids(const Fields& fields) {
    std::vector<std::string> ids = fields.texts("tables", tables_at_once, word_size);
    for (const std::string& id : ids)
        if (!is_id(id)) throw unknown({"refusal.no-such-table"});
    return ids;
}

LibraryExportRequest read_library_export(const Fields& fields) {
    LibraryExportRequest request{.search = read_search(fields)};
    request.search.limit = std::min<std::int64_t>(request.search.limit, tables_at_once);
    if (fields.has("tables")) request.tables = read_ids(fields);
    return request;
}

LibraryChangeRequest read_library_change(const Fields& fields) {
    LibraryChangeRequest request{.tables = read_ids(fields),
                                 .seats = fields.texts_or_none("seats", 4 * tables_at_once, word_size),
                                 .change = fields.text("change", word_size),
                                 .value = fields.line("value", name_size)};
    constexpr std::array<std::string_view, 5> changes{"delete", "restore", "folder", "label", "unlabel"};
    if (std::ranges::find(changes, request.change) == changes.end())
        throw fields.wrong("change", "delete, restore, folder, label or unlabel");
    if (request.change.ends_with("label") && trimmed(request.value).empty()) throw fields.wrong("value", "a word");
    return request;
}

std::string read_folder(const Fields& fields) {
    std::string folder = fields.text_or_empty("folder", word_size);
    if (!folder.empty() && !is_id(folder)) throw unknown({"refusal.no-such-folder"});
    return folder;
}

LabStartRequest read_lab_start(const Fields& fields) {
    const Fields plan = fields.object("plan");
    LabStartRequest request{.name = plan.line("name", name_size),
                            .games = plan.texts("games", 32, word_size),
                            .players = plan.texts("players", 16, player_size),
                            .pairing = plan.has("pairing") ? plan.text("pairing", word_size) : "round-robin",
                            .begins = plan.has("begins") ? plan.text("begins", word_size) : "alternate",
                            .count = plan.whole<std::int64_t>("count", 1, 100'000),
                            .openings = plan.has("openings") ? plan.text("openings", word_size) : "auto",
                            .plies = plan.whole_or("plies", 0, most_run_plies, 6)};
    // Beyond this a page cannot say which number it means.
    request.seed = plan.whole_or<std::uint64_t>("seed", 0, std::uint64_t{1} << 53, 1);
    request.fen = plan.text_or_empty("fen", fen_size);
    return request;
}

using Reader = Action (*)(const Fields&);

std::vector<std::string> read_seats(const Fields& fields) { return fields.texts_or_none("seats", 2, word_size); }

// A request that has only this.
template <class T>
Action read_table(const Fields& fields) {
    return T{.table = fields.id("table")};
}
template <class T>
Action read_side(const Fields& fields) {
    return T{.table = fields.id("table"), .side = fields.side("side")};
}
template <class T>
Action read_node(const Fields& fields) {
    return T{.table = fields.id("table"), .node = fields.whole("node", 0, largest_node)};
}
template <class T>
Action read_run(const Fields& fields) {
    return T{.run = fields.id("run")};
}

constexpr auto readers = std::to_array<std::pair<std::string_view, Reader>>({
    {"new", [](const Fields& f) -> Action { return read_new(f); }},
    {"open",
     [](const Fields& f) -> Action {
         OpenRequest request{.table = f.id("table")};
         request.seats = read_seats(f);
         return request;
     }},
    {"sit", read_table<SitRequest>},
    {"invite", read_side<InviteRequest>},
    {"reclaim", read_side<ReclaimRequest>},
    {"close", read_table<CloseRequest>},
    {"move", [](const Fields& f) -> Action { return read_move(f); }},
    {"undo", read_table<UndoRequest>},
    {"redo", read_table<RedoRequest>},
    {"view",
     [](const Fields& f) -> Action {
         return ViewRequest{
             .table = f.id("table"), .node = f.whole("node", 0, largest_node), .beyond = f.flag("beyond")};
     }},
    {"play",
     [](const Fields& f) -> Action {
         PlayRequest request{.table = f.id("table")};
         if (f.has("delay")) request.delay = f.whole("delay", 0, 60'000);
         if (f.has("node")) request.node = f.whole("node", 0, largest_node);
         return request;
     }},
    {"pause", read_table<PauseRequest>},
    {"step", read_table<StepRequest>},
    {"resign", read_side<ResignRequest>},
    {"offer-draw", read_side<OfferDrawRequest>},
    {"ask-take-back", read_side<AskTakeBackRequest>},
    {"decline", read_side<DeclineRequest>},
    {"hint", read_node<HintRequest>},
    {"exact",
     [](const Fields& f) -> Action {
         ExactRequest request{.table = f.id("table")};
         f.require("node");
         if (f.has("node")) request.node = f.whole("node", 0, largest_node);
         return request;
     }},
    {"add-move",
     [](const Fields& f) -> Action {
         const MoveRequest move = read_move(f);
         return AddMoveRequest{.table = move.table, .node = move.node, .index = move.index, .text = move.text};
     }},
    {"annotate",
     [](const Fields& f) -> Action {
         AnnotateRequest request{.table = f.id("table"), .node = f.whole("node", 0, largest_node)};
         if (f.has("comment")) request.comment = f.text("comment", largest_comment);
         if (f.has("nags")) request.nags = f.numbers("nags", 8, 1, 255);
         return request;
     }},
    {"promote", read_node<PromoteRequest>},
    {"take-out", read_node<TakeOutRequest>},
    {"bring-back", read_node<BringBackRequest>},
    {"analyse",
     [](const Fields& f) -> Action {
         return AnalyseRequest{.table = f.id("table"),
                               .node = f.whole("node", 0, largest_node),
                               .lines = f.whole_or("lines", 1, most_lines, 1),
                               .threads = f.whole_or("threads", 1, most_threads, 1),
                               .threat = f.flag("threat")};
     }},
    {"stop-analysis", [](const Fields&) -> Action { return StopAnalysisRequest{}; }},
    {"review",
     [](const Fields& f) -> Action { return ReviewRequest{.table = f.id("table"), .improve = f.flag("improve")}; }},
    {"stop-review", read_table<StopReviewRequest>},
    {"players", [](const Fields& f) -> Action { return read_players(f); }},
    {"rematch",
     [](const Fields& f) -> Action { return RematchRequest{.table = f.id("table"), .swap = f.flag("swap")}; }},
    {"rename",
     [](const Fields& f) -> Action {
         f.at("name");
         return RenameRequest{.table = f.id("table"), .name = f.line("name", name_size), .seats = read_seats(f)};
     }},
    {"position", [](const Fields& f) -> Action { return read_position(f); }},
    {"check",
     [](const Fields& f) -> Action {
         return CheckRequest{
             .game = f.text("game", word_size), .board = f.text("board", search_size), .turn = f.side("turn")};
     }},
    {"read",
     [](const Fields& f) -> Action {
         return ReadRequest{.text = f.text("text", largest_text), .game = f.text_or_empty("game", word_size)};
     }},
    {"import",
     [](const Fields& f) -> Action {
         return ImportRequest{.text = f.text("text", largest_text),
                              .game = f.text_or_empty("game", word_size),
                              .number = f.whole_or<std::size_t>("number", 0, 1'000'000, 0)};
     }},
    {"export", [](const Fields& f) -> Action { return read_export(f); }},
    {"library", [](const Fields& f) -> Action { return read_search(f); }},
    {"delete",
     [](const Fields& f) -> Action {
         return DeleteRequest{.table = f.id("table"), .seats = read_seats(f)};
     }},
    {"undelete", read_table<UndeleteRequest>},
    {"library.export", [](const Fields& f) -> Action { return read_library_export(f); }},
    {"library.change", [](const Fields& f) -> Action { return read_library_change(f); }},
    {"bin.empty", [](const Fields&) -> Action { return BinEmptyRequest{}; }},
    {"folders", [](const Fields&) -> Action { return FoldersRequest{}; }},
    {"folder.put",
     [](const Fields& f) -> Action {
         FolderPutRequest request{.folder = read_folder(f), .name = std::string(trimmed(f.line("name", name_size)))};
         if (request.name.empty()) throw f.wrong("name", "a name");
         return request;
     }},
    {"folder.delete",
     [](const Fields& f) -> Action {
         f.at("folder");
         return FolderDeleteRequest{.folder = read_folder(f)};
     }},
    {"import.start",
     [](const Fields& f) -> Action {
         return ImportStartRequest{.size = f.whole<std::uint64_t>("size", 0, std::uint64_t{1} << 40),
                                   .game = f.text_or_empty("game", word_size),
                                   .folder = read_folder(f)};
     }},
    {"import.data",
     [](const Fields& f) -> Action {
         return ImportDataRequest{
             .job = f.text("job", word_size), .data = f.text("data", largest_text), .last = f.flag("last")};
     }},
    {"import.stop", [](const Fields& f) -> Action { return ImportStopRequest{.job = f.text("job", word_size)}; }},
    {"import.refused",
     [](const Fields& f) -> Action {
         return ImportRefusedRequest{.job = f.text("job", word_size),
                                     .offset = f.whole_or<std::size_t>("offset", 0, 1'000'000, 0)};
     }},
    {"lab.start", [](const Fields& f) -> Action { return read_lab_start(f); }},
    {"lab.list", [](const Fields&) -> Action { return LabListRequest{}; }},
    {"lab.open", read_run<LabOpenRequest>},
    {"lab.stop", read_run<LabStopRequest>},
    {"lab.resume", read_run<LabResumeRequest>},
    {"lab.games", read_lab_games},
    {"lab.game", read_lab_game},
    {"lab.delete", read_run<LabDeleteRequest>},
    {"puzzles.list", read_puzzles_list},
    {"puzzles.next", read_puzzles_next},
    {"puzzles.open", read_puzzles_open},
    {"puzzles.try", read_puzzles_try},
    {"puzzles.hint", read_puzzles_hint},
    {"puzzles.show", read_puzzles_show},
    {"mistakes.list", read_mistakes_list},
    {"proof.list", read_proof_list},
    {"proof.node", read_proof_node},
    {"proof.values", read_proof_values},
    {"proof.why", read_proof_why},
    {"proof.verify", read_proof_verify},
    {"proof.stop", read_proof_stop},
    {"endings.classes", read_endings_classes},
    {"endings.class", read_endings_class},
    {"endings.drill", read_endings_drill},
    {"endings.move", read_endings_move},
});

Action read_action(const Json& json) {
    const Fields fields(json);
    const std::string name = fields.text("do", word_size);
    const auto* const found = std::ranges::find(readers, name, &std::pair<std::string_view, Reader>::first);
    if (found == readers.end()) throw bad_request({"request.unknown", {{"name", excerpt(name)}}});
    if (const std::optional<std::string> field = unknown_field(name, json))
        throw bad_request({"request.unknown-field", {{"field", excerpt(*field)}}});
    return found->second(fields);
}

Refusal too_long() { return bad_request({"request.too-long", {{"most", static_cast<std::int64_t>(largest_frame)}}}); }

}  // namespace

std::vector<std::string_view> request_names() {
    std::vector<std::string_view> names;
    names.reserve(readers.size());
    for (const auto& [name, reader] : readers) names.push_back(name);
    return names;
}

Request read_request(std::string_view frame) {
    Request request{.id = nullptr, .action = std::unexpected(bad_request({"request.not-json"})), .bytes = frame.size()};
    if (frame.size() > largest_import) {
        request.action = std::unexpected(too_long());
        return request;
    }
    const Json json = Json::parse(frame, nullptr, false);
    if (!json.is_object()) {
        request.action =
            std::unexpected(bad_request({json.is_discarded() ? "request.not-json" : "request.not-object"}));
        return request;
    }
    const auto id = json.find("id");
    if (id == json.end() || !id->is_number()) {
        request.action = std::unexpected(bad_request({"request.no-id"}));
        return request;
    }
    request.id = *id;
    try {
        request.action = read_action(json);
        const bool text = std::holds_alternative<ReadRequest>(*request.action) ||
                          std::holds_alternative<ImportRequest>(*request.action) ||
                          std::holds_alternative<ImportDataRequest>(*request.action);
        if (frame.size() > largest_frame && !text) request.action = std::unexpected(too_long());
    } catch (const Refusal& refusal) {
        request.action = std::unexpected(refusal);
    }
    return request;
}

bool is_id(std::string_view text) {
    return text.size() == id_size &&
           std::ranges::all_of(text, [](char c) { return is_digit(c) || (c >= 'a' && c <= 'z'); });
}

}  // namespace crownhead::server
