#include "service.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <concepts>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <random>
#include <set>
#include <stop_token>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "laboratory.hpp"
#include "library.hpp"
#include "match/game_record.hpp"
#include "messages.hpp"
#include "notation/fen.hpp"
#include "notation/message_text.hpp"
#include "notation/move_text.hpp"
#include "notation/outcome_text.hpp"
#include "players/catalogue.hpp"
#include "review.hpp"
#include "runtime/endgame_store.hpp"
#include "runtime/engine.hpp"
#include "seats.hpp"
#include "solve/oracle.hpp"
#include "table.hpp"
#include "texts.hpp"
#include "workers.hpp"

namespace crownhead::server {

namespace {

using Clock = std::chrono::steady_clock;

constexpr int thinking_nice = 5;         // answering people comes first
constexpr int studying_nice = 5;         // ... what is worked out for them with the thinking
constexpr int building_nice = 10;        // ... and endgames last
constexpr std::size_t kept_players = 8;  // with at most 16 MB each
constexpr double between_news = 0.1;     // seconds
constexpr std::size_t shown_line = 12;   // moves of what an engine expects
constexpr std::size_t read_games = 100;  // listed by `read`
constexpr std::string_view hint_player = "engine:seconds=1";
constexpr int waiting_requests = 8;   // of one page, that take their time
constexpr double draw_seconds = 0.3;  // to find out whether a draw is welcome
constexpr std::size_t draw_megabytes = 4;
constexpr int studying_threads = 2;
constexpr std::uint64_t question_nodes = 100'000'000;  // that an oracle may look at: a position on the board
constexpr std::uint64_t review_nodes = 10'000'000;     // ... each of a whole game
constexpr std::size_t reviewed_moves = 500;            // the last ones
constexpr double between_reviews = 0.3;                // seconds
constexpr std::ptrdiff_t kept_oracles = 3;

// An answer, or nothing if it comes later.
using Reply = std::optional<std::expected<Json, Refusal>>;

// Thinking that goes on in a worker, seen from outside.
struct Thought {
    std::stop_source stop{};  // requested: the answer is not wanted any more
    bool cancelled() const { return stop.stop_requested(); }
};
using ThoughtPointer = std::shared_ptr<Thought>;

// A game that is being gone through from its end to its start, one position after the other.
struct ReviewTask {
    std::string table{};
    Service::ClientId client = 0;  // who has asked for it
    std::unique_ptr<Game> game{};  // after the move that comes next
    std::vector<int> nodes{};      // of the moves that are left, the next one at the end
    double told = 0;               // when the pages heard of it
    std::stop_source stop{};
};
using ReviewPointer = std::shared_ptr<ReviewTask>;

// A table that is open in some page.
struct Live {
    std::unique_ptr<Table> table{};
    std::set<Service::ClientId> viewers{};
    std::set<Service::ClientId> curious{};  // those who want to see exact values
    ThoughtPointer question{};              // of an oracle about this position
    int asked = 0;                          // the node of that position
    ReviewPointer review{};                 // that is going on, or waits for the oracle
    int saved = 0;                          // moves that are on disk
    bool save_failed = false;               // the judge has said so
    ThoughtPointer thought{};               // of the computer whose turn it is
    ThoughtPointer hint{};
    std::uint64_t ticket = 0;            // changes when thinking is begun or cancelled
    bool delayed = false;                // the next thinking begins later
    bool just_moved = false;             // a computer has just moved against a computer
    std::optional<double> flag_watch{};  // when the clock will be looked at
};

// A page.
struct Page {
    std::shared_ptr<Client> client{};
    std::set<std::string> tables{};
    std::set<std::string> runs{};     // whose news it gets
    std::set<std::string> started{};  // runs of its own that are running
    int jobs = 0;                     // hints and the like on their way
    int waiting = 0;                  // requests that wait at the desk
};

std::string remark_text(const Choice& choice, const Variant& v) {
    return choice.remark ? message_text::write(*choice.remark, v) : "";
}

std::string score_text(const Score& score) {
    switch (score.kind) {
        case Score::Kind::Estimate: return fmt::format("{:+.2f}", score.value / 100.0);
        case Score::Kind::Points: return std::to_string(score.value);
        case Score::Kind::Draw: return "+0.00";
        case Score::Kind::Win:
        case Score::Kind::Loss: break;
    }
    const std::string_view who = score.kind == Score::Kind::Win ? "I win" : "I lose";
    return score.plies ? fmt::format("{} in {} plies", who, *score.plies) : std::string(who);
}

std::string seat_text(const Seat& seat) {
    if (!seat.human()) return seat.player;
    return seat.name.empty() ? "human" : seat.name;
}

class ServiceOf final : public Service {
public:
    ServiceOf(const ServiceOptions& options, std::unique_ptr<Library> library)
        : library_(std::move(library)),
          hello_(hello(options.version)),
          seed_(std::random_device()()),
          shelf_(kept_players),
          endgames_wanted_(options.endgames),
          endgames_((options.data / "egdb").string()),
          lab_(options.data / "runs", std::max(options.workers / 2, 1),
               [this](const std::string& run, const Json& json) { on_run(run, json); }),
          desk_(2, 0),
          builder_(1, building_nice),
          scholars_(studying_threads, studying_nice),
          pool_(options.workers, thinking_nice) {}

    ~ServiceOf() override {
        {
            const std::scoped_lock lock(mutex_);
            closing_ = true;
            for (auto& [id, live] : tables_) {
                cancel(*live);
                stop_studies(*live);
                live->table->stop_clocks(now());
                save_clocks(*live);
            }
        }
        // None of them holds the lock while it waits.
        stop_building_.request_stop();
        builder_.finish();
        scholars_.finish();
        timer_.finish();
        desk_.finish();
        pool_.finish();
        lab_.finish();
    }

    ClientId connect(std::shared_ptr<Client> client) override {
        const std::scoped_lock lock(mutex_);
        const ClientId id = ++last_client_;
        client->send(hello_);
        pages_[id].client = std::move(client);
        return id;
    }

    void disconnect(ClientId client) override {
        const std::scoped_lock lock(mutex_);
        const auto page = pages_.find(client);
        if (page == pages_.end()) return;
        const std::set<std::string> tables = std::move(page->second.tables);
        pages_.erase(page);
        for (const std::string& id : tables) leave(client, id);
        flush();
    }

    void receive(ClientId client, std::string_view frame) override {
        const Request request = read_request(frame);
        if (!request.action) return respond(client, request.id, std::unexpected(request.action.error()));
        std::visit([&](const auto& action) { obey(client, request.id, action); }, *request.action);
    }

