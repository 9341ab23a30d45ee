// One session of the Hub protocol: reads lines and obeys them, until quit or the end of input.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "hub/arguments.hpp"
#include "hub/lines.hpp"
#include "hub/search_thread.hpp"
#include "runtime/engine.hpp"
#include "runtime/game.hpp"
#include "util/result.hpp"

namespace crownhead::cli::hub {

class Session {
public:
    void run();

private:
    enum class Phase : std::uint8_t { Start, Declared, Idle };

    struct Command {
        std::string_view word{};
        Phase from = Phase::Start;  // the first one in which it makes sense
        Result<void> (Session::*run)(const Line&) = nullptr;
    };

    void obey(const Line& line);
    void report(const Line& line, const Result<void>& result);

    // None of these runs during a search.
    Result<void> declare(const Line& line);
    Result<void> set_param(const Line& line);
    Result<void> init(const Line& line);
    Result<void> begin_game(const Line& line);
    Result<void> set_position(const Line& line);
    Result<void> read_position(const Line& line);
    Result<void> choose_game(const Argument& position);
    Result<void> set_level(const Line& line);
    Result<void> go(const Line& line);

    Result<void> change_engine(const Parameters& before);
    Result<void> make_engine();
    void start_position();

    Phase phase_ = Phase::Start;
    Parameters parameters_;
    Level level_;
    std::unique_ptr<Engine> engine_;
    std::unique_ptr<Game> game_;
    bool refused_ = false;  // the last position: a move of another one would be taken for an answer
    bool leaving_ = false;
    Output output_;
    SearchThread search_{output_};  // looks at the engine and the game while it searches
};

}  // namespace crownhead::cli::hub
