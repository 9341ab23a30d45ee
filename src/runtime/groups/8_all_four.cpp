#include "runtime/backend_of.hpp"

template const crownhead::Backend* crownhead::backend_in<crownhead::groups::EightAllFour>(const Variant&);
