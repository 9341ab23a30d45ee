// The requests of a page as plain data. Reading never throws and trusts nothing: every field has its type, its range and
// its largest size, and what protocol.json does not describe is refused.
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

#include "library_search.hpp"
#include "protocol/ending_requests.hpp"
#include "protocol/refusal.hpp"
#include "rules/setup.hpp"

namespace crownhead::server {

using Json = nlohmann::json;

inline constexpr std::size_t largest_frame = 65536;       // bytes
inline constexpr std::size_t largest_text = 1024 * 1024;  // of a game to be read
// The frame around such a text: its quotes and line ends are written with a backslash each.
inline constexpr std::size_t largest_import = 2 * largest_text + largest_frame;
inline constexpr std::size_t largest_name = 100;      // of tables, runs and people, in characters
inline constexpr std::size_t largest_comment = 2000;  // of a move, in bytes
inline constexpr std::uint64_t most_run_games = 100'000;
inline constexpr int most_run_plies = 60;          // of an opening
inline constexpr int open_tables = 50;             // of one client
inline constexpr int running_jobs = 4;             // of one client
inline constexpr std::size_t tables_at_once = 50;  // of the library
inline constexpr std::size_t most_computers = 10;  // that the words of a search may mean
inline constexpr int most_lines = 5;               // of an analysis
inline constexpr int most_threads = 4;             // of an analysis; the computer may have fewer
inline constexpr std::size_t id_size = 10;
inline constexpr std::size_t secret_size = 26;  // of a seat: more than 128 bits

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

// ---- Requests. Names of games and texts of positions are checked where they are used.

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
    std::vector<std::string> seats{};  // secrets
};
struct SitRequest {
    std::string table{};
};
struct InviteRequest {
    std::string table{};
    Side side = Side::Black;
};
struct ReclaimRequest {
    std::string table{};
    Side side = Side::Black;
};
struct CloseRequest {
    std::string table{};
};
struct MoveRequest {
    std::string table{};
    int node = 0;
    std::optional<std::size_t> index{};
    std::string text{};
    bool variation = false;  // from a node where the game does not stand
};
struct UndoRequest {
    std::string table{};
};
struct RedoRequest {
    std::string table{};
};
struct ViewRequest {
    std::string table{};
    int node = 0;
    bool beyond = false;  // moves also where the game ended by resigning and the like
};
struct PlayRequest {
    std::string table{};
    std::optional<int> delay{};  // milliseconds
    std::optional<int> node{};   // where to play on; otherwise where the game stands
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
struct AskTakeBackRequest {
    std::string table{};
    Side side = Side::Black;
};
// What the other side offers or asks for.
struct DeclineRequest {
    std::string table{};
    Side side = Side::Black;
};
struct HintRequest {
    std::string table{};
    int node = 0;
};
// The node whose exact values this page wants to see, if any.
struct ExactRequest {
    std::string table{};
    std::optional<int> node{};
};
// A move beside the game.
struct AddMoveRequest {
    std::string table{};
    int node = 0;
    std::optional<std::size_t> index{};
    std::string text{};
};
// What is not given stays.
struct AnnotateRequest {
    std::string table{};
    int node = 0;
    std::optional<std::string> comment{};
    std::optional<std::vector<int>> nags{};
};
struct PromoteRequest {
    std::string table{};
    int node = 0;
};
struct TakeOutRequest {
    std::string table{};
    int node = 0;
};
struct BringBackRequest {
    std::string table{};
    int node = 0;
};
// A page has one analysis; the next one takes its place.
struct AnalyseRequest {
    std::string table{};
    int node = 0;
    int lines = 1;
    int threads = 1;
    bool threat = false;  // what if the other side were to move
};
struct StopAnalysisRequest {};
struct ReviewRequest {
    std::string table{};
    bool improve = false;  // only if something better is known than when it was made
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
    std::vector<std::string> seats{};  // secrets
};
// A position of no table, after some moves.
struct PositionRequest {
    std::string game{};
    std::optional<std::string> fen{};
    std::vector<int> moves{};  // each by its index among the legal ones
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
    std::string table{};
    std::optional<int> node{};
    std::string game{};  // without a table: a position
    std::string fen{};
    std::string format{};
};
struct LibraryExportRequest {
    LibraryRequest search{};
    std::vector<std::string> tables{};  // these, if there are any
};
struct LibraryChangeRequest {
    std::vector<std::string> tables{};
    std::vector<std::string> seats{};  // secrets
    std::string change{};              // delete, restore, folder, label, unlabel
    std::string value{};
};
struct BinEmptyRequest {};
struct FoldersRequest {};
struct FolderPutRequest {
    std::string folder{};  // empty: a new one
    std::string name{};
};
struct FolderDeleteRequest {
    std::string folder{};
};
struct ImportStartRequest {
    std::uint64_t size = 0;  // bytes of the file
    std::string game{};      // of games that do not say what they are; empty: that is found out
    std::string folder{};
};
struct ImportDataRequest {
    std::string job{};
    std::string data{};  // base64
    bool last = false;
};
struct ImportStopRequest {
    std::string job{};
};
struct ImportRefusedRequest {
    std::string job{};
    std::size_t offset = 0;
};
struct DeleteRequest {
    std::string table{};
    std::vector<std::string> seats{};  // secrets
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
    std::string fen{};
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

struct PuzzlesListRequest {
    std::string day{};  // 2026-11-15, where the page is
};
struct PuzzlesNextRequest {
    std::string game{};  // what is empty does not matter
    std::string grade{};
    std::string theme{};
    std::string proof{};
    std::string after{};  // the key of the one before
};
struct PuzzlesOpenRequest {
    std::string key{};
    std::string day{};
};
struct PuzzlesTryRequest {
    std::string key{};
    std::size_t ply = 0;
    std::size_t index = 0;
    std::string day{};
};
struct PuzzlesHintRequest {
    std::string key{};
    std::size_t ply = 0;
    std::string day{};
};
struct PuzzlesShowRequest {
    std::string key{};
    std::string day{};
};
struct MistakesListRequest {
    std::string day{};
};

// A node of a proof: where the moves lead from its start, seen from one of its strategies.
struct ProofPlace {
    std::string game{};
    std::optional<Side> side{};  // whose strategy; without one the first
    std::vector<std::string> moves{};
};
struct ProofListRequest {};
struct ProofNodeRequest {
    ProofPlace place{};
};
struct ProofValuesRequest {
    ProofPlace place{};
};
struct ProofWhyRequest {
    ProofPlace place{};
    std::size_t index = 0;  // of the move among the legal ones
};
struct ProofVerifyRequest {
    std::string game{};
};
struct ProofStopRequest {
    std::string job{};
};

using Action = std::variant<
    NewRequest, OpenRequest, SitRequest, InviteRequest, ReclaimRequest, CloseRequest, ViewRequest, MoveRequest,
    UndoRequest, RedoRequest, PlayRequest, PauseRequest, StepRequest, ResignRequest, OfferDrawRequest,
    AskTakeBackRequest, DeclineRequest, HintRequest, ExactRequest, AddMoveRequest, AnnotateRequest, PromoteRequest,
    TakeOutRequest, BringBackRequest, AnalyseRequest, StopAnalysisRequest, ReviewRequest, StopReviewRequest,
    PlayersRequest, RematchRequest, RenameRequest, PositionRequest, CheckRequest, ReadRequest, ImportRequest,
    ExportRequest, LibraryRequest, DeleteRequest, UndeleteRequest, LibraryExportRequest, LibraryChangeRequest,
    BinEmptyRequest, FoldersRequest, FolderPutRequest, FolderDeleteRequest, ImportStartRequest, ImportDataRequest,
    ImportStopRequest, ImportRefusedRequest, LabStartRequest, LabListRequest, LabOpenRequest, LabStopRequest,
    LabResumeRequest, LabGamesRequest, LabGameRequest, LabDeleteRequest, PuzzlesListRequest, PuzzlesNextRequest,
    PuzzlesOpenRequest, PuzzlesTryRequest, PuzzlesHintRequest, PuzzlesShowRequest, MistakesListRequest,
    ProofListRequest, ProofNodeRequest, ProofValuesRequest, ProofWhyRequest, ProofVerifyRequest, ProofStopRequest,
    EndingsClassesRequest, EndingsClassRequest, EndingsDrillRequest, EndingsMoveRequest>;

struct Request {
    Json id;  // the number that the page chose; null where there was none
    std::expected<Action, Refusal> action;
    std::size_t bytes = 0;  // of the frame
};

Request read_request(std::string_view frame);

// The names of all requests that can be read.
std::vector<std::string_view> request_names();

// Ten small letters and digits: the name of a table or a run. Also keeps names of files out of the data folder.
bool is_id(std::string_view text);

}  // namespace crownhead::server
