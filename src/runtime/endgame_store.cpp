#include "runtime/endgame_store.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace crownhead {

namespace {

bool is_complete(const Endgames& endgames, int pieces) {
    const std::vector<egdb::ClassInfo> classes = endgames.classes();
    return endgames.pieces() >= pieces && std::ranges::all_of(classes, [&](const egdb::ClassInfo& info) {
               return info.longest || info.material.pieces() > pieces;
           });
}

}  // namespace

int EndgameStore::small_set(const Variant& variant) {
    if (variant.size() <= 6) return variant.move.king_run > 0 ? 4 : 5;  // runs make many positions of one
    return variant.size() <= 8 ? 4 : 3;
}

Result<std::unique_ptr<Endgames>> EndgameStore::open(const Variant& variant, const EndgameCache& cache) const {
    Result<std::unique_ptr<Endgames>> opened = open_endgames(variant, folder(variant), cache);
    if (!opened) return opened;
    if ((*opened)->pieces() == 0) {
        const std::string name(variant.name);
        return fail("there are no endgame files of " + name + " in " + folder(variant) + "; crownhead egdb build " +
                    name + " --pieces " + std::to_string(small_set(variant)) + " makes some");
    }
    return opened;
}

Result<std::unique_ptr<Endgames>> EndgameStore::complete(const Variant& variant, const std::stop_token& stop,
                                                         const EndgameCache& cache) const {
    Result<std::unique_ptr<Endgames>> before = open(variant, cache);
    if (before && is_complete(**before, small_set(variant))) return before;
    const Result<egdb::BuildReport> report = build_endgames(
        variant, {.folder = folder(variant), .pieces = small_set(variant), .distances = true, .stop = stop});
    // Where nothing can be made, what there is is better than nothing.
    if (!report) return before ? std::move(before) : std::unexpected(report.error());
    if (report->stopped) return fail("stopped");
    return open(variant, cache);
}

}  // namespace crownhead
