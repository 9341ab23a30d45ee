// Notes of people on the moves of a Table, and changes of its tree that are no play: moves added beside the game,
// variations put first, taken out and brought back.
#include <algorithm>
#include <utility>

#include "match/game_record.hpp"
#include "protocol/json.hpp"
#include "table/table.hpp"
#include "util/parse.hpp"

namespace crownhead::server {

namespace {

constexpr int largest_nag = 9999;  // that the reader of PDN gives

// As PDN can have it: on one line, without braces.
std::string as_comment(std::string_view text) {
    std::string comment;
    for (const char c : trimmed(text)) {
        if (c == '{' || c == '}')
            comment += c == '{' ? '(' : ')';
        else
            comment += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
    }
    return comment;
}

std::vector<std::string> read_comments(const Json& move, const char* name) {
    std::vector<std::string> comments;
    if (const auto found = move.find(name); found != move.end() && found->is_array())
        for (const Json& one : *found)
            if (one.is_string()) comments.push_back(as_comment(one.get_ref<const std::string&>()));
    std::erase(comments, "");
    return comments;
}

// All of them, where the text alone does not say which they were.
void write_comments(Json& note, const Node& node) {
    if (!node.before.empty()) note["before"] = node.before;
    if (!node.after.empty()) note["after"] = node.after;
}

}  // namespace

// ---- Comments and glyphs

std::size_t Table::note_bytes() const {
    std::size_t bytes = 0;
    for (const Node& node : tree_.nodes()) bytes += node.comment.size() + 4 * node.nags.size();
    return bytes;
}

Table::Done Table::annotate(const AnnotateRequest& request) {
    if (!tree_.has(request.node)) return std::unexpected(unknown({"refusal.no-such-node"}));
    const Node& at = tree_.at(request.node);
    std::string comment = request.comment ? as_comment(*request.comment) : at.comment;
    std::vector<int> nags = request.nags ? *request.nags : at.nags;
    if (request.node == 0) nags.clear();
    if (comment.size() > at.comment.size() && note_bytes() + comment.size() - at.comment.size() > most_note_bytes)
        return std::unexpected(too_many({"refusal.too-many-notes"}));
    if (comment == at.comment && nags == at.nags) return {};
    tree_.set_note(request.node, std::move(comment), std::move(nags));
    kept();
    return {};
}

void Table::take_notes(int node, const pdn::Move& move, bool first) {
    const Node& at = tree_.at(node);
    std::vector<std::string> before = at.before;
    std::vector<std::string> after = at.after;
    // A variation may repeat a move that has notes already.
    if (before.empty() && after.empty() && !at.comment.empty()) after.push_back(at.comment);
    if (!first) before.insert(before.end(), move.before.begin(), move.before.end());
    after.insert(after.end(), move.after.begin(), move.after.end());
    tree_.set_comments(node, std::move(before), std::move(after));
    std::vector<int> nags = at.nags;
    for (const int nag : move.nags)
        if (nag > 0 && nag <= largest_nag && std::ranges::find(nags, nag) == nags.end()) nags.push_back(nag);
    tree_.set_nags(node, std::move(nags));
    // What stands before the first move is about the start.
    if (first) tree_.set_comments(0, {}, move.before);
}

void Table::add_comment(int node, std::string comment) {
    pdn::Move note;
    note.after.push_back(std::move(comment));
    take_notes(node, note, false);
}

// ---- The tree

std::expected<int, Refusal> Table::add_aside(const AddMoveRequest& request) {
    if (!tree_.has(request.node)) return std::unexpected(unknown({"refusal.no-such-node"}));
    const std::unique_ptr<Game> game = tree_.game_at(request.node);
    if (game->legal().empty()) return std::unexpected(refused("refusal.over"));
    std::size_t index = request.index.value_or(0);
    if (request.index && index >= game->legal().size()) return std::unexpected(illegal({"refusal.no-such-move"}));
    AnyMove mv = game->legal()[index];
    if (!request.index) {
        const std::expected<std::size_t, Refusal> found = find_move(*game, request.text);
        if (!found) return std::unexpected(found.error());
        index = *found;
        mv = written_path(*game, index, request.text);
    }
    const std::size_t before = tree_.nodes().size();
    if (tree_.is_full() && tree_.child_with(request.node, mv) == 0)
        return std::unexpected(too_many({"refusal.too-many-nodes"}));
    const int added = tree_.add_aside(request.node, index, mv);
    if (tree_.nodes().size() != before) kept();
    return added;
}

// Moves that were played stay; what people only look at may be changed.
Table::Done Table::may_change_line() const {
    if (seat(Side::Black).human() && seat(Side::White).human() && !end()) return {};
    return std::unexpected(refused("refusal.moves-of-the-game"));
}

void Table::leave_line(int node, double now) {
    settle_clock(now);
    go(node);
    arrived(running_, now);
}

Table::Done Table::promote(int node, double now) {
    if (node == 0 || !tree_.has(node)) return std::unexpected(unknown({"refusal.no-such-node"}));
    const std::vector<int> line = tree_.path_to(this->node());
    const bool displaces = std::ranges::any_of(
        line, [&](int played) { return played != node && tree_.at(played).parent == tree_.at(node).parent; });
    if (displaces)
        if (Done may = may_change_line(); !may) return may;
    tree_.promote(node);
    if (displaces) leave_line(node, now);
    kept();
    return {};
}

Table::Done Table::take_out(int node, double now) {
    if (node == 0 || !tree_.has(node)) return std::unexpected(unknown({"refusal.no-such-node"}));
    const std::vector<int> line = tree_.path_to(this->node());
    if (std::ranges::find(line, node) != line.end()) {
        if (Done may = may_change_line(); !may) return may;
        leave_line(tree_.at(node).parent, now);
    }
    tree_.take_out(node);
    kept();
    return {};
}

Table::Done Table::bring_back(int node) {
    if (!tree_.bring_back(node)) return std::unexpected(unknown({"refusal.no-such-node"}));
    kept();
    return {};
}

// ---- For the pages and the disk

Json Table::notes_json() const {
    Json moves = Json::array();
    for (const Node& node : tree_.nodes())
        if (node.id > 0 && (!node.comment.empty() || !node.nags.empty() || node.rank != 0 || node.gone == node.id))
            moves.push_back({{"node", node.id},
                             {"comment", node.comment},
                             {"nags", node.nags},
                             {"rank", node.rank},
                             {"gone", node.gone == node.id}});
    return {{"start", tree_.at(0).comment}, {"moves", std::move(moves)}};
}

std::string Table::stored_notes() const {
    Json notes = notes_json();
    if (notes["moves"].empty() && tree_.at(0).comment.empty()) return "";
    write_comments(notes, tree_.at(0));
    for (Json& note : notes["moves"]) write_comments(note, tree_.at(note["node"].get<int>()));
    return to_frame(notes);
}

// What cannot be read is left out.
void Table::restore_notes(std::string_view text) {
    const Json json = Json::parse(text, nullptr, false);
    if (!json.is_object()) return;
    if (const auto start = json.find("start"); start != json.end() && start->is_string())
        tree_.set_note(0, as_comment(start->get_ref<const std::string&>()), {});
    if (std::vector<std::string> several = read_comments(json, "after"); !several.empty())
        tree_.set_comments(0, {}, std::move(several));
    const auto moves = json.find("moves");
    if (moves == json.end() || !moves->is_array()) return;
    const auto whole = [](const Json& move, const char* name) {
        const auto found = move.find(name);
        return found != move.end() && found->is_number_integer() ? found->get<int>() : 0;
    };
    for (const Json& move : *moves) {
        const int node = move.is_object() ? whole(move, "node") : 0;
        if (node <= 0 || node >= static_cast<int>(tree_.nodes().size())) continue;
        std::string comment;
        if (const auto found = move.find("comment"); found != move.end() && found->is_string())
            comment = as_comment(found->get_ref<const std::string&>());
        std::vector<int> nags;
        if (const auto found = move.find("nags"); found != move.end() && found->is_array())
            for (const Json& nag : *found)
                if (nag.is_number_integer() && nag.get<int>() > 0 && nag.get<int>() <= largest_nag)
                    nags.push_back(nag.get<int>());
        tree_.set_note(node, std::move(comment), std::move(nags));
        std::vector<std::string> before = read_comments(move, "before");
        std::vector<std::string> after = read_comments(move, "after");
        if (!before.empty() || !after.empty()) tree_.set_comments(node, std::move(before), std::move(after));
        tree_.set_place(node, whole(move, "rank"), move.value("gone", Json()) == Json(true));
    }
    tree_.arrange();
}

}  // namespace crownhead::server
