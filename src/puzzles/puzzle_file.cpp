#include "puzzles/puzzle_file.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <set>
#include <span>

#include <fmt/format.h>

#include "notation/fen.hpp"
#include "puzzles/line.hpp"
#include "puzzles/themes.hpp"
#include "util/checksum.hpp"
#include "util/numbers.hpp"
#include "util/parse.hpp"

namespace crownhead::puzzles {

namespace {

constexpr std::string_view puzzle_title = "crownhead-puzzles 1";
constexpr std::size_t column_count = 9;  // goal, proof, depth, plies, level, themes, position, line, checksum
constexpr std::size_t most_puzzles = 1'000'000;

std::string themes_text(const std::vector<Theme>& themes) {
    std::string text;
    for (const Theme theme : themes) text += (text.empty() ? "" : ",") + std::string(name(theme));
    return text.empty() ? "-" : text;
}

std::string puzzle_line(const Variant& variant, const Puzzle& puzzle) {
    const Result<std::unique_ptr<Game>> game = game_at(variant, puzzle.position);
    std::string line = fmt::format("{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t", name(puzzle.goal), name(puzzle.proof),
                                   puzzle.depth, puzzle.plies, puzzle.level, themes_text(puzzle.themes),
                                   fen::write(variant, puzzle.position), game ? line_text(**game, puzzle.line) : "");
    return line + fmt::format("{:016x}", checksum(line));
}

template <std::size_t N>
Result<std::size_t> read_name(std::string_view text, const std::array<std::string_view, N>& names) {
    const auto found = std::ranges::find(names, text);
    if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
    std::string all;
    for (const std::string_view known : names) all += (all.empty() ? "" : ", ") + std::string(known);
    return fail(fmt::format("expected one of {}, found '{}'", all, excerpt(text)));
}

Result<std::vector<Theme>> read_themes(std::string_view text) {
    std::vector<Theme> themes;
    if (text == "-") return themes;
    while (true) {
        const std::string_view word = text.substr(0, text.find(','));
        const Result<std::size_t> index = read_name(word, theme_names);
        if (!index) return std::unexpected(index.error());
        themes.push_back(static_cast<Theme>(*index));
        if (word.size() == text.size()) return themes;
        text.remove_prefix(word.size() + 1);
    }
}

Result<std::array<std::string_view, column_count>> columns_of(std::string_view line) {
    std::array<std::string_view, column_count> columns{};
    std::size_t count = 0;
    for (std::string_view rest = line;; ++count) {
        const std::string_view word = rest.substr(0, rest.find('\t'));
        if (count < column_count) columns[count] = word;
        if (word.size() == rest.size()) break;
        rest.remove_prefix(word.size() + 1);
    }
    if (++count != column_count)
        return fail(fmt::format("expected {} columns with tabs between them, found {}", column_count, count));
    return columns;
}

Result<Puzzle> read_puzzle(const Variant& variant, std::string_view line) {
    const auto columns = columns_of(line);
    if (!columns) return std::unexpected(columns.error());
    const auto& [goal, proof, depth, plies, level, themes, position, moves, sum] = *columns;
    if (sum != fmt::format("{:016x}", checksum(line.substr(0, line.size() - sum.size()))))
        return fail("the line was altered or damaged: its checksum is wrong");
    Puzzle puzzle;
    const Result<std::size_t> goal_index = read_name(goal, goal_names);
    if (!goal_index) return std::unexpected(goal_index.error());
    puzzle.goal = static_cast<Goal>(*goal_index);
    const Result<std::size_t> proof_index = read_name(proof, proof_names);
    if (!proof_index) return std::unexpected(proof_index.error());
    puzzle.proof = static_cast<Proof>(*proof_index);
    const bool searched = puzzle.proof == Proof::Search;
    const Result<int> read_depth = parse_number<int>(depth, searched ? 1 : 0, searched ? 99 : 0);
    if (!read_depth) return fail("depth: " + read_depth.error().message);
    puzzle.depth = *read_depth;
    const Result<int> read_level = parse_number<int>(level, 1, highest_tried_level + 1);
    if (!read_level) return fail("level: " + read_level.error().message);
    puzzle.level = *read_level;
    Result<std::vector<Theme>> read = read_themes(themes);
    if (!read) return std::unexpected(read.error());
    puzzle.themes = std::move(*read);
    const Result<Placement> placement = fen::read(variant, position);
    if (!placement) return fail("position: " + placement.error().message);
    puzzle.position = *placement;
    const Result<std::unique_ptr<Game>> game = game_at(variant, puzzle.position);
    if (!game) return fail("position: " + game.error().message);
    Result<std::vector<AnyMove>> played = read_line(**game, moves);
    if (!played) return fail("solution: " + played.error().message);
    puzzle.line = std::move(*played);
    const Result<std::size_t> found = parse_number<std::size_t>(plies, 1, std::max<std::size_t>(puzzle.line.size(), 1));
    if (!found || *found % 2 == 0 || puzzle.line.empty())
        return fail(fmt::format("plies: expected an odd number of at most {}, the length of the solution, found '{}'",
                                puzzle.line.size(), excerpt(plies)));
    puzzle.plies = *found;
    if (puzzle.themes != themes_of(**game, puzzle.line)) return fail("the themes are not those of the solution");
    return puzzle;
}

// One line after the other, with its number.
class PuzzleLines {
public:
    explicit PuzzleLines(std::string_view text) : text_(text) {}

