// crownhead convert: games and positions from one format to another, one at a time, whatever the length of the file.
#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "commands.hpp"
#include "match/game_reader.hpp"
#include "match/game_record.hpp"
#include "notation/course_log.hpp"
#include "notation/fen.hpp"
#include "notation/pdn/pdn.hpp"
#include "util/file.hpp"
#include "util/file_writer.hpp"
#include "util/parse.hpp"
#include "util/printable.hpp"

namespace crownhead::cli {

namespace {

struct ConvertOptions {
    std::string input;
    std::string output;
    std::string from;  // pdn, fen or log; by the name of the file if empty
    std::string to;
    std::string game;  // where the input does not say it
    std::string positions = "final";
    bool skip_bad = false;
    bool explain = false;
};

enum class Format : std::uint8_t { Pdn, Fen, Log };

Format format_of(const std::string& path, const std::string& name, std::string_view option) {
    if (name == "pdn") return Format::Pdn;
    if (name == "fen") return Format::Fen;
    if (name == "log") return Format::Log;
    if (!name.empty()) refuse(fmt::format("{} {}: expected pdn, fen or log", option, excerpt(name)));
    if (path == "-") refuse(fmt::format("{} is needed with -: pdn, fen or log", option));
    if (path.ends_with(".pdn")) return Format::Pdn;
    if (path.ends_with(".fen")) return Format::Fen;
    if (path.ends_with(".log") || path.ends_with(".txt")) return Format::Log;
    refuse(fmt::format("{}: neither .pdn, .fen, .log nor .txt; {} pdn, fen or log says what it is", path, option));
}

// Where the result goes: a file that appears when all is well, or standard output, kept back until then.
class Output {
public:
    explicit Output(const std::string& path) {
        if (path == "-") {
            spool_.reset(std::tmpfile());
            if (!spool_) throw Failure(exit_failed, "cannot make a temporary file");
            return;
        }
        Result<FileWriter> opened = FileWriter::open(path);
        if (!opened) throw Failure(exit_failed, opened.error().message);
        file_.emplace(std::move(*opened));
    }

    void write(std::string_view text) {
        if (spool_) {
            if (std::fwrite(text.data(), 1, text.size(), spool_.get()) != text.size()) spool_failed();
        } else {
            or_fail(file_->write(text));
        }
    }

    void commit() {
        if (file_) return or_fail(file_->commit());
        if (std::fflush(spool_.get()) != 0 || std::fseek(spool_.get(), 0, SEEK_SET) != 0) spool_failed();
        std::array<char, 65536> block;
        for (;;) {
            const std::size_t count = std::fread(block.data(), 1, block.size(), spool_.get());
            if (count == 0) break;
            write_out(std::string_view(block.data(), count));
        }
        if (std::ferror(spool_.get()) != 0) spool_failed();
    }

private:
    [[noreturn]] static void spool_failed() {
        throw Failure(exit_failed,
                      fmt::format("cannot use a temporary file: {}", std::system_category().message(errno)));
    }

    std::optional<FileWriter> file_;
    File spool_;
};

// A PDN file, which is read more than once: what it is of shows only at its end.
class PdnInput {
public:
    explicit PdnInput(const std::string& path) : path_(path) {
        const bool standard = path == "-";
        if (!standard) file_.reset(std::fopen(path.c_str(), "rb"));
        std::FILE* const given = standard ? stdin : file_.get();
        if (given == nullptr) failed();
        pdn::EncodingFinder encoding;
        // What cannot be read again, such as a pipe, is copied.
        const bool again = !standard && std::fseek(given, 0, SEEK_SET) == 0;
        File copy(again ? nullptr : std::tmpfile());
        if (!again && !copy) throw Failure(exit_failed, "cannot make a temporary file");
        std::array<char, 65536> block;
        for (;;) {
            const std::size_t count = std::fread(block.data(), 1, block.size(), given);
            if (count < block.size() && std::ferror(given) != 0) failed();
            if (count == 0) break;
            encoding.add(std::string_view(block.data(), count));
            if (copy && std::fwrite(block.data(), 1, count, copy.get()) != count)
                throw Failure(exit_failed, "cannot write a temporary file");
        }
        if (copy) file_ = std::move(copy);
        encoding_ = encoding.found();
    }