    Result<std::string> run_file(std::string_view run, std::string_view name) override {
        return lab_.file(std::string(run), name);
    }

private:
    static double now() { return std::chrono::duration<double>(Clock::now().time_since_epoch()).count(); }
    static Clock::time_point at(double seconds) {
        return Clock::time_point(std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds)));
    }

    // ---- Sending. Everything is sent under the lock, so that everybody sees the same order; the answer goes before the
    // events that it caused.

    void send(ClientId client, std::string frame) {
        if (const auto page = pages_.find(client); page != pages_.end()) page->second.client->send(std::move(frame));
    }

    void flush() {
        for (auto& [client, frame] : outbox_) send(client, std::move(frame));
        outbox_.clear();
    }

    void respond_locked(ClientId client, const Json& id, const std::expected<Json, Refusal>& reply) {
        send(client, reply ? answer(id, *reply) : answer(id, reply.error()));
        flush();
    }
    void respond(ClientId client, const Json& id, const std::expected<Json, Refusal>& reply) {
        const std::scoped_lock lock(mutex_);
        respond_locked(client, id, reply);
    }

    // ---- Three kinds of requests: about texts alone, about runs, about tables

    template <class T>
    void obey(ClientId client, const Json& id, const T& request) {
        const std::string texts = fmt::format("texts {}", client);
        if constexpr (requires { stateless(request); }) {
            if (size_of(request) <= largest_frame) return respond(client, id, stateless(request));
            at_desk(client, id, texts, [this, client, id, request] { respond(client, id, stateless(request)); });
        } else if constexpr (requires { laboratory(client, request); }) {
            // Reading the games of a run takes its time, so somebody else does it, in the order of the requests.
            at_desk(client, id, "lab",
                    [this, client, id, request] { respond(client, id, laboratory(client, request)); });
        } else if constexpr (std::same_as<T, ImportRequest>) {
            const auto import = [this, client, id, request] {
                auto table = import_text(request);
                with_page(client, id, [&](Page& page) { return seat_import(client, page, std::move(table)); });
            };
            if (size_of(request) <= largest_frame) return import();
            at_desk(client, id, texts, import);
        } else {
            with_page(client, id, [&](Page& page) { return handle(client, page, id, request); });
        }
    }

    // Work that takes its time. Nobody does it for a page that has gone, and a page may not ask for any amount of it.
    template <class F>
    void at_desk(ClientId client, const Json& id, const std::string& lane, const F& work) {
        {
            const std::scoped_lock lock(mutex_);
            const auto page = pages_.find(client);
            if (page == pages_.end() || closing_) return;
            if (page->second.waiting >= waiting_requests)
                return respond_locked(client, id, std::unexpected(too_many("Too much at once; wait for the answers.")));
            ++page->second.waiting;
        }
        desk_.submit(lane, [this, client, work] {
            if (!waits(client, 0)) return;
            work();
            waits(client, -1);
        });
    }
    // Whether the page is still there; changes the number of its requests at the desk.
    bool waits(ClientId client, int change) {
        const std::scoped_lock lock(mutex_);
        const auto page = pages_.find(client);
        if (page == pages_.end() || closing_) return false;
        page->second.waiting += change;
        return true;
    }

    // Long texts are read by somebody else too.
    template <class T>
    static std::size_t size_of(const T& request) {
        if constexpr (requires { request.text; })
            return request.text.size();
        else
            return 0;
    }

    template <class F>
    void with_page(ClientId client, const Json& id, F work) {
        const std::scoped_lock lock(mutex_);
        const auto page = pages_.find(client);
        if (page == pages_.end() || closing_) return;
        if (const Reply reply = work(page->second)) respond_locked(client, id, *reply);
        flush();
    }

    static std::expected<Json, Refusal> stateless(const CheckRequest& request) {
        const Result<const Variant*> variant = find_variant(request.game);
        if (!variant) return std::unexpected(unknown(variant.error().message));
        const Result<Placement> placement = read_board(**variant, request.board, request.turn);
        if (!placement) return std::unexpected(bad_request(placement.error().message));
        const std::unique_ptr<Game> game = new_game(**variant);
        if (const Result<void> set = game->set(*placement, Strictness::Legal); !set)
            return std::unexpected(illegal(set.error().message));
        const std::optional<Outcome> outcome = game->outcome();
        return Json{{"fen", fen::write(**variant, *placement, (*variant)->setup.notation)},
                    {"legal", game->legal().size()},
                    {"outcome", outcome ? Json(outcome_text::describe(**variant, *outcome)) : Json(nullptr)}};
    }

    static std::expected<Json, Refusal> stateless(const ReadRequest& request) {
        const Result<ReadText> read = read_text(request.text, request.game, read_games);
        if (!read) return std::unexpected(illegal(read.error().message));
        return read_json(*read);
    }

    // ---- Tables on the air

    using Found = std::expected<Live*, Refusal>;

    // The table, if this page has it open.
    Found opened(const Page& page, const std::string& id) {
        const auto found = tables_.find(id);
        if (found != tables_.end() && page.tables.contains(id)) return found->second.get();
        return std::unexpected(unknown("This table is not open here."));
    }

    static std::expected<void, Refusal> room(const Page& page) {
        if (page.tables.size() >= static_cast<std::size_t>(open_tables))
            return std::unexpected(too_many(fmt::format("At most {} games at once; close one of them.", open_tables)));
        return {};
    }

    // From the library, if it is not on the air.
    Found load(const std::string& id) {
        if (const auto found = tables_.find(id); found != tables_.end()) return found->second.get();
        const Result<std::optional<StoredGame>> stored = library_->load(id);
        if (!stored) return std::unexpected(failed(stored.error().message));
        if (!*stored) return std::unexpected(unknown("There is no such game."));
        Result<std::unique_ptr<Table>> table = Table::restore(**stored);
        if (!table) return std::unexpected(failed(table.error().message));
        auto live = std::make_unique<Live>();
        live->saved = static_cast<int>((*stored)->moves.size());
        live->table = std::move(*table);
        return tables_.emplace(id, std::move(live)).first->second.get();
    }

    // The page gets the table; whatever the game needs begins.
    Json seat_page(ClientId client, Page& page, Live& live) {
        live.viewers.insert(client);
        page.tables.insert(live.table->id());
        learn_endgames(live);
        live.table->resume_clocks(now());
        commit(live, client);
        return {{"table", live.table->whole(now())}};
    }

    // A new table on disk and on the air.
    std::expected<Json, Refusal> found_table(ClientId client, Page& page, std::unique_ptr<Table> table) {
        auto live = std::make_unique<Live>();
        live->table = std::move(table);
        if (const Result<void> saved = save(*live); !saved) return std::unexpected(failed(saved.error().message));
        Live& kept = *tables_.emplace(live->table->id(), std::move(live)).first->second;
        return seat_page(client, page, kept);
    }

