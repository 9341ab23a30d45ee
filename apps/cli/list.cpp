// crownhead list: all games.
#include <algorithm>
#include <cstddef>
#include <string_view>

#include <nlohmann/json.hpp>

#include "commands.hpp"
#include "notation/outcome_text.hpp"
#include "rules/variants.hpp"

namespace crownhead::cli {

namespace {

struct ListOptions {
    bool json = false;
};

nlohmann::ordered_json as_json(const Variant& v) {
    return {
        {"name", v.name},
        {"family", v.family},
        {"title", v.title},
        {"summary", v.summary},
        {"source", v.source},
        {"size", v.size()},
        {"squares", v.squares()},
        {"pieces_per_side", v.pieces_per_side()},
        {"first", colour_name(v.setup.first)},
        {"notation", v.setup.notation == Notation::Algebraic ? "algebraic" : "numeric"},
        {"game_type", v.setup.game_type},
    };
}

int list(const ListOptions& options) {
    if (options.json) {
        nlohmann::ordered_json games = nlohmann::ordered_json::array();
        for (const Variant& v : variants) games.push_back(as_json(v));
        print("{}\n", games.dump(2));
        return exit_done;
    }
    std::size_t name_width = 0;
    std::size_t title_width = 0;
    std::size_t summary_width = 0;
    for (const Variant& v : variants) {
        name_width = std::max(name_width, v.name.size());
        title_width = std::max(title_width, v.title.size());
        summary_width = std::max(summary_width, v.summary.size());
    }
    constexpr std::size_t board_width = 5;
    constexpr std::size_t side_width = 8;
    const std::size_t before_summary = name_width + board_width + title_width + side_width + 4 * 2;
    // A narrow terminal has the summary on a line of its own, once for each family.
    const bool narrow =
        out_is_terminal() && before_summary + summary_width > static_cast<std::size_t>(terminal_columns());
    print("{:{}}  {:{}}  {:{}}  {:{}}{}\n", "GAME", name_width, "BOARD", board_width, "TITLE", title_width, "FIRST",
          narrow ? 0 : side_width, narrow ? "" : "  SUMMARY");
    std::string_view family;
    for (const Variant& v : variants) {
        print("{:{}}  {:{}}  {:{}}  ", v.name, name_width, board_name(v), board_width, v.title, title_width);
        const std::string_view first = side_name(v, v.setup.first);
        if (!narrow) {
            print("{:{}}  {}\n", first, side_width, v.summary);
        } else {
            print("{}\n", first);
            if (v.family != family) print("    {}\n", v.summary);
        }
        family = v.family;
    }
    return exit_done;
}

}  // namespace

void add_list(CommandLine& line) {
    const auto options = std::make_shared<ListOptions>();
    Command command = line.add("list", "List all games",
                               "Examples:\n"
                               "  crownhead list\n"
                               "  crownhead list --json",
                               [options] { return list(*options); });
    command.json(options->json);
}

}  // namespace crownhead::cli