    pdn::Encoding encoding() const { return encoding_; }

    // From the beginning. One reader at a time.
    pdn::Reader reader() {
        if (std::fseek(file_.get(), 0, SEEK_SET) != 0) failed();
        const auto source = [this](char* out, std::size_t size) {
            const std::size_t count = std::fread(out, 1, size, file_.get());
            if (count < size && std::ferror(file_.get()) != 0) failed();
            return count;
        };
        return pdn::Reader(source, {}, encoding_);
    }

private:
    [[noreturn]] void failed() const {
        refuse(fmt::format("cannot read {}: {}", path_, std::system_category().message(errno)));
    }

    std::string path_;
    File file_;
    pdn::Encoding encoding_ = pdn::Encoding::Utf8;
};

// What is known about a game besides its moves, for messages.
std::string players(const pdn::Game& game) {
    const auto white = pdn::tag(game, "White");
    const auto black = pdn::tag(game, "Black");
    if (!white || !black) return "";
    return fmt::format(" ({} - {})", printable(*white, 24), printable(*black, 24));
}

// Puts a note where it belongs, unless it is there from an earlier reading.
void add_note(pdn::Game& game, const RecordNote& note) {
    const bool about_move = note.kind == RecordNote::Kind::PathNotCertain;
    const std::size_t wanted = note.ply + (about_move ? 1 : 0);  // moves up to the place of the note
    std::vector<std::string>* comments = game.moves.empty() ? &game.comments : &game.moves.front().before;
    std::size_t seen = 0;
    for (pdn::Move& move : game.moves) {
        if (seen == wanted) break;
        if (move.kind != pdn::Kind::Move) continue;
        comments = &move.after;
        ++seen;
    }
    const std::string text = (note.kind == RecordNote::Kind::DrawNotClaimed ? "not claimed: " : "") + note.text;
    if (std::ranges::find(*comments, text) == comments->end()) comments->push_back(text);
}

// The record as PDN, with the comments, variations and numbers of the game that was read.
pdn::Game with_remarks(pdn::Game game, const GameRecord& record) {
    pdn::Game plain = to_pdn(record);
    std::size_t next = 0;
    for (pdn::Move& move : game.moves)
        if (move.kind == pdn::Kind::Move) move.text = std::move(plain.moves[next++].text);
    for (const RecordNote& note : record.notes) add_note(game, note);
    // Local ways to count points say more than who has won; what is no result at all (4-6) must mean something too.
    const bool local = pdn::tag(game, "ResultFormat").has_value();
    const auto kept = [&](std::string_view result) {
        return (local || pdn::is_uneven(result)) && pdn::parse_result(result) == pdn::parse_result(plain.result);
    };
    const std::string result(pdn::tag(game, "Result").value_or(""));
    const bool unknown = result.empty() || result == "*" || result == "?";
    if (kept(result) || (!unknown && pdn::parse_result(result) == pdn::GameResult::Unknown))
        std::ranges::find(plain.tags, "Result", &pdn::Tag::name)->value = result;
    else if (kept(game.result))
        std::ranges::find(plain.tags, "Result", &pdn::Tag::name)->value = game.result;
    if (!kept(game.result)) game.result = plain.result;
    game.tags = std::move(plain.tags);
    return game;
}

class Conversion {
public:
    explicit Conversion(const ConvertOptions& options)
        : options_(options),
          from_(format_of(options.input, options.from, "--from")),
          to_(format_of(options.output, options.to, "--to")),
          variant_(find(options.game)) {
        if (options.positions != "final" && options.positions != "all")
            refuse(fmt::format("--positions {}: expected final or all", excerpt(options.positions)));
        if (options.positions == "all" && to_ != Format::Fen) refuse("--positions all: only with --to fen");
        if (from_ == Format::Fen && to_ == Format::Log)
            refuse("a position is not a finished game: a course log cannot be made from FEN");
        if (from_ == Format::Fen && variant_ == nullptr)
            refuse("--game is needed: a FEN does not say which game it is");
    }

