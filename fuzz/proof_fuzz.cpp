// Any bytes as a certificate. Their checksum is put right first, since otherwise the walk through the strategy would never be
// reached. A file is refused with a reason, or it proves something, and what was read is written again in the same bytes.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "prove/certificate.hpp"
#include "prove/verify.hpp"
#include "require.hpp"

using namespace crownhead;

namespace {

constexpr std::uint64_t most_positions = 2000;  // so that a large board does not take long
constexpr std::size_t checksum_bytes = 65;

void put_checksum_right(std::string& bytes) {
    if (bytes.size() < checksum_bytes) return;
    bytes.resize(bytes.size() - checksum_bytes);
    bytes += hex_text(sha256(bytes)) + '\n';
}

void check(const prove::ProofReport& report, const prove::Certificate& certificate) {
    require(report.variant->name == certificate.game);
    require(report.value == certificate.value);
    require(report.strategies.size() == certificate.strategies.size());
    for (const prove::StrategyReport& strategy : report.strategies) {
        require(strategy.positions <= most_positions);
        require(strategy.choices + strategy.replies <= strategy.positions);
        require(strategy.ends <= strategy.positions);
        require(strategy.longest < strategy.positions);
        require(strategy.goal == prove::Goal::Holds || strategy.ends > 0);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::string bytes(reinterpret_cast<const char*>(data), size);
    put_checksum_right(bytes);
    const Result<prove::Certificate> certificate = prove::read(bytes);
    const Result<prove::ProofReport> report = prove::verify_proof(bytes, {.most_positions = most_positions});
    if (certificate)
        require(prove::write(*certificate) == bytes);
    else
        require(!certificate.error().message.empty() && !report && report.error() == certificate.error());
    if (report)
        check(*report, *certificate);
    else
        require(!report.error().message.empty());
    return 0;
}
