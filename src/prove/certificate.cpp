// Reading and writing certificates.
#include "prove/certificate.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include <fmt/format.h>

#include "util/assert.hpp"
#include "util/numbers.hpp"
#include "util/parse.hpp"

namespace crownhead::prove {

namespace {

constexpr std::string_view format_line = "crownhead proof 1";
constexpr std::size_t checksum_bytes = 65;  // 64 digits and the end of the line
constexpr std::size_t longest_line = 2000;

// Reads a text made of lines, and knows which line it is at.
class HeaderReader {
public:
    explicit HeaderReader(std::string_view bytes) : bytes_(bytes) {}

    std::size_t offset() const { return at_; }
    std::unexpected<Error> wrong(const std::string& what) const {
        return fail(fmt::format("line {}: {}", line_, what), start_);
    }

    // The next line, which must begin with this word; what follows the word.
    Result<std::string_view> after(std::string_view word) {
        ++line_;
        start_ = at_;
        const std::string_view rest = bytes_.substr(at_);
        const std::size_t length = rest.substr(0, longest_line).find('\n');
        if (length == std::string_view::npos)
            return wrong(fmt::format("expected '{} ...', found {}", word,
                                     rest.empty() ? "the end of the file" : "a line without end"));
        const std::string_view text = rest.substr(0, length);
        if (!text.starts_with(word) || !text.substr(word.size()).starts_with(' '))
            return wrong(fmt::format("expected '{} ...', found '{}'", word, excerpt(text)));
        at_ += length + 1;
        return text.substr(word.size() + 1);
    }

private:
    std::string_view bytes_;
    std::size_t at_ = 0;
    std::size_t start_ = 0;
    int line_ = 0;
};

// A decimal number without sign or leading zeros.
std::optional<std::uint64_t> number_in(std::string_view text) {
    const Result<std::uint64_t> value = parse_number<std::uint64_t>(text);
    if (!value || std::to_string(*value) != text) return std::nullopt;
    return *value;
}

bool are_hex_digits(std::string_view text) {
    return std::ranges::all_of(text, [](char c) { return is_digit(c) || (c >= 'a' && c <= 'f'); });
}

// How many bits a choice among k takes.
int bits_among(std::size_t k) { return static_cast<int>(std::bit_width(k - 1)); }

std::string strategy_line(const StrategyData& strategy, std::uint64_t bytes) {
    return fmt::format("strategy {} {} positions {} choices {} bytes {} digest {}", word_of(strategy.owner),
                       word_of(strategy.goal), strategy.positions, strategy.choices, bytes, hex_text(strategy.digest));
}

Result<void> read_strategy(HeaderReader& header, StrategyData& strategy, std::uint64_t& bytes) {
    const std::string begin = fmt::format("strategy {} {}", word_of(strategy.owner), word_of(strategy.goal));
    const Result<std::string_view> line = header.after(begin);
    if (!line) return std::unexpected(line.error());
    std::string_view rest = *line;
    const auto value_of = [&](std::string_view name) {
        std::string_view value;
        if (rest.starts_with(name) && rest.substr(name.size()).starts_with(' ')) {
            rest.remove_prefix(name.size() + 1);
            value = rest.substr(0, rest.find(' '));
            rest.remove_prefix(std::min(rest.size(), value.size() + 1));
        }
        return value;
    };
    for (const auto& [name, into] : {std::pair<std::string_view, std::uint64_t*>("positions", &strategy.positions),
                                     std::pair<std::string_view, std::uint64_t*>("choices", &strategy.choices),
                                     std::pair<std::string_view, std::uint64_t*>("bytes", &bytes)}) {
        const std::optional<std::uint64_t> number = number_in(value_of(name));
        if (!number) return header.wrong(fmt::format("expected '{} N' with a whole number", name));
        *into = *number;
    }
    const std::string_view digits = value_of("digest");
    if (digits.size() != 2 * strategy.digest.size() || !are_hex_digits(digits))
        return header.wrong("expected 'digest' and 64 hexadecimal digits at the end of the line");
    for (std::size_t i = 0; i < strategy.digest.size(); ++i)
        strategy.digest[i] = *parse_hex<std::uint8_t>(digits.substr(2 * i, 2));
    if (begin + ' ' + std::string(*line) != strategy_line(strategy, bytes)) return header.wrong("too many spaces");
    return {};
}

Result<void> read_names(HeaderReader& header, Certificate& certificate) {
    const Result<std::string_view> version = header.after("crownhead proof");
    if (!version) return std::unexpected(version.error());
    if (*version != "1") return header.wrong(fmt::format("a proof of kind 1 was expected, not {}", excerpt(*version)));
    const Result<std::string_view> game = header.after("game");
    if (!game) return std::unexpected(game.error());
    certificate.game = *game;
    const Result<std::string_view> rules = header.after("rules");
    if (!rules) return std::unexpected(rules.error());
    if (rules->size() != 16 || !are_hex_digits(*rules)) return header.wrong("expected 16 hexadecimal digits");
    certificate.fingerprint = *parse_hex<std::uint64_t>(*rules);
    const Result<std::string_view> position = header.after("position");
    if (!position) return std::unexpected(position.error());
    certificate.fen = *position;
    const Result<std::string_view> value = header.after("value");
    if (!value) return std::unexpected(value.error());
    for (const Value known : {Value::Win, Value::Draw, Value::Loss}) {
        if (word_of(known) != *value) continue;
        certificate.value = known;
        return {};
    }
    return header.wrong(fmt::format("expected win, draw or loss, found '{}'", excerpt(*value)));
}

}  // namespace

std::vector<StrategyData> strategies_for(Value value) {
    switch (value) {
        case Value::Win: return {{.owner = Owner::Mover, .goal = Goal::Wins}};
        case Value::Loss: return {{.owner = Owner::Other, .goal = Goal::Wins}};
        default: break;
    }
    return {{.owner = Owner::Mover, .goal = Goal::Holds}, {.owner = Owner::Other, .goal = Goal::Holds}};
}

std::string_view word_of(Value value) {
    switch (value) {
        case Value::Win: return "win";
        case Value::Draw: return "draw";
        case Value::Loss: return "loss";
        case Value::Unknown: break;
    }
    return "";
}

std::string_view word_of(Owner owner) { return owner == Owner::Mover ? "mover" : "other"; }
std::string_view word_of(Goal goal) { return goal == Goal::Wins ? "wins" : "holds"; }

std::string write(const Certificate& certificate) {
    std::string text = fmt::format("{}\ngame {}\nrules {:016x}\nposition {}\nvalue {}\n", format_line, certificate.game,
                                   certificate.fingerprint, certificate.fen, word_of(certificate.value));
    std::size_t bytes = 0;
    for (const StrategyData& strategy : certificate.strategies) {
        text += strategy_line(strategy, strategy.payload.size()) + '\n';
        bytes += strategy.payload.size();
    }
    text += fmt::format("payload {}\n", bytes);
    for (const StrategyData& strategy : certificate.strategies) text += strategy.payload;
    return text + hex_text(sha256(text)) + '\n';
}

Result<Certificate> read(std::string_view bytes) {
    HeaderReader header(bytes);
    Certificate certificate;
    if (const Result<void> names = read_names(header, certificate); !names) return std::unexpected(names.error());

    certificate.strategies = strategies_for(certificate.value);
    std::vector<std::uint64_t> sizes;
    std::uint64_t total = 0;
    for (StrategyData& strategy : certificate.strategies) {
        std::uint64_t size = 0;
        if (const Result<void> line = read_strategy(header, strategy, size); !line)
            return std::unexpected(line.error());
        if (size > bytes.size()) return header.wrong(fmt::format("{} bytes are more than there are in the file", size));
        sizes.push_back(size);
        total += size;
    }
    const Result<std::string_view> payload = header.after("payload");
    if (!payload) return std::unexpected(payload.error());
    if (number_in(*payload) != total)
        return header.wrong(fmt::format("expected 'payload {}', the sum of the bytes of the strategies", total));
    std::size_t at = header.offset();
    if (bytes.size() - at != total + checksum_bytes)
        return header.wrong(
            fmt::format("{} bytes and a checksum of {} must follow, not {}", total, checksum_bytes, bytes.size() - at));
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        certificate.strategies[i].payload = bytes.substr(at, sizes[i]);
        at += sizes[i];
    }
    if (bytes.substr(at) != hex_text(sha256(bytes.substr(0, at))) + '\n')
        return fail("the checksum at the end of the file is wrong: the file is damaged", at);
    return certificate;
}

