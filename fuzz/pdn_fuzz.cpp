// Any bytes as a PDN file. Reading in tiny pieces gives the same games and errors as reading at once, and what reads is
// written and read back equal, in the same words.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "notation/pdn/pdn.hpp"
#include "require.hpp"

using namespace crownhead;

namespace {

struct Findings {
    std::vector<pdn::Game> games;
    std::vector<std::string> messages;
};

Findings read_all(std::string_view text, std::size_t piece, pdn::ReaderLimits limits) {
    pdn::Reader reader(text_source(text, piece), limits);
    Findings findings;
    for (;;) {
        auto game = reader.next();
        if (!game) {
            require(game.error().message.starts_with("line "));
            findings.messages.push_back(game.error().message);
        } else if (!*game) {
            return findings;
        } else {
            findings.games.push_back(std::move(**game));
        }
        require(findings.games.size() + findings.messages.size() <= text.size());  // it always gets on
    }
}

void require_same(const Findings& a, const Findings& b) { require(a.games == b.games && a.messages == b.messages); }

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
    const std::size_t piece = 1 + data[0] % 7;
    const pdn::ReaderLimits tight{.game = 60, .comment = 30, .depth = 2};
    require_same(read_all(text, text.size(), tight), read_all(text, piece, tight));
    const Findings found = read_all(text, text.size(), {});
    require_same(found, read_all(text, piece, {}));

    std::string written;
    for (const pdn::Game& game : found.games) {
        if (!written.empty()) written += '\n';
        written += pdn::write(game);
    }
    const Findings back = read_all(written, written.size(), {});
    require(back.messages.empty() && back.games == found.games);
    std::string again;
    for (const pdn::Game& game : back.games) {
        if (!again.empty()) again += '\n';
        again += pdn::write(game);
    }
    require(again == written);
    for (const pdn::Game& game : found.games) {
        pdn::result_of(game);
        pdn::named_variant(game);
        pdn::guessed_variant(game);
    }
    return 0;
}