    // ---- Endgames

    // The first table of a game has its small set made, in the background; then all tables of that game know it.
    void learn_endgames(Live& live) {
        if (!endgames_wanted_) return;
        const Variant& variant = live.table->variant();
        const auto [known, first] = known_.try_emplace(std::string(variant.name));
        live.table->know(known->second);
        if (first) builder_.submit("endgames", [this, &variant] { build_endgames(variant); });
    }

    void build_endgames(const Variant& variant) {
        Result<std::unique_ptr<Endgames>> built = endgames_.complete(variant, stop_building_.get_token());
        const std::scoped_lock lock(mutex_);
        if (closing_) return;
        const std::string name(variant.name);
        if (built)
            known_[name] = std::move(*built);
        else
            known_.erase(name);  // the next table tries again
        for (auto& [id, live] : tables_) {
            if (&live->table->variant() != &variant) continue;
            if (built)
                live->table->know(known_[name]);
            else
                live->table->say(false, std::nullopt,
                                 fmt::format("Nothing is known of endgames: {}.", built.error().message));
            commit(*live);
        }
        flush();
    }

    std::shared_ptr<const Endgames> endgames_of(const Variant& variant) const {
        const auto known = known_.find(variant.name);
        return known == known_.end() ? nullptr : known->second;
    }

    // ---- Exact values. One oracle to a game, made when the first page wants to see them. Only a few are kept: each may
    // remember half a gigabyte.

    struct OracleState {
        std::shared_ptr<solve::Oracle> oracle{};  // nothing yet while it is being made
        bool failed = false;
        std::uint64_t used = 0;  // the higher the later
    };

    const OracleState& oracle_of(const Variant& variant) {
        const auto [found, first] = oracles_.try_emplace(std::string(variant.name));
        found->second.used = ++oracle_uses_;
        // After the endgames, which were wanted before.
        if (first)
            builder_.submit("endgames", [this, &variant] {
                scholars_.submit("oracles", [this, &variant] { make_oracle(variant); });
            });
        return found->second;
    }

    void forget_oracles() {
        const auto is_made = [](const auto& entry) { return entry.second.oracle != nullptr; };
        const auto age = [&](const auto& entry) { return is_made(entry) ? oracle_uses_ - entry.second.used + 1 : 0; };
        while (std::ranges::count_if(oracles_, is_made) > kept_oracles)
            oracles_.erase(std::ranges::max_element(oracles_, {}, age));
    }

    void make_oracle(const Variant& variant) {
        std::shared_ptr<const Endgames> endgames;
        {
            const std::scoped_lock lock(mutex_);
            if (closing_) return;
            endgames = endgames_of(variant);
        }
        Result<std::unique_ptr<solve::Oracle>> made = solve::new_oracle(variant, std::move(endgames));
        // The first question to this one takes long, whatever it is. It should not begin anew with every move on a board.
        if (made && counts_pieces(variant)) (*made)->ask(*new_game(variant), {.stop = stop_building_.get_token()});
        const std::scoped_lock lock(mutex_);
        if (closing_) return;
        OracleState& state = oracles_[std::string(variant.name)];
        if (made)
            state.oracle = std::move(*made);
        else
            state.failed = true;
        forget_oracles();
        for (auto& [id, live] : tables_) {
            if (&live->table->variant() != &variant) continue;
            if (!made) {
                if (live->review) end_review(*live, Review::State::Stopped);
                live->table->say(false, std::nullopt,
                                 fmt::format("Exact values cannot be worked out: {}.", made.error().message));
            } else if (live->review) {
                go_on(live->review, state.oracle);
            }
            commit(*live);
        }
        flush();
    }

    // Asks about the position on the board if somebody wants to know, and no longer about one that is gone.
    void inquire(Live& live) {
        Table& table = *live.table;
        const bool wanted = !live.curious.empty() && table.is_open_question();
        if (live.question && (!wanted || live.asked != table.node())) {
            live.question->stop.request_stop();
            live.question.reset();
        }
        table.set_working(wanted);
        if (!wanted || live.question) return;
        const OracleState& state = oracle_of(table.variant());
        table.set_working(!state.failed);
        if (!state.oracle) return;
        live.question = std::make_shared<Thought>();
        live.asked = table.node();
        scholars_.submit(table.id(), [this, id = table.id(), node = table.node(), thought = live.question,
                                      oracle = state.oracle, game = std::shared_ptr<const Game>(table.game().clone())] {
            if (thought->cancelled()) return;
            const std::optional<solve::Answer> answer =
                oracle->ask(*game, {.nodes = question_nodes, .stop = thought->stop.get_token()});
            const std::scoped_lock lock(mutex_);
            const auto found = tables_.find(id);
            if (closing_ || found == tables_.end() || found->second->question != thought) return;
            found->second->question.reset();
            found->second->table->settle(node, answer);
            commit(*found->second);
            flush();
        });
    }

    void go_on(const ReviewPointer& task, const std::shared_ptr<solve::Oracle>& oracle) {
        // One position at a time, so that the tables take turns.
        scholars_.submit(task->table + " review", [this, task, oracle] { review_one(task, oracle); });
    }

    void review_one(const ReviewPointer& task, const std::shared_ptr<solve::Oracle>& oracle) {
        if (task->stop.stop_requested()) return;
        const int node = task->nodes.back();
        Game& game = *task->game;
        const AnyMove mv = game.played().back();
        game.undo();
        const std::size_t index = find_path(game, mv).value_or(game.legal().size());
        std::optional<solve::Answer> answer = settled(task);
        if (!answer) answer = oracle->ask(game, {.nodes = review_nodes, .stop = task->stop.get_token()});
        ReviewedMove reviewed = review_move(game, index, answer, node);
        const std::scoped_lock lock(mutex_);
        const auto found = tables_.find(task->table);
        if (closing_ || found == tables_.end() || found->second->review != task) return;
        Live& live = *found->second;
        Table& table = *live.table;
        if (answer) table.settle(table.nodes()[static_cast<std::size_t>(node)].parent, std::move(answer));
        std::vector<ReviewedMove>& moves = table.review()->moves;
        moves.insert(moves.begin(), std::move(reviewed));
        task->nodes.pop_back();
        const bool done = task->nodes.empty();
        if (done) end_review(live, Review::State::Done);
        if (done || now() - task->told >= between_reviews) {
            task->told = now();
            commit(live);
            flush();
        }
        if (!done) go_on(task, oracle);
    }

