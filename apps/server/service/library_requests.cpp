// Requests about texts, the library and the laboratory.
#include <memory>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "notation/fen.hpp"
#include "service/library.hpp"
#include "service/requests.hpp"
#include "table/seats.hpp"
#include "table/texts.hpp"
#include "table/view.hpp"
#include "util/parse.hpp"

namespace crownhead::server {

namespace {

constexpr std::size_t read_games = 100;  // listed by `read`

Reply position_after(const PositionRequest& request) {
    const std::expected<std::unique_ptr<Game>, Refusal> game = game_from(request.game, request.fen);
    if (!game) return std::unexpected(game.error());
    Json line = Json::array();
    for (const int index : request.moves) {
        const auto at = static_cast<std::size_t>(index);
        if ((*game)->outcome() || at >= (*game)->legal().size())
            return std::unexpected(illegal({"refusal.no-such-move"}));
        Json step = step_json(**game, at);
        (*game)->play(at);
        step["board"] = board_text((*game)->placement());
        line.push_back(std::move(step));
    }
    const Table table({.id = "position", .created = time_stamp()}, **game);
    Json json = position_json(table.game(), table.end());
    json["line"] = std::move(line);
    return json;
}

Reply checked_position(const CheckRequest& request) {
    const Result<const Variant*> variant = find_variant(request.game);
    if (!variant) return std::unexpected(unknown({"refusal.no-such-game", {{"name", excerpt(request.game)}}}));
    const Variant& v = **variant;
    const std::expected<Placement, Refusal> placement = read_board(v, request.board, request.turn);
    if (!placement) return std::unexpected(placement.error());
    const std::unique_ptr<Game> game = new_game(v);
    if (const Result<void> set = game->set(*placement, Strictness::Legal); !set)
        return std::unexpected(position_refusal(v, *placement, set.error()));
    const std::optional<Outcome> outcome = game->outcome();
    return Json{{"fen", fen::write(v, *placement, v.setup.notation)},
                {"legal", game->legal().size()},
                {"outcome", outcome ? outcome_json(v, *outcome) : Json(nullptr)}};
}

Reply read_reply(const ReadRequest& request) {
    const std::expected<ReadText, Refusal> read = read_text(request.text, request.game, read_games);
    if (!read) return std::unexpected(read.error());
    return read_json(*read);
}

std::expected<std::unique_ptr<Table>, Refusal> imported(const ImportRequest& request) {
    const std::expected<ReadText, Refusal> read = read_text(request.text, request.game, request.number + 1);
    if (!read) return std::unexpected(read.error());
    if (request.number >= read->games.size()) return std::unexpected(unknown({"refusal.no-game-in-text"}));
    const ReadGame& game = read->games[request.number];
    if (game.error)
        return std::unexpected(illegal({"refusal.text", {{"detail", game.error->message}}}, game.error->message));
    return table_from(game, new_setting());
}

Reply exported(const Table& table, const ExportRequest& request) {
    const int node = request.node.value_or(table.node());
    if (!table.tree().has(node)) return std::unexpected(unknown({"refusal.no-such-node"}));
    const std::expected<std::string, Refusal> text = export_text(table, node, request.format);
    if (!text) return std::unexpected(text.error());
    const std::string_view extension = request.format == "log" ? "txt" : std::string_view(request.format);
    return Json{{"text", *text}, {"name", fmt::format("{}-{}.{}", table.variant().name, table.id(), extension)}};
}

Reply done_or(const Result<bool>& done, std::string_view otherwise) {
    if (!done) return std::unexpected(failed(done.error().message));
    if (!*done) return std::unexpected(unknown({otherwise}));
    return Json::object();
}

}  // namespace

// ---- Texts

void Requests::handle(ClientId client, const Json& id, const PositionRequest& request) {
    const Reply reply = position_after(request);
    locked(client, id, [&](Session&) { return reply; });
}

void Requests::handle(ClientId client, const Json& id, const CheckRequest& request) {
    const Reply reply = checked_position(request);
    locked(client, id, [&](Session&) { return reply; });
}

void Requests::handle(ClientId client, const Json& id, const ReadRequest& request) {
    // Requests that come after a long one need not wait for it.
    const auto work = [this, client, id, request] {
        const Reply reply = read_reply(request);
        locked(client, id, [&](Session&) { return reply; });
    };
    if (request.text.size() <= largest_frame) return work();
    by_worker(client, id, fmt::format("texts {}", client), "text", work);
}

void Requests::handle(ClientId client, const Json& id, const ImportRequest& request) {
    const auto work = [this, client, id, request] {
        auto table = imported(request);
        locked(client, id, [&](Session& session) -> Reply {
            if (!table) return std::unexpected(table.error());
            return create(client, session, std::move(*table));
        });
    };
    if (request.text.size() <= largest_frame) return work();
    by_worker(client, id, fmt::format("texts {}", client), "text", work);
}

void Requests::handle(ClientId client, const Json& id, const ExportRequest& request) {
    if (request.table.empty()) {
        const auto game = game_from(request.game, request.fen);
        const Reply reply = game ? exported(Table({.id = "position", .created = time_stamp()}, **game), request)
                                 : Reply(std::unexpected(game.error()));
        return locked(client, id, [&](Session&) { return reply; });
    }
    std::unique_ptr<const Table> copy;
    {
        const std::scoped_lock lock(sessions_.mutex());
        if (const OpenTable* const open = tables_.find(request.table)) copy = std::make_unique<Table>(*open->table);
    }
    if (copy) {
        const Reply reply = exported(*copy, request);
        return locked(client, id, [&](Session&) { return reply; });
    }
    with_reader(client, id, [request](LibraryReader& library) -> Reply {
        const Result<std::optional<StoredGame>> kept = library.load(request.table);
        if (!kept) return std::unexpected(failed(kept.error().message));
        if (!*kept) return std::unexpected(unknown({"refusal.no-such-table"}));
        const Result<std::unique_ptr<Table>> restored = Table::restore(**kept);
        if (!restored) return std::unexpected(failed(restored.error().message));
        return exported(**restored, request);
    });
}

// ---- The library

void Requests::handle(ClientId client, const Json& id, const LibraryRequest& request) {
    with_reader(client, id, [request](LibraryReader& library) -> Reply {
        const Result<LibraryPage> found = library.search(request);
        if (!found) return std::unexpected(failed(found.error().message));
        Json games = Json::array();
        for (const LibraryEntry& entry : found->games)
            games.push_back({{"id", entry.id},
                             {"name", entry.name},
                             {"game", entry.game},
                             {"black", seat_json(entry.black)},
                             {"white", seat_json(entry.white)},
                             {"result", entry.result},
                             {"plies", entry.plies},
                             {"created", entry.created},
                             {"changed", entry.changed},
                             {"folder", entry.folder},
                             {"labels", entry.labels},
                             {"date", entry.date},
                             {"deleted", entry.deleted.empty() ? Json(nullptr) : Json(entry.deleted)}});
        return Json{{"games", std::move(games)},
                    {"total", found->total},
                    {"more", found->more},
                    {"next", found->next.empty() ? Json(nullptr) : Json(found->next)}};
    });
}

void Requests::handle(ClientId client, const Json& id, const DeleteRequest& request) {
    bool is_open = false;
    {
        const std::scoped_lock lock(sessions_.mutex());
        if (const OpenTable* const open = tables_.find(request.table)) {
            is_open = true;
            if (!tables_.may_manage(client, *open, request.seats))
                return sessions_.respond(client, id, std::unexpected(refused("refusal.watching")));
        }
    }
    with_library(client, id, [request, is_open](Library& library) -> Reply {
        if (!is_open)
            if (const Done may = may_manage(library, request.table, request.seats); !may)
                return std::unexpected(may.error());
        return done_or(library.remove(request.table), "refusal.no-such-table");
    });
}

void Requests::handle(ClientId client, const Json& id, const UndeleteRequest& request) {
    with_library(client, id, [request](Library& library) {
        return done_or(library.restore(request.table), "refusal.not-deleted");
    });
}

// ---- The laboratory

void Requests::on_run(const std::string& run, const Json& json) {
    const std::string frame = to_frame({{"event", "run"}, {"run", json}});
    const bool ended = json.at("state") != "running";
    const std::scoped_lock lock(sessions_.mutex());
    for (auto& [client, session] : sessions_.all()) {
        if (ended) session.started.erase(run);
        if (session.runs.contains(run)) sessions_.send(client, frame);
    }
    sessions_.flush();
}

// The page gets the progress of the run from now on.
Reply Requests::subscribed(ClientId client, const Reply& run) {
    if (!run) return run;
    const std::scoped_lock lock(sessions_.mutex());
    if (Session* const session = sessions_.find(client)) session->runs.insert(run->at("id").get<std::string>());
    return Json{{"run", *run}};
}

std::expected<void, Refusal> Requests::may_start_run(ClientId client) {
    const std::scoped_lock lock(sessions_.mutex());
    const Session* const session = sessions_.find(client);
    if (session == nullptr) return std::unexpected(refused("refusal.program-ends"));
    return Sessions::may_start_job(*session);
}

// The run counts as a job of this page as long as it is running.
void Requests::count_run(ClientId client, const std::string& run) {
    {
        const std::scoped_lock lock(sessions_.mutex());
        Session* const session = sessions_.find(client);
        if (session == nullptr) return;
        session->started.insert(run);
        session->runs.insert(run);
    }
    if (lab_.is_running(run)) return;  // when it ends, on_run() is called
    const std::scoped_lock lock(sessions_.mutex());
    if (Session* const session = sessions_.find(client)) session->started.erase(run);
}

void Requests::handle(ClientId client, const Json& id, const LabStartRequest& request) {
    by_worker(client, id, "lab", "laboratory", [this, client, id, request] {
        const auto start = [&]() -> Reply {
            if (const auto may = may_start_run(client); !may) return std::unexpected(may.error());
            const Reply run = lab_.start(request);
            if (run) count_run(client, run->at("id"));
            return subscribed(client, run);
        };
        const Reply reply = start();
        locked(client, id, [&](Session&) { return reply; });
    });
}

void Requests::handle(ClientId client, const Json& id, const LabListRequest&) {
    by_worker(client, id, "lab", "laboratory", [this, client, id] {
        const Reply reply = lab_.list();
        locked(client, id, [&](Session&) { return reply; });
    });
}

void Requests::handle(ClientId client, const Json& id, const LabOpenRequest& request) {
    by_worker(client, id, "lab", "laboratory", [this, client, id, request] {
        Reply reply = subscribed(client, lab_.open(request.run));
        // Once more: it may have ended before its progress was sent to this page.
        if (reply) reply = subscribed(client, lab_.open(request.run));
        locked(client, id, [&](Session&) { return reply; });
    });
}

void Requests::handle(ClientId client, const Json& id, const LabStopRequest& request) {
    by_worker(client, id, "lab", "laboratory", [this, client, id, request] {
        const Laboratory::Done done = lab_.stop(request.run);
        locked(client, id,
               [&](Session&) { return done ? Reply(Json::object()) : Reply(std::unexpected(done.error())); });
    });
}

void Requests::handle(ClientId client, const Json& id, const LabResumeRequest& request) {
    by_worker(client, id, "lab", "laboratory", [this, client, id, request] {
        const auto resume = [&]() -> Reply {
            if (const auto may = may_start_run(client); !may) return std::unexpected(may.error());
            if (const auto done = lab_.resume(request.run); !done) return std::unexpected(done.error());
            count_run(client, request.run);
            return subscribed(client, lab_.open(request.run));
        };
        const Reply reply = resume();
        locked(client, id, [&](Session&) { return reply; });
        // All pages that follow it see at once that it runs again.
        if (reply) on_run(request.run, reply->at("run"));
    });
}

void Requests::handle(ClientId client, const Json& id, const LabGamesRequest& request) {
    by_worker(client, id, "lab", "laboratory", [this, client, id, request] {
        const Reply reply = lab_.games(request);
        locked(client, id, [&](Session&) { return reply; });
    });
}

void Requests::handle(ClientId client, const Json& id, const LabDeleteRequest& request) {
    by_worker(client, id, "lab", "laboratory", [this, client, id, request] {
        const Laboratory::Done done = lab_.remove(request.run);
        locked(client, id,
               [&](Session&) { return done ? Reply(Json::object()) : Reply(std::unexpected(done.error())); });
    });
}

void Requests::handle(ClientId client, const Json& id, const LabGameRequest& request) {
    by_worker(client, id, "lab", "laboratory", [this, client, id, request] {
        const std::expected<RunGame, Refusal> game = lab_.game(request);
        if (!game) return locked(client, id, [&](Session&) -> Reply { return std::unexpected(game.error()); });
        const std::string origin = fmt::format("run/{}/{}/{}", request.run, request.cell, request.number);
        storage_.run([this, client, id, game = *game, origin](Library& library) {
            const Result<std::optional<std::string>> known = library.find_origin(origin);
            if (!known)
                return locked(client, id,
                              [&](Session&) -> Reply { return std::unexpected(failed(known.error().message)); });
            if (*known)
                return with_stored_table(
                    client, id, **known, [this, client](Session& session, OpenTable& open) -> Reply {
                        if (!session.tables.contains(open.table->id()))
                            if (const auto may = Sessions::may_open_table(session); !may)
                                return std::unexpected(may.error());
                        const Held held = tables_.held_by(client, open);
                        const Reply seats = held.any() ? Reply(std::unexpected(refused("refusal.seat-taken")))
                                                       : take_seats(client, session, open);
                        return tables_.enter(client, open, tables_.held_by(client, open),
                                             seats ? seats->at("secrets") : Json::object());
                    });
            auto table = std::make_unique<Table>(Table::Setting{.id = random_word(id_size),
                                                                .name = game.name,
                                                                .created = time_stamp(),
                                                                .black = {.name = game.black},
                                                                .white = {.name = game.white},
                                                                .keys = new_keys(),
                                                                .origin = origin},
                                                 *game_at_end(game.record));
            locked(client, id, [&](Session& session) { return create(client, session, std::move(table)); });
        });
    });
}

}  // namespace crownhead::server