    int run() {
        Output output(options_.output);
        output_ = &output;
        switch (from_) {
            case Format::Pdn: from_pdn_file(); break;
            case Format::Fen: from_fen_file(); break;
            case Format::Log: from_log_file(); break;
        }
        if (found_ == 0) refuse(fmt::format("{}: there is no game in it", options_.input));
        if (converted_ == 0) throw Failure(exit_failed, fmt::format("{}: nothing could be converted", options_.input));
        output.commit();
        return exit_done;
    }

private:
    static const Variant* find(const std::string& name) {
        if (name.empty()) return nullptr;
        const Result<const Variant*> found = find_variant(name);
        if (!found) refuse(fmt::format("--game: {}", found.error().message));
        return *found;
    }

    // Ends the command, or leaves this one out.
    void bad(std::string_view who, std::string_view message) const {
        if (!options_.skip_bad) refuse(fmt::format("{}: {}", options_.input, message));
        say(fmt::format("{} {} skipped: {}{}", from_ == Format::Fen ? "position" : "game", found_, message, who));
    }

    // One line on standard error, whatever is in it.
    void say(std::string_view message) const {
        write_err(for_terminal(fmt::format("crownhead: {}: {}", options_.input, message)) + '\n');
    }

    void put(std::string_view text) {
        if (converted_ > 0 && to_ != Format::Fen) output_->write("\n");
        output_->write(text);
        ++converted_;
    }

    void put_positions(const GameRecord& record) {
        const Variant& v = *record.variant;
        std::unique_ptr<Game> game = game_at_end(record);
        const auto line = [&] { return fen::write(v, game->placement(), v.setup.notation) + '\n'; };
        if (options_.positions == "final") return put(line());
        while (game->undo()) {
        }
        std::string lines = line();
        while (game->redo()) lines += line();
        put(lines);
    }

    // The message if the record cannot be written in this format.
    std::optional<std::string> put_record(const GameRecord& record, const pdn::Game& written) {
        if (to_ == Format::Fen) {
            put_positions(record);
        } else if (to_ == Format::Pdn) {
            put(pdn::write(written));
        } else {
            // A log says the size of the board and nothing else of the game.
            if (!family_.empty() && family_ != record.variant->family)
                return fmt::format("{} cannot follow {} in one course log", record.variant->name, family_);
            const Result<course_log::LogGame> log = to_log(record);
            if (!log) return log.error().message;
            family_ = record.variant->family;
            put(course_log::write(*log));
        }
        return std::nullopt;
    }

    void from_pdn_file() {
        PdnInput input(options_.input);
        GameReader games(variant_);
        if (variant_ == nullptr) {
            pdn::Reader all = input.reader();
            for (;;) {
                const Result<std::optional<pdn::Game>> game = all.next();
                if (game && !*game) break;
                if (game) games.look_at(**game);
            }
        }
        if (options_.explain && input.encoding() != pdn::Encoding::Utf8)
            say(fmt::format("read as {}, written as UTF-8", pdn::name(input.encoding())));
        const std::optional<Recognised> recognised = games.recognised();
        if (recognised && (options_.explain || err_is_terminal()))
            say(fmt::format("no GameType; {}; --game NAME says it is another one", describe(*recognised)));
        pdn::Reader reader = input.reader();
        for (;;) {
            Result<std::optional<pdn::Game>> game = reader.next();
            if (game && !*game) return;
            ++found_;
            if (!game)
                bad("", game.error().message);
            else
                convert_game(std::move(**game), games, recognised ? recognised->variant : nullptr);
        }
    }

    void convert_game(pdn::Game game, GameReader& games, const Variant* of_file) {
        const std::string who = players(game);
        const Replay replay = games.read(game);
        if (replay.error) {
            // Archives have wrong moves and games that are not ours; nothing of them need be lost in the same format.
            const std::string& message = replay.error->message;
            if (to_ != Format::Pdn || options_.skip_bad) return bad(who, message);
            say(fmt::format("{}; the game is kept as it is{}", message, who));
            return put(pdn::write(game));
        }
        const GameRecord& record = replay.record;
        const pdn::Place place = game.place;
        const auto where = [&] { return fmt::format("line {}, column {}", place.line, place.column); };
        if (options_.explain) {
            if (of_file != nullptr && record.variant != of_file && !pdn::names_variant(game))
                say(fmt::format("{}: this game is read as {}{}", where(), record.variant->name, who));
            for (const RecordNote& note : record.notes)
                say(fmt::format("{}: after {} moves: {}{}", where(), note.ply, note.text, who));
        }
        const std::optional<std::string> why =
            put_record(record, to_ == Format::Pdn ? with_remarks(std::move(game), record) : pdn::Game{});
        if (why) bad(who, fmt::format("{}: {}", where(), *why));
    }