    // What was said of the position before the next move when somebody looked at it.
    std::optional<solve::Answer> settled(const ReviewPointer& task) {
        const std::scoped_lock lock(mutex_);
        const auto found = tables_.find(task->table);
        if (found == tables_.end()) return std::nullopt;
        const Table& table = *found->second->table;
        return table.settled(table.nodes()[static_cast<std::size_t>(task->nodes.back())].parent);
    }

    void end_review(Live& live, Review::State how) {
        live.review->stop.request_stop();
        job_done(live.review->client);
        live.review.reset();
        live.table->review()->state = how;
    }

    void stop_studies(Live& live) {
        if (live.question) live.question->stop.request_stop();
        live.question.reset();
        if (live.review) end_review(live, Review::State::Stopped);
    }

    void leave(ClientId client, const std::string& id) {
        const auto found = tables_.find(id);
        if (found == tables_.end()) return;
        Live& live = *found->second;
        live.viewers.erase(client);
        if (!live.viewers.empty()) {
            if (live.curious.erase(client) > 0) commit(live);
            return;
        }
        cancel(live);
        stop_studies(live);
        live.table->stop_clocks(now());
        save_clocks(live);
        tables_.erase(found);
    }

    // What has not been saved as it happened. If it fails, the game is as it was after the last move.
    void save_clocks(Live& live) {
        if (!live.table->setting().clock && !live.save_failed) return;
        [[maybe_unused]] const Result<void> saved = save(live);
    }

    Result<void> save(Live& live) {
        StoredGame stored = live.table->stored(live.saved);
        stored.changed = time_stamp();
        if (Result<void> saved = library_->save(stored); !saved) return saved;
        live.saved = static_cast<int>(live.table->nodes().size()) - 1;
        live.save_failed = false;
        return {};
    }

    // Ends all thinking about the position.
    void cancel(Live& live) {
        for (ThoughtPointer* const thought : {&live.thought, &live.hint}) {
            if (*thought) (*thought)->stop.request_stop();
            thought->reset();
        }
        ++live.ticket;
        live.delayed = false;
        live.just_moved = false;
        live.table->hold(false, now());
        live.table->set_thinking(false, now());
    }

    // After every change: forced passes are played, thinking begins, the game is saved, the pages are told; all but one,
    // who gets the whole table anyway.
    void commit(Live& live, ClientId except = 0) {
        Table& table = *live.table;
        while (table.judge_passes()) {
            if (!table.play(0, "", now())) break;
        }
        if (!table.computer_moves()) {
            if (live.thought || live.delayed) cancel(live);
        } else if (!live.thought && !live.delayed && !live.viewers.empty()) {
            if (live.just_moved && table.delay() > 0)
                think_later(live);
            else
                think(live);
        }
        live.just_moved = false;
        inquire(live);
        watch_clock(live);
        publish(live, except);
    }

    // Whether the event belongs on disk: not what was said, nor what is known of the game.
    static bool is_kept(const Json& event) {
        constexpr std::array<std::string_view, 4> passing{"exact", "known", "legal", "review"};
        if (event.contains("add")) return true;
        for (const auto& [name, value] : event["set"].items())
            if (std::ranges::find(passing, name) == passing.end()) return true;
        return false;
    }

    void publish(Live& live, ClientId except) {
        Table& table = *live.table;
        Json event = table.changes(now());
        if (event.is_null()) return;
        if (const Result<void> saved = is_kept(event) ? save(live) : Result<void>(); !saved && !live.save_failed) {
            // The game goes on, and everything is tried again with the next move.
            live.save_failed = true;
            table.say(false, std::nullopt, fmt::format("The game could not be saved: {}.", saved.error().message));
            const Json more = table.changes(now());
            if (!event.contains("say")) event["say"] = Json::array();
            for (const Json& line : more["say"]) event["say"].push_back(line);
            event["version"] = more["version"];
        }
        const std::string frame = to_frame(event);
        for (const ClientId viewer : live.viewers)
            if (viewer != except) outbox_.emplace_back(viewer, frame);
    }

    // One call for each table is enough: when it comes too early, it asks for the next.
    void watch_clock(Live& live) {
        const std::optional<double> falls = live.table->flag_falls();
        if (!falls || (live.flag_watch && *live.flag_watch <= *falls)) return;
        live.flag_watch = falls;
        timer_.at(at(*falls + 0.001), [this, id = live.table->id(), watch = *falls] {
            const std::scoped_lock lock(mutex_);
            const auto found = tables_.find(id);
            if (closing_ || found == tables_.end() || found->second->flag_watch != watch) return;
            Live& table = *found->second;
            table.flag_watch.reset();
            if (!table.table->check_flag(now())) return watch_clock(table);
            cancel(table);
            commit(table);
            flush();
        });
    }

    // ---- Thinking

    void think_later(Live& live) {
        live.delayed = true;
        live.table->hold(true, now());
        const std::uint64_t ticket = ++live.ticket;
        timer_.at(at(now() + live.table->delay() / 1000.0), [this, id = live.table->id(), ticket] {
            const std::scoped_lock lock(mutex_);
            const auto found = tables_.find(id);
            if (closing_ || found == tables_.end() || found->second->ticket != ticket) return;
            found->second->delayed = false;
            commit(*found->second);
            flush();
        });
    }

    void think(Live& live) {
        const Table& table = *live.table;
        live.thought = std::make_shared<Thought>();
        const std::uint64_t ticket = ++live.ticket;
        const double start = now();
        live.table->hold(false, start);
        live.table->set_thinking(true, start);
        const Side side = table.game().turn();
        Task task{.table = table.id(),
                  .ticket = ticket,
                  .thought = live.thought,
                  .game = table.game().clone(),
                  .endgames = endgames_of(table.variant()),
                  .player = table.seat(side).player,
                  .key = fmt::format("{} {} {}", table.id(), colour(side), table.seat(side).player),
                  .seed = ++seed_,
                  .start = start};
        if (const std::optional<double> left = table.time_left(side, start))
            task.clock = ClockTime{.seconds = *left, .increment = table.setting().clock->increment};
        pool_.submit(table.id(), [this, shared = std::make_shared<Task>(std::move(task))] { work(*shared); });
    }

    struct Task {
        std::string table{};
        std::uint64_t ticket = 0;
        ThoughtPointer thought{};
        std::shared_ptr<const Game> game{};
        std::shared_ptr<const Endgames> endgames{};
        std::string player{};
        std::string key{};  // of the shelf
        std::uint64_t seed = 0;
        double start = 0;
        std::optional<ClockTime> clock{};
    };

