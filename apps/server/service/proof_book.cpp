#include "service/proof_book.hpp"

#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "protocol/json.hpp"
#include "rules/variants.hpp"
#include "solve/proven.hpp"
#include "util/read_file.hpp"

namespace crownhead::server {

namespace {

constexpr std::size_t kept_playbooks = 3;                            // each takes some megabytes
constexpr std::uintmax_t largest_proof = std::uintmax_t{16} << 20U;  // bytes
constexpr std::size_t checksum_size = 65;

std::expected<ProofFile, prove::Fault> read_claimed(const Variant& variant, std::string_view bytes) {
    std::expected<prove::ProofReport, prove::Fault> claim = prove::read_claim(bytes);
    if (!claim) return std::unexpected(claim.error());
    if (claim->variant != &variant)
        return std::unexpected(prove::Fault{{fmt::format("line 2: this is a proof of {}", claim->variant->name)},
                                            prove::Fault::Kind::Foreign});
    return ProofFile{.bytes = bytes, .claim = std::move(*claim)};
}

// The file of one's own; nothing if there is none.
std::optional<std::expected<ProofFile, std::string>> own_file(const std::filesystem::path& path,
                                                              const Variant& variant) {
    std::error_code error;
    if (!std::filesystem::exists(path, error)) return std::nullopt;
    if (const std::uintmax_t size = std::filesystem::file_size(path, error); error || size > largest_proof)
        return std::unexpected(error ? error.message() : fmt::format("larger than {} MB", largest_proof >> 20U));
    Result<std::string> bytes = read_whole_file(path.string());
    if (!bytes) return std::unexpected(bytes.error().message);
    const auto kept = std::make_shared<const std::string>(std::move(*bytes));
    std::expected<ProofFile, prove::Fault> file = read_claimed(variant, *kept);
    if (!file) return std::unexpected(file.error().message);
    file->own = true;
    file->kept = kept;
    return std::move(*file);
}

}  // namespace

std::expected<ProofFile, Refusal> ProofBook::of(const Variant& variant) const {
    const std::string name = fmt::format("{}.proof", variant.name);
    std::optional<Message> problem;
    if (auto own = own_file(folder_ / name, variant)) {
        if (*own) return std::move(**own);
        problem = Message{"fault.file", {{"name", name}, {"detail", own->error()}}};
    }
    const std::string_view shipped = solve::shipped_certificate(variant);
    if (shipped.empty()) {
        if (problem) return std::unexpected(refused(*problem));
        return std::unexpected(unknown({"refusal.no-proof", {{"name", std::string(variant.name)}}}));
    }
    std::expected<ProofFile, prove::Fault> file = read_claimed(variant, shipped);
    if (!file) return std::unexpected(failed(file.error().message));
    file->problem = std::move(problem);
    return std::move(*file);
}

std::vector<ProofFile> ProofBook::all() const {
    std::vector<ProofFile> files;
    for (const Variant& variant : variants)
        if (std::expected<ProofFile, Refusal> file = of(variant)) files.push_back(std::move(*file));
    return files;
}

std::expected<std::shared_ptr<const prove::Playbook>, prove::Fault> ProofBook::open(const ProofFile& file,
                                                                                    const std::stop_token& stop) {
    const std::string checksum(file.bytes.substr(file.bytes.size() - std::min(file.bytes.size(), checksum_size)));
    {
        const std::scoped_lock lock(mutex_);
        const auto found = std::ranges::find(opened_, checksum, &Opened::checksum);
        if (found != opened_.end()) {
            opened_.splice(opened_.begin(), opened_, found);
            return opened_.front().book;
        }
    }
    std::expected<prove::Playbook, prove::Fault> book =
        prove::Playbook::open(file.bytes, {.most_positions = most_proof_positions, .stop = stop});
    if (!book) return std::unexpected(book.error());
    const auto kept = std::make_shared<const prove::Playbook>(std::move(*book));
    const std::scoped_lock lock(mutex_);
    opened_.push_front({.checksum = checksum, .book = kept});
    if (opened_.size() > kept_playbooks) opened_.pop_back();
    return kept;
}

Message fault_message(const prove::Fault& fault) {
    using Kind = prove::Fault::Kind;
    const std::string side(colour(fault.side.value_or(Side::Black)));
    switch (fault.kind) {
        case Kind::Foreign: return {"fault.foreign", {{"detail", fault.message}}};
        case Kind::Lost: return {"fault.lost", {{"side", side}}};
        case Kind::Drawn: return {"fault.drawn", {{"side", side}}};
        case Kind::Repeated: return {"fault.repeated", {{"side", side}}};
        case Kind::NoMove: return {"fault.no-move", {{"side", side}}};
        case Kind::TooMany: return {"fault.too-many", {{"count", static_cast<std::int64_t>(fault.positions)}}};
        case Kind::Miscounted: return {"fault.miscounted", {{"detail", fault.message}}};
        case Kind::Stopped: return {"fault.stopped"};
        case Kind::Damaged: break;
    }
    return {"fault.damaged", {{"detail", fault.message}}};
}

}  // namespace crownhead::server
