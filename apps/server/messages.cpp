#include "messages.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "notation/move_text.hpp"
#include "notation/outcome_text.hpp"
#include "notation/rules_text.hpp"
#include "notation/square_text.hpp"
#include "players/catalogue.hpp"
#include "rules/variants.hpp"
#include "util/parse.hpp"

namespace crownhead::server {

namespace {

constexpr std::size_t name_size = largest_name;  // of tables, runs and people, in characters
constexpr std::size_t word_size = 32;            // of games, formats, dates
constexpr std::size_t player_size = 200;         // of a description
constexpr std::size_t fen_size = 1000;           // a full 12x12 board takes less than 400
constexpr std::size_t search_size = 200;
constexpr std::size_t listed_paths = 100;  // of one move; more are never needed to find one's way

// The fields of a request. A field that is missing or wrong throws a Refusal, which read_request catches.
class Fields {
public:
    explicit Fields(const Json& json, std::string where = "") : json_(json), where_(std::move(where)) {}

    bool has(const char* name) const {
        const auto found = json_.find(name);
        return found != json_.end() && !found->is_null();
    }

    const Json& at(const char* name) const {
        if (!has(name)) throw bad_request(fmt::format("{}{} is missing", where_, name));
        return *json_.find(name);
    }

    std::string text(const char* name, std::size_t largest) const {
        const Json& value = at(name);
        if (!value.is_string()) throw wrong(name, "a text");
        return checked(name, value.get_ref<const std::string&>(), largest);
    }
    std::string text_or_empty(const char* name, std::size_t largest) const {
        return has(name) ? text(name, largest) : "";
    }
    // On one line: what is shown in lists and written to plans.
    std::string line(const char* name, std::size_t largest) const {
        std::string value = text_or_empty(name, 4 * largest);
        // Bytes that go on with a character are not counted.
        if (std::ranges::count_if(value, [](char c) { return (static_cast<unsigned char>(c) & 0xc0U) != 0x80; }) >
            static_cast<std::ptrdiff_t>(largest))
            throw bad_request(fmt::format("{}{} is too long: at most {} characters", where_, name, largest));
        if (std::ranges::any_of(value, [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7f'; }))
            throw bad_request(fmt::format("{}{} must be one line of text", where_, name));
        return value;
    }

    template <class T>
    T whole(const char* name, T lowest, T highest) const {
        const Json& value = at(name);
        std::optional<T> read;
        if (value.is_number_unsigned()) {
            if (const auto number = value.get<std::uint64_t>(); std::in_range<T>(number)) read = static_cast<T>(number);
        } else if (value.is_number_integer()) {
            if (const auto number = value.get<std::int64_t>(); std::in_range<T>(number)) read = static_cast<T>(number);
        }
        if (!read || *read < lowest || *read > highest)
            throw wrong(name, fmt::format("a whole number from {} to {}", lowest, highest));
        return *read;
    }
    template <class T>
    T whole_or(const char* name, T lowest, T highest, T otherwise) const {
        return has(name) ? whole(name, lowest, highest) : otherwise;
    }

    double number(const char* name, double lowest, double highest) const {
        const Json& value = at(name);
        if (!value.is_number()) throw wrong(name, fmt::format("a number from {} to {}", lowest, highest));
        const double read = value.get<double>();
        if (!(read >= lowest && read <= highest))
            throw wrong(name, fmt::format("a number from {} to {}", lowest, highest));
        return read;
    }

    bool flag(const char* name) const {
        if (!has(name)) return false;
        if (!at(name).is_boolean()) throw wrong(name, "true or false");
        return at(name).get<bool>();
    }

    Side side(const char* name) const {
        const std::string word = text(name, word_size);
        if (word != "black" && word != "white") throw wrong(name, "black or white");
        return word == "black" ? Side::Black : Side::White;
    }

    std::string id(const char* name) const {
        std::string value = text(name, word_size);
        if (!is_id(value)) throw unknown(fmt::format("There is no {} '{}'.", name, excerpt(value)));
        return value;
    }

    Fields object(const char* name) const {
        const Json& value = at(name);
        if (!value.is_object()) throw wrong(name, "an object");
        return Fields(value, fmt::format("{}{}.", where_, name));
    }

    std::vector<std::string> texts(const char* name, std::size_t most, std::size_t largest) const {
        const Json& value = at(name);
        if (!value.is_array() || value.size() > most)
            throw wrong(name, fmt::format("a list of at most {} texts", most));
        std::vector<std::string> all;
        for (const Json& item : value) {
            if (!item.is_string()) throw wrong(name, "a list of texts");
            all.push_back(checked(name, item.get_ref<const std::string&>(), largest));
        }
        return all;
    }

    Seat seat(const char* name) const {
        const Fields fields = object(name);
        const std::string kind = fields.text("kind", word_size);
        if (kind == "human") return {.name = fields.line("name", name_size)};
        if (kind != "computer") throw fields.wrong("kind", "human or computer");
        Seat seat{.player = fields.text("player", player_size)};
        if (seat.player.empty()) throw fields.wrong("player", "a strategy");
        return seat;
    }

    Refusal wrong(const char* name, std::string_view expected) const {
        return bad_request(fmt::format("{}{} must be {}", where_, name, expected));
    }

private:
    std::string checked(const char* name, const std::string& value, std::size_t largest) const {
        if (value.size() > largest)
            throw bad_request(fmt::format("{}{} is too long: at most {} bytes", where_, name, largest));
        return value;
    }

    const Json& json_;
    std::string where_;  // "plan.", for messages
};

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
    if (!request.index && request.text.empty()) throw bad_request("index or text is missing");
    return request;
}

PlayersRequest read_players(const Fields& fields) {
    PlayersRequest request{.table = fields.id("table")};
    if (fields.has("black")) request.black = fields.seat("black");
    if (fields.has("white")) request.white = fields.seat("white");
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

LibraryRequest read_library(const Fields& fields) {
    return {.game = fields.text_or_empty("game", word_size),
            .player = fields.text_or_empty("player", search_size),
            .result = fields.text_or_empty("result", word_size),
            .text = fields.text_or_empty("text", search_size),
            .from = date(fields, "from"),
            .to = date(fields, "to"),
            .offset = fields.whole_or<std::int64_t>("offset", 0, 1'000'000'000, 0),
            .limit = fields.whole_or<std::int64_t>("limit", 1, 200, 50)};
}

LabStartRequest read_plan(const Fields& fields) {
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
    return request;
}

using Reader = Action (*)(const Fields&);

// A request that has only this.
template <class T>
Action read_table(const Fields& fields) {
    return T{.table = fields.id("table")};
}
template <class T>
Action read_run(const Fields& fields) {
    return T{.run = fields.id("run")};
}

constexpr auto readers = std::to_array<std::pair<std::string_view, Reader>>({
    {"new", [](const Fields& f) -> Action { return read_new(f); }},
    {"open", read_table<OpenRequest>},
    {"close", read_table<CloseRequest>},
    {"move", [](const Fields& f) -> Action { return read_move(f); }},
    {"undo", read_table<UndoRequest>},
    {"redo", read_table<RedoRequest>},
    {"go",
     [](const Fields& f) -> Action {
         return GoRequest{.table = f.id("table"), .node = f.whole("node", 0, largest_node)};
     }},
    {"play",
     [](const Fields& f) -> Action {
         PlayRequest request{.table = f.id("table")};
         if (f.has("delay")) request.delay = f.whole("delay", 0, 60'000);
         return request;
     }},
    {"pause", read_table<PauseRequest>},
    {"step", read_table<StepRequest>},
    {"resign",
     [](const Fields& f) -> Action { return ResignRequest{.table = f.id("table"), .side = f.side("side")}; }},
    {"offer-draw",
     [](const Fields& f) -> Action { return OfferDrawRequest{.table = f.id("table"), .side = f.side("side")}; }},
    {"hint", read_table<HintRequest>},
    {"exact",
     [](const Fields& f) -> Action { return ExactRequest{.table = f.id("table"), .on = f.flag("on")}; }},
    {"review", read_table<ReviewRequest>},
    {"stop-review", read_table<StopReviewRequest>},
    {"players", [](const Fields& f) -> Action { return read_players(f); }},
    {"rematch",
     [](const Fields& f) -> Action { return RematchRequest{.table = f.id("table"), .swap = f.flag("swap")}; }},
    {"rename",
     [](const Fields& f) -> Action {
         f.at("name");
         return RenameRequest{.table = f.id("table"), .name = f.line("name", name_size)};
     }},
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
    {"export",
     [](const Fields& f) -> Action {
         if (!f.has("table"))
             return ExportRequest{.game = f.text("game", word_size),
                                  .fen = f.text("fen", fen_size),
                                  .format = f.text("format", word_size)};
         return ExportRequest{.table = f.id("table"), .format = f.text("format", word_size)};
     }},
    {"library", [](const Fields& f) -> Action { return read_library(f); }},
    {"delete", read_table<DeleteRequest>},
    {"undelete", read_table<UndeleteRequest>},
    {"lab.start", [](const Fields& f) -> Action { return read_plan(f); }},
    {"lab.list", [](const Fields&) -> Action { return LabListRequest{}; }},
    {"lab.open", read_run<LabOpenRequest>},
    {"lab.stop", read_run<LabStopRequest>},
    {"lab.resume", read_run<LabResumeRequest>},
    {"lab.games",
     [](const Fields& f) -> Action {
         return LabGamesRequest{.run = f.id("run"),
                                .cell = f.whole<std::size_t>("cell", 0, 100'000),
                                .offset = f.whole_or<std::size_t>("offset", 0, 1'000'000'000, 0),
                                .limit = f.whole_or<std::size_t>("limit", 1, 200, 50)};
     }},
    {"lab.game",
     [](const Fields& f) -> Action {
         return LabGameRequest{.run = f.id("run"),
                               .cell = f.whole<std::size_t>("cell", 0, 100'000),
                               .number = f.whole<std::uint64_t>("number", 0, 1'000'000'000)};
     }},
    {"lab.delete", read_run<LabDeleteRequest>},
});

Action read_action(const Json& json) {
    const Fields fields(json);
    const std::string name = fields.text("do", word_size);
    const auto* const found = std::ranges::find(readers, name, &std::pair<std::string_view, Reader>::first);
    if (found == readers.end()) throw bad_request(fmt::format("There is no request '{}'.", excerpt(name)));
    return found->second(fields);
}

Json game_json(const Variant& v) {
    Json cells = Json::array();
    Json names = Json::array();
    for (int n = 1; n <= v.squares(); ++n) {
        const Cell cell = cell_of_number(v.setup, v.size(), n);
        cells.push_back({cell.row, cell.column});
        names.push_back(square_text::name(v, n));
    }
    const bool algebraic = v.setup.notation == Notation::Algebraic;
    return {{"name", v.name},
            {"family", v.family},
            {"title", v.title},
            {"summary", v.summary},
            {"size", v.size()},
            {"reversed", v.end.bare == Bare::Wins},
            {"solved", solve::has_oracle(v)},
            {"begins", colour(v.setup.first)},
            {"sides", {{"black", side_name(v, Side::Black)}, {"white", side_name(v, Side::White)}}},
            {"notation", algebraic ? "algebraic" : "numeric"},
            {"rules", rules_text::sentences(v)},
            {"cells", std::move(cells)},
            {"names", algebraic ? std::move(names) : Json(nullptr)},
            {"start", board_text(new_game(v)->start())}};
}

}  // namespace

Request read_request(std::string_view frame) {
    Request request{.id = nullptr, .action = std::unexpected(bad_request(""))};
    if (frame.size() > largest_import) {
        request.action =
            std::unexpected(bad_request(fmt::format("The frame is too long: at most {} bytes.", largest_frame)));
        return request;
    }
    const Json json = Json::parse(frame, nullptr, false);
    if (!json.is_object()) {
        request.action = std::unexpected(
            bad_request(json.is_discarded() ? "The frame is no JSON." : "The frame is no JSON object."));
        return request;
    }
    const auto id = json.find("id");
    if (id == json.end() || !id->is_number()) {
        request.action = std::unexpected(bad_request("id is missing: a number"));
        return request;
    }
    request.id = *id;
    try {
        request.action = read_action(json);
        const bool text = std::holds_alternative<ReadRequest>(*request.action) ||
                          std::holds_alternative<ImportRequest>(*request.action);
        if (frame.size() > largest_frame && !text)
            request.action =
                std::unexpected(bad_request(fmt::format("The frame is too long: at most {} bytes.", largest_frame)));
    } catch (const Refusal& refusal) {
        request.action = std::unexpected(refusal);
    }
    return request;
}

bool is_id(std::string_view text) {
    return text.size() == id_size &&
           std::ranges::all_of(text, [](char c) { return is_digit(c) || (c >= 'a' && c <= 'z'); });
}

std::string to_frame(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

std::string answer(const Json& id, Json ok) { return to_frame({{"re", id}, {"ok", std::move(ok)}}); }

std::string answer(const Json& id, const Refusal& refusal) {
    return to_frame({{"re", id}, {"error", {{"code", refusal.code}, {"message", refusal.message}}}});
}

std::string_view colour(Side side) { return side == Side::Black ? "black" : "white"; }

Json colour_or_null(std::optional<Side> side) { return side ? Json(colour(*side)) : Json(nullptr); }

Json seat_json(const Seat& seat) {
    if (seat.human() && seat.name.empty()) return {{"kind", "human"}};
    if (seat.human()) return {{"kind", "human"}, {"name", seat.name}};
    return {{"kind", "computer"}, {"player", seat.player}};
}

Json hops_json(const AnyMove& mv) {
    Json hops = Json::array();
    for (const Hop& hop : mv.hops) hops.push_back({hop.to, hop.captured, hop.captured_second});
    return hops;
}

Json known_json(const solve::Exact& known) {
    if (known.value == egdb::Value::Unknown) return nullptr;
    constexpr std::array<std::string_view, 3> words{"draw", "win", "loss"};  // by Value
    const auto or_null = [](const std::optional<int>& number) { return number ? Json(*number) : Json(nullptr); };
    return {{"value", words[static_cast<std::size_t>(known.value)]},
            {"plies", or_null(known.plies)},
            {"difference", or_null(known.difference)}};
}

Json legal_json(const Game& game, const std::vector<solve::Exact>& known) {
    const Variant& v = game.variant();
    const auto squares = [](const AnyMove& mv) {
        Json path = Json::array();
        if (!mv.is_pass()) path.push_back(mv.from);
        for (const Hop& hop : mv.hops) path.push_back(hop.to);
        return path;
    };
    Json all = Json::array();
    for (std::size_t i = 0; i < game.legal().size(); ++i) {
        const AnyMove& mv = game.legal()[i];
        Json paths = Json::array();
        if (mv.hops.size() < 2) {
            paths.push_back(squares(mv));
        } else {
            for (const AnyMove& path : game.paths(i)) {
                if (paths.size() == listed_paths) break;
                paths.push_back(squares(path));
            }
        }
        all.push_back({{"text", move_text::write(v, game.legal(), i, v.setup.notation)},
                       {"path", squares(mv)},
                       {"hops", hops_json(mv)},
                       {"crowned", mv.promotes},
                       {"paths", std::move(paths)},
                       {"known", i < known.size() ? known_json(known[i]) : Json(nullptr)}});
    }
    return all;
}

std::string board_text(const Placement& placement) {
    std::string text;
    for (const Piece piece : placement.squares) text += "ebBwW"[static_cast<std::size_t>(piece)];
    return text;
}

Result<Placement> read_board(const Variant& v, std::string_view board, Side turn) {
    Placement placement(v.squares());
    placement.turn = turn;
    if (board.size() != static_cast<std::size_t>(v.squares()))
        return fail(fmt::format("{} has {} squares, not {}", v.name, v.squares(), board.size()));
    for (int n = 1; n <= v.squares(); ++n) {
        const char c = board[static_cast<std::size_t>(n - 1)];
        const std::size_t piece = std::string_view("ebBwW").find(c);
        if (piece == std::string_view::npos)
            return fail(
                fmt::format("square {}: expected e, b, B, w or W, found '{}'", n, excerpt(std::string_view(&c, 1))));
        placement.put(n, static_cast<Piece>(piece));
    }
    return placement;
}

std::string hello(std::string_view version) {
    Json games = Json::array();
    for (const Variant& v : variants) games.push_back(game_json(v));
    Json all = Json::array();
    for (const Strategy& strategy : strategies()) {
        if (strategy.name == "hub") continue;  // a page must not start programs
        all.push_back({{"name", strategy.name}, {"help", strategy.help}, {"options", strategy.options}});
    }
    return to_frame({{"event", "hello"},
                     {"protocol", protocol_version},
                     {"program", fmt::format("crownhead {}", version)},
                     {"games", std::move(games)},
                     {"strategies", std::move(all)},
                     {"limits",
                      {{"tables", open_tables},
                       {"message", largest_frame},
                       {"text", largest_text},
                       {"name", largest_name},
                       {"seconds", {{"engine", longest_think}, {"others", longest_search}}},
                       {"lab", {{"games", most_run_games}, {"plies", most_run_plies}, {"seconds", longest_search}}}}}});
}

}  // namespace crownhead::server