    // What the player answers; nothing if nobody wants to know any more. Without the lock.
    std::optional<Result<Choice>> ask(const Task& task, const OnProgress& on_progress) {
        if (task.thought->cancelled()) return std::nullopt;
        const Context context{.stop = task.thought->stop.get_token(),
                              .clock = task.clock,
                              .seconds = longest_move(task.player),
                              .on_progress = on_progress,
                              .endgames = task.endgames};
        std::unique_ptr<Player> player = shelf_.take(task.key);
        if (!player) {
            Result<std::unique_ptr<Player>> made = make_player(task.player, task.seed);
            if (!made) return Result<Choice>(std::unexpected(made.error()));
            player = std::move(*made);
            if (auto begun = player->begin(*task.game, context); !begun)
                return Result<Choice>(Choice{.forfeit = std::move(begun.error())});
        }
        Choice choice = player->choose(*task.game, context);
        shelf_.put(task.key, std::move(player));
        if (task.thought->cancelled()) return std::nullopt;
        return Result<Choice>(std::move(choice));
    }

    void work(const Task& task) {
        double told = now();
        std::optional<Progress> pending;
        const OnProgress on_progress = [&](const Progress& progress) {
            pending = progress;
            const double time = now();
            if (time - told < between_news) return;
            told = time;
            tell_thinking(task, progress, time);
            pending.reset();
        };
        const std::optional<Result<Choice>> choice = ask(task, on_progress);
        if (!choice) return;
        if (pending) tell_thinking(task, *pending, now());  // the last word, however quick it was
        const std::scoped_lock lock(mutex_);
        Live* const live = still_wanted(task);
        if (live == nullptr) return;
        live->thought.reset();
        Table& table = *live->table;
        table.set_thinking(false, now());
        if (!table.check_flag(now())) computer_moves(*live, *choice);
        commit(*live);
        flush();
    }

    void computer_moves(Live& live, const Result<Choice>& choice) {
        Table& table = *live.table;
        const bool sound = choice && !choice->forfeit && choice->index < table.game().legal().size();
        if (!sound) {
            table.pause(now());
            table.say(false, table.game().turn(),
                      fmt::format("The computer cannot move: {}.",
                                  choice ? choice->forfeit ? message_text::write(*choice->forfeit, table.variant())
                                                           : std::string("no such move")
                                         : choice.error().message));
            return;
        }
        if (const auto played = table.play(choice->index, remark_text(*choice, table.variant()), now()); !played)
            table.say(false, std::nullopt, played.error().message);
        live.just_moved = !table.humans();
    }

    // With the lock held.
    Live* still_wanted(const Task& task) {
        const auto found = tables_.find(task.table);
        if (closing_ || found == tables_.end() || task.thought->cancelled()) return nullptr;
        return found->second->ticket == task.ticket ? found->second.get() : nullptr;
    }

    void tell_thinking(const Task& task, const Progress& progress, double time) {
        const Variant& v = task.game->variant();
        std::string line;
        for (std::size_t i = 0; i < std::min(progress.line.size(), shown_line); ++i)
            line += (i == 0 ? "" : " ") + move_text::write_full(v, progress.line[i], v.setup.notation);
        Json event{{"event", "thinking"},
                   {"table", task.table},
                   {"side", colour(task.game->turn())},
                   {"seconds", time - task.start},
                   {"depth", progress.depth},
                   {"score", score_text(progress.score)},
                   {"nodes", progress.nodes},
                   {"line", line}};
        if (progress.prunings) event["prunings"] = {{"max", progress.prunings->max}, {"min", progress.prunings->min}};
        const std::string frame = to_frame(event);
        const std::scoped_lock lock(mutex_);
        if (const Live* const live = still_wanted(task))
            for (const ClientId viewer : live->viewers) send(viewer, frame);
    }

    // ---- Requests about tables

    static std::expected<void, Refusal> check_seat(const Seat& seat, Side side, const Variant& variant) {
        if (seat.human()) return {};
        if (const Result<void> checked = check_player(seat.player, variant); !checked)
            return std::unexpected(bad_request(fmt::format("{}: {}", colour(side), checked.error().message)));
        return {};
    }

    // The game at this position, or at its usual start.
    static std::expected<std::unique_ptr<Game>, Refusal> game_from(const std::string& name,
                                                                   const std::optional<std::string>& fen) {
        const Result<const Variant*> variant = find_variant(name);
        if (!variant) return std::unexpected(unknown(variant.error().message));
        std::unique_ptr<Game> game = new_game(**variant);
        if (!fen) return game;
        const Result<Placement> placement = fen::read(**variant, *fen);
        if (!placement)
            return std::unexpected(illegal(
                fmt::format("the FEN is wrong at offset {}: {}", placement.error().offset, placement.error().message)));
        if (const Result<void> set = game->set(*placement, Strictness::Legal); !set)
            return std::unexpected(illegal(set.error().message));
        return game;
    }

    Reply handle(ClientId client, Page& page, const Json&, const NewRequest& request) {
        const auto game = game_from(request.game, request.fen);
        if (!game) return std::unexpected(game.error());
        for (const Side side : {Side::Black, Side::White}) {
            const auto checked =
                check_seat(side == Side::Black ? request.black : request.white, side, (*game)->variant());
            if (!checked) return std::unexpected(checked.error());
        }
        if (const auto may = room(page); !may) return std::unexpected(may.error());
        return found_table(client, page,
                           std::make_unique<Table>(Table::Setting{.id = new_id(),
                                                                  .name = request.name,
                                                                  .created = time_stamp(),
                                                                  .black = request.black,
                                                                  .white = request.white,
                                                                  .clock = request.clock},
                                                   **game));
    }

    Reply handle(ClientId client, Page& page, const Json&, const OpenRequest& request) {
        if (!page.tables.contains(request.table))
            if (const auto may = room(page); !may) return std::unexpected(may.error());
        const Found live = load(request.table);
        if (!live) return std::unexpected(live.error());
        return seat_page(client, page, **live);
    }

    Reply handle(ClientId client, Page& page, const Json&, const CloseRequest& request) {
        if (page.tables.erase(request.table) == 0) return std::unexpected(unknown("This table is not open here."));
        leave(client, request.table);
        return Json::object();
    }

    // A change that ends the thinking about the position. What was refused is told to the others too, if the judge has
    // said something.
    template <class F>
    Reply change(Page& page, const std::string& id, F work) {
        const Found live = opened(page, id);
        if (!live) return std::unexpected(live.error());
        const Table::Done done = work(*(*live)->table);
        if (done) cancel(**live);
        commit(**live);
        if (!done) return std::unexpected(done.error());
        return Json::object();
    }

