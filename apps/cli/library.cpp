// crownhead library: the games that the server keeps, from outside. Import and export: library_games.cpp.
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <string>

#include "commands.hpp"
#include "library_games.hpp"
#include "library_restore.hpp"
#include "server/library_care.hpp"

namespace crownhead::cli {

namespace {

struct LibraryOptions {
    std::string data;
    std::string file;
    bool yes = false;

    std::filesystem::path folder() const { return data.empty() ? data_folder() : std::filesystem::path(data); }
};

std::string megabytes(std::uint64_t bytes) { return fmt::format("{:.1f} MB", static_cast<double>(bytes) / 1e6); }

int library_check(const LibraryOptions& options) {
    const Result<server::LibraryCheck> check = server::check_library(options.folder());
    if (!check) throw Failure(exit_failed, check.error().message);
    for (const std::string& problem : check->problems) print("{}\n", problem);
    print("{} games, {}\n", check->games,
          check->problems.empty() ? "all well" : fmt::format("{} problems", check->problems.size()));
    return check->problems.empty() ? exit_done : exit_failed;
}

int library_backup(const LibraryOptions& options) {
    const Result<server::LibraryBackup> made = server::backup_library(options.folder());
    if (!made) throw Failure(exit_failed, made.error().message);
    print("{}: {}\n", made->file.string(), megabytes(made->bytes));
    return exit_done;
}

int library_restore(const LibraryOptions& options) {
    return restore_from_backup(options.folder(), options.file, options.yes) ? exit_done : exit_failed;
}

int library_salvage(const LibraryOptions& options) {
    const Result<server::LibrarySalvage> done = server::salvage_library(options.folder());
    if (!done) throw Failure(exit_failed, done.error().message);
    print("{} games with {} moves were saved", done->games, done->moves);
    if (done->cut > 0) print(", {} of them up to a damaged move", done->cut);
    print("; the old file is {}\n", done->kept.string());
    if (done->lost > 0) print("of {} more there are only moves; they are lost\n", done->lost);
    return exit_done;
}

}  // namespace

bool restore_from_backup(const std::filesystem::path& folder, const std::string& file, bool yes) {
    const Result<server::RestorePlan> plan = server::plan_restore(folder, file);
    if (!plan) throw Failure(exit_failed, plan.error().message);
    if (!plan->damage.empty()) print("The library in {} is damaged: {}\n", folder.string(), plan->damage);
    print("The backup {} is of {} and has {} games.\n", plan->backup.string(), plan->made, plan->games);
    if (plan->missing == 0) {
        print("Nothing is missing in it, as far as the library can be read.\n");
    } else {
        print("{} games were begun or continued since and would be as they were then or missing:", plan->missing);
        for (const std::string& name : plan->names) print(" {};", name);
        print("{}\n`crownhead library salvage` instead saves what can be read.\n",
              plan->missing > std::ssize(plan->names) ? " and others" : "");
    }
    if (!yes) {
        if (!in_is_terminal()) {
            print("Nothing was changed; `crownhead library restore --yes` restores it.\n");
            return false;
        }
        print("Restore it? The library as it is now will be kept beside it. [y/N] ");
        flush_out();
        std::string answer;
        if (!std::getline(std::cin, answer) || (answer != "y" && answer != "yes")) {
            print("Nothing was changed.\n");
            return false;
        }
    }
    const Result<std::filesystem::path> kept = server::restore_library(folder, *plan);
    if (!kept) throw Failure(exit_failed, kept.error().message);
    print("Restored. The old file is {}\n", kept->string());
    return true;
}

void add_library(CommandLine& line) {
    Command group = line.add_group(
        "library", "The games that the server keeps: import, export, check, backup, restore, salvage",
        "The server makes a backup every day, in the folder `backups` beside the library, and keeps seven.\n"
        "A library that is replaced is kept beside the new one.\n\n"
        "Examples:\n"
        "  crownhead library import club.pdn\n"
        "  crownhead library export --out all.pdn\n"
        "  crownhead library check\n"
        "  crownhead library backup\n"
        "  crownhead library restore\n"
        "  crownhead library salvage");
    const auto add = [&](const std::string& name, const std::string& description, int (*run)(const LibraryOptions&),
                         const std::string& footer) {
        const auto options = std::make_shared<LibraryOptions>();
        Command command = line.add_below(group, name, description, [run, options] { return run(*options); }, footer);
        command.option("--data", "FOLDER", options->data, "Where the games are kept, as for `serve`");
        return std::pair(command, options);
    };
    add_library_games(line, group);
    add("check", "Read the whole library and play every game again", library_check,
        "Also while the server runs. Exit code 1 if something is wrong.");
    add("backup", "Make a backup now", library_backup, "Also while the server runs.");
    auto [restore, options] = add("restore", "Replace the library by a backup", library_restore,
                                  "Says first what would be missing, and asks. Not while the server runs.");
    restore.option("--file", "FILE", options->file, "The backup (default: the newest one that is not damaged)");
    restore.flag("--yes", options->yes, "Do not ask");
    add("salvage", "Make a new library of everything that can be read in a damaged one", library_salvage,
        "Not while the server runs. A game whose moves are damaged is kept up to the first of these.");
}

}  // namespace crownhead::cli
