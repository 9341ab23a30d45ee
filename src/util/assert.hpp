// Contracts: CH_ASSERT states what must hold here. It is checked in debug, sanitizer, fuzz and test builds
// (CROWNHEAD_CHECKED) and costs nothing otherwise. Never use it for input from outside; that is what Result is for.
#pragma once

#ifdef CROWNHEAD_CHECKED
#include <cstdio>
#include <cstdlib>

namespace crownhead::detail {
[[noreturn]] inline void assertion_failed(const char* what, const char* file, int line) {
    std::fprintf(stderr, "%s:%d: contract broken: %s\n", file, line, what);
    std::abort();
}
}  // namespace crownhead::detail

#define CH_ASSERT(condition) \
    (static_cast<bool>(condition) ? void(0) : ::crownhead::detail::assertion_failed(#condition, __FILE__, __LINE__))
#else
#define CH_ASSERT(condition) void(0)
#endif
