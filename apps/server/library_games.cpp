// Games of the library in and out, for the command line.
#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>

#include "library_care.hpp"
#include "service/backups.hpp"
#include "service/game_import.hpp"
#include "service/library.hpp"
#include "service/library_queries.hpp"
#include "table/seats.hpp"
#include "table/table.hpp"
#include "util/parse.hpp"
#include "util/printable.hpp"

namespace crownhead::server {

namespace {

constexpr std::size_t games_at_once = 500;

Result<std::string> folder_named(Library& library, const std::string& name) {
    if (name.empty()) return std::string();
    Result<std::vector<Folder>> folders = library.folders();
    if (!folders) return std::unexpected(folders.error());
    for (const Folder& folder : *folders)
        if (folder.name == name) return folder.id;
    Folder made{random_word(id_size), name};
    if (Result<void> put = library.put_folder(made); !put) return std::unexpected(put.error());
    return made.id;
}

}  // namespace

Result<LibraryImport> import_games(const std::filesystem::path& folder, const std::vector<std::filesystem::path>& files,
                                   const Variant* game, const std::string& into, const ImportWatch& watch) {
    Result<std::unique_ptr<Library>> library = Library::open(folder);
    if (!library) return std::unexpected(library.error());
    const Result<std::string> target = folder_named(**library, into);
    if (!target) return std::unexpected(target.error());
    LibraryImport all;
    for (const std::filesystem::path& file : files) {
        Result<GameImport> import = GameImport::open(file, {.variant = game, .folder = *target});
        if (!import) return std::unexpected(import.error());
        for (bool more = true; more;) {
            GameImport::Batch batch;
            more = import->advance(batch, games_at_once, GameImport::Clock::now() + std::chrono::milliseconds(500));
            ImportCounts counts;
            if (const Result<void> kept = keep_games(**library, batch.games, counts); !kept)
                return std::unexpected(kept.error());
            all.kept += counts.kept;
            all.known += counts.known;
            all.refused += batch.refused.size();
            for (const RefusedGame& refused : batch.refused)
                watch.refused(file, refused.line, refused.game, printable(refused.reason));
            if (!watch.progress(file, import->share(), all)) return all;
        }
    }
    return all;
}

Result<LibraryExport> export_games(const std::filesystem::path& folder, LibraryRequest search,
                                   const std::string& within, const std::function<bool(std::string_view pdn)>& write) {
    if (!std::filesystem::exists(library_file(folder)))
        return fail(fmt::format("there is no library in {}", folder.string()));
    try {
        constexpr int busy_ms = 2000;
        constexpr std::int64_t on_page = 200;
        SQLite::Database db(library_file(folder).string(), SQLite::OPEN_READONLY, busy_ms);
        const int version = db.execAndGet("PRAGMA user_version").getInt();
        if (version != library_version)
            return fail(fmt::format("it has format {}, this program reads format {}: start the server once", version,
                                    library_version));
        LibraryQueries queries(db);
        search.limit = on_page;
        if (!within.empty()) {
            const std::vector<Folder> folders = queries.folders();
            const auto found = std::ranges::find(folders, within, &Folder::name);
            if (found == folders.end()) return fail(fmt::format("there is no folder {}", excerpt(within)));
            search.folder = found->id;
        }
        LibraryExport done;
        for (;;) {
            const LibraryPage page = queries.search(search);
            for (const LibraryEntry& entry : page.games) {
                const std::optional<StoredGame> game = queries.load(entry.id);
                if (!game) continue;  // deleted since
                const Result<std::unique_ptr<Table>> table = Table::restore(*game);
                if (!table) {
                    done.unreadable.push_back(entry.id);
                    continue;
                }
                ++done.games;
                if (!write(pdn::write((*table)->to_pdn()))) return done;
            }
            if (page.next.empty()) return done;
            search.after = page.next;
        }
    } catch (const SQLite::Exception& problem) {
        return fail(printable(problem.what()));
    }
}

}  // namespace crownhead::server
