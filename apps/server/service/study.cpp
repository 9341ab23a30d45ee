#include "service/study.hpp"

#include <algorithm>
#include <functional>
#include <set>
#include <utility>

#include "match/game_record.hpp"
#include "table/review.hpp"

namespace crownhead::server {

namespace {

constexpr int oracle_threads = 2;
constexpr int oracle_nice = 5;                         // as the engines
constexpr int endgame_nice = 10;                       // after everything else
constexpr std::uint64_t question_nodes = 100'000'000;  // of a position that a page shows
constexpr std::ptrdiff_t kept_oracles = 3;
constexpr std::size_t cache_part = 4;  // one of so many parts of the memory for endgames is for what was read last

bool is_open(const solve::Exact& exact) { return exact.value == Value::Unknown; }

bool is_complete(const Variant& variant, const solve::Answer& answer) {
    if (counts_pieces(variant)) return false;  // the tables do not count them
    return !is_open(answer.position) && std::ranges::none_of(answer.moves, is_open);
}

// The nodes that pages look at.
std::set<int> wanted_nodes(const OpenTable& open) {
    std::set<int> nodes;
    for (const auto& [viewer, node] : open.exact_viewers) nodes.insert(node);
    for (const auto& [viewer, node] : open.analysed) nodes.insert(node);
    return nodes;
}

}  // namespace

solve::Answer probe_endgames(const Game& game, const Endgames* endgames) {
    solve::Answer known;
    known.moves.resize(game.legal().size());
    if (endgames == nullptr || !knows(*endgames, game)) return known;
    const auto read = [](const std::optional<ExactValue>& exact) {
        return exact ? solve::Exact{.value = exact->value, .plies = exact->plies} : solve::Exact{};
    };
    known.position = read(endgames->exact_value(game));
    const std::vector<std::optional<ExactValue>> moves = endgames->move_values(game);
    for (std::size_t i = 0; i < moves.size(); ++i) known.moves[i] = read(moves[i]);
    return known;
}

void add_answer(solve::Answer& known, const solve::Answer& more) {
    if (more.moves.size() != known.moves.size()) return;
    const auto add = [](solve::Exact& to, const solve::Exact& from) {
        if (is_open(from)) return;
        const std::optional<int> plies = from.plies || from.value != to.value ? from.plies : to.plies;
        to = from;
        to.plies = plies;
    };
    add(known.position, more.position);
    for (std::size_t i = 0; i < known.moves.size(); ++i) add(known.moves[i], more.moves[i]);
}

Study::Study(Sessions& sessions, Tables& tables, const std::filesystem::path& endgame_folder, bool build_endgames,
             std::size_t most_bytes, JobLog& jobs)
    : sessions_(sessions),
      tables_(tables),
      build_endgames_(build_endgames),
      store_(endgame_folder.string()),
      most_set_bytes_(most_bytes - most_bytes / cache_part),
      cache_(new_endgame_cache(most_bytes / cache_part)),
      endgame_workers_(1, endgame_nice, &jobs),
      oracle_workers_(oracle_threads, oracle_nice, &jobs) {}

void Study::finish() {
    stop_building_.request_stop();
    endgame_workers_.finish();
    oracle_workers_.finish();
}

void Study::release(OpenTable& open) {
    for (auto& [node, question] : open.questions) stop(question);
    open.questions.clear();
    if (open.review) end_review(open, Review::State::Stopped);
}

// ---- Endgame tables

void Study::prepare_endgames(const Variant& variant) {
    if (!build_endgames_) return;
    const auto [known, first] = endgames_.try_emplace(std::string(variant.name));
    known->second.used = ++endgame_uses_;
    if (first) endgame_workers_.submit("endgames", [this, &variant] { build_endgames(variant); }, {.kind = "endgames"});
}

std::shared_ptr<const Endgames> Study::endgames_of(const Variant& variant) {
    const auto known = endgames_.find(variant.name);
    if (known == endgames_.end()) {
        if (dropped_.erase(std::string(variant.name)) > 0) prepare_endgames(variant);  // the files are there
        return nullptr;
    }
    known->second.used = ++endgame_uses_;
    return known->second.endgames;
}

EndgameFiles Study::endgame_files(const Variant& variant) {
    if (!build_endgames_) return {.state = EndgameFiles::State::Off};
    if (std::shared_ptr<const Endgames> endgames = endgames_of(variant))
        return {.state = EndgameFiles::State::Ready, .endgames = std::move(endgames)};
    if (auto problem = problems_.extract(std::string(variant.name)))
        return {.state = EndgameFiles::State::Failed, .problem = std::move(problem.mapped())};
    prepare_endgames(variant);
    return {.state = EndgameFiles::State::Building};
}

std::size_t Study::endgame_sets() const {
    return static_cast<std::size_t>(
        std::ranges::count_if(endgames_, [](const auto& set) { return set.second.endgames != nullptr; }));
}

std::size_t Study::endgame_bytes() const {
    std::size_t bytes = cache_->bytes();
    for (const auto& [game, set] : endgames_)
        if (set.endgames) bytes += set.endgames->memory();
    return bytes;
}

std::vector<std::string> sets_to_drop(std::vector<SetUse> sets, std::size_t most) {
    std::ranges::sort(sets, std::greater{}, &SetUse::used);
    std::vector<std::string> dropped;
    std::size_t bytes = 0;
    for (const SetUse& set : sets) {
        bytes += set.bytes;
        if (bytes > most && &set != &sets.front()) dropped.push_back(set.game);
    }
    return dropped;
}

// The oracles and the players that are kept for their next move hold theirs as long as they live.
void Study::drop_endgames() {
    std::vector<SetUse> sets;
    for (const auto& [game, set] : endgames_)
        if (set.endgames) sets.push_back({.game = game, .used = set.used, .bytes = set.endgames->memory()});
    for (const std::string& game : sets_to_drop(std::move(sets), most_set_bytes_)) {
        endgames_.erase(game);
        dropped_.insert(game);
    }
}

void Study::build_endgames(const Variant& variant) {
    Result<std::unique_ptr<Endgames>> built = store_.complete(variant, stop_building_.get_token(), cache_);
    const std::scoped_lock lock(sessions_.mutex());
    if (sessions_.closing()) return;
    const std::string name(variant.name);
    if (built) {
        endgames_[name] = {.endgames = std::move(*built), .used = ++endgame_uses_};
        drop_endgames();
        problems_.erase(name);
    } else {
        endgames_.erase(name);  // the next table tries again
        problems_[name] = built.error().message;
    }
    for (auto& [id, open] : tables_.all()) {
        if (&open->table->variant() != &variant) continue;
        if (!built) open->table->say(false, std::nullopt, {"log.no-endgames", {{"detail", built.error().message}}});
        ask_again(*open);
        tables_.commit(*open);
    }
    sessions_.flush();
}

// ---- Oracles

const Study::OracleState& Study::oracle_of(const Variant& variant) {
    const auto [found, first] = oracles_.try_emplace(std::string(variant.name));
    found->second.used = ++oracle_uses_;
    // After the endgame tables, which were asked for before.
    if (first)
        endgame_workers_.submit("endgames", [this, &variant] {
            oracle_workers_.submit("oracles", [this, &variant] { make_oracle(variant); }, {.kind = "oracle"});
        });
    return found->second;
}

void Study::with_oracle(const Variant& variant, const OnOracle& then) {
    if (!solve::has_oracle(variant)) return then(nullptr);
    prepare_endgames(variant);
    const OracleState& state = oracle_of(variant);
    if (state.oracle || state.failed) return then(state.oracle);
    oracle_waiters_[std::string(variant.name)].push_back(then);
}

void Study::forget_oracles() {
    const auto is_made = [](const auto& entry) { return entry.second.oracle != nullptr; };
    const auto age = [&](const auto& entry) { return is_made(entry) ? oracle_uses_ - entry.second.used + 1 : 0; };
    while (std::ranges::count_if(oracles_, is_made) > kept_oracles)
        oracles_.erase(std::ranges::max_element(oracles_, {}, age));
}

void Study::make_oracle(const Variant& variant) {
    std::shared_ptr<const Endgames> endgames;
    {
        const std::scoped_lock lock(sessions_.mutex());
        if (sessions_.closing()) return;
        endgames = endgames_of(variant);
    }
    Result<std::unique_ptr<solve::Oracle>> made = solve::new_oracle(variant, std::move(endgames), solution_);
    // Where pieces are counted the first question takes long, whatever it is. It is asked here, where no move cancels it.
    if (made && counts_pieces(variant)) (*made)->ask(*new_game(variant), {.stop = stop_building_.get_token()});
    const std::scoped_lock lock(sessions_.mutex());
    if (sessions_.closing()) return;
    OracleState& state = oracles_[std::string(variant.name)];
    if (made)
        state.oracle = std::move(*made);
    else
        state.failed = true;
    const std::shared_ptr<solve::Oracle> oracle = state.oracle;
    forget_oracles();
    if (auto waiters = oracle_waiters_.extract(std::string(variant.name)))
        for (const OnOracle& then : waiters.mapped()) then(oracle);
    for (auto& [id, open] : tables_.all()) {
        if (&open->table->variant() != &variant) continue;
        if (!made) {
            open->table->say(false, std::nullopt, {"log.no-exact", {{"detail", made.error().message}}});
        }
        if (open->review && open->review->waits) {
            open->review->waits = false;
            next_review_step(open->review);
        }
        ask_again(*open);
        tables_.commit(*open);
    }
    sessions_.flush();
}

// ---- Exact values for the pages that show them

void Study::update(OpenTable& open) {
    // An answer about a node that no page shows is not needed.
    const std::set<int> wanted = wanted_nodes(open);
    for (auto question = open.questions.begin(); question != open.questions.end();) {
        if (wanted.contains(question->first)) {
            ++question;
        } else {
            stop(question->second);
            question = open.questions.erase(question);
        }
    }
}

void Study::show_exact(ClientId client, OpenTable& open, std::optional<int> node) {
    open.exact_viewers.erase(client);
    if (!node) return;
    open.exact_viewers[client] = *node;
    if (!open.table->line_end().end) open.table->count_exact(*node);
    ask(open, *node);
}

void Study::look_into(OpenTable& open, int node) {
    if (solve::has_oracle(open.table->variant()) && !open.answers.contains(node) && !open.questions.contains(node))
        ask(open, node);
}

void Study::ask_again(OpenTable& open) {
    for (const int node : wanted_nodes(open)) ask(open, node);
    on_news_(open);
}

void Study::ask(OpenTable& open, int node) {
    Table& table = *open.table;
    Question question{.table = table.id(),
                      .node = node,
                      .variant = &table.variant(),
                      .start = table.game().start(),
                      .moves = table.tree().moves_to(node),
                      .endgames = endgames_of(table.variant())};
    if (StopHandle& before = open.questions[node]; before) stop(before);
    if (solve::has_oracle(table.variant()) && !open.answers.contains(node)) {
        const OracleState& state = oracle_of(table.variant());
        question.oracle = state.oracle;
        question.oracle_comes = !state.oracle && !state.failed;
    }
    question.stop = std::make_shared<std::stop_source>();
    open.questions[node] = question.stop;
    const auto viewer = std::ranges::find(open.exact_viewers, node, &std::pair<const ClientId, int>::second);
    const ClientId page = viewer == open.exact_viewers.end() ? 0 : viewer->first;
    oracle_workers_.submit(table.id(),
                           [this, question = std::make_shared<Question>(std::move(question))] { answer(*question); },
                           {.kind = "value", .page = page, .stop = *open.questions[node]});
}

// One that was stopped because its time is over still wants an answer; those that nobody shows are among them no more.
OpenTable* Study::still_asked(const Question& question) {
    OpenTable* const open = tables_.find(question.table);
    if (sessions_.closing() || open == nullptr) return nullptr;
    const auto asked = open->questions.find(question.node);
    return asked != open->questions.end() && asked->second == question.stop ? open : nullptr;
}

void Study::answer(const Question& question) {
    {
        const std::scoped_lock lock(sessions_.mutex());
        if (still_asked(question) == nullptr) return;
    }
    const std::unique_ptr<Game> game = replayed(*question.variant, question.start, question.moves);
    solve::Answer known = probe_endgames(*game, question.endgames.get());
    std::optional<std::optional<solve::Answer>> found;
    std::string_view state = "known";
    {
        const std::scoped_lock lock(sessions_.mutex());
        OpenTable* const open = still_asked(question);
        if (open == nullptr) return;
        if (open->table->end_of(*game, question.node)) {
            known = {};
            state = "unknown";
        } else if (const auto before = open->answers.find(question.node); before != open->answers.end()) {
            if (before->second) add_answer(known, *before->second);
        } else if (!is_complete(*question.variant, known) && (question.oracle || question.oracle_comes)) {
            state = "working";
        }
        if (state == "known" && is_open(known.position) && std::ranges::all_of(known.moves, is_open)) state = "unknown";
        send_exact(*open, question.node, state, known);
        sessions_.flush();
        if (state != "working" || !question.oracle) {
            open->questions.erase(question.node);
            return;
        }
    }
    std::optional<solve::Answer> more =
        question.oracle->ask(*game, {.nodes = question_nodes, .stop = question.stop->get_token()});
    const std::scoped_lock lock(sessions_.mutex());
    OpenTable* const open = still_asked(question);
    if (open == nullptr) return;
    if (more) add_answer(known, *more);
    open->answers[question.node] = std::move(more);
    open->questions.erase(question.node);
    send_exact(*open, question.node, is_open(known.position) ? "unknown" : "known", known);
    on_news_(*open);
    sessions_.flush();
}

void Study::send_exact(OpenTable& open, int node, std::string_view state, const solve::Answer& answer) {
    Json moves = Json::array();
    for (const solve::Exact& move : answer.moves) moves.push_back(known_json(move));
    const std::string frame = to_frame({{"event", "exact"},
                                        {"table", open.table->id()},
                                        {"node", node},
                                        {"state", state},
                                        {"known", known_json(answer.position)},
                                        {"moves", std::move(moves)}});
    for (const auto& [viewer, shown] : open.exact_viewers)
        if (shown == node) sessions_.send(viewer, frame);
}

}  // namespace crownhead::server
