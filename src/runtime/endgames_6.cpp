#include "runtime/endgames_of.hpp"
#include "runtime/engine_groups.hpp"

namespace crownhead {

template Result<std::unique_ptr<Endgames>> endgames_among<SixBoards>(const Variant&, const std::string&, std::size_t);
template Result<egdb::BuildReport> build_among<SixBoards>(const Variant&, const egdb::BuildOptions&);

}  // namespace crownhead
