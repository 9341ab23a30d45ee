// What must hold for every input; the fuzzer reports the input for which it does not.
#pragma once

#include <cstdlib>

inline void require(bool condition) {
    if (!condition) std::abort();
}