    std::optional<std::string_view> next() {
        ++number_;
        const std::size_t end = text_.find('\n');
        if (end == std::string_view::npos) return std::nullopt;
        const std::string_view line = text_.substr(0, end);
        text_.remove_prefix(end + 1);
        return line;
    }
    std::string_view rest() const { return text_; }
    std::unexpected<Error> failed(const std::string& message) const {
        return fail(fmt::format("line {}: {}", number_, message), number_);
    }

private:
    std::string_view text_;
    std::size_t number_ = 0;
};

}  // namespace

std::string write_puzzles(const PuzzleFile& file) {
    std::string text = fmt::format("{}\ngame {}\nrules {:016x}\nmade {}\nnext {}\n", puzzle_title, file.variant->name,
                                   fingerprint(*file.variant), file.made, file.next);
    for (const Puzzle& puzzle : file.puzzles) text += puzzle_line(*file.variant, puzzle) + '\n';
    return text + fmt::format("end {}\n", file.puzzles.size());
}

Result<PuzzleFile> read_puzzles(std::string_view text, const Variant* expected) {
    PuzzleLines lines(text);
    const auto value_of_line = [&](std::string_view key) -> Result<std::string_view> {
        const std::optional<std::string_view> line = lines.next();
        if (!line) return lines.failed(fmt::format("expected '{} ...', found the end of the file", key));
        if (!line->starts_with(key) || line->size() <= key.size() || (*line)[key.size()] != ' ')
            return lines.failed(fmt::format("expected '{} ...', found '{}'", key, excerpt(*line)));
        return line->substr(key.size() + 1);
    };
    if (const auto first = lines.next(); !first || *first != puzzle_title)
        return lines.failed(fmt::format("not a puzzle file of this version: expected '{}', found '{}'", puzzle_title,
                                        excerpt(first.value_or(text))));
    PuzzleFile file;
    const Result<std::string_view> game = value_of_line("game");
    if (!game) return std::unexpected(game.error());
    const Result<const Variant*> variant = find_variant(*game);
    if (!variant) return lines.failed(variant.error().message);
    file.variant = *variant;
    if (expected != nullptr && file.variant != expected)
        return lines.failed(fmt::format("these puzzles are of {}, not of {}", file.variant->name, expected->name));
    const Result<std::string_view> rules = value_of_line("rules");
    if (!rules) return std::unexpected(rules.error());
    if (*rules != fmt::format("{:016x}", fingerprint(*file.variant)))
        return lines.failed(fmt::format("these puzzles were made for other rules of {}", file.variant->name));
    const Result<std::string_view> made = value_of_line("made");
    if (!made) return std::unexpected(made.error());
    file.made = *made;
    const Result<std::string_view> next = value_of_line("next");
    if (!next) return std::unexpected(next.error());
    const Result<std::uint64_t> number = parse_number<std::uint64_t>(*next);
    if (!number) return lines.failed(number.error().message);
    file.next = *number;
    std::set<std::string> positions;
    while (true) {
        const std::optional<std::string_view> line = lines.next();
        if (!line) return lines.failed("the file is cut off: its last line, 'end ...', is missing");
        if (line->starts_with("end ")) {
            if (*line != fmt::format("end {}", file.puzzles.size()))
                return lines.failed(fmt::format("lines are missing: '{}', but there are {} puzzles", excerpt(*line),
                                                file.puzzles.size()));
            break;
        }
        if (file.puzzles.size() == most_puzzles) return lines.failed("there are too many puzzles in one file");
        Result<Puzzle> puzzle = read_puzzle(*file.variant, *line);
        if (!puzzle) return lines.failed(puzzle.error().message);
        if (!positions.insert(id_of(*file.variant, *puzzle)).second)
            return lines.failed("this position is in the file twice");
        file.puzzles.push_back(std::move(*puzzle));
    }
    if (!lines.rest().empty()) {
        lines.next();
        return lines.failed("there is more text after the last line");
    }
    return file;
}

}  // namespace crownhead::puzzles
