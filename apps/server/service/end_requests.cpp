// Requests about the end of a game, and what two people agree on.
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "service/requests.hpp"
#include "table/seats.hpp"

namespace crownhead::server {

void Requests::handle(ClientId client, const Json& id, const ResignRequest& request) {
    change(client, id, request.table, [&](const Seen& seen) -> Done {
        if (Done may = needs_side(seen, request.side); !may) return may;
        return seen.table.resign(request.side, sessions_.now());
    });
}

void Requests::handle(ClientId client, const Json& id, const OfferDrawRequest& request) {
    const std::scoped_lock lock(sessions_.mutex());
    Session* const session = sessions_.find(client);
    if (session == nullptr || sessions_.closing()) return;
    const auto reply = [&]() -> std::optional<Reply> {
        const MaybeSeen seen = see(client, *session, request.table);
        if (!seen) return std::unexpected(seen.error());
        if (const Done may = needs_side(*seen, request.side); !may) return std::unexpected(may.error());
        Table& table = seen->table;
        if (const Done may = table.may_offer(request.side); !may) return std::unexpected(may.error());
        if (table.seat(!request.side).human()) {
            const std::expected<bool, Refusal> agreed = table.offer_draw(request.side, sessions_.now());
            if (!agreed) return std::unexpected(agreed.error());
            if (*agreed) thinking_.cancel(seen->open);
            tables_.commit(seen->open);
            return Json{{"accepted", *agreed}};
        }
        if (const auto may = Sessions::may_start_job(*session); !may) return std::unexpected(may.error());
        ++session->jobs;
        thinking_.answer_draw_offer(client, id, request, seen->open);
        return std::nullopt;
    }();
    if (reply) sessions_.respond(client, id, *reply);
}

void Requests::handle(ClientId client, const Json& id, const AskTakeBackRequest& request) {
    with_table(client, id, request.table, [&](Session&, const Seen& seen) -> Reply {
        if (const Done may = needs_side(seen, request.side); !may) return std::unexpected(may.error());
        const double now = sessions_.now();
        std::expected<bool, Refusal> agreed = true;
        if (is_alone(seen)) {
            if (const Done done = seen.table.undo(now); !done) agreed = std::unexpected(done.error());
        } else {
            agreed = seen.table.ask_take_back(request.side, now);
        }
        if (!agreed) return std::unexpected(agreed.error());
        if (*agreed) thinking_.cancel(seen.open);
        return Json{{"accepted", *agreed}};
    });
}

void Requests::handle(ClientId client, const Json& id, const DeclineRequest& request) {
    with_table(client, id, request.table, [&](Session&, const Seen& seen) -> Reply {
        if (const Done may = needs_side(seen, request.side); !may) return std::unexpected(may.error());
        seen.table.decline(request.side);
        return Json::object();
    });
}

void Requests::handle(ClientId client, const Json& id, const RematchRequest& request) {
    const auto start = game_at(client, request.table, 0);
    Table::Setting setting = new_setting();
    std::string next;                                 // where the other player waits already
    std::optional<std::vector<std::string>> secrets;  // of this page, where two people play each other
    const auto prepared = [&]() -> Done {
        if (!start) return std::unexpected(start.error());
        const std::scoped_lock lock(sessions_.mutex());
        Session* const session = sessions_.find(client);
        if (session == nullptr) return std::unexpected(refused("refusal.program-ends"));
        const MaybeSeen seen = see(client, *session, request.table);
        if (!seen) return std::unexpected(seen.error());
        if (Done may = needs_seat(*seen); !may) return may;
        const Table::Setting& old = seen->table.setting();
        setting.name = old.name;
        setting.black = request.swap ? old.white : old.black;
        setting.white = request.swap ? old.black : old.white;
        setting.clock = old.clock;
        if (is_alone(*seen)) return {};
        // Each page has the secret of its seat already.
        next = seen->table.rematch();
        setting.keys = old.keys;
        if (request.swap) std::swap(setting.keys[0], setting.keys[1]);
        secrets.emplace();
        for (const Side side : {Side::Black, Side::White})
            if (seen->held.holds(side)) secrets->push_back(old.keys[seat_index(side)].secret);
        return {};
    };
    const Done may = prepared();
    std::unique_ptr<Table> table = may ? std::make_unique<Table>(std::move(setting), **start) : nullptr;
    locked(client, id, [&](Session& session) -> Reply {
        if (!may) return std::unexpected(may.error());
        if (!secrets) return create(client, session, std::move(table));
        if (const auto allowed = Sessions::may_open_table(session); !allowed) return std::unexpected(allowed.error());
        OpenTable* open = tables_.find(next);
        if (open == nullptr) {
            open = &tables_.add(std::move(table), false);
            if (OpenTable* const old = tables_.find(request.table)) {
                old->table->set_rematch(open->table->id());
                tables_.commit(*old);
            }
        }
        const Held seats = Tables::seats_of(*open->table, *secrets);
        Json kept = Json::object();
        for (const Side side : {Side::Black, Side::White})
            if (seats.holds(side)) kept[std::string(colour(side))] = open->table->key(side).secret;
        return tables_.enter(client, *open, seats, kept);
    });
}

}  // namespace crownhead::server