    void from_fen_file() {
        const std::string text = read_file(options_.input);
        std::string_view rest = text;
        for (std::size_t number = 1; !rest.empty(); ++number) {
            const std::string_view line = rest.substr(0, rest.find('\n'));
            rest.remove_prefix(std::min(line.size() + 1, rest.size()));
            if (std::ranges::all_of(line, is_space) || line.starts_with('#')) continue;
            ++found_;
            convert_position(line, number);
        }
    }

    void convert_position(std::string_view line, std::size_t number) {
        const Result<Placement> placement = fen::read(*variant_, line);
        if (!placement)
            return bad("", fmt::format("line {}, column {}: {}", number, placement.error().offset + 1,
                                       placement.error().message));
        const std::unique_ptr<Game> game = new_game(*variant_);
        if (const Result<void> done = game->set(*placement, Strictness::Legal); !done)
            return bad("", fmt::format("line {}: the position cannot arise in {}: {}", number, variant_->name,
                                       done.error().message));
        const GameRecord record = from_game(*game);
        put_record(record, to_pdn(record));
    }

    void from_log_file() {
        const std::string text = read_file(options_.input);
        const GamesBySize games(options_.game.empty() ? "suicide" : options_.game);
        course_log::Reader reader(text);
        for (;;) {
            const Result<std::optional<course_log::LogGame>> log = reader.next();
            if (log && !*log) return;
            ++found_;
            if (log) {
                convert_log(**log, games);
            } else {
                bad("", log.error().message);
                reader.go_on();
            }
        }
    }

    void convert_log(const course_log::LogGame& log, const GamesBySize& games) {
        const Result<const Variant*> v = games.on_board(log.size);
        if (!v) return bad("", fmt::format("line {}: {}", log.line, v.error().message));
        const Result<GameRecord> record = from_log(log, **v);
        if (!record) return bad("", record.error().message);
        const std::optional<std::string> why = put_record(*record, to_pdn(*record));
        if (why) bad("", fmt::format("line {}: {}", log.line, *why));
    }

    const ConvertOptions& options_;
    Format from_;
    Format to_;
    std::string_view family_{};  // of the games in the log
    const Variant* variant_;     // named on the command line; may be none
    Output* output_ = nullptr;
    std::size_t found_ = 0;
    std::size_t converted_ = 0;
};

int convert(const ConvertOptions& options) { return Conversion(options).run(); }

}  // namespace

void add_convert(CommandLine& line) {
    const auto options = std::make_shared<ConvertOptions>();
    Command command = line.add(
        "convert", "Convert games and positions between PDN, FEN and course logs",
        "The formats follow from the names: .pdn games, .fen positions (one on each line), .log or .txt course logs.\n"
        "All moves are checked. The output is written whole or, after an error, not at all.\n\n"
        "Examples:\n"
        "  crownhead convert games.log games.pdn --game suicide\n"
        "  crownhead convert games.pdn last.fen --skip-bad\n"
        "  crownhead convert games.pdn - --to fen --positions all",
        [options] { return convert(*options); });
    command.argument("INPUT", options->input, "What to read (- for standard input)");
    command.argument("OUTPUT", options->output, "What to write (- for standard output)");
    command.option("--from", "FORMAT", options->from, "Format of the input: pdn, fen or log");
    command.option("--to", "FORMAT", options->to, "Format of the output: pdn, fen or log");
    command.option("--game", "NAME", options->game, "Which game, where the input does not say (logs: suicide)");
    command.option("--positions", "WHICH", options->positions, "Of each game: final (default) or all; to fen only");
    command.flag("--explain", options->explain,
                 "Say which game a file without GameType is of, and what was noted while reading");
    command.flag("--skip-bad", options->skip_bad, "Leave out what is wrong, and name it on standard error");
}

}  // namespace crownhead::cli