Placement normalised(Placement placement) {
    for (const Side side : {Side::Black, Side::White}) {
        const auto has = [&](bool king) {
            return std::ranges::find(placement.squares, piece_of(side, king)) != placement.squares.end();
        };
        if (!has(false) || !has(true)) placement.king_runs[static_cast<std::size_t>(side)] = {};
    }
    return placement;
}

std::string position_code(const Variant& v, const Placement& placement) {
    std::string code;
    code.reserve(placement.squares.size() + 5);
    for (const Piece piece : placement.squares) code += static_cast<char>('0' + static_cast<int>(piece));
    code += static_cast<char>('0' + static_cast<int>(placement.turn));
    if (v.move.king_run > 0) {
        for (const KingRun& run : normalised(placement).king_runs) {
            code += static_cast<char>('0' + run.square);
            code += static_cast<char>('0' + run.count);
        }
    }
    return code;
}

Placement placement_of_code(const Variant& v, std::string_view code) {
    const auto squares = static_cast<std::size_t>(v.squares());
    CH_ASSERT(code.size() == squares + (v.move.king_run > 0 ? 5 : 1));
    const auto digit = [&](std::size_t i) { return static_cast<std::uint8_t>(code[i] - '0'); };
    Placement placement(v.squares());
    for (std::size_t i = 0; i < squares; ++i) placement.squares[i] = static_cast<Piece>(digit(i));
    placement.turn = static_cast<Side>(digit(squares));
    if (v.move.king_run > 0)
        for (std::size_t side = 0; side < 2; ++side)
            placement.king_runs[side] = {digit(squares + 1 + 2 * side), digit(squares + 2 + 2 * side)};
    return placement;
}

