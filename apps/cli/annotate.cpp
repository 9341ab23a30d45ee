// crownhead annotate: judges the moves of whole files of games and writes the files again with marks and comments. What is finished
// is kept in a journal beside the output, so that a run that was killed goes on where it was.
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "analysis/annotated_pdn.hpp"
#include "analysis/annotator.hpp"
#include "commands.hpp"
#include "match/game_reader.hpp"
#include "match/game_record.hpp"
#include "notation/move_text.hpp"
#include "notation/pdn/pdn.hpp"
#include "progress.hpp"
#include "search/reported_score.hpp"
#include "util/file.hpp"
#include "util/file_writer.hpp"
#include "util/sha256.hpp"

namespace crownhead::cli {

namespace {

using OrderedJson = nlohmann::ordered_json;

constexpr std::uint64_t default_nodes = 100'000;
constexpr std::size_t annotate_megabytes = 16;
constexpr int journal_version = 1;

struct AnnotateOptions {
    std::string input;
    std::string output;
    std::string nodes = std::to_string(default_nodes);
    std::string json;      // file; empty: none
    std::string game;      // where the input does not say it
    std::string endgames;  // folder; the user's if empty
    std::string threads = "1";
    bool engine_only = false;
    bool quiet = false;
};

OrderedJson value_json(const analysis::MoveValue& value) {
    OrderedJson json{{"source", analysis::name(value.source)}};
    if (value.is_exact()) {
        json["value"] = word_of(value.exact.value);
        if (value.exact.plies) json["plies"] = *value.exact.plies;
        if (value.exact.difference) json["difference"] = *value.exact.difference;
    } else if (value.is_known()) {
        json["depth"] = value.depth;
        json["score"] = score_text(value.score);
        json["expected"] = analysis::expected_score(value);
    }
    return json;
}

OrderedJson game_judgements(const GameRecord& record, std::size_t number, const pdn::Game& written,
                            const std::vector<analysis::JudgedMove>& moves) {
    OrderedJson list = OrderedJson::array();
    std::array<std::size_t, 2> made{};
    std::array<std::size_t, 2> held{};
    const std::unique_ptr<Game> game = game_at_start(record);
    for (std::size_t ply = 0; ply < moves.size(); ++ply) {
        game->play_on();
        const analysis::JudgedMove& move = moves[ply];
        std::size_t index = 0;
        while (index + 1 < game->legal().size() && !same_effect(game->legal()[index], record.moves[ply])) ++index;
        const Variant& v = *record.variant;
        const auto text = [&](std::size_t i) { return move_text::write(v, game->legal(), i, v.setup.notation); };
        OrderedJson best = OrderedJson::array();
        for (const std::size_t i : move.best) best.push_back(text(i));
        list.push_back({{"ply", ply},
                        {"side", colour_name(game->turn())},
                        {"move", text(index)},
                        {"before", value_json(move.before)},
                        {"after", value_json(move.after)},
                        {"exact", move.is_exact()},
                        {"loss", move.loss},
                        {"glyph", analysis::text_of(move.glyph)},
                        {"best", std::move(best)},
                        {"line", analysis::line_texts_of(*game, move.line)}});
        const std::size_t side = game->turn() == Side::White ? 0 : 1;
        ++made[side];
        if (move.holds()) ++held[side];
        game->play(index);
    }
    return {{"game", number},
            {"variant", record.variant->name},
            {"white", pdn::tag(written, "White").value_or("?")},
            {"black", pdn::tag(written, "Black").value_or("?")},
            {"held", {{"white", {held[0], made[0]}}, {"black", {held[1], made[1]}}}},
            {"moments", analysis::moments_of(moves)},
            {"moves", std::move(list)}};
}

// The finished games, one line of JSON each, behind a line that says of which run they are.
class AnnotateJournal {
public:
    AnnotateJournal(std::string path, const OrderedJson& header) : path_(std::move(path)) {
        const std::string first = header.dump();
        file_.reset(std::fopen(path_.c_str(), "r+b"));
        if (file_ && !take_over(first)) file_.reset();
        if (!file_) {
            file_.reset(std::fopen(path_.c_str(), "w+b"));
            if (!file_) failed_to_write();
            append_line(first);
        }
    }

