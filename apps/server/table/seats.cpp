#include "table/seats.hpp"

#include <random>

namespace crownhead::server {

std::string random_word(std::size_t size) {
    constexpr std::string_view letters = "0123456789abcdefghijklmnopqrstuvwxyz";
    std::random_device random;  // the system's own generator
    std::uniform_int_distribution<std::size_t> letter(0, letters.size() - 1);
    std::string word;
    while (word.size() < size) word += letters[letter(random)];
    return word;
}

}  // namespace crownhead::server
