// Requests: what pages ask for, carried out. Requests of one page are answered in their order, except those that take long
// (hints, draw offers, long texts, the laboratory), which are answered when they are done. What sets up, lists or replays
// positions is done by workers, and not with the mutex held.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "service/analysis.hpp"
#include "service/endings.hpp"
#include "service/imports.hpp"
#include "service/laboratory.hpp"
#include "service/proofs.hpp"
#include "service/puzzle_book.hpp"
#include "service/sessions.hpp"
#include "service/storage.hpp"
#include "service/study.hpp"
#include "service/tables.hpp"
#include "service/thinking.hpp"
#include "service/workers.hpp"

namespace crownhead::server {

class Requests {
public:
    Requests(Sessions& sessions, Tables& tables, Storage& storage, Thinking& thinking, Study& study, Analyses& analyses,
             Laboratory& lab, Imports& imports, Proofs& proofs, std::filesystem::path puzzles, JobLog& jobs);

    void receive(ClientId client, Request request);
    void on_run(const std::string& run, const Json& json);  // progress of a run

    void finish() { workers_.finish(); }

private:
    // A table as a page sees it.
    struct Seen {
        OpenTable& open;
        Table& table;
        Held held;
    };
    using MaybeSeen = std::expected<Seen, Refusal>;
    using Done = std::expected<void, Refusal>;
    // What is answered once a table is open; with the mutex held.
    using OnOpen = std::function<Reply(Session& session, OpenTable& open)>;

    void run(ClientId client, const Request& request);
    void run_next(ClientId client, const Session& session);  // with the mutex held
    void drain(ClientId client);

    // ---- How a request is carried out

    // With the mutex held.
    template <class F>
    void locked(ClientId client, const Json& id, F work);
    // With a table that the page has open, which is committed afterwards.
    template <class F>
    void with_table(ClientId client, const Json& id, const std::string& table, F work);
    // ... by a change that ends the thinking about the position.
    template <class F>
    void change(ClientId client, const Json& id, const std::string& table, F work);
    // ... of its notes or variations, while the game goes on as it was.
    template <class F>
    void edit(ClientId client, const Json& id, const std::string& table, F work);
    // By a request worker, in its lane, as a job of this kind.
    template <class F>
    void by_worker(ClientId client, const Json& id, const std::string& lane, std::string_view kind, const F& work,
                   const std::stop_source& stop = std::stop_source(std::nostopstate));
    // By the storage thread; later requests of the page wait. `work` gives the reply.
    void with_library(ClientId client, const Json& id, std::function<Reply(Library&)> work);
    void with_reader(ClientId client, const Json& id, std::function<Reply(LibraryReader&)> work);
    // With a table from the library, if it is not open already.
    void with_stored_table(ClientId client, const Json& id, const std::string& table, OnOpen on_open);
    void begin_deferred(Session& session);
    void end_deferred(ClientId client, const Json& id, const Reply& reply);
    // The game at a node of a table that the page has open, replayed without the mutex.
    std::expected<std::unique_ptr<Game>, Refusal> game_at(ClientId client, const std::string& table, int node);
    void loaded(const std::string& table, Result<std::optional<StoredGame>> stored);

    // ---- Who may do what

    MaybeSeen see(ClientId client, Session& session, const std::string& table);
    static bool is_alone(const Seen& seen);  // all people at this table sit at this page
    static Done needs_seat(const Seen& seen);
    static Done may_manage(LibraryReader& library, const std::string& table, const std::vector<std::string>& secrets);
    static Done needs_side(const Seen& seen, Side side);
    static Done may_rearrange(const Seen& seen);  // leave the line that is being played
    static Done may_move(const Seen& seen, int node);
    static Done may_undo(const Seen& seen);
    static Done may_analyse(const Seen& seen);

    void prepare_files(const Variant& variant);
    // What became of an exercise; nothing where it is not decided yet. Then the page gets its reply, with the streak.
    void record(ClientId client, const Json& id, const std::string& key, std::optional<bool> right,
                const std::string& day, Json reply);
    // What is told of the solution: at `ply` where the next move starts, without one all of it.
    void tell_solution(ClientId client, const Json& id, const std::string& key, std::optional<std::size_t> ply,
                       const std::string& day);
    // The files of the game that is asked about, by a request worker, with what became of its drills; `work` gives the reply.
    using OnFiles =
        std::function<Reply(const EndingGame& game, const DrillResults& results, const std::stop_token& stop)>;
    void with_ending(ClientId client, const Json& id, const std::string& game, OnFiles work);
    std::expected<EndingGame, Refusal> ending_game(std::string_view name);
    Reply create(ClientId client, Session& session, std::unique_ptr<Table> table);
    Reply take_seats(ClientId client, Session& session, OpenTable& open);
    std::expected<void, Refusal> may_start_run(ClientId client);
    void count_run(ClientId client, const std::string& run);
    Reply subscribed(ClientId client, const Reply& run);
    void empty_bin(ClientId client, const Json& id, std::int64_t before);

