// crownhead library import and export: games of PDN files into the library, and out of it.
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "commands.hpp"
#include "library_games.hpp"
#include "progress.hpp"
#include "runtime/game.hpp"
#include "server/library_care.hpp"
#include "util/file_writer.hpp"

namespace crownhead::cli {

namespace {

struct GamesOptions {
    std::string data;
    std::vector<std::string> files;
    std::string game;
    std::string folder;
    std::string refused;  // file for the list
    std::string out;
    server::LibraryRequest search;  // games to be exported
    bool quiet = false;

    std::filesystem::path library() const { return data.empty() ? data_folder() : std::filesystem::path(data); }
};

std::optional<FileWriter> writer(const std::string& path) {
    if (path.empty()) return std::nullopt;
    Result<FileWriter> opened = FileWriter::open(path);
    if (!opened) throw Failure(exit_failed, opened.error().message);
    return std::move(*opened);
}

int library_import(const GamesOptions& options) {
    const Variant* game = nullptr;
    if (!options.game.empty()) {
        const Result<const Variant*> found = find_variant(options.game);
        if (!found) refuse(found.error().message);
        game = *found;
    }
    // Before anything is written.
    for (const std::string& file : options.files)
        if (!std::filesystem::is_regular_file(file)) refuse(fmt::format("cannot read {}: no such file", file));
    std::optional<FileWriter> list = writer(options.refused);
    const Interrupt interrupt;
    Progress progress("importing", "games", options.quiet);
    const server::ImportWatch watch{
        .refused =
            [&](const std::filesystem::path& file, std::size_t line, std::size_t number, const std::string& why) {
                const std::string text = fmt::format("{}: line {}, game {}: {}\n", file.string(), line, number, why);
                if (list) return or_fail(list->write(text));
                progress.hide();
                write_err(text);
            },
        .progress =
            [&](const std::filesystem::path& file, double share, const server::LibraryImport& so_far) {
                const std::size_t read = so_far.kept + so_far.known + so_far.refused;
                const auto all = share > 0 ? static_cast<std::size_t>(static_cast<double>(read) / share) : read;
                progress.step(read, all, 0, file.filename().string());
                return !interrupt;
            }};
    const std::vector<std::filesystem::path> files(options.files.begin(), options.files.end());
    const Result<server::LibraryImport> done =
        server::import_games(options.library(), files, game, options.folder, watch);
    progress.hide();
    if (!done) throw Failure(exit_failed, done.error().message);
    if (list) or_fail(list->commit());
    print("{} {} imported", done->kept, done->kept == 1 ? "game" : "games");
    if (done->known > 0) print(", {} were there already", done->known);
    if (done->refused > 0) print(", {} refused", done->refused);
    print("\n");
    if (interrupt) throw Failure(exit_failed, "interrupted; the same command goes on with the games that are missing");
    return done->refused == 0 ? exit_done : exit_failed;
}

int library_export(const GamesOptions& options) {
    if (!options.search.game.empty() && !find_variant(options.search.game))
        refuse(find_variant(options.search.game).error().message);
    std::optional<FileWriter> out = writer(options.out);
    const Interrupt interrupt;
    bool first = true;
    const Result<server::LibraryExport> done =
        server::export_games(options.library(), options.search, options.folder, [&](std::string_view pdn) {
            const std::string text = fmt::format("{}{}", std::exchange(first, false) ? "" : "\n", pdn);
            if (out)
                or_fail(out->write(text));
            else
                write_out(text);
            return !interrupt;
        });
    if (!done) throw Failure(exit_failed, done.error().message);
    if (interrupt) throw Failure(exit_failed, "interrupted");
    if (out) {
        or_fail(out->commit());
        print("{} {} exported\n", done->games, done->games == 1 ? "game" : "games");
    }
    for (const std::string& id : done->unreadable)
        write_err(fmt::format("the game {} cannot be opened; it is left out\n", id));
    return done->unreadable.empty() ? exit_done : exit_failed;
}

}  // namespace

void add_library_games(CommandLine& line, Command& group) {
    {
        const auto options = std::make_shared<GamesOptions>();
        Command command = line.add_below(
            group, "import", "Put the games of PDN files into the library",
            [options] { return library_import(*options); },
            "Every tag, comment, variation, glyph and clock is kept. A game that cannot be kept is named with its "
            "file, line\n"
            "and reason, and the exit code is 1. Games that are in the library already are left out, so the same "
            "command\n"
            "goes on where an earlier one was ended. Not while the server runs.\n\n"
            "Examples:\n"
            "  crownhead library import club.pdn\n"
            "  crownhead library import 19*.pdn --folder \"World championships\" --refused refused.txt");
        command.arguments("FILE", options->files, "PDN files");
        command.option("--data", "FOLDER", options->data, "Where the games are kept, as for `serve`");
        command.option("--game", "GAME", options->game, "Which game they are of, where a file does not say it");
        command.option("--folder", "NAME", options->folder, "Put them into this folder of the library");
        command.option("--refused", "FILE", options->refused, "Write the list of refused games there");
        command.flag("--quiet", options->quiet, "No progress on standard error");
    }
    const auto options = std::make_shared<GamesOptions>();
    Command command = line.add_below(
        group, "export", "Write games of the library as PDN", [options] { return library_export(*options); },
        "Newest first, to standard output or to a file, which is written whole or not at all. Also while the server\n"
        "runs.\n\n"
        "Examples:\n"
        "  crownhead library export --out all.pdn\n"
        "  crownhead library export --player Sijbrands --from 2026-01-01");
    command.option("--data", "FOLDER", options->data, "Where the games are kept, as for `serve`");
    command.option("--out", "FILE", options->out, "Where to write (default: standard output)");
    command.option("--game", "GAME", options->search.game, "Games of this kind");
    command.option("--player", "NAME", options->search.player, "Games of this player");
    command.option("--result", "RESULT", options->search.result, "1-0, 0-1, 1/2-1/2 or *");
    command.option("--text", "TEXT", options->search.text, "Games with this in a name");
    command.option("--from", "DATE", options->search.from, "Changed on this day or later: 2026-11-15");
    command.option("--to", "DATE", options->search.to, "Changed on this day or before");
    command.option("--folder", "NAME", options->folder, "Games in this folder");
    command.option("--tag", "TAG", options->search.label, "Games with this tag");
}

}  // namespace crownhead::cli
