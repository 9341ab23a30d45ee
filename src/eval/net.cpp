#include "eval/net.hpp"

#include <algorithm>
#include <span>

#include "rules/variants.hpp"
#include "util/assert.hpp"
#include "util/bytes.hpp"
#include "util/checksum.hpp"

// The files in data/nets, put here by the build (cmake/embed.cmake).
extern "C" {
extern const char* const builtin_nets_names[];            // NOLINT(*-avoid-non-const-global-variables)
extern const unsigned char* const builtin_nets_begins[];  // NOLINT(*-avoid-non-const-global-variables)
extern const unsigned char* const builtin_nets_ends[];    // NOLINT(*-avoid-non-const-global-variables)
}

namespace crownhead::eval {

namespace {

constexpr std::string_view net_title = "crownhead-net 1\n";
constexpr std::size_t longest_record = 2000;

// Takes numbers from the front.
class NetReader {
public:
    explicit NetReader(std::string_view bytes) : bytes_(bytes) {}

    std::size_t offset() const { return at_; }
    std::size_t left() const { return bytes_.size() - at_; }

    template <class T>
    bool take(T& value) {
        return bytes::take(bytes_, at_, value);
    }
    bool take(std::string& text, std::size_t size) {
        if (left() < size) return false;
        text = bytes_.substr(at_, size);
        at_ += size;
        return true;
    }

private:
    std::string_view bytes_;
    std::size_t at_ = 0;
};

}  // namespace

Net empty_net(const Variant& variant) {
    Net net;
    net.squares = static_cast<std::size_t>(variant.board.squares());
    net.input.resize(net.inputs() * net_hidden);
    return net;
}

std::string write_net(const Variant& variant, const Net& net) {
    CH_ASSERT(net.input.size() == net.inputs() * net_hidden && net.record.size() <= longest_record);
    std::string file(net_title);
    bytes::put(file, static_cast<std::uint16_t>(variant.name.size()));
    file += variant.name;
    bytes::put(file, fingerprint(variant));
    bytes::put(file, static_cast<std::uint16_t>(net.squares));
    bytes::put(file, static_cast<std::uint16_t>(net_hidden));
    bytes::put(file, static_cast<std::uint16_t>(net_buckets));
    bytes::put(file, static_cast<std::uint16_t>(net.record.size()));
    file += net.record;
    for (const std::int16_t w : net.input) bytes::put(file, w);
    for (const std::int16_t w : net.input_bias) bytes::put(file, w);
    for (const auto& bucket : net.output)
        for (const std::int16_t w : bucket) bytes::put(file, w);
    for (const std::int32_t w : net.output_bias) bytes::put(file, w);
    bytes::put(file, checksum(file));
    return file;
}

Result<Net> read_net(const Variant& variant, std::string_view file) {
    if (!file.starts_with(net_title)) return fail("this is not a net of this version", 0);
    constexpr std::size_t checksum_size = sizeof(std::uint64_t);
    if (file.size() < net_title.size() + checksum_size) return fail("the file is incomplete", file.size());
    NetReader reader(file.substr(0, file.size() - checksum_size));
    const auto incomplete = [&] { return fail("the file is incomplete", reader.offset()); };
    std::string text;
    reader.take(text, net_title.size());
    std::uint16_t size = 0;
    std::uint64_t rules = 0;
    std::size_t start = reader.offset();
    if (!reader.take(size) || !reader.take(text, size)) return incomplete();
    if (text != variant.name) return fail("this net is for another game than " + std::string(variant.name), start);
    start = reader.offset();
    if (!reader.take(rules)) return incomplete();
    if (rules != fingerprint(variant)) return fail("this net was made for other rules", start);
    Net net = empty_net(variant);
    for (const std::size_t expected : {net.squares, net_hidden, net_buckets}) {
        start = reader.offset();
        if (!reader.take(size)) return incomplete();
        if (size != expected) return fail("this net has another shape", start);
    }
    start = reader.offset();
    if (!reader.take(size) || !reader.take(net.record, size)) return incomplete();
    if (size > longest_record) return fail("the record is too long", start);

    const auto take_all = [&](std::span<std::int16_t> weights, int largest) -> Result<void> {
        for (std::int16_t& w : weights) {
            const std::size_t at = reader.offset();
            if (!reader.take(w)) return incomplete();
            if (w < -largest || w > largest) return fail("a weight is out of range", at);
        }
        return {};
    };
    if (auto ok = take_all(net.input, largest_input_weight); !ok) return std::unexpected(ok.error());
    if (auto ok = take_all(net.input_bias, largest_input_weight); !ok) return std::unexpected(ok.error());
    for (auto& bucket : net.output)
        if (auto ok = take_all(bucket, largest_output_weight); !ok) return std::unexpected(ok.error());
    for (std::int32_t& w : net.output_bias)
        if (!reader.take(w)) return incomplete();
    if (reader.left() > 0) return fail("there is more in the file than a net", reader.offset());
    NetReader last(file.substr(file.size() - checksum_size));
    std::uint64_t sum = 0;
    last.take(sum);
    if (sum != checksum(file.substr(0, file.size() - checksum_size)))
        return fail("the file is damaged: its checksum is wrong", file.size() - checksum_size);
    return net;
}

std::optional<Net> builtin_net(const Variant& variant) {
    // Killer draughts is international draughts until a king takes a king.
    if (variant.name == list::killer.name) return builtin_net(list::international);
    for (std::size_t i = 0; builtin_nets_names[i] != nullptr; ++i) {
        if (variant.name != builtin_nets_names[i]) continue;
        const auto* const begin = reinterpret_cast<const char*>(builtin_nets_begins[i]);
        const auto size = static_cast<std::size_t>(builtin_nets_ends[i] - builtin_nets_begins[i]);
        Result<Net> net = read_net(variant, {begin, size});
        CH_ASSERT(net);
        if (net) return *std::move(net);
    }
    return std::nullopt;
}

}  // namespace crownhead::eval
