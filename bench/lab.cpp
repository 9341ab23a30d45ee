// How fast the laboratory is: simulations as the suicide document timed them (mission S0.12), with the start of the
// program; a million games with full logs; and reading PDN. Give the path of the program, or run it from its build folder;
// the argument pdn measures only the reading.
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "match/game_reader.hpp"
#include "match/game_record.hpp"
#include "notation/pdn/pdn.hpp"
#include "runtime/game.hpp"
#include "util/random.hpp"

using namespace crownhead;

namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

struct Run {
    double seconds = 0;
    double megabytes = 0;  // the most memory it had
};

Run run(const std::vector<std::string>& command) {
    std::vector<char*> arguments;
    for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    const auto start = Clock::now();
    const pid_t process = fork();
    if (process == 0) {
        execv(arguments[0], arguments.data());
        _exit(127);
    }
    int status = 0;
    rusage usage{};
    wait4(process, &status, 0, &usage);
    if (status != 0) {
        fmt::print(stderr, "{} failed\n", command.front());
        std::exit(1);
    }
    return {.seconds = seconds_since(start), .megabytes = static_cast<double>(usage.ru_maxrss) / 1024};
}

class Simulations {
public:
    explicit Simulations(std::string program) : program_(std::move(program)) { fs::create_directories(folder_); }
    Simulations(const Simulations&) = delete;
    Simulations& operator=(const Simulations&) = delete;
    ~Simulations() { fs::remove_all(folder_); }

    Run games(int size, std::size_t count, std::string_view first, int threads) const {
        const std::string input = folder_ + "/sizes.txt";
        {
            std::ofstream file(input);
            for (std::size_t i = 0; i < count; ++i) file << size << '\n';
        }
        return run({program_, "simulate", input, folder_ + "/games.log", "--p1", "random", "--p2", "edge", "--first",
                    std::string(first), "--threads", std::to_string(threads)});
    }

private:
    std::string program_;
    std::string folder_ = (fs::temp_directory_path() / fmt::format("crownhead-lab-{}", getpid())).string();
};

// As most files are found: no game says which one it is.
std::string without_game_type(const std::string& text) {
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
        const std::string_view line = std::string_view(text).substr(at, end - at);
        if (!line.starts_with("[Game")) out += line;
        at = end;
    }
    return out;
}

// All that is needed to read a file that does not say what it is: its encoding, its game, its records.
void measure_recognition(std::string_view name, const std::string& named) {
    const std::string text = without_game_type(named);
    double best = 1e9;
    std::size_t games = 0;
    std::size_t played = 0;
    std::string found;
    for (int repeat = 0; repeat < 3; ++repeat) {
        games = played = 0;
        const auto start = Clock::now();
        const pdn::Encoding encoding = pdn::find_encoding(text);
        GameReader reader(nullptr);
        for (const bool reading : {false, true}) {
            pdn::Reader file(text_source(text), {}, encoding);
            for (;;) {
                const auto game = file.next();
                if (!game || !*game) break;
                if (!reading) {
                    reader.look_at(**game);
                    continue;
                }
                ++games;
                if (!reader.read(**game).error) ++played;
            }
        }
        best = std::min(best, seconds_since(start));
        found = describe(*reader.recognised());
    }
    fmt::print("{:<14} {:>8} games {:>9.0f} games/s recognised and read ({} played; {})\n", name, games,
               static_cast<double>(games) / best, played, found);
}

std::string pdn_text(std::string_view name, std::size_t bytes) {
    Random random(1);
    std::string text;
    while (text.size() < bytes) {
        const auto game = *new_game(name);
        while (!game->outcome()) game->play(random.below(static_cast<std::uint32_t>(game->legal().size())));
        text += pdn::write(to_pdn(from_game(*game))) + "\n";
    }
    return text;
}

void measure_pdn(std::string_view name) {
    const std::string text = pdn_text(name, std::size_t{16} << 20);
    double best = 1e9;
    std::size_t games = 0;
    std::size_t moves = 0;
    for (int repeat = 0; repeat < 5; ++repeat) {
        games = moves = 0;
        const auto start = Clock::now();
        pdn::Reader reader(text_source(text));
        for (;;) {
            const auto game = reader.next();
            if (!game || !*game) break;
            ++games;
            moves += (*game)->moves.size();
        }
        best = std::min(best, seconds_since(start));
    }
    const double megabytes = static_cast<double>(text.size()) / 1e6;
    const auto start = Clock::now();
    pdn::Reader reader(text_source(text));
    GameReader records(nullptr);
    std::size_t legal = 0;
    for (;;) {
        const auto game = reader.next();
        if (!game || !*game) break;
        if (!records.read(**game).error) ++legal;
    }
    fmt::print("{:<14} {:>8} games {:>9} moves {:>6.1f} MB/s read, {:>5.1f} MB/s read and replayed ({} legal)\n", name,
               games, moves, megabytes / best, megabytes / seconds_since(start), legal);
    measure_recognition(name, text);
}

}  // namespace

int main(int argc, char** argv) {
    if (argc > 1 && std::string_view(argv[1]) == "pdn") {
        for (const std::string_view name : {"english", "international", "russian"}) measure_pdn(name);
        return 0;
    }
    const std::string program =
        argc > 1 ? argv[1] : (fs::path(argv[0]).parent_path() / "../apps/cli/crownhead").lexically_normal().string();
    const Simulations simulations(program);
    constexpr std::size_t document = 50;
    fmt::print("crownhead simulate, 50 games, with the start of the program: best of 5\n");
    for (const std::string_view first : {"p1", "p2"})
        for (const int size : {6, 8, 10, 12}) {
            double best = 1e9;
            for (int i = 0; i < 5; ++i) best = std::min(best, simulations.games(size, document, first, 1).seconds);
            fmt::print("{:>2}x{:<2} {} begins {:>8.4f} s\n", size, size, first, best);
        }
    fmt::print("\ncrownhead simulate, 6x6, full logs, two threads\n");
    for (const std::size_t count : {10'000U, 100'000U, 1'000'000U}) {
        const Run result = simulations.games(6, count, "p1", 2);
        fmt::print("{:>8} games {:>7.2f} s {:>9.0f} games/s {:>6.1f} MB of memory\n", count, result.seconds,
                   static_cast<double>(count) / result.seconds, result.megabytes);
    }
    fmt::print("\nPDN, one core, best of 5\n");
    for (const std::string_view name : {"english", "international", "russian"}) measure_pdn(name);
    return 0;
}
