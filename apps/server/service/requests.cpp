#include "service/requests.hpp"

#include <optional>
#include <utility>
#include <variant>

#include <fmt/format.h>

namespace crownhead::server {

namespace {

constexpr int request_threads = 2;
// What may wait for a worker, of one page.
constexpr std::size_t most_waiting = 200;  // requests
constexpr std::size_t most_waiting_bytes = 2 * largest_import;

// Requests that set up, list or replay positions or read texts. What a position costs is up to the page, and the threads of
// the network are for everybody.
template <class Action>
constexpr bool needs_worker = false;
template <>
constexpr bool needs_worker<NewRequest> = true;
template <>
constexpr bool needs_worker<ViewRequest> = true;
template <>
constexpr bool needs_worker<PositionRequest> = true;
template <>
constexpr bool needs_worker<AddMoveRequest> = true;
template <>
constexpr bool needs_worker<HintRequest> = true;
template <>
constexpr bool needs_worker<AnalyseRequest> = true;
template <>
constexpr bool needs_worker<ReviewRequest> = true;
template <>
constexpr bool needs_worker<RematchRequest> = true;
template <>
constexpr bool needs_worker<CheckRequest> = true;
template <>
constexpr bool needs_worker<ReadRequest> = true;
template <>
constexpr bool needs_worker<ImportRequest> = true;
template <>
constexpr bool needs_worker<ExportRequest> = true;

bool is_for_worker(const Request& request) {
    return request.action &&
           std::visit([]<class Action>(const Action&) { return needs_worker<Action>; }, *request.action);
}

std::string_view kind_of(const Request& request) {
    const bool text = request.action && (std::holds_alternative<ReadRequest>(*request.action) ||
                                         std::holds_alternative<ImportRequest>(*request.action));
    return text ? "text" : "request";
}

Side turn_at(const Table& table, int node) {
    return node == 0 ? table.game().start().turn : !table.tree().at(node).side;
}

}  // namespace

Requests::Requests(Sessions& sessions, Tables& tables, Storage& storage, Thinking& thinking, Study& study,
                   Analyses& analyses, Laboratory& lab, Imports& imports, Proofs& proofs, std::filesystem::path puzzles,
                   JobLog& jobs)
    : sessions_(sessions),
      tables_(tables),
      storage_(storage),
      thinking_(thinking),
      study_(study),
      analyses_(analyses),
      lab_(lab),
      imports_(imports),
      proofs_(proofs),
      book_(std::move(puzzles)),
      workers_(request_threads, 0, &jobs) {}

// ---- In order

void Requests::receive(ClientId client, Request request) {
    {
        const std::scoped_lock lock(sessions_.mutex());
        Session* const session = sessions_.find(client);
        if (session == nullptr || sessions_.closing()) return;
        const bool wait = session->busy || is_for_worker(request);
        if (wait && (session->queued.size() >= most_waiting || session->queued_bytes > most_waiting_bytes))
            return sessions_.respond(client, request.id, std::unexpected(too_many({"refusal.too-many-requests"})));
        if (wait) {
            session->queued_bytes += request.bytes;
            session->queued.push_back(std::move(request));
            if (!std::exchange(session->busy, true)) run_next(client, *session);
            return;
        }
    }
    run(client, request);
}

// By a worker, so that it is one of many that take turns.
void Requests::run_next(ClientId client, const Session& session) {
    workers_.submit("session " + std::to_string(client), [this, client] { drain(client); },
                    {.kind = session.queued.empty() ? "request" : kind_of(session.queued.front()), .page = client});
}

void Requests::run(ClientId client, const Request& request) {
    if (!request.action)
        return locked(client, request.id, [&](Session&) -> Reply { return std::unexpected(request.action.error()); });
    std::visit([&](const auto& action) { handle(client, request.id, action); }, *request.action);
}

void Requests::begin_deferred(Session& session) {
    session.busy = true;
    ++session.deferred;
}

void Requests::end_deferred(ClientId client, const Json& id, const Reply& reply) {
    Session* const session = sessions_.find(client);
    if (session == nullptr || sessions_.closing()) return;
    sessions_.respond(client, id, reply);
    if (--session->deferred == 0) run_next(client, *session);
}

// The next of what waits for a worker, or came while one or the storage thread was at work.
void Requests::drain(ClientId client) {
    std::optional<Request> next;
    {
        const std::scoped_lock lock(sessions_.mutex());
        Session* const session = sessions_.find(client);
        if (session == nullptr || sessions_.closing() || session->deferred > 0) return;
        if (session->queued.empty()) {
            session->busy = false;
            return;
        }
        next = std::move(session->queued.front());
        session->queued.pop_front();
        session->queued_bytes -= next->bytes;
    }
    run(client, *next);
    const std::scoped_lock lock(sessions_.mutex());
    Session* const session = sessions_.find(client);
    if (session == nullptr || sessions_.closing() || session->deferred > 0) return;
    if (session->queued.empty())
        session->busy = false;
    else
        run_next(client, *session);
}

void Requests::with_library(ClientId client, const Json& id, std::function<Reply(Library&)> work) {
    {
        const std::scoped_lock lock(sessions_.mutex());
        Session* const session = sessions_.find(client);
        if (session == nullptr || sessions_.closing()) return;
        begin_deferred(*session);
    }
    storage_.run([this, client, id, work = std::move(work)](Library& library) {
        const Reply reply = work(library);
        const std::scoped_lock lock(sessions_.mutex());
        end_deferred(client, id, reply);
    });
}

void Requests::with_reader(ClientId client, const Json& id, std::function<Reply(LibraryReader&)> work) {
    {
        const std::scoped_lock lock(sessions_.mutex());
        Session* const session = sessions_.find(client);
        if (session == nullptr || sessions_.closing()) return;
        begin_deferred(*session);
    }
    storage_.read(fmt::format("page {}", client),
                  [this, client, id, work = std::move(work)](LibraryReader& library) {
                      const Reply reply = work(library);
                      const std::scoped_lock lock(sessions_.mutex());
                      end_deferred(client, id, reply);
                  },
                  {.kind = "search", .page = client});
}

void Requests::with_stored_table(ClientId client, const Json& id, const std::string& table, OnOpen on_open) {
    const std::scoped_lock lock(sessions_.mutex());
    Session* const session = sessions_.find(client);
    if (session == nullptr || sessions_.closing()) return;
    if (OpenTable* const open = tables_.find(table)) return sessions_.respond(client, id, on_open(*session, *open));
    begin_deferred(*session);
    std::vector<Waiting>& waiting = loading_[table];
    waiting.push_back({client, id, std::move(on_open)});
    if (waiting.size() > 1) return;
    storage_.read("load " + table,
                  [this, table, client](LibraryReader& library) {
                      // The moves are played again by a request worker, so that the readers are free for others.
                      auto stored = std::make_shared<Result<std::optional<StoredGame>>>(library.load(table));
                      workers_.submit("load " + table, [this, table, stored] { loaded(table, std::move(*stored)); },
                                      {.kind = "load", .page = client});
                  },
                  {.kind = "load", .page = client});
}

void Requests::loaded(const std::string& table, Result<std::optional<StoredGame>> stored) {
    Result<std::unique_ptr<Table>> restored = std::unique_ptr<Table>();
    if (stored && *stored) restored = Table::restore(**stored);
    const std::scoped_lock lock(sessions_.mutex());
    if (sessions_.closing()) return;
    std::vector<Waiting> waiting = std::move(loading_[table]);
    loading_.erase(table);
    OpenTable* open = nullptr;
    if (stored && restored && *restored) open = &tables_.add(std::move(*restored), true);
    for (const Waiting& one : waiting) {
        Session* const session = sessions_.find(one.client);
        if (session == nullptr) continue;
        if (!stored)
            end_deferred(one.client, one.id, std::unexpected(failed(stored.error().message)));
        else if (!restored)
            end_deferred(one.client, one.id, std::unexpected(failed(restored.error().message)));
        else if (open == nullptr)
            end_deferred(one.client, one.id, std::unexpected(unknown({"refusal.no-such-table"})));
        else
            end_deferred(one.client, one.id, one.on_open(*session, *open));
    }
    if (open != nullptr && open->viewers.empty()) tables_.all().erase(table);
}

std::expected<std::unique_ptr<Game>, Refusal> Requests::game_at(ClientId client, const std::string& table, int node) {
    const Variant* variant = nullptr;
    std::optional<Placement> start;
    std::vector<AnyMove> moves;
    {
        const std::scoped_lock lock(sessions_.mutex());
        Session* const session = sessions_.find(client);
        if (session == nullptr) return std::unexpected(refused("refusal.program-ends"));
        const MaybeSeen seen = see(client, *session, table);
        if (!seen) return std::unexpected(seen.error());
        const GameTree& tree = seen->table.tree();
        if (!tree.has(node)) return std::unexpected(unknown({"refusal.no-such-node"}));
        variant = &tree.variant();
        start = tree.game().start();
        moves = tree.moves_to(node);
    }
    return replayed(*variant, *start, moves);
}

// ---- Who may do what

Requests::MaybeSeen Requests::see(ClientId client, Session& session, const std::string& table) {
    OpenTable* const open = tables_.find(table);
    if (open == nullptr || !session.tables.contains(table)) return std::unexpected(unknown({"refusal.not-open"}));
    return Seen{*open, *open->table, tables_.held_by(client, *open)};
}

bool Requests::is_alone(const Seen& seen) {
    for (const Side side : {Side::Black, Side::White})
        if (seen.table.seat(side).human() && !seen.held.holds(side)) return false;
    return seen.held.any();
}

Requests::Done Requests::needs_seat(const Seen& seen) {
    if (!seen.held.any()) return std::unexpected(refused("refusal.watching"));
    return {};
}

// Of a table that is not open.
Requests::Done Requests::may_manage(LibraryReader& library, const std::string& table,
                                    const std::vector<std::string>& secrets) {
    const Result<std::optional<StoredGame>> game = library.load(table);
    if (!game) return std::unexpected(failed(game.error().message));
    if (!*game) return std::unexpected(unknown({"refusal.no-such-table"}));
    if (!Tables::may_manage(**game, secrets)) return std::unexpected(refused("refusal.watching"));
    return {};
}

Requests::Done Requests::needs_side(const Seen& seen, Side side) {
    if (Done seated = needs_seat(seen); !seated) return seated;
    if (seen.held.holds(side)) return {};
    return std::unexpected(refused(Message{"refusal.not-your-seat", {{"side", std::string(colour(side))}}}));
}

Requests::Done Requests::may_rearrange(const Seen& seen) {
    if (Done seated = needs_seat(seen); !seated) return seated;
    if (is_alone(seen) || seen.table.line_end().end) return {};
    return std::unexpected(refused("refusal.shared-game"));
}

Requests::Done Requests::may_move(const Seen& seen, int node) {
    if (Done seated = needs_seat(seen); !seated) return seated;
    if (!seen.table.tree().has(node)) return std::unexpected(unknown({"refusal.no-such-node"}));
    if (node != seen.table.node())
        if (Done may = may_rearrange(seen); !may) return may;
    const Side turn = turn_at(seen.table, node);
    if (seen.table.seat(turn).human() && !seen.held.holds(turn))
        return std::unexpected(refused("refusal.not-your-turn"));
    return {};
}

// Of two people at different pages, each may go on after having resigned; a move is taken back if the other agrees.
Requests::Done Requests::may_undo(const Seen& seen) {
    if (Done seated = needs_seat(seen); !seated) return seated;
    if (is_alone(seen)) return {};
    const std::optional<TableEnd> end = seen.table.end();
    if (!end || end->kind == EndKind::Rules) return std::unexpected(refused("refusal.needs-consent"));
    if (end->kind == EndKind::Resigned && seen.held.holds(!*end->winner)) return {};
    return std::unexpected(refused("refusal.shared-game"));
}

// It would help one of two people who play each other.
Requests::Done Requests::may_analyse(const Seen& seen) {
    if (is_alone(seen) || Tables::is_free(seen.open) || seen.table.line_end().end) return {};
    return std::unexpected(refused("refusal.analysis-too-early"));
}

Reply Requests::create(ClientId client, Session& session, std::unique_ptr<Table> table) {
    if (const auto may = Sessions::may_open_table(session); !may) return std::unexpected(may.error());
    study_.prepare_endgames(table->variant());
    OpenTable& open = tables_.add(std::move(table), false);
    Held both;
    both.take(Side::Black);
    both.take(Side::White);
    return tables_.enter(client, open, both, secrets_json(*open.table));
}

}  // namespace crownhead::server
