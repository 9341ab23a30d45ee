// crownhead simulate: the batch mode of the suicide document (mission S0.10, S0.11).
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>
#include <utility>

#include "commands.hpp"
#include "match/simulation.hpp"
#include "players/catalogue.hpp"
#include "progress.hpp"
#include "util/file.hpp"
#include "util/file_writer.hpp"

namespace crownhead::cli {

namespace {

Starter read_first(const std::string& text) {
    if (text == "p1") return Starter::First;
    if (text == "p2") return Starter::Second;
    if (text == "alternate") return Starter::Alternate;
    refuse(fmt::format("--first {}: expected p1, p2 or alternate", text));
}

std::string read_player(const std::string& description, std::string_view option) {
    if (const auto player = make_player(description, 0); !player)
        refuse(fmt::format("{} {}: {}", option, description, player.error().message));
    return description;
}

// The input, which is read twice: to check it, then to play. What can be read only once (standard input, a pipe) is kept.
class Input {
public:
    explicit Input(const std::string& path) : path_(path) {
        if (path != "-") file_.reset(std::fopen(path.c_str(), "rbe"));
        if (path != "-" && !file_)
            refuse(fmt::format("cannot read {}: {}", path_, std::system_category().message(errno)));
        if (file_ && std::fseek(file_.get(), 0, SEEK_SET) == 0) return;
        file_.reset();
        text_ = read_file(path);
    }

    // From the beginning. A failure ends the text; check() tells.
    Source source() {
        if (!file_) return text_source(text_);
        if (std::fseek(file_.get(), 0, SEEK_SET) != 0) failed_ = errno;
        return [this](char* into, std::size_t size) {
            const std::size_t count = std::fread(into, 1, size, file_.get());
            if (count < size && std::ferror(file_.get()) != 0) failed_ = errno;
            return count;
        };
    }

    void check() const {
        if (failed_ != 0) refuse(fmt::format("cannot read {}: {}", path_, std::system_category().message(failed_)));
    }

private:
    std::string path_;
    File file_;
    std::string text_;
    int failed_ = 0;  // the number of the error
};

struct Checked {
    std::uint64_t good = 0;
    std::vector<BadLine> bad{};
};

Checked check_all(SizeReader reader) {
    Checked checked;
    while (auto line = reader.next()) {
        if (*line)
            ++checked.good;
        else
            checked.bad.push_back(std::move(line->error()));
    }
    return checked;
}

// What is wrong with the lines, one on each line.
std::string listing(const std::vector<BadLine>& bad) {
    std::string text;
    for (const BadLine& line : bad) text += fmt::format("line {}: {}\n", line.number, line.why);
    return text;
}

}  // namespace

int simulate(const SimulateOptions& options) {
    const auto games = games_by_size(options.game);
    if (!games) refuse(fmt::format("--game: {}", games.error().message));
    const Simulation simulation{.player1 = read_player(options.player1, "--p1"),
                                .player2 = read_player(options.player2, "--p2"),
                                .starter = read_first(options.first),
                                .seed = read_number(options.seed, "--seed", 0, UINT64_MAX),
                                .threads = static_cast<int>(read_number(options.threads, "--threads", 1, 256))};
    const std::string skipped = options.output + ".skipped";
    if (options.output == "-") refuse("OUTPUT -: expected the name of a file");
    std::error_code error;
    for (const std::string& written : {options.output, skipped})
        if (options.input != "-" && std::filesystem::equivalent(options.input, written, error))
            refuse(fmt::format("{} would be replaced by its own results: choose another OUTPUT", options.input));

    Input input(options.input);
    const Checked checked = check_all({input.source(), *games});
    input.check();
    if (!checked.bad.empty() && !options.skip_bad) {
        const BadLine& first = checked.bad.front();
        const std::size_t others = checked.bad.size() - 1;
        const std::string more =
            others == 0 ? "" : fmt::format(" (and {} more bad line{})", others, others == 1 ? "" : "s");
        refuse(fmt::format("{}, line {}: {}{}", options.input, first.number, first.why, more));
    }
    if (checked.good == 0)
        refuse(fmt::format("{}: there is no {}board size in it", options.input, checked.bad.empty() ? "" : "good "));

    Result<FileWriter> output = FileWriter::open(options.output);
    if (!output) throw Failure(exit_failed, output.error().message);
    {
        Progress progress("simulation", "games", !options.progress);
        SizeReader reader(input.source(), *games);
        const auto next = [&]() -> const Variant* {
            while (const auto line = reader.next())
                if (*line) return **line;
            return nullptr;
        };
        or_fail(crownhead::simulate(
            simulation, next, [&](std::string_view text) { return output->write(text); },
            [&](std::uint64_t done) { progress.step(done, checked.good, 0, ""); }));
        input.check();
    }
    if (!checked.bad.empty())
        or_fail(write_file(skipped, listing(checked.bad)));
    else
        unlink(skipped.c_str());  // of an earlier run
    or_fail(output->commit());
    return exit_done;
}

}  // namespace crownhead::cli