void ChoiceWriter::push(std::size_t choice, std::size_t k) {
    CH_ASSERT(choice < k);
    if (k <= 1) return;
    ++choices_;
    for (int bit = 0; bit < bits_among(k); ++bit) {
        if (free_bits_ == 0) {
            bytes_ += '\0';
            free_bits_ = 8;
        }
        const auto last = static_cast<unsigned>(static_cast<unsigned char>(bytes_.back()));
        bytes_.back() = static_cast<char>(last | (choice >> bit & 1U) << (8 - free_bits_));
        --free_bits_;
    }
}

std::optional<std::size_t> ChoiceReader::next(std::size_t k) {
    if (k <= 1) return 0;
    std::size_t choice = 0;
    for (int bit = 0; bit < bits_among(k); ++bit, ++bit_) {
        if (bit_ / 8 >= bytes_.size()) return std::nullopt;
        const auto byte = static_cast<unsigned>(static_cast<unsigned char>(bytes_[bit_ / 8]));
        choice |= std::size_t{byte >> (bit_ % 8) & 1U} << bit;
    }
    ++choices_;
    return choice;
}

bool ChoiceReader::used_up() const {
    if ((bit_ + 7) / 8 != bytes_.size()) return false;
    return bit_ % 8 == 0 || static_cast<unsigned>(static_cast<unsigned char>(bytes_.back())) >> (bit_ % 8) == 0;
}

}  // namespace crownhead::prove
