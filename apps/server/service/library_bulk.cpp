// Requests about many games of the library at once: bringing in and out, deleting, folders, labels.
#include <string>
#include <utility>

#include "service/library.hpp"
#include "service/requests.hpp"
#include "table/seats.hpp"
#include "table/texts.hpp"

namespace crownhead::server {

namespace {

constexpr std::size_t most_folders = 500;
constexpr std::int64_t erased_at_once = 20;

// The games that a search finds on this page of it, or those that are named.
Reply exported_games(LibraryReader& library, const LibraryExportRequest& request) {
    std::vector<std::string> ids = request.tables;
    Json next;
    if (ids.empty()) {
        const Result<LibraryPage> found = library.search(request.search);
        if (!found) return std::unexpected(failed(found.error().message));
        for (const LibraryEntry& entry : found->games) ids.push_back(entry.id);
        if (!found->next.empty()) next = found->next;
    }
    std::string text;
    std::int64_t games = 0;
    Json unreadable = Json::array();
    for (const std::string& id : ids) {
        const Result<std::optional<StoredGame>> kept = library.load(id);
        if (!kept) return std::unexpected(failed(kept.error().message));
        if (!*kept) continue;
        const Result<std::unique_ptr<Table>> table = Table::restore(**kept);
        if (!table) {
            unreadable.push_back(id);
            continue;
        }
        text += (text.empty() ? "" : "\n") + pdn::write((*table)->to_pdn());
        ++games;
    }
    return Json{{"text", text}, {"games", games}, {"unreadable", std::move(unreadable)}, {"next", std::move(next)}};
}

Result<bool> changed(Library& library, const LibraryChangeRequest& request, const std::string& id) {
    if (request.change == "delete") return library.remove(id);
    if (request.change == "restore") return library.restore(id);
    if (request.change == "folder") return library.move_to(id, request.value);
    return library.set_label(id, request.value, request.change == "label");
}

}  // namespace

void Requests::handle(ClientId client, const Json& id, const LibraryExportRequest& request) {
    with_reader(client, id, [request](LibraryReader& library) { return exported_games(library, request); });
}

void Requests::handle(ClientId client, const Json& id, const LibraryChangeRequest& request) {
    // Games that are open are judged by who sits there now.
    std::map<std::string, bool> open;
    {
        const std::scoped_lock lock(sessions_.mutex());
        for (const std::string& table : request.tables)
            if (const OpenTable* const found = tables_.find(table))
                open[table] = tables_.may_manage(client, *found, request.seats);
    }
    with_library(client, id, [request, open](Library& library) -> Reply {
        std::int64_t done = 0;
        std::int64_t not_allowed = 0;
        if (const Result<void> begun = library.begin_group(); !begun)
            return std::unexpected(failed(begun.error().message));
        Result<bool> last = true;
        for (const std::string& table : request.tables) {
            if (request.change == "delete") {
                const auto found = open.find(table);
                const bool may =
                    found != open.end() ? found->second : may_manage(library, table, request.seats).has_value();
                if (!may) {
                    ++not_allowed;
                    continue;
                }
            }
            last = changed(library, request, table);
            if (!last) break;
            if (*last) ++done;
        }
        if (const Result<void> ended = library.end_group(); !ended)
            return std::unexpected(failed(ended.error().message));
        if (!last) return std::unexpected(failed(last.error().message));
        return Json{{"done", done}, {"refused", not_allowed}};
    });
}

void Requests::handle(ClientId client, const Json& id, const BinEmptyRequest&) { empty_bin(client, id, 0); }

// A few at a time, so that moves go in between.
void Requests::empty_bin(ClientId client, const Json& id, std::int64_t before) {
    storage_.run([this, client, id, before](Library& library) {
        const Result<std::int64_t> erased = library.erase_deleted(erased_at_once);
        if (erased && *erased == erased_at_once) return empty_bin(client, id, before + *erased);
        locked(client, id, [&](Session&) -> Reply {
            if (!erased) return std::unexpected(failed(erased.error().message));
            return Json{{"erased", before + *erased}};
        });
    });
}

void Requests::handle(ClientId client, const Json& id, const FoldersRequest&) {
    with_reader(client, id, [](LibraryReader& library) -> Reply {
        const Result<std::vector<Folder>> folders = library.folders();
        if (!folders) return std::unexpected(failed(folders.error().message));
        const Result<std::vector<std::string>> labels = library.labels();
        if (!labels) return std::unexpected(failed(labels.error().message));
        Json list = Json::array();
        for (const Folder& folder : *folders) list.push_back({{"id", folder.id}, {"name", folder.name}});
        return Json{{"folders", std::move(list)}, {"labels", *labels}};
    });
}

void Requests::handle(ClientId client, const Json& id, const FolderPutRequest& request) {
    with_library(client, id, [request](Library& library) -> Reply {
        const Result<std::vector<Folder>> folders = library.folders();
        if (!folders) return std::unexpected(failed(folders.error().message));
        const auto known = [&](const Folder& folder) { return folder.id == request.folder; };
        if (request.folder.empty() && folders->size() >= most_folders)
            return std::unexpected(too_many({"refusal.too-many-folders", {{"most", std::int64_t{most_folders}}}}));
        if (!request.folder.empty() && std::ranges::none_of(*folders, known))
            return std::unexpected(unknown({"refusal.no-such-folder"}));
        const Folder folder{request.folder.empty() ? random_word(id_size) : request.folder, request.name};
        if (const Result<void> put = library.put_folder(folder); !put)
            return std::unexpected(failed(put.error().message));
        return Json{{"folder", folder.id}};
    });
}

void Requests::handle(ClientId client, const Json& id, const FolderDeleteRequest& request) {
    with_library(client, id, [request](Library& library) -> Reply {
        const Result<bool> removed = library.remove_folder(request.folder);
        if (!removed) return std::unexpected(failed(removed.error().message));
        if (!*removed) return std::unexpected(unknown({"refusal.no-such-folder"}));
        return Json::object();
    });
}

// ---- Files of games

void Requests::handle(ClientId client, const Json& id, const ImportStartRequest& request) {
    locked(client, id, [&](Session& session) { return imports_.start(client, session, request); });
}

void Requests::handle(ClientId client, const Json& id, const ImportDataRequest& request) {
    imports_.data(client, id, request);
}

void Requests::handle(ClientId client, const Json& id, const ImportStopRequest& request) {
    locked(client, id, [&](Session&) { return imports_.stop(client, request); });
}

void Requests::handle(ClientId client, const Json& id, const ImportRefusedRequest& request) {
    locked(client, id, [&](Session&) { return imports_.refused(client, request); });
}

}  // namespace crownhead::server
