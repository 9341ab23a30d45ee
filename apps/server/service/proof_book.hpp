// ProofBook: the certificates that pages may look into: those that come with the program, or a file GAME.proof in the folder
// `proofs` of the data folder, which takes the place of one if it is a certificate of that game. Those that were walked through
// last are kept.
#pragma once

#include <cstdint>
#include <expected>
#include <filesystem>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/refusal.hpp"
#include "prove/playbook.hpp"
#include "rules/variant.hpp"
#include "util/message.hpp"

namespace crownhead::server {

inline constexpr std::uint64_t most_proof_positions =
    2'000'000;  // of one strategy; larger ones are for the command line

// A certificate, with what its head claims.
struct ProofFile {
    std::string_view bytes{};
    prove::ProofReport claim;
    bool own = false;                    // of the data folder
    std::optional<Message> problem{};    // why the file in the data folder is not the one
    std::shared_ptr<const void> kept{};  // what the bytes belong to
};

class ProofBook {
public:
    explicit ProofBook(std::filesystem::path folder) : folder_(std::move(folder)) {}

    // All of these read files or work for long; several threads may call them.

    std::vector<ProofFile> all() const;  // in the order of the list of games
    std::expected<ProofFile, Refusal> of(const Variant& variant) const;
    // Walks through it, if that was not just done.
    std::expected<std::shared_ptr<const prove::Playbook>, prove::Fault> open(const ProofFile& file,
                                                                             const std::stop_token& stop);

private:
    struct Opened {
        std::string checksum{};  // the last bytes of the file
        std::shared_ptr<const prove::Playbook> book{};
    };

    std::filesystem::path folder_;
    std::mutex mutex_;
    std::list<Opened> opened_;  // guarded by the mutex, the newest first
};

// What is wrong with a certificate, as a message for people.
Message fault_message(const prove::Fault& fault);

}  // namespace crownhead::server