    bool has(std::size_t game) const { return lines_.contains(game); }
    std::size_t size() const { return lines_.size(); }

    void add(std::size_t game, const std::string& pdn, const OrderedJson& judgements) {
        const OrderedJson line{{"game", game}, {"pdn", pdn}, {"json", judgements}};
        const long at = append_line(line.dump(-1, ' ', false, OrderedJson::error_handler_t::replace));
        lines_[game] = at;
    }

    OrderedJson read(std::size_t game) {
        if (std::fseek(file_.get(), lines_.at(game), SEEK_SET) != 0) failed_to_write();
        return OrderedJson::parse(next_line().value_or("null"));
    }

    void remove() {
        file_.reset();
        static_cast<void>(std::remove(path_.c_str()));
    }

private:
    [[noreturn]] void failed_to_write() const {
        throw Failure(exit_failed, fmt::format("cannot use {}: {}", path_, std::system_category().message(errno)));
    }

    // A whole line; nothing at the end, also where the last one was cut off.
    std::optional<std::string> next_line() {
        std::string line;
        for (int c = std::fgetc(file_.get()); c != EOF; c = std::fgetc(file_.get())) {
            if (c == '\n') return line;
            line += static_cast<char>(c);
        }
        return std::nullopt;
    }

    bool take_over(const std::string& first) {
        if (next_line() != first) return false;
        long good = std::ftell(file_.get());
        for (;;) {
            const std::optional<std::string> line = next_line();
            if (!line) break;
            const OrderedJson json = OrderedJson::parse(*line, nullptr, false);
            if (!json.is_object() || !json.contains("game") || !json["game"].is_number_unsigned()) break;
            lines_[json["game"].get<std::size_t>()] = good;
            good = std::ftell(file_.get());
        }
        std::clearerr(file_.get());
        return ftruncate(fileno(file_.get()), good) == 0;
    }

    long append_line(const std::string& line) {
        if (std::fseek(file_.get(), 0, SEEK_END) != 0) failed_to_write();
        const long at = std::ftell(file_.get());
        if (std::fwrite(line.data(), 1, line.size(), file_.get()) != line.size() ||
            std::fputc('\n', file_.get()) == EOF || std::fflush(file_.get()) != 0)
            failed_to_write();
        return at;
    }

    std::string path_;
    File file_;
    std::map<std::size_t, long> lines_;  // by game: where its line begins
};

// What one thread needs to judge games of one variant; the exact sources are shared by all threads.
class Judges {
public:
    Judges(const AnnotateOptions& options, std::stop_token stop) : options_(options), stop_(std::move(stop)) {}

    // Called by one thread at a time.
    analysis::Sources sources_of(const Variant& variant) {
        analysis::Sources sources;
        if (!options_.engine_only) {
            auto known = exact_.find(variant.name);
            if (known == exact_.end()) known = exact_.emplace(variant.name, open_exact(variant)).first;
            sources = known->second;
        }
        sources.engine =
            new_engine(variant, {.table_megabytes = annotate_megabytes, .threads = 1, .endgames = sources.endgames});
        return sources;
    }

private:
    analysis::Sources open_exact(const Variant& variant) const {
        analysis::Sources sources;
        const EndgameStore store = endgame_store(options_.endgames);
        if (solve::has_oracle(variant)) {
            // The small set is made where it is missing; that takes seconds.
            Result<std::unique_ptr<Endgames>> made = store.complete(variant, stop_);
            if (!made) throw Failure(exit_failed, made.error().message);
            sources.endgames = std::move(*made);
            Result<std::unique_ptr<solve::Oracle>> oracle = solve::new_oracle(variant, sources.endgames);
            if (!oracle) throw Failure(exit_failed, oracle.error().message);
            sources.oracle = std::move(*oracle);
        } else if (std::filesystem::is_directory(store.folder(variant))) {
            sources.endgames = open_endgame_files(variant, options_.endgames);
        }
        return sources;
    }

