// Any bytes as a course log. What reads must be written and read back equal.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "notation/course_log.hpp"
#include "require.hpp"

using namespace crownhead;

namespace {

bool same(const course_log::LogGame& a, const course_log::LogGame& b) {
    if (a.size != b.size || a.left1 != b.left1 || a.left2 != b.left2 || a.winner != b.winner ||
        a.moves.size() != b.moves.size())
        return false;
    for (std::size_t i = 0; i < a.moves.size(); ++i)
        if (a.moves[i].player != b.moves[i].player || a.moves[i].move != b.moves[i].move) return false;
    return true;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto games = course_log::read(text);
    if (!games) {
        require(games.error().offset <= size && games.error().message.starts_with("line "));
        return 0;
    }
    const std::string written = course_log::write(*games);
    const auto back = course_log::read(written);
    require(back && back->size() == games->size());
    for (std::size_t i = 0; i < games->size(); ++i) require(same((*games)[i], (*back)[i]));
    require(course_log::write(*back) == written);
    return 0;
}