    // ---- The requests

    void handle(ClientId client, const Json& id, const NewRequest& request);
    void handle(ClientId client, const Json& id, const OpenRequest& request);
    void handle(ClientId client, const Json& id, const SitRequest& request);
    void handle(ClientId client, const Json& id, const InviteRequest& request);
    void handle(ClientId client, const Json& id, const ReclaimRequest& request);
    void handle(ClientId client, const Json& id, const CloseRequest& request);
    void handle(ClientId client, const Json& id, const ViewRequest& request);
    void handle(ClientId client, const Json& id, const MoveRequest& request);
    void handle(ClientId client, const Json& id, const UndoRequest& request);
    void handle(ClientId client, const Json& id, const RedoRequest& request);
    void handle(ClientId client, const Json& id, const PlayRequest& request);
    void handle(ClientId client, const Json& id, const PauseRequest& request);
    void handle(ClientId client, const Json& id, const StepRequest& request);
    void handle(ClientId client, const Json& id, const ResignRequest& request);
    void handle(ClientId client, const Json& id, const OfferDrawRequest& request);
    void handle(ClientId client, const Json& id, const AskTakeBackRequest& request);
    void handle(ClientId client, const Json& id, const DeclineRequest& request);
    void handle(ClientId client, const Json& id, const HintRequest& request);
    void handle(ClientId client, const Json& id, const ExactRequest& request);
    void handle(ClientId client, const Json& id, const AddMoveRequest& request);
    void handle(ClientId client, const Json& id, const AnnotateRequest& request);
    void handle(ClientId client, const Json& id, const PromoteRequest& request);
    void handle(ClientId client, const Json& id, const TakeOutRequest& request);
    void handle(ClientId client, const Json& id, const BringBackRequest& request);
    void handle(ClientId client, const Json& id, const AnalyseRequest& request);
    void handle(ClientId client, const Json& id, const StopAnalysisRequest& request);
    void handle(ClientId client, const Json& id, const ReviewRequest& request);
    void handle(ClientId client, const Json& id, const StopReviewRequest& request);
    void handle(ClientId client, const Json& id, const PlayersRequest& request);
    void handle(ClientId client, const Json& id, const RematchRequest& request);
    void handle(ClientId client, const Json& id, const RenameRequest& request);
    void handle(ClientId client, const Json& id, const PositionRequest& request);
    void handle(ClientId client, const Json& id, const CheckRequest& request);
    void handle(ClientId client, const Json& id, const ReadRequest& request);
    void handle(ClientId client, const Json& id, const ImportRequest& request);
    void handle(ClientId client, const Json& id, const ExportRequest& request);
    void handle(ClientId client, const Json& id, const LibraryRequest& request);
    void handle(ClientId client, const Json& id, const DeleteRequest& request);
    void handle(ClientId client, const Json& id, const UndeleteRequest& request);
    void handle(ClientId client, const Json& id, const LibraryExportRequest& request);
    void handle(ClientId client, const Json& id, const LibraryChangeRequest& request);
    void handle(ClientId client, const Json& id, const BinEmptyRequest& request);
    void handle(ClientId client, const Json& id, const FoldersRequest& request);
    void handle(ClientId client, const Json& id, const FolderPutRequest& request);
    void handle(ClientId client, const Json& id, const FolderDeleteRequest& request);
    void handle(ClientId client, const Json& id, const ImportStartRequest& request);
    void handle(ClientId client, const Json& id, const ImportDataRequest& request);
    void handle(ClientId client, const Json& id, const ImportStopRequest& request);
    void handle(ClientId client, const Json& id, const ImportRefusedRequest& request);
    void handle(ClientId client, const Json& id, const LabStartRequest& request);
    void handle(ClientId client, const Json& id, const LabListRequest& request);
    void handle(ClientId client, const Json& id, const LabOpenRequest& request);
    void handle(ClientId client, const Json& id, const LabStopRequest& request);
    void handle(ClientId client, const Json& id, const LabResumeRequest& request);
    void handle(ClientId client, const Json& id, const LabGamesRequest& request);
    void handle(ClientId client, const Json& id, const LabGameRequest& request);
    void handle(ClientId client, const Json& id, const LabDeleteRequest& request);
    void handle(ClientId client, const Json& id, const PuzzlesListRequest& request);
    void handle(ClientId client, const Json& id, const PuzzlesNextRequest& request);
    void handle(ClientId client, const Json& id, const PuzzlesOpenRequest& request);
    void handle(ClientId client, const Json& id, const PuzzlesTryRequest& request);
    void handle(ClientId client, const Json& id, const PuzzlesHintRequest& request);
    void handle(ClientId client, const Json& id, const PuzzlesShowRequest& request);
    void handle(ClientId client, const Json& id, const MistakesListRequest& request);
    void handle(ClientId client, const Json& id, const ProofListRequest& request);
    void handle(ClientId client, const Json& id, const ProofNodeRequest& request);
    void handle(ClientId client, const Json& id, const ProofValuesRequest& request);
    void handle(ClientId client, const Json& id, const ProofWhyRequest& request);
    void handle(ClientId client, const Json& id, const ProofVerifyRequest& request);
    void handle(ClientId client, const Json& id, const ProofStopRequest& request);
    void handle(ClientId client, const Json& id, const EndingsClassesRequest& request);
    void handle(ClientId client, const Json& id, const EndingsClassRequest& request);
    void handle(ClientId client, const Json& id, const EndingsDrillRequest& request);
    void handle(ClientId client, const Json& id, const EndingsMoveRequest& request);