    const AnnotateOptions& options_;
    std::stop_token stop_;
    std::map<std::string_view, analysis::Sources> exact_;
};

class Annotation {
public:
    explicit Annotation(const AnnotateOptions& options)
        : options_(options),
          nodes_(read_number(options.nodes, "--nodes", 1, std::uint64_t{1} << 40U)),
          threads_(read_number(options.threads, "--threads", 1, 256)),
          variant_(options.game.empty() ? nullptr : &read_game(options.game)),
          text_(read_file(options.input)),
          encoding_(pdn::find_encoding(text_)),
          reader_(text_source(text_), {}, encoding_),
          games_(variant_),
          judges_(options, interrupt_.token()) {
        if (options.output == "-") refuse("--out -: a file is needed, because a run that was killed goes on there");
    }

    int run() {
        look_through();
        const OrderedJson header{{"crownhead", "annotate"},
                                 {"version", journal_version},
                                 {"input", hex_text(sha256(text_))},
                                 {"game", options_.game},
                                 {"nodes", nodes_},
                                 {"engine_only", options_.engine_only}};
        AnnotateJournal journal(options_.output + ".journal", header);
        Progress progress("annotating " + options_.input, "games", options_.quiet);
        if (journal.size() > 0 && !options_.quiet)
            say(fmt::format("going on after {} of {} games", journal.size(), count_));
        {
            std::vector<std::jthread> threads;
            threads.reserve(threads_);
            for (std::uint64_t i = 0; i < threads_; ++i) threads.emplace_back([&] { work(journal, progress); });
        }
        progress.hide();
        if (problem_) std::rethrow_exception(problem_);
        if (interrupt_)
            throw Failure(exit_failed, fmt::format("stopped after {} of {} games; the same command goes on",
                                                   journal.size(), count_));
        write(journal);
        journal.remove();
        return exit_done;
    }

private:
    // One line on standard error, whatever is in it.
    void say(std::string_view message) const {
        write_err(for_terminal(fmt::format("crownhead: {}: {}", options_.input, message)) + '\n');
    }

    // What the file is of shows only at its end.
    void look_through() {
        pdn::Reader all(text_source(text_), {}, encoding_);
        for (;;) {
            const Result<std::optional<pdn::Game>> game = all.next();
            if (!game) refuse(fmt::format("{}: {}", options_.input, game.error().message));
            if (!*game) break;
            ++count_;
            games_.look_at(**game);
        }
        if (count_ == 0) refuse(fmt::format("{}: there is no game in it", options_.input));
    }

    struct Task {
        std::size_t number = 0;  // from 1
        pdn::Game game{};
        Replay replay{};
    };

    std::optional<Task> next_task(const AnnotateJournal& journal) {
        while (number_ < count_ && !interrupt_ && !problem_) {
            Result<std::optional<pdn::Game>> game = reader_.next();
            ++number_;
            if (!game || !*game || journal.has(number_)) continue;
            Task task{.number = number_, .game = std::move(**game)};
            task.replay = games_.read(task.game);
            return task;
        }
        return std::nullopt;
    }

    void work(AnnotateJournal& journal, Progress& progress) {
        try {
            analysis::Sources sources;
            const Variant* of = nullptr;
            for (;;) {
                std::optional<Task> task;
                {
                    const std::scoped_lock lock(mutex_);
                    task = next_task(journal);
                    if (!task) return;
                    if (task->replay.error) {
                        say(fmt::format("{}; the game is kept as it is", task->replay.error->message));
                        journal.add(task->number, pdn::write(task->game), nullptr);
                        progress.step(journal.size(), count_, 0, "");
                        continue;
                    }
                    if (task->replay.record.variant != of) {
                        of = task->replay.record.variant;
                        sources = judges_.sources_of(*of);
                    }
                }
                const GameRecord& record = task->replay.record;
                const std::unique_ptr<Game> game = game_at_end(record);
                analysis::Annotator annotator(*game, sources,
                                              {.nodes = nodes_, .longest = SIZE_MAX, .stop = interrupt_.token()});
                while (annotator.step()) {
                }
                if (!annotator.is_done()) return;
                const OrderedJson judged = game_judgements(record, task->number, task->game, annotator.moves());
                analysis::add_judgements(task->game, *game, annotator.moves());
                const std::scoped_lock lock(mutex_);
                journal.add(task->number, pdn::write(task->game), judged);
                progress.step(journal.size(), count_, 0, "");
            }
        } catch (...) {
            const std::scoped_lock lock(mutex_);
            if (!problem_) problem_ = std::current_exception();
        }
    }