    Reply handle(ClientId, Page& page, const Json&, const MoveRequest& request) {
        return change(page, request.table, [&](Table& table) { return table.move(request, now()); });
    }
    Reply handle(ClientId, Page& page, const Json&, const UndoRequest& request) {
        return change(page, request.table, [&](Table& table) { return table.undo(now()); });
    }
    Reply handle(ClientId, Page& page, const Json&, const RedoRequest& request) {
        return change(page, request.table, [&](Table& table) { return table.redo(now()); });
    }
    Reply handle(ClientId, Page& page, const Json&, const GoRequest& request) {
        return change(page, request.table, [&](Table& table) { return table.go(request.node, now()); });
    }
    Reply handle(ClientId, Page& page, const Json&, const PlayRequest& request) {
        return change(page, request.table, [&](Table& table) { return table.start(request.delay, now()); });
    }
    Reply handle(ClientId, Page& page, const Json&, const PauseRequest& request) {
        return change(page, request.table, [&](Table& table) -> Table::Done {
            table.pause(now());
            return {};
        });
    }
    Reply handle(ClientId, Page& page, const Json&, const StepRequest& request) {
        return change(page, request.table, [&](Table& table) { return table.step(now()); });
    }
    Reply handle(ClientId, Page& page, const Json&, const ResignRequest& request) {
        return change(page, request.table, [&](Table& table) { return table.resign(request.side, now()); });
    }
    Reply handle(ClientId, Page& page, const Json&, const PlayersRequest& request) {
        const Found live = opened(page, request.table);
        if (!live) return std::unexpected(live.error());
        const Variant& variant = (*live)->table->variant();
        for (const Side side : {Side::Black, Side::White}) {
            const std::optional<Seat>& seat = side == Side::Black ? request.black : request.white;
            const auto checked = check_seat(seat.value_or(Seat{}), side, variant);
            if (!checked) return std::unexpected(checked.error());
        }
        return change(page, request.table, [&](Table& table) -> Table::Done {
            table.seat_players(request.black, request.white, now());
            return {};
        });
    }

    Reply handle(ClientId, Page&, const Json&, const RenameRequest& request) {
        // From the list of games too, where nothing is open.
        if (const auto live = tables_.find(request.table); live != tables_.end()) {
            live->second->table->rename(request.name);
            commit(*live->second);
            return Json::object();
        }
        const Result<bool> renamed = library_->rename(request.table, request.name);
        if (!renamed) return std::unexpected(failed(renamed.error().message));
        if (!*renamed) return std::unexpected(unknown("There is no such game."));
        return Json::object();
    }

    Reply handle(ClientId client, Page& page, const Json&, const RematchRequest& request) {
        const Found live = opened(page, request.table);
        if (!live) return std::unexpected(live.error());
        if (const auto may = room(page); !may) return std::unexpected(may.error());
        const Table& before = *(*live)->table;
        const std::unique_ptr<Game> game = new_game(before.variant());
        [[maybe_unused]] const Result<void> set = game->set(before.game().start(), Strictness::Anything);
        const Table::Setting& old = before.setting();
        return found_table(client, page,
                           std::make_unique<Table>(Table::Setting{.id = new_id(),
                                                                  .name = old.name,
                                                                  .created = time_stamp(),
                                                                  .black = request.swap ? old.white : old.black,
                                                                  .white = request.swap ? old.black : old.white,
                                                                  .clock = old.clock},
                                                   *game));
    }

    static std::expected<void, Refusal> may_work(const Page& page) {
        if (page.jobs + static_cast<int>(page.started.size()) >= running_jobs)
            return std::unexpected(too_many(fmt::format("At most {} things at once; wait or stop one.", running_jobs)));
        return {};
    }

    void job_done(ClientId client) {
        if (const auto page = pages_.find(client); page != pages_.end()) --page->second.jobs;
    }

    Reply handle(ClientId client, Page& page, const Json& id, const HintRequest& request) {
        const Found found = opened(page, request.table);
        if (!found) return std::unexpected(found.error());
        Live& live = **found;
        const Table& table = *live.table;
        if (const auto end = table.end()) return std::unexpected(refused("The game is over: " + end->text + "."));
        if (!table.seat(table.game().turn()).human()) return std::unexpected(refused("It is the computer's turn."));
        if (live.hint) return std::unexpected(refused("A hint is on its way."));
        if (const auto may = may_work(page); !may) return std::unexpected(may.error());
        ++page.jobs;
        live.hint = std::make_shared<Thought>();
        auto task = std::make_shared<Task>(Task{.table = table.id(),
                                                .thought = live.hint,
                                                .game = table.game().clone(),
                                                .endgames = endgames_of(table.variant()),
                                                .player = std::string(hint_player),
                                                .key = fmt::format("{} hint", table.id()),
                                                .seed = ++seed_});
        pool_.submit(table.id(), [this, client, id, task] { give_hint(client, id, *task); });
        return std::nullopt;
    }

    void give_hint(ClientId client, const Json& id, const Task& task) {
        const std::optional<Result<Choice>> choice = ask(task, {});
        const std::scoped_lock lock(mutex_);
        job_done(client);
        const auto found = tables_.find(task.table);
        const bool wanted = choice && found != tables_.end() && found->second->hint == task.thought;
        if (!wanted) return respond_locked(client, id, std::unexpected(refused("The position has changed.")));
        Live& live = *found->second;
        live.hint.reset();
        if (!*choice) return respond_locked(client, id, std::unexpected(failed(choice->error().message)));
        live.table->count_hint();
        commit(live);
        const Variant& v = task.game->variant();
        const std::size_t index = (*choice)->index;
        respond_locked(client, id,
                       Json{{"index", index},
                            {"text", move_text::write(v, task.game->legal(), index, v.setup.notation)},
                            {"remark", remark_text(**choice, v)}});
    }

    Reply handle(ClientId client, Page& page, const Json&, const ExactRequest& request) {
        const Found live = opened(page, request.table);
        if (!live) return std::unexpected(live.error());
        if (request.on)
            (*live)->curious.insert(client);
        else
            (*live)->curious.erase(client);
        commit(**live);
        return Json::object();
    }

