// What a proof search has found, as a file: a search that was stopped goes on from there.
#pragma once

#include <cstdint>
#include <string>

#include "rules/variant.hpp"
#include "solve/proof_table.hpp"
#include "util/result.hpp"

namespace crownhead::solve {

// Also while threads work on the table.
Result<void> save_checkpoint(const std::string& path, const Variant& v, const ProofTable& table);

// How many entries there were; 0 if there is no such file. One that is damaged or belongs to other rules is an error, and
// nothing is taken from it.
Result<std::uint64_t> load_checkpoint(const std::string& path, const Variant& v, ProofTable& table);

}  // namespace crownhead::solve
