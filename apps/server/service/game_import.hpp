// GameImport: the games of a PDN file for the library, one after the other, in the memory of a few, whatever the length of the
// file. A game that cannot be kept as it is written is refused, with its place and the reason. For the job of a page and for
// the command line alike: work comes in pieces, and who calls it decides when the next one is due.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "match/game_reader.hpp"
#include "notation/pdn/pdn.hpp"
#include "service/library.hpp"
#include "table/stored.hpp"
#include "util/file.hpp"
#include "util/result.hpp"

namespace crownhead::server {

struct RefusedGame {
    std::size_t line = 0;  // of the file, counted from 1
    std::size_t game = 0;
    std::string reason{};
};

class GameImport {
public:
    using Clock = std::chrono::steady_clock;

    struct Options {
        const Variant* variant = nullptr;  // of games that do not say what they are; null: that is found out
        std::string folder{};              // id; empty: none
    };
    static Result<GameImport> open(const std::filesystem::path& file, Options options);

    struct Batch {
        std::vector<StoredGame> games{};
        std::vector<RefusedGame> refused{};
    };
    // Goes on until there are so many games, or until then. False: that was all.
    bool advance(Batch& batch, std::size_t most, Clock::time_point until);

    // How much of the file was read, 0 to 1. It is read twice: first to find out what it is of.
    double share() const;

private:
    enum class Stage : std::uint8_t { Encoding, Looking, Reading, Done };

    GameImport(File file, std::uint64_t size, Options options);
    void begin(Stage stage);
    bool step(Batch& batch);
    void take(const pdn::Game& source, Batch& batch);

    struct Input {
        File file{};
        std::uint64_t read = 0;
    };
    std::unique_ptr<Input> input_;
    std::uint64_t size_;
    Options options_;
    Stage stage_ = Stage::Encoding;
    pdn::EncodingFinder encoding_{};
    std::optional<pdn::Reader> reader_{};
    GameReader games_;
    std::size_t looked_at_ = 0;
    std::size_t number_ = 0;  // games so far
    std::string created_;
};

struct ImportCounts {
    std::size_t kept = 0;
    std::size_t known = 0;  // that were in the library already
};

// Writes the games of a batch. On the thread that writes the library.
Result<void> keep_games(Library& library, const std::vector<StoredGame>& games, ImportCounts& counts);

}  // namespace crownhead::server