    Reply handle(ClientId client, Page& page, const Json&, const ReviewRequest& request) {
        const Found found = opened(page, request.table);
        if (!found) return std::unexpected(found.error());
        Live& live = **found;
        Table& table = *live.table;
        if (!solve::has_oracle(table.variant()))
            return std::unexpected(refused("The exact values of this game are not known."));
        // It would help one of two people who do not sit at the same page.
        const bool apart =
            table.seat(Side::Black).human() && table.seat(Side::White).human() && live.viewers.size() > 1;
        if (apart && !table.line_end().end) return std::unexpected(refused("Not before the end of the game."));
        if (live.review) return std::unexpected(refused("The game is being gone through already."));
        if (const auto may = may_work(page); !may) return std::unexpected(may.error());
        const OracleState& state = oracle_of(table.variant());
        if (state.failed) return std::unexpected(failed("The exact values of this game cannot be worked out."));
        auto task = std::make_shared<ReviewTask>();
        task->table = table.id();
        task->client = client;
        task->nodes = table.path_to(table.line_end().node);
        if (task->nodes.empty()) return std::unexpected(refused("No move has been played."));
        task->game = table.game_at(task->nodes.back());
        if (task->nodes.size() > reviewed_moves)
            task->nodes.erase(task->nodes.begin(), task->nodes.end() - static_cast<std::ptrdiff_t>(reviewed_moves));
        table.review() = Review{.last = task->nodes.back(), .planned = task->nodes.size()};
        live.review = task;
        ++page.jobs;
        if (state.oracle) go_on(task, state.oracle);
        commit(live);
        return Json::object();
    }

    Reply handle(ClientId, Page& page, const Json&, const StopReviewRequest& request) {
        const Found live = opened(page, request.table);
        if (!live) return std::unexpected(live.error());
        if (!(*live)->review) return std::unexpected(refused("The game is not being gone through."));
        end_review(**live, Review::State::Stopped);
        commit(**live);
        return Json::object();
    }

    Reply handle(ClientId client, Page& page, const Json& id, const OfferDrawRequest& request) {
        const Found found = opened(page, request.table);
        if (!found) return std::unexpected(found.error());
        Live& live = **found;
        Table& table = *live.table;
        if (const auto may = table.may_offer(request.side); !may) return std::unexpected(may.error());
        if (table.seat(!request.side).human()) {
            const std::expected<bool, Refusal> agreed = table.offer_draw(request.side, now());
            if (!agreed) return std::unexpected(agreed.error());
            if (*agreed) cancel(live);
            commit(live);
            return Json{{"accepted", *agreed}};
        }
        if (const auto may = may_work(page); !may) return std::unexpected(may.error());
        ++page.jobs;
        const std::shared_ptr<const Game> game = table.game().clone();
        // Not in the lane of the table, where the computer may be thinking about its move.
        pool_.submit(table.id() + " draw",
                     [this, client, id, request, game, node = table.node(), endgames = endgames_of(table.variant())] {
                         answer_draw(client, id, request, *game, node, endgames);
                     });
        return std::nullopt;
    }

    void answer_draw(ClientId client, const Json& id, const OfferDrawRequest& request, const Game& game, int node,
                     const std::shared_ptr<const Endgames>& endgames) {
        const std::unique_ptr<Engine> engine =
            new_engine(game.variant(), {.table_megabytes = draw_megabytes, .endgames = endgames});
        const int score = engine->think(game, {.seconds = draw_seconds}).score();
        const Side computer = !request.side;
        const bool accepted = (game.turn() == computer ? score : -score) <= 0;
        const std::scoped_lock lock(mutex_);
        job_done(client);
        const auto found = tables_.find(request.table);
        if (found == tables_.end() || found->second->table->node() != node || found->second->table->end())
            return respond_locked(client, id, std::unexpected(refused("The position has changed.")));
        Live& live = *found->second;
        Table& table = *live.table;
        if (accepted) {
            table.say(true, computer, "I accept the draw.");
            table.agree_draw(now());
            cancel(live);
        } else {
            table.say(true, computer, "I decline the draw: I think that I am better.");
        }
        commit(live);
        respond_locked(client, id, Json{{"accepted", accepted}});
    }

    // ---- Texts

    // A table that nobody has open yet. Without the lock: a long text takes its time.
    static std::expected<std::unique_ptr<Table>, Refusal> import_text(const ImportRequest& request) {
        const Result<ReadText> read = read_text(request.text, request.game, request.number + 1);
        if (!read) return std::unexpected(illegal(read.error().message));
        if (request.number >= read->games.size()) return std::unexpected(unknown("There is no such game in the text."));
        const ReadGame& game = read->games[request.number];
        if (game.error) return std::unexpected(illegal(*game.error));
        const auto known = [&](std::string_view name) {
            const std::string_view value = tag(game.record, name);
            return value == "?" || value == "-" ? "" : one_line(std::string(value));
        };
        auto table = std::make_unique<Table>(Table::Setting{.id = new_id(),
                                                            .name = known("Event"),
                                                            .created = time_stamp(),
                                                            .black = {.name = known("Black")},
                                                            .white = {.name = known("White")}},
                                             *game_at_end(game.record));
        if (!game.moves.empty()) table->add_variations(game.moves);
        if (game.record.finished && !game.record.both_lost && !table->end()) table->keep_result(game.record.winner);
        return table;
    }

    Reply seat_import(ClientId client, Page& page, std::expected<std::unique_ptr<Table>, Refusal> table) {
        if (!table) return std::unexpected(table.error());
        if (const auto may = room(page); !may) return std::unexpected(may.error());
        return found_table(client, page, std::move(*table));
    }

