// Requests about tables.
#include <utility>

#include "player_policy.hpp"
#include "service/library.hpp"
#include "service/requests.hpp"
#include "table/seats.hpp"

namespace crownhead::server {

namespace {

std::expected<void, Refusal> check_seat(const Seat& seat, const Variant& variant) {
    if (seat.human()) return {};
    if (const Result<void> checked = check_player(seat.player, variant); !checked)
        return std::unexpected(bad_request(player_message(seat.player, &variant), checked.error().message));
    return {};
}

// What the other side threatens.
std::expected<std::unique_ptr<Game>, Refusal> with_turn_passed(const Game& game) {
    std::unique_ptr<Game> passed = game.clone();
    Placement placement = game.placement();
    placement.turn = !placement.turn;
    if (const Result<void> set = passed->set(placement, Strictness::Anything); !set || passed->legal().empty())
        return std::unexpected(refused("refusal.no-threat"));
    return passed;
}

}  // namespace

// ---- Opening and leaving

void Requests::handle(ClientId client, const Json& id, const NewRequest& request) {
    const auto prepared = [&]() -> std::expected<std::unique_ptr<Table>, Refusal> {
        const auto game = game_from(request.game, request.fen);
        if (!game) return std::unexpected(game.error());
        for (const Seat* const seat : {&request.black, &request.white})
            if (const auto checked = check_seat(*seat, (*game)->variant()); !checked)
                return std::unexpected(checked.error());
        Table::Setting setting = new_setting();
        setting.name = request.name;
        setting.black = request.black;
        setting.white = request.white;
        setting.clock = request.clock;
        return std::make_unique<Table>(std::move(setting), **game);
    };
    auto table = prepared();
    locked(client, id, [&](Session& session) -> Reply {
        if (!table) return std::unexpected(table.error());
        return create(client, session, std::move(*table));
    });
}

void Requests::handle(ClientId client, const Json& id, const OpenRequest& request) {
    with_stored_table(client, id, request.table, [this, client, request](Session& session, OpenTable& open) -> Reply {
        if (!session.tables.contains(request.table))
            if (const auto may = Sessions::may_open_table(session); !may) return std::unexpected(may.error());
        study_.prepare_endgames(open.table->variant());
        return tables_.enter(client, open, Tables::seats_of(*open.table, request.seats), Json::object());
    });
}

// All seats of a table that nobody else plays at.
Reply Requests::take_seats(ClientId client, Session&, OpenTable& open) {
    if (!Tables::is_free(open)) return std::unexpected(refused("refusal.seat-taken"));
    Held both;
    for (const Side side : {Side::Black, Side::White}) {
        both.take(side);
        if (open.table->key(side).secret.empty()) open.table->set_key(side, {.secret = random_word(secret_size)});
    }
    tables_.hold(client, open, both);
    return Json{{"you", sides_json(both)}, {"secrets", secrets_json(*open.table)}};
}

void Requests::handle(ClientId client, const Json& id, const SitRequest& request) {
    with_table(client, id, request.table,
               [&](Session& session, const Seen& seen) { return take_seats(client, session, seen.open); });
}

void Requests::handle(ClientId client, const Json& id, const InviteRequest& request) {
    with_table(client, id, request.table, [&](Session&, const Seen& seen) -> Reply {
        if (const Done may = needs_side(seen, request.side); !may) return std::unexpected(may.error());
        const std::string secret = tables_.renew_key(seen.open, request.side, true, client);
        return Json{{"secret", secret}, {"you", sides_json(tables_.held_by(client, seen.open))}};
    });
}

void Requests::handle(ClientId client, const Json& id, const ReclaimRequest& request) {
    with_table(client, id, request.table, [&](Session&, const Seen& seen) -> Reply {
        if (const Done may = needs_side(seen, !request.side); !may) return std::unexpected(may.error());
        if (seen.table.is_present(request.side)) return std::unexpected(refused("refusal.seat-taken"));
        const std::string secret = tables_.renew_key(seen.open, request.side, false, client);
        Held held = seen.held;
        held.take(request.side);
        tables_.hold(client, seen.open, held);
        return Json{{"you", sides_json(held)}, {"secrets", {{std::string(colour(request.side)), secret}}}};
    });
}

void Requests::handle(ClientId client, const Json& id, const CloseRequest& request) {
    locked(client, id, [&](Session& session) -> Reply {
        if (session.tables.erase(request.table) == 0) return std::unexpected(unknown({"refusal.not-open"}));
        tables_.leave(client, request.table);
        return Json::object();
    });
}

// ---- Positions

void Requests::handle(ClientId client, const Json& id, const ViewRequest& request) {
    const auto game = game_at(client, request.table, request.node);
    std::optional<TableEnd> end;
    const auto look = [&]() -> Reply {
        if (!game) return std::unexpected(game.error());
        const std::scoped_lock lock(sessions_.mutex());
        Session* const session = sessions_.find(client);
        if (session == nullptr) return std::unexpected(refused("refusal.program-ends"));
        const MaybeSeen seen = see(client, *session, request.table);
        if (!seen) return std::unexpected(seen.error());
        end = seen->table.end_of(**game, request.node);
        if (request.beyond && end && end->kind != EndKind::Rules) end.reset();
        return Json::object();
    };
    Reply view = look();
    if (view) {
        view = position_json(**game, end);
        (*view)["node"] = request.node;
    }
    locked(client, id, [&](Session&) { return view; });
}

void Requests::handle(ClientId client, const Json& id, const MoveRequest& request) {
    change(client, id, request.table, [&](const Seen& seen) -> Done {
        if (request.node == seen.table.node() || request.variation)
            if (Done may = may_move(seen, request.node); !may) return may;
        if (Done seated = needs_seat(seen); !seated) return seated;
        return seen.table.move(request, sessions_.now());
    });
}

void Requests::handle(ClientId client, const Json& id, const UndoRequest& request) {
    change(client, id, request.table, [&](const Seen& seen) -> Done {
        if (Done may = may_undo(seen); !may) return may;
        return seen.table.undo(sessions_.now());
    });
}

void Requests::handle(ClientId client, const Json& id, const RedoRequest& request) {
    change(client, id, request.table, [&](const Seen& seen) -> Done {
        if (Done may = may_rearrange(seen); !may) return may;
        return seen.table.redo(sessions_.now());
    });
}

// ---- Computers

void Requests::handle(ClientId client, const Json& id, const PlayRequest& request) {
    change(client, id, request.table, [&](const Seen& seen) -> Done {
        const bool elsewhere = request.node && *request.node != seen.table.node();
        if (Done may = elsewhere ? may_rearrange(seen) : needs_seat(seen); !may) return may;
        return seen.table.start(request, sessions_.now());
    });
}

void Requests::handle(ClientId client, const Json& id, const PauseRequest& request) {
    change(client, id, request.table, [&](const Seen& seen) -> Done {
        if (Done may = needs_seat(seen); !may) return may;
        seen.table.pause(sessions_.now());
        return {};
    });
}

void Requests::handle(ClientId client, const Json& id, const StepRequest& request) {
    change(client, id, request.table, [&](const Seen& seen) -> Done {
        if (Done may = needs_seat(seen); !may) return may;
        return seen.table.step(sessions_.now());
    });
}

void Requests::handle(ClientId client, const Json& id, const PlayersRequest& request) {
    change(client, id, request.table, [&](const Seen& seen) -> Done {
        if (Done may = needs_seat(seen); !may) return may;
        for (const Side side : {Side::Black, Side::White}) {
            const std::optional<Seat>& seat = side == Side::Black ? request.black : request.white;
            if (!seat) continue;
            if (Done may = needs_side(seen, side); !may) return may;
            if (Done checked = check_seat(*seat, seen.table.variant()); !checked) return checked;
        }
        seen.table.seat_players(request.black, request.white, sessions_.now());
        return {};
    });
}

// ---- Help

void Requests::handle(ClientId client, const Json& id, const HintRequest& request) {
    auto at_node = game_at(client, request.table, request.node);
    const std::scoped_lock lock(sessions_.mutex());
    Session* const session = sessions_.find(client);
    if (session == nullptr || sessions_.closing()) return;
    const auto refusal = [&]() -> std::optional<Refusal> {
        const MaybeSeen seen = see(client, *session, request.table);
        if (!seen) return seen.error();
        if (const Done may = may_move(*seen, request.node); !may) return may.error();
        if (!at_node) return at_node.error();
        const Table& table = seen->table;
        std::shared_ptr<const Game> game = std::move(*at_node);
        if (table.end_of(*game, request.node)) return refused("refusal.over");
        if (!table.seat(game->turn()).human()) return refused("refusal.computers-turn");
        if (seen->open.hint) return refused("refusal.hint-pending");
        if (const auto may = Sessions::may_start_job(*session); !may) return may.error();
        ++session->jobs;
        thinking_.hint(client, id, seen->open, request.node, std::move(game));
        return std::nullopt;
    }();
    if (refusal) sessions_.respond(client, id, std::unexpected(*refusal));
}

void Requests::handle(ClientId client, const Json& id, const ExactRequest& request) {
    with_table(client, id, request.table, [&](Session&, const Seen& seen) -> Reply {
        if (request.node && !seen.table.tree().has(*request.node))
            return std::unexpected(unknown({"refusal.no-such-node"}));
        study_.show_exact(client, seen.open, request.node);
        return Json::object();
    });
}

// ---- Notes and variations

void Requests::handle(ClientId client, const Json& id, const AddMoveRequest& request) {
    with_table(client, id, request.table, [&](Session&, const Seen& seen) -> Reply {
        if (const Done may = may_rearrange(seen); !may) return std::unexpected(may.error());
        const std::expected<int, Refusal> added = seen.table.add_aside(request);
        if (!added) return std::unexpected(added.error());
        return Json{{"node", *added}};
    });
}

void Requests::handle(ClientId client, const Json& id, const AnnotateRequest& request) {
    edit(client, id, request.table, [&](Table& table) { return table.annotate(request); });
}

void Requests::handle(ClientId client, const Json& id, const PromoteRequest& request) {
    edit(client, id, request.table, [&](Table& table) { return table.promote(request.node, sessions_.now()); });
}

void Requests::handle(ClientId client, const Json& id, const TakeOutRequest& request) {
    edit(client, id, request.table, [&](Table& table) { return table.take_out(request.node, sessions_.now()); });
}

void Requests::handle(ClientId client, const Json& id, const BringBackRequest& request) {
    edit(client, id, request.table, [&](Table& table) { return table.bring_back(request.node); });
}

// ---- Analysis

void Requests::handle(ClientId client, const Json& id, const AnalyseRequest& request) {
    auto game = game_at(client, request.table, request.node);
    if (game && request.threat) game = with_turn_passed(**game);
    with_table(client, id, request.table, [&](Session&, const Seen& seen) -> Reply {
        Table& table = seen.table;
        if (!table.tree().has(request.node)) return std::unexpected(unknown({"refusal.no-such-node"}));
        if (const Done may = may_analyse(seen); !may) return std::unexpected(may.error());
        if (!game) return std::unexpected(game.error());
        if (const auto started = analyses_.start(client, seen.open, request, std::move(*game)); !started)
            return std::unexpected(started.error());
        const bool against_computer = !table.seat(Side::Black).human() || !table.seat(Side::White).human();
        if (against_computer && !table.line_end().end) table.count_exact(request.node);
        return Json::object();
    });
}

void Requests::handle(ClientId client, const Json& id, const StopAnalysisRequest&) {
    locked(client, id, [&](Session&) -> Reply {
        analyses_.stop(client);
        return Json::object();
    });
}

void Requests::handle(ClientId client, const Json& id, const ReviewRequest& request) {
    with_table(client, id, request.table, [&](Session& session, const Seen& seen) -> Reply {
        if (const Done may = needs_seat(seen); !may) return std::unexpected(may.error());
        // It would help one of two people who play each other.
        if (!is_alone(seen) && !seen.table.line_end().end) return std::unexpected(refused("refusal.review-too-early"));
        if (const auto started = study_.start_review(client, session, seen.open, request.improve); !started)
            return std::unexpected(started.error());
        return Json::object();
    });
}

void Requests::handle(ClientId client, const Json& id, const StopReviewRequest& request) {
    with_table(client, id, request.table, [&](Session&, const Seen& seen) -> Reply {
        if (const Done may = needs_seat(seen); !may) return std::unexpected(may.error());
        if (const auto stopped = study_.stop_review(seen.open); !stopped) return std::unexpected(stopped.error());
        return Json::object();
    });
}

// ---- The game as a whole

void Requests::handle(ClientId client, const Json& id, const RenameRequest& request) {
    {
        const std::scoped_lock lock(sessions_.mutex());
        if (OpenTable* const open = tables_.find(request.table)) {
            if (!tables_.may_manage(client, *open, request.seats))
                return sessions_.respond(client, id, std::unexpected(refused("refusal.watching")));
            open->table->rename(request.name);
            tables_.commit(*open);
            return sessions_.respond(client, id, Json::object());
        }
    }
    // From the list of games, where nothing is open.
    with_library(client, id, [request](Library& library) -> Reply {
        if (const Done may = may_manage(library, request.table, request.seats); !may)
            return std::unexpected(may.error());
        const Result<bool> renamed = library.rename(request.table, request.name);
        if (!renamed) return std::unexpected(failed(renamed.error().message));
        if (!*renamed) return std::unexpected(unknown({"refusal.no-such-table"}));
        return Json::object();
    });
}

}  // namespace crownhead::server
