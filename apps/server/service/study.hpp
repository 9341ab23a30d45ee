// Study: what is known of positions: endgame tables that are built in the background, exact values by an oracle, and
// reviews of whole games. Nothing of it is computed or read from files with the mutex held.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

#include "analysis/annotator.hpp"
#include "runtime/endgame_store.hpp"
#include "service/sessions.hpp"
#include "service/tables.hpp"
#include "service/workers.hpp"
#include "solve/oracle.hpp"

namespace crownhead::server {

// A game that is reviewed, one position after the other.
struct ReviewTask {
    std::string table{};
    ClientId client = 0;                               // that asked for it
    std::unique_ptr<Game> game{};                      // with its moves played
    std::vector<int> nodes{};                          // of the moves that are judged
    std::uint64_t engine_nodes = 0;                    // for a move
    std::shared_ptr<const Endgames> endgames{};        // that were known when it began
    ReviewSources sources{};                           // that it has asked so far
    std::optional<Review> before{};                    // that it is to improve
    std::unique_ptr<analysis::Annotator> annotator{};  // made by the first step
    bool waits = false;                                // for the oracle
    bool sourced = false;                              // it has all that is to come
    double reported = 0;                               // when the pages heard of it
    std::stop_source stop{};
};

// The games whose sets of endgames are dropped so that the others take at most `most` bytes: those used longest ago (the
// lowest `used`). The one used last stays, whatever it takes.
struct SetUse {
    std::string game{};
    std::uint64_t used = 0;
    std::size_t bytes = 0;
};
std::vector<std::string> sets_to_drop(std::vector<SetUse> sets, std::size_t most);

// The endgame files of a game: they are there, or why not.
struct EndgameFiles {
    enum class State : std::uint8_t { Ready, Building, Failed, Off };
    State state = State::Off;
    std::shared_ptr<const Endgames> endgames{};  // if they are ready
    std::string problem{};                       // if they cannot be used
};

// What the endgame tables say of a position and its moves.
solve::Answer probe_endgames(const Game& game, const Endgames* endgames);
// The tables have counted the plies to the end, an oracle perhaps only the pieces.
void add_answer(solve::Answer& known, const solve::Answer& more);

class Study final : public TableWork {
public:
    // Something more is known of a table's positions; called with the mutex held.
    using OnNews = std::function<void(OpenTable& open)>;

    // `most_bytes`: of all sets of endgames together and what was read of them; the ones used longest ago are dropped
    // beyond that, and opened again when they are needed.
    Study(Sessions& sessions, Tables& tables, const std::filesystem::path& endgame_folder, bool build_endgames,
          std::size_t most_bytes, JobLog& jobs);

    // ---- With the mutex held

    void update(OpenTable& open) override;
    void release(OpenTable& open) override;
    void prepare_endgames(const Variant& variant);  // in the background, for the first table of a game
    std::shared_ptr<const Endgames> endgames_of(const Variant& variant);
    // The same with what is the matter if there are none. Begins to build or open them; a failure is told once.
    EndgameFiles endgame_files(const Variant& variant);
    std::size_t endgame_sets() const;   // that are in memory
    std::size_t endgame_bytes() const;  // that they take, and what was read of them

    // The node whose exact values a page wants to see, if any.
    void show_exact(ClientId client, OpenTable& open, std::optional<int> node);
    // An oracle is asked about a node in OpenTable::analysed, where there is one; the answer comes to OpenTable::answers.
    void look_into(OpenTable& open, int node);
    void tell(OnNews on_news) { on_news_ = std::move(on_news); }
    // A review is finished; called with the mutex held.
    void tell_of_reviews(OnNews on_review) { on_review_ = std::move(on_review); }
    // `improve`: only if more is known than when it was reviewed. Until that is done, or if it is stopped, the review of before counts.
    std::expected<void, Refusal> start_review(ClientId client, Session& session, OpenTable& open, bool improve);
    std::expected<void, Refusal> stop_review(OpenTable& open);

    // The oracle of a game, made if need be: at once or later, with the mutex held. Null where there is none.
    using OnOracle = std::function<void(const std::shared_ptr<solve::Oracle>& oracle)>;
    void with_oracle(const Variant& variant, const OnOracle& then);

    // For the oracles here and the players of all tables.
    const std::shared_ptr<solve::SharedSolution>& solution() const { return solution_; }

    void finish();  // without the mutex

private:
    // One oracle to a game, made when the first page wants exact values. Only a few are kept: each may take half a
    // gigabyte.
    struct OracleState {
        std::shared_ptr<solve::Oracle> oracle{};  // null while it is being made
        bool failed = false;
        std::uint64_t used = 0;  // the higher the later
    };
    struct Question {
        std::string table{};
        int node = 0;
        const Variant* variant = nullptr;
        Placement start;
        std::vector<AnyMove> moves{};
        bool over = false;
        std::shared_ptr<const Endgames> endgames{};
        std::shared_ptr<solve::Oracle> oracle{};  // null: what the endgame tables say
        bool oracle_comes = false;
        StopHandle stop{};
    };

    // A set of endgames, null while it is being built.
    struct EndgameSet {
        std::shared_ptr<const Endgames> endgames{};
        std::uint64_t used = 0;  // the higher the later
    };

    void build_endgames(const Variant& variant);
    void drop_endgames();
    const OracleState& oracle_of(const Variant& variant);
    void make_oracle(const Variant& variant);
    void forget_oracles();
    void ask(OpenTable& open, int node);
    void ask_again(OpenTable& open);  // about all nodes that pages look at
    void answer(const Question& question);
    OpenTable* still_asked(const Question& question);  // with the mutex held
    void send_exact(OpenTable& open, int node, std::string_view state, const solve::Answer& answer);
    void next_review_step(const std::shared_ptr<ReviewTask>& task);
    void review_one(const std::shared_ptr<ReviewTask>& task);
    void give_up_review(const std::shared_ptr<ReviewTask>& task);
    bool has_sources(ReviewTask& task);
    bool can_improve(const ReviewTask& task, const Variant& variant, const Review& before);
    void report_review(const std::shared_ptr<ReviewTask>& task, bool done);
    void end_review(OpenTable& open, Review::State how);

    Sessions& sessions_;
    Tables& tables_;
    bool build_endgames_;
    EndgameStore store_;
    std::shared_ptr<solve::SharedSolution> solution_ = std::make_shared<solve::SharedSolution>();
    std::stop_source stop_building_;
    std::map<std::string, EndgameSet, std::less<>> endgames_;  // by game
    std::set<std::string> dropped_;
    std::map<std::string, std::string, std::less<>> problems_;  // why the last attempt failed, by game
    std::size_t most_set_bytes_;
    EndgameCache cache_;  // of all games
    std::uint64_t endgame_uses_ = 0;
    std::map<std::string, OracleState, std::less<>> oracles_;
    std::uint64_t oracle_uses_ = 0;
    std::map<std::string, std::vector<OnOracle>, std::less<>> oracle_waiters_;  // by game
    OnNews on_news_ = [](OpenTable&) {};
    OnNews on_review_ = [](OpenTable&) {};
    Workers endgame_workers_;
    Workers oracle_workers_;
};

}  // namespace crownhead::server