    static std::string one_line(std::string text) {
        constexpr std::size_t longest = 100;
        std::ranges::replace_if(text, [](char c) { return static_cast<unsigned char>(c) < ' '; }, ' ');
        if (text.size() <= longest) return text;
        std::size_t end = longest;
        while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0U) == 0x80) --end;  // not within a character
        return text.substr(0, end);
    }

    Reply handle(ClientId, Page&, const Json&, const ExportRequest& request) {
        std::unique_ptr<Table> stored;
        const Table* table = nullptr;
        if (request.table.empty()) {
            const auto game = game_from(request.game, request.fen);
            if (!game) return std::unexpected(game.error());
            stored = std::make_unique<Table>(Table::Setting{.id = "position", .created = time_stamp()}, **game);
            table = stored.get();
        } else if (const auto live = tables_.find(request.table); live != tables_.end()) {
            table = live->second->table.get();
        } else {
            const Result<std::optional<StoredGame>> kept = library_->load(request.table);
            if (!kept) return std::unexpected(failed(kept.error().message));
            if (!*kept) return std::unexpected(unknown("There is no such game."));
            Result<std::unique_ptr<Table>> restored = Table::restore(**kept);
            if (!restored) return std::unexpected(failed(restored.error().message));
            stored = std::move(*restored);
            table = stored.get();
        }
        const Result<std::string> text = export_text(*table, request.format);
        if (!text)
            return std::unexpected(text.error().message.starts_with("format") ? bad_request(text.error().message)
                                                                              : refused(text.error().message));
        return Json{{"text", *text},
                    {"name", fmt::format("{}-{}.{}", table->variant().name, table->id(), request.format)}};
    }

    // ---- The library

    Reply handle(ClientId, Page&, const Json&, const LibraryRequest& request) {
        const Result<LibraryPage> found = library_->search(request);
        if (!found) return std::unexpected(failed(found.error().message));
        Json games = Json::array();
        for (const LibraryEntry& entry : found->games)
            games.push_back({{"id", entry.id},
                             {"name", entry.name},
                             {"game", entry.game},
                             {"black", seat_text(entry.black)},
                             {"white", seat_text(entry.white)},
                             {"result", entry.result},
                             {"plies", entry.plies},
                             {"created", entry.created},
                             {"changed", entry.changed}});
        return Json{{"games", std::move(games)}, {"total", found->total}};
    }

    static Reply done_or(const Result<bool>& done, std::string_view otherwise) {
        if (!done) return std::unexpected(failed(done.error().message));
        if (!*done) return std::unexpected(unknown(std::string(otherwise)));
        return Json::object();
    }
    Reply handle(ClientId, Page&, const Json&, const DeleteRequest& request) {
        return done_or(library_->remove(request.table), "There is no such game.");
    }
    Reply handle(ClientId, Page&, const Json&, const UndeleteRequest& request) {
        return done_or(library_->restore(request.table), "There is no such deleted game.");
    }

    // ---- The laboratory: in the thread of the desk, without the lock

    using LabReply = std::expected<Json, Refusal>;

    void on_run(const std::string& run, const Json& json) {
        const std::string frame = to_frame({{"event", "run"}, {"run", json}});
        const bool ended = json.at("state") != "running";
        const std::scoped_lock lock(mutex_);
        for (auto& [client, page] : pages_) {
            if (ended) page.started.erase(run);
            if (page.runs.contains(run)) page.client->send(frame);
        }
    }

    LabReply subscribe(ClientId client, const LabReply& run) {
        if (!run) return run;
        const std::scoped_lock lock(mutex_);
        if (const auto page = pages_.find(client); page != pages_.end())
            page->second.runs.insert(run->at("id").get<std::string>());
        return Json{{"run", *run}};
    }

    std::expected<void, Refusal> may_run(ClientId client) {
        const std::scoped_lock lock(mutex_);
        const auto page = pages_.find(client);
        if (page == pages_.end()) return std::unexpected(refused("The page has left."));
        return may_work(page->second);
    }

    // The run counts as a job of this page as long as it is running.
    void count_run(ClientId client, const std::string& run) {
        {
            const std::scoped_lock lock(mutex_);
            const auto page = pages_.find(client);
            if (page == pages_.end()) return;
            page->second.started.insert(run);
            page->second.runs.insert(run);
        }
        if (lab_.is_running(run)) return;  // if it ends from now on, on_run is told
        const std::scoped_lock lock(mutex_);
        if (const auto page = pages_.find(client); page != pages_.end()) page->second.started.erase(run);
    }

    LabReply laboratory(ClientId client, const LabStartRequest& request) {
        if (const auto may = may_run(client); !may) return std::unexpected(may.error());
        const LabReply run = lab_.start(request);
        if (run) count_run(client, run->at("id"));
        return subscribe(client, run);
    }
    LabReply laboratory(ClientId, const LabListRequest&) { return lab_.list(); }
    LabReply laboratory(ClientId client, const LabOpenRequest& request) {
        const LabReply known = subscribe(client, lab_.open(request.run));
        if (!known) return known;
        // Once more: it may have ended before its news were for this page.
        return subscribe(client, lab_.open(request.run));
    }
    LabReply laboratory(ClientId, const LabStopRequest& request) {
        if (const auto done = lab_.stop(request.run); !done) return std::unexpected(done.error());
        return Json::object();
    }
    LabReply laboratory(ClientId client, const LabResumeRequest& request) {
        if (const auto may = may_run(client); !may) return std::unexpected(may.error());
        if (const auto done = lab_.resume(request.run); !done) return std::unexpected(done.error());
        count_run(client, request.run);
        return Json::object();
    }
    LabReply laboratory(ClientId, const LabGamesRequest& request) { return lab_.games(request); }
    LabReply laboratory(ClientId, const LabDeleteRequest& request) {
        if (const auto done = lab_.remove(request.run); !done) return std::unexpected(done.error());
        return Json::object();
    }
    LabReply laboratory(ClientId client, const LabGameRequest& request) {
        const std::string origin = fmt::format("run/{}/{}/{}", request.run, request.cell, request.number);
        const auto game = lab_.game(request);
        if (!game) return std::unexpected(game.error());
        const std::scoped_lock lock(mutex_);
        const auto page = pages_.find(client);
        if (page == pages_.end() || closing_) return std::unexpected(refused("The page has left."));
        const Result<std::optional<std::string>> known = library_->find_origin(origin);
        if (!known) return std::unexpected(failed(known.error().message));
        if (!*known || !page->second.tables.contains(**known))
            if (const auto may = room(page->second); !may) return std::unexpected(may.error());
        if (*known) {
            const Found live = load(**known);
            if (!live) return std::unexpected(live.error());
            return seat_page(client, page->second, **live);
        }
        return found_table(client, page->second,
                           std::make_unique<Table>(Table::Setting{.id = new_id(),
                                                                  .name = game->name,
                                                                  .created = time_stamp(),
                                                                  .black = {.name = game->black},
                                                                  .white = {.name = game->white},
                                                                  .origin = origin},
                                                   *game_at_end(game->record)));
    }

    std::mutex mutex_;  // guards everything up to the outbox
    std::unique_ptr<Library> library_;
    std::map<ClientId, Page> pages_;
    std::map<std::string, std::unique_ptr<Live>> tables_;
    std::vector<std::pair<ClientId, std::string>> outbox_;
    ClientId last_client_ = 0;
    bool closing_ = false;
    // By game, from the moment on when somebody has wanted it; nothing yet while it is being built.
    std::map<std::string, std::shared_ptr<const Endgames>, std::less<>> known_;

    std::map<std::string, OracleState, std::less<>> oracles_;  // by game, likewise
    std::uint64_t oracle_uses_ = 0;

    std::string hello_;
    std::atomic<std::uint64_t> seed_;
    PlayerShelf shelf_;
    Timer timer_;
    bool endgames_wanted_;
    EndgameStore endgames_;
    std::stop_source stop_building_;
    Laboratory lab_;
    Workers desk_;
    Workers builder_;
    Workers scholars_;
    Workers pool_;
};

}  // namespace

Result<std::unique_ptr<Service>> Service::open(const ServiceOptions& options) {
    Result<std::unique_ptr<Library>> library = Library::open(options.data);
    if (!library) return std::unexpected(library.error());
    return std::make_unique<ServiceOf>(options, std::move(*library));
}

}  // namespace crownhead::server