    void write(AnnotateJournal& journal) const {
        Result<FileWriter> out = FileWriter::open(options_.output);
        if (!out) throw Failure(exit_failed, out.error().message);
        std::optional<FileWriter> json;
        if (!options_.json.empty()) {
            Result<FileWriter> opened = FileWriter::open(options_.json);
            if (!opened) throw Failure(exit_failed, opened.error().message);
            json.emplace(std::move(*opened));
            or_fail(json->write("["));
        }
        std::string_view separator = "\n";
        for (std::size_t number = 1; number <= count_; ++number) {
            const OrderedJson line = journal.read(number);
            if (number > 1) or_fail(out->write("\n"));
            or_fail(out->write(line["pdn"].get<std::string>()));
            if (!json || line["json"].is_null()) continue;
            or_fail(json->write(separator));
            or_fail(json->write(line["json"].dump(-1, ' ', false, OrderedJson::error_handler_t::replace)));
            separator = ",\n";
        }
        if (json) {
            or_fail(json->write("\n]\n"));
            or_fail(json->commit());
        }
        or_fail(out->commit());
    }

    const AnnotateOptions& options_;
    std::uint64_t nodes_;
    std::uint64_t threads_;
    const Variant* variant_;
    std::string text_;
    pdn::Encoding encoding_;
    const Interrupt interrupt_;
    std::mutex mutex_;  // guards what follows, and the journal
    pdn::Reader reader_;
    GameReader games_;
    Judges judges_;
    std::size_t count_ = 0;
    std::size_t number_ = 0;  // of the game that was read last
    std::exception_ptr problem_;
};

int annotate(const AnnotateOptions& options) { return Annotation(options).run(); }

}  // namespace

void add_annotate(CommandLine& line) {
    const auto options = std::make_shared<AnnotateOptions>();
    Command command = line.add("annotate", "Judge the moves of a PDN file and write it again with marks and comments",
                               "Every move gets a comment with its value and where that comes from: rules, solution, "
                               "endgame file, or engine with\n"
                               "its depth. ?! costs 0.05 to 0.10 of the expected score, ? up to 0.20, ?? more; where "
                               "values are exact, a lost\n"
                               "draw is ? and a lost win ??. The same file and the same --nodes give the same marks. A "
                               "run that was stopped goes\n"
                               "on with the same command.\n\n"
                               "Examples:\n"
                               "  crownhead annotate games.pdn --out annotated.pdn --threads 2\n"
                               "  crownhead annotate games.pdn --out annotated.pdn --nodes 1000000 --json judged.json",
                               [options] { return annotate(*options); });
    command.argument("FILE", options->input, "The games, PDN");
    command.option("--out", "FILE", options->output, "The annotated games, PDN", Needed::Yes);
    command.option("--nodes", "N", options->nodes,
                   fmt::format("Nodes of the engine for each move (default {})", default_nodes));
    command.option("--json", "FILE", options->json, "The judgements for programs, too");
    command.option("--game", "NAME", options->game, "What the games are of whose tags do not say it");
    command.option("--egdb", "DIR", options->endgames, "Endgame files (default: in the user's folder for data)");
    command.flag("--engine-only", options->engine_only,
                 "No exact values, neither of endgame files nor of solved games");
    command.threads(options->threads, "Games at a time (default 1)");
    command.quiet(options->quiet);
}

}  // namespace crownhead::cli
