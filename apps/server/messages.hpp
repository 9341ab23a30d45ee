// The messages of docs/protocol.md: requests of the page as plain data, and the pieces that answers are made of. Reading
// never throws and trusts nothing: every field has its type, its range and its largest size.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <nlohmann/json.hpp>

#include "game/any_move.hpp"
#include "game/placement.hpp"
#include "rules/variant.hpp"
#include "runtime/game.hpp"
#include "solve/oracle.hpp"

namespace crownhead::server {

using Json = nlohmann::json;

inline constexpr int protocol_version = 1;
inline constexpr std::size_t largest_frame = 65536;       // bytes
inline constexpr std::size_t largest_text = 1024 * 1024;  // of a game to be read
// The frame around such a text: its quotes and line ends are written with a backslash each.
inline constexpr std::size_t largest_import = 2 * largest_text + largest_frame;
inline constexpr std::size_t largest_name = 100;  // of tables, runs and people, in characters
inline constexpr double longest_think = 60;       // seconds of a move: the engine
inline constexpr double longest_search = 15;      // ... the others, and everybody in a run
inline constexpr std::uint64_t most_run_games = 100'000;
inline constexpr int most_run_plies = 60;  // of an opening
inline constexpr int open_tables = 50;     // of one client
inline constexpr int running_jobs = 4;     // of one client
inline constexpr std::size_t id_size = 10;

// Why a request was not carried out.
struct Refusal {
    std::string code;
    std::string message;
};

inline Refusal bad_request(std::string message) { return {"bad-request", std::move(message)}; }
inline Refusal unknown(std::string message) { return {"unknown", std::move(message)}; }
inline Refusal illegal(std::string message) { return {"illegal", std::move(message)}; }
inline Refusal refused(std::string message) { return {"refused", std::move(message)}; }
inline Refusal too_many(std::string message) { return {"too-many", std::move(message)}; }
inline Refusal failed(std::string message) { return {"failed", std::move(message)}; }

// Who plays a side: a person, or the strategy that is described.
struct Seat {
    std::string player{};  // empty: a person
    std::string name{};    // of a person, if it is known: from a game that was recorded elsewhere

    bool human() const { return player.empty(); }

    friend bool operator==(const Seat&, const Seat&) = default;
};

struct ClockSetting {
    double seconds = 0;    // for the whole game
    double increment = 0;  // for each move

    friend bool operator==(const ClockSetting&, const ClockSetting&) = default;
};

// ---- Requests. Names of games and texts of positions are checked by whoever uses them.

struct NewRequest {
    std::string game{};
    Seat black{};
    Seat white{};
    std::optional<std::string> fen{};
    std::optional<ClockSetting> clock{};
    std::string name{};
};
struct OpenRequest {
    std::string table{};
};
struct CloseRequest {
    std::string table{};
};
struct MoveRequest {
    std::string table{};
    int node = 0;
    std::optional<std::size_t> index{};
    std::string text{};
};
struct UndoRequest {
    std::string table{};
};
struct RedoRequest {
    std::string table{};
};
struct GoRequest {
    std::string table{};
    int node = 0;
};
struct PlayRequest {
    std::string table{};
    std::optional<int> delay{};  // milliseconds
};
struct PauseRequest {
    std::string table{};
};
struct StepRequest {
    std::string table{};
};
struct ResignRequest {
    std::string table{};
    Side side = Side::Black;
};
struct OfferDrawRequest {
    std::string table{};
    Side side = Side::Black;
};
struct HintRequest {
    std::string table{};
};
// Whether this page wants to see exact values.
struct ExactRequest {
    std::string table{};
    bool on = false;
};
struct ReviewRequest {
    std::string table{};
};
struct StopReviewRequest {
    std::string table{};
};
struct PlayersRequest {
    std::string table{};
    std::optional<Seat> black{};
    std::optional<Seat> white{};
};
struct RematchRequest {
    std::string table{};
    bool swap = false;
};
struct RenameRequest {
    std::string table{};
    std::string name{};
};
struct CheckRequest {
    std::string game{};
    std::string board{};
    Side turn = Side::Black;
};
struct ReadRequest {
    std::string text{};
    std::string game{};  // empty: as the text says
};
struct ImportRequest {
    std::string text{};
    std::string game{};
    std::size_t number = 0;
};
struct ExportRequest {
    std::string table{};  // or
    std::string game{};   // a position that no table has
    std::string fen{};
    std::string format{};
};
struct LibraryRequest {
    std::string game{};
    std::string player{};
    std::string result{};
    std::string text{};
    std::string from{};  // 2026-11-15
    std::string to{};
    std::int64_t offset = 0;
    std::int64_t limit = 50;
};
struct DeleteRequest {
    std::string table{};
};
struct UndeleteRequest {
    std::string table{};
};
struct LabStartRequest {
    std::string name{};
    std::vector<std::string> games{};
    std::vector<std::string> players{};
    std::string pairing{};
    std::string begins{};
    std::int64_t count = 0;
    std::string openings{};
    int plies = 0;
    std::uint64_t seed = 0;
};
struct LabListRequest {};
struct LabOpenRequest {
    std::string run{};
};
struct LabStopRequest {
    std::string run{};
};
struct LabResumeRequest {
    std::string run{};
};
struct LabGamesRequest {
    std::string run{};
    std::size_t cell = 0;
    std::size_t offset = 0;
    std::size_t limit = 50;
};
struct LabGameRequest {
    std::string run{};
    std::size_t cell = 0;
    std::uint64_t number = 0;
};
struct LabDeleteRequest {
    std::string run{};
};

using Action = std::variant<NewRequest, OpenRequest, CloseRequest, MoveRequest, UndoRequest, RedoRequest, GoRequest,
                            PlayRequest, PauseRequest, StepRequest, ResignRequest, OfferDrawRequest, HintRequest,
                            ExactRequest, ReviewRequest, StopReviewRequest, PlayersRequest, RematchRequest,
                            RenameRequest, CheckRequest, ReadRequest, ImportRequest, ExportRequest, LibraryRequest,
                            DeleteRequest, UndeleteRequest, LabStartRequest, LabListRequest, LabOpenRequest,
                            LabStopRequest, LabResumeRequest, LabGamesRequest, LabGameRequest, LabDeleteRequest>;

struct Request {
    Json id;  // the number that the page chose; null where there was none
    std::expected<Action, Refusal> action;
};

Request read_request(std::string_view frame);

// Ten small letters and digits: the name of a table or a run. Also keeps names of files out of the data folder.
bool is_id(std::string_view text);

// ---- Answers

std::string to_frame(const Json& json);  // bytes that are no UTF-8 are replaced
std::string answer(const Json& id, Json ok);
std::string answer(const Json& id, const Refusal& refusal);

std::string_view colour(Side side);
Json colour_or_null(std::optional<Side> side);
Json seat_json(const Seat& seat);
Json hops_json(const AnyMove& mv);
// Null where nothing is known.
Json known_json(const solve::Exact& known);
// The moves with what is known of each.
Json legal_json(const Game& game, const std::vector<solve::Exact>& known);

std::string board_text(const Placement& placement);
// The error says which character is wrong.
Result<Placement> read_board(const Variant& v, std::string_view board, Side turn);

std::string hello(std::string_view version);

}  // namespace crownhead::server