    Sessions& sessions_;
    Tables& tables_;
    Storage& storage_;
    Thinking& thinking_;
    Study& study_;
    Analyses& analyses_;
    Laboratory& lab_;
    Imports& imports_;
    Proofs& proofs_;
    PuzzleBook book_;
    DrillBook drills_;
    struct Waiting {
        ClientId client = 0;
        Json id{};
        OnOpen on_open{};
    };
    std::map<std::string, std::vector<Waiting>> loading_;  // by table, with the mutex held
    Workers workers_;
};

template <class F>
void Requests::locked(ClientId client, const Json& id, F work) {
    const std::scoped_lock lock(sessions_.mutex());
    Session* const session = sessions_.find(client);
    if (session == nullptr || sessions_.closing()) return;
    sessions_.respond(client, id, work(*session));
}

template <class F>
void Requests::with_table(ClientId client, const Json& id, const std::string& table, F work) {
    locked(client, id, [&](Session& session) -> Reply {
        const MaybeSeen seen = see(client, session, table);
        if (!seen) return std::unexpected(seen.error());
        Reply reply = work(session, *seen);
        tables_.commit(seen->open);
        return reply;
    });
}

template <class F>
void Requests::change(ClientId client, const Json& id, const std::string& table, F work) {
    with_table(client, id, table, [&](Session&, const Seen& seen) -> Reply {
        if (const Done done = work(seen); !done) return std::unexpected(done.error());
        thinking_.cancel(seen.open);
        return Json::object();
    });
}

template <class F>
void Requests::edit(ClientId client, const Json& id, const std::string& table, F work) {
    with_table(client, id, table, [&](Session&, const Seen& seen) -> Reply {
        if (const Done may = may_rearrange(seen); !may) return std::unexpected(may.error());
        const int node = seen.table.node();
        if (const Done done = work(seen.table); !done) return std::unexpected(done.error());
        if (seen.table.node() != node) thinking_.cancel(seen.open);
        return Json::object();
    });
}

template <class F>
void Requests::by_worker(ClientId client, const Json& id, const std::string& lane, std::string_view kind, const F& work,
                         const std::stop_source& stop) {
    constexpr int slow_requests = 8;  // of one page
    {
        const std::scoped_lock lock(sessions_.mutex());
        Session* const session = sessions_.find(client);
        if (session == nullptr || sessions_.closing()) return;
        if (session->slow_requests >= slow_requests)
            return sessions_.respond(client, id, std::unexpected(too_many({"refusal.too-many-requests"})));
        ++session->slow_requests;
    }
    workers_.submit(lane,
                    [this, client, work] {
                        {
                            // Not for a page that has gone.
                            const std::scoped_lock lock(sessions_.mutex());
                            if (sessions_.find(client) == nullptr || sessions_.closing()) return;
                        }
                        work();
                        const std::scoped_lock lock(sessions_.mutex());
                        if (Session* const session = sessions_.find(client)) --session->slow_requests;
                    },
                    {.kind = kind, .page = client, .stop = stop});
}

}  // namespace crownhead::server
