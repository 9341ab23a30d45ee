// The words of the command line, and what happens when they are wrong. What a command does is in its own file.
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <exception>
#include <functional>
#include <new>
#include <string>
#include <string_view>
#include <thread>
#include <tuple>
#include <vector>

#include <CLI/CLI.hpp>

#include "commands.hpp"
#include "util/parse.hpp"

#ifndef CROWNHEAD_VERSION
#define CROWNHEAD_VERSION "unversioned"
#endif

namespace crownhead::cli {

namespace {

using Run = std::function<int()>;

// Everything that can be said about a command line: the commands with their options, and the one that was chosen.
class CommandLine {
public:
    CommandLine() {
        app_.set_version_flag("--version", "crownhead " CROWNHEAD_VERSION, "Show the version");
        app_.set_help_flag("-h,--help", "Show this help");
        app_.require_subcommand(1);
        app_.get_formatter()->column_width(30);
        app_.get_formatter()->label("SUBCOMMAND", "COMMAND");
        app_.footer(
            "Examples:\n"
            "  crownhead list                                 all games\n"
            "  crownhead serve --open                         games in the browser\n"
            "  crownhead play english                         a game in the terminal\n"
            "  crownhead show mini                            the start position\n"
            "  crownhead moves russian --play \"c3-d4 d6-c5\"   the legal moves after these\n"
            "  crownhead perft international 8 --divide\n"
            "  crownhead validate games.log\n"
            "  crownhead convert games.log games.pdn\n"
            "  crownhead analyse english --seconds 5          what the engine thinks\n"
            "  crownhead simulate sizes.txt games.log         a game for each board size in a file\n"
            "  crownhead match random edge --game suicide     which strategy is better?\n"
            "  crownhead egdb build english --pieces 5        endgames that are known, not guessed\n"
            "  crownhead solve suicide-6                      who wins with perfect play?\n"
            "  crownhead hub                                  the engine for a program that speaks Hub\n\n"
            "crownhead COMMAND --help says more. Exit codes: 0 done, 1 the task failed, 2 wrong usage or input.");
        add_list();
        add_show();
        add_moves();
        add_perft();
        add_play();
        add_validate();
        add_convert();
        add_analyse();
        add_bench();
        add_simulate();
        add_match();
        add_tournament();
        add_study();
        add_report();
        add_gauntlet();
        add_learn();
        add_levels();
        add_egdb();
        add_solve();
        add_verify_proof();
        add_hub();
        add_serve();
    }

    int run(int argc, const char* const* argv) {
        check_command(argc, argv);
        try {
            app_.parse(argc, argv);
        } catch (const CLI::CallForHelp&) {
            print("{}", app_.help());
            return exit_done;
        } catch (const CLI::CallForVersion& version) {
            print("{}\n", version.what());
            return exit_done;
        } catch (const CLI::ExtrasError&) {
            refuse(extras_message());
        } catch (const CLI::ParseError& error) {
            refuse(fmt::format("{} (see {} --help)", error.what(), chosen_name()));
        }
        return run_();
    }

private:
    CLI::App* add_command(const std::string& name, const std::string& description, const std::string& footer, Run run) {
        CLI::App* const command = app_.add_subcommand(name, description);
        command->footer(footer);
        command->group("Commands");
        if (run) command->callback([this, run = std::move(run)] { run_ = run; });
        names_.push_back(command->get_name());
        return command;
    }

    static void add_position(CLI::App& command, PositionOptions& position) {
        command
            .add_option("--fen", position.fen, "The position, as in \"B:W21-32:B1-12\"; otherwise the start position")
            ->type_name("FEN");
        command.add_option("--play", position.play, "Moves to play first, as in \"11-15 23-19\"")->type_name("MOVES");
        command
            .add_option("--notation", position.notation,
                        "auto (as the FEN, or as usual in this game), numeric or algebraic")
            ->type_name("NAME");
        command.add_flag("--any-position", position.any_position, "Accept a position that cannot arise in play");
    }

    void add_list() {
        CLI::App* const command = add_command("list", "Name all games",
                                              "Examples:\n"
                                              "  crownhead list\n"
                                              "  crownhead list --json",
                                              [this] { return list(list_); });
        command->add_flag("--json", list_.json, "For programs");
    }

    void add_show() {
        CLI::App* const command =
            add_command("show", "Show a position: diagram, FEN, whose turn it is",
                        "In the diagram o and O are man and king of Black (player 1), x and X of White (player 2).\n"
                        "The numbers at the side are those of the first dark square of each row.\n\n"
                        "Examples:\n"
                        "  crownhead show english\n"
                        "  crownhead show russian --fen \"W:Wc3,Kd4:Bf6\"\n"
                        "  crownhead show suicide-6 --diagram",
                        [this] { return show(show_); });
        command->add_option("GAME", show_.position.game, "Its name, as crownhead list shows it")
            ->required()
            ->type_name("");
        add_position(*command, show_.position);
        CLI::Option* const diagram = command->add_flag("--diagram", show_.diagram, "Nothing but the diagram");
        command->add_flag("--json", show_.json, "For programs")->excludes(diagram);
    }

    void add_moves() {
        CLI::App* const command = add_command("moves", "List the legal moves of a position, one on each line",
                                              "Examples:\n"
                                              "  crownhead moves english\n"
                                              "  crownhead moves english --play \"11-15 23-19\"\n"
                                              "  crownhead moves international --fen \"W:WK46:B23\" --full\n"
                                              "  crownhead moves czech --notation numeric --json",
                                              [this] { return moves(moves_); });
        command->add_option("GAME", moves_.position.game, "Its name, as crownhead list shows it")
            ->required()
            ->type_name("");
        add_position(*command, moves_.position);
        command->add_flag("--full", moves_.full, "Every square of the path");
        command->add_flag("--json", moves_.json, "For programs: from, to, path, captured, promotes, text");
    }

    void add_perft() {
        CLI::App* const command =
            add_command("perft", "Count all sequences of moves of a given length",
                        "Two captures with the same effect are one move. Draw rules are not applied.\n"
                        "A suite has lines game<TAB>fen<TAB>depth<TAB>count; fen may be start; any position will do;\n"
                        "lines with # are comments.\n\n"
                        "Examples:\n"
                        "  crownhead perft english 9\n"
                        "  crownhead perft russian 8 --divide --threads 2\n"
                        "  crownhead perft --suite tests/data/perft.tsv --max-depth 7",
                        [this] { return perft(perft_); });
        command->add_option("GAME", perft_.position.game, "Its name, as crownhead list shows it")->type_name("");
        command->add_option("DEPTH", perft_.depth, "Number of moves, 1..28")->type_name("");
        add_position(*command, perft_.position);
        command->add_flag("--divide", perft_.divide, "A count for each first move");
        command->add_option("--threads", perft_.threads, "Threads to use (default 1)")->type_name("N");
        command->add_option("--suite", perft_.suite, "Check the counts of this file (- for standard input)")
            ->type_name("FILE");
        command->add_option("--max-depth", perft_.max_depth, "Leave out deeper lines of the suite")->type_name("N");
        command->add_flag("--json", perft_.json, "For programs");
        command->add_flag("--quiet", perft_.quiet, "No progress on standard error");
    }

    void add_play() {
        CLI::App* const command =
            add_command("play", "Play a game in the terminal",
                        "What is not given is asked for. In the game, help lists the commands.\n\n"
                        "Examples:\n"
                        "  crownhead play\n"
                        "  crownhead play suicide-6 --side white --opponent random --seed 7\n"
                        "  crownhead play mini --side both",
                        [this] { return play(play_); });
        command->add_option("GAME", play_.game, "Its name, as crownhead list shows it")->type_name("");
        command->add_option("--side", play_.side, "Yours: black, white, both (two people here) or none (watch)")
            ->type_name("SIDE");
        std::string opponents;
        for (const std::string_view name : opponent_names()) append(opponents, name);
        command->add_option("--opponent", play_.opponent, fmt::format("Who plays the other side: {}", opponents))
            ->type_name("NAME");
        command->add_option("--seed", play_.seed, "The same seed, the same game")->type_name("N");
        command->add_option("--fen", play_.fen, "Begin with this position")->type_name("FEN");
    }

    void add_validate() {
        CLI::App* const command = add_command(
            "validate", "Check a course log: are its games right?",
            "A log has one block for each game: board size, moves (p1 4-7, p2 11x4(7)), pieces left (tp1 5, tp2 0),\n"
            "winner (wp1, wp2 or d). Of each game the first illegal move, or else what is wrong at its end, is named; "
            "exit code 1 if there is one.\n\n"
            "Examples:\n"
            "  crownhead validate games.log\n"
            "  crownhead validate games.log --game english",
            [this] { return validate(validate_); });
        command->add_option("FILE", validate_.file, "The log (- for standard input)")->required()->type_name("");
        command->add_option("--game", validate_.game, "Which game; the log says the size (default suicide)")
            ->type_name("NAME");
        command->add_flag("--json", validate_.json, "For programs");
    }

    void add_convert() {
        CLI::App* const command =
            add_command("convert", "Games and positions from one format to another: PDN, FEN, course log",
                        "The formats follow from the names: .pdn games, .fen positions (one on each line), .log or "
                        ".txt course logs.\n"
                        "All moves are checked. The output is written whole or, after an error, not at all.\n\n"
                        "Examples:\n"
                        "  crownhead convert games.log games.pdn --game suicide\n"
                        "  crownhead convert games.pdn last.fen --skip-bad\n"
                        "  crownhead convert games.pdn - --to fen --positions all",
                        [this] { return convert(convert_); });
        command->add_option("INPUT", convert_.input, "What to read (- for standard input)")->required()->type_name("");
        command->add_option("OUTPUT", convert_.output, "What to write (- for standard output)")
            ->required()
            ->type_name("");
        command->add_option("--from", convert_.from, "Format of the input: pdn, fen or log")->type_name("FORMAT");
        command->add_option("--to", convert_.to, "Format of the output: pdn, fen or log")->type_name("FORMAT");
        command->add_option("--game", convert_.game, "Which game, where the input does not say (logs: suicide)")
            ->type_name("NAME");
        command->add_option("--positions", convert_.positions, "Of each game: final (default) or all; to fen only")
            ->type_name("WHICH");
        command->add_flag("--skip-bad", convert_.skip_bad, "Leave out what is wrong, and name it on standard error");
    }

    void add_analyse() {
        CLI::App* const command = add_command(
            "analyse", "What the engine thinks of a position, depth by depth",
            "Scores are for the side to move: +1.00 means that it scores 73 %, about a man ahead in most games;\n"
            "'win in 7' counts plies. Ctrl-C ends the analysis with what is known by then.\n\n"
            "Examples:\n"
            "  crownhead analyse english --seconds 5\n"
            "  crownhead analyse russian --fen \"W:Wc3,Kd4:Bf6\" --depth 20\n"
            "  crownhead analyse suicide-6 --play \"5-8\" --multipv 3 --json",
            [this] { return analyse(analyse_); });
        command->add_option("GAME", analyse_.position.game, "Its name, as crownhead list shows it")
            ->required()
            ->type_name("");
        add_position(*command, analyse_.position);
        command->add_option("--seconds", analyse_.seconds, "Think so long (default 5 unless there is another limit)")
            ->type_name("S");
        command->add_option("--depth", analyse_.depth, "Look so many plies ahead, 1..99")->type_name("N");
        command->add_option("--nodes", analyse_.nodes, "Look at so many positions")->type_name("N");
        command->add_option("--multipv", analyse_.lines, "The N best moves (default 1)")->type_name("N");
        command->add_option("--threads", analyse_.threads, "Threads to use (default 1)")->type_name("N");
        command->add_option("--hash", analyse_.table, "Megabytes for the table of positions (default 64)")
            ->type_name("MB");
        command->add_option("--egdb", analyse_.endgames, "Use the endgame files in this folder (crownhead egdb build)")
            ->type_name("DIR");
        command->add_flag("--json", analyse_.json, "For programs: one object for each depth");
    }

    void add_bench() {
        CLI::App* const command =
            add_command("bench", "A fixed search in every game: its number of nodes is the signature of the engine",
                        "Examples:\n"
                        "  crownhead bench\n"
                        "  crownhead bench 11 --verbose",
                        [this] { return bench(bench_); });
        command->add_option("DEPTH", bench_.depth, "Plies (default 9)")->type_name("");
        command->add_flag("--verbose", bench_.verbose, "A line for each game");
    }

    void add_hub() {
        add_command("hub", "Be the engine of a graphical program (Hub protocol, version 2)",
                    "Commands come on standard input, one on each line, and answers go to standard output.\n"
                    "The parameter variant chooses the game; docs/hub.md says the rest.\n\n"
                    "Examples:\n"
                    "  crownhead hub\n"
                    "  (echo hub; echo init; echo level depth=9; echo go think; sleep 5) | crownhead hub",
                    [] { return hub(); });
    }

    void add_gauntlet() {
        CLI::App* const command = add_command(
            "gauntlet", "One player against others, in one game or many, with error bars",
            "Every opening is played from both sides. Elo and its 95 % interval are estimated from these pairs; LOS is "
            "how\n"
            "sure it is that the player is the stronger one; slowest is its longest move in milliseconds.\n\n"
            "Examples:\n"
            "  crownhead gauntlet english --games 1000\n"
            "  crownhead gauntlet all --player engine:nodes=2000 --against engine:nodes=1000 --threads 2\n"
            "  crownhead gauntlet english russian --player engine:nodes=5000 --against "
            "engine:nodes=5000,without=futility",
            [this] { return gauntlet(gauntlet_); });
        command->add_option("GAME", gauntlet_.games, "One or more games, or all")->required()->type_name("");
        command->add_option("--player", gauntlet_.player, "Whose results are shown (default engine:seconds=0.1)")
            ->type_name("PLAYER");
        command
            ->add_option("--against", gauntlet_.against,
                         "The others (default plain alpha-beta in the same time, and the engine in half the time)")
            ->type_name("PLAYER");
        command->add_option("--games", gauntlet_.count, "Games against each (default 100)")->type_name("N");
        command
            ->add_option("--openings", gauntlet_.openings,
                         "auto (ballots where there are some), start, random, ballots")
            ->type_name("KIND");
        command->add_option("--plies", gauntlet_.plies, "Moves of a random opening (default 6)")->type_name("N");
        command->add_option("--seed", gauntlet_.seed, "The same seed, the same openings (default 1)")->type_name("N");
        command->add_option("--threads", gauntlet_.threads, "Games at a time (default 1)")->type_name("N");
        command->add_flag("--quiet", gauntlet_.quiet, "No progress on standard error");
    }

    static void add_run(CLI::App& command, RunSettings& run) {
        command.add_option("--threads", run.threads, "Games at a time (default 1)")->type_name("N");
        command.add_flag("--quiet", run.quiet, "No progress on standard error");
    }

    void add_simulate() {
        CLI::App* const command = add_command(
            "simulate", "Play one game for each board size in a file, and log them all",
            "INPUT has one board size on each line; OUTPUT becomes a course log with one block for each game:\n"
            "board size, moves (p1 4-7, p2 11x4(7)), pieces left (tp1 5, tp2 0), winner (wp1, wp2 or d).\n"
            "The whole input is checked first. Nothing is printed unless something is wrong.\n\n"
            "Examples:\n"
            "  crownhead simulate sizes.txt games.log\n"
            "  crownhead simulate sizes.txt games.log --p1 scatter --p2 random --first alternate --seed 7\n"
            "  crownhead simulate sizes.txt games.log --game giveaway --threads 2 --progress",
            [this] { return simulate(simulate_); });
        command->add_option("INPUT", simulate_.input, "Board sizes, one on each line (- for standard input)")
            ->required()
            ->type_name("");
        command->add_option("OUTPUT", simulate_.output, "The log; it appears when all games are played")
            ->required()
            ->type_name("");
        command->add_option("--p1", simulate_.player1, "Player 1, at the top (default random)")->type_name("PLAYER");
        command->add_option("--p2", simulate_.player2, "Player 2, at the bottom (default edge)")->type_name("PLAYER");
        command->add_option("--first", simulate_.first, "Who begins: p1 (default), p2 or alternate")->type_name("WHO");
        command->add_option("--game", simulate_.game, "Which game; the lines say the size (default suicide)")
            ->type_name("NAME");
        command->add_option("--seed", simulate_.seed, "The same seed, the same games (default 1)")->type_name("N");
        command->add_option("--threads", simulate_.threads, "Games at a time (default 1)")->type_name("N");
        command->add_flag("--skip-bad", simulate_.skip_bad, "Play the good lines; the others go to OUTPUT.skipped");
        command->add_flag("--progress", simulate_.progress, "Show on standard error how far it is");
    }

    void add_match() {
        CLI::App* const command = add_command(
            "match", "Matches between players: two, or everybody against everybody",
            "Every opening is played from both sides, unless --begins says otherwise. Elo and its 95 % interval are "
            "estimated from these pairs; LOS is "
            "how\n"
            "sure it is that the first player is the stronger one. With --out everything is kept in a folder: games as "
            "PDN\n"
            "and course log, results as JSON and CSV; after an interruption the same command goes on where it "
            "stopped.\n\n"
            "Examples:\n"
            "  crownhead match random edge --game suicide --games 1000\n"
            "  crownhead match scatter random edge --game suicide-6 suicide --openings start --out study\n"
            "  crownhead match engine:nodes=2000 hub:seconds=0.1,cmd=./other --game international --sprt 0,10",
            [this] { return match(match_); });
        command->add_option("PLAYERS", match_.players, "Two or more (docs/strategies.md)")->required()->type_name("");
        command->add_option("--game", match_.games, "One or more games, or all (default english)")->type_name("NAME");
        command->add_option("--games", match_.count, "Games of each match (default 100; with --sprt at most 100000)")
            ->type_name("N");
        command->add_flag("--gauntlet", match_.gauntlet, "Only the first player against all others");
        command
            ->add_option("--begins", match_.begins, "Who begins: alternate (default), or always the first, the second")
            ->type_name("WHO");
        command
            ->add_option("--openings", match_.openings, "auto (ballots where there are some), start, random, ballots")
            ->type_name("KIND");
        command->add_option("--plies", match_.plies, "Moves of a random opening (default 6)")->type_name("N");
        command->add_option("--seed", match_.seed, "The same seed, the same games (default 1)")->type_name("N");
        command->add_option("--longest", match_.longest, "Longer games are drawn (default 1000 plies)")->type_name("N");
        command
            ->add_option("--sprt", match_.sprt,
                         "End each match when it is clear whether the first player is better by ELO1 rather than ELO0")
            ->type_name("ELO0,ELO1[,ALPHA,BETA]");
        command->add_option("--out", match_.run.out, "Keep everything in this folder")->type_name("FOLDER");
        add_run(*command, match_.run);
    }

    void add_tournament() {
        CLI::App* const command = add_command(
            "tournament", "Play what a plan says, or go on with a run",
            "A plan is a text file with a keyword on each line: name, game, player, pairing (round-robin or "
            "gauntlet),\n"
            "begins, count, openings, seed, longest, sprt (docs/formats.md). The run is kept in a folder; naming that "
            "folder "
            "goes on\n"
            "with it.\n\n"
            "Examples:\n"
            "  crownhead tournament simple.plan --threads 2\n"
            "  crownhead tournament simple.run",
            [this] { return tournament(tournament_); });
        command->add_option("FILE", tournament_.file, "The plan, or the folder of a run")->required()->type_name("");
        command->add_option("--out", tournament_.run.out, "The folder (default: the name of the plan, ending in .run)")
            ->type_name("FOLDER");
        add_run(*command, tournament_.run);
    }

    void add_report() {
        CLI::App* const command = add_command(
            "report", "A page about a run: standings, charts, games to replay",
            "The page needs nothing but itself; the charts are also written as SVG files. A run that is not finished\n"
            "gives a report on what there is.\n\n"
            "Examples:\n"
            "  crownhead report study/many\n"
            "  crownhead report study/many --games-per-cell 100 --out study.html",
            [this] { return report(report_); });
        command->add_option("RUN", report_.run, "The folder of a match or tournament")->required()->type_name("");
        command->add_option("--out", report_.out, "Where to write the page (default RUN/report.html)")
            ->type_name("FILE");
        command
            ->add_option("--games-per-cell", report_.games_per_cell,
                         "Games to replay of each pairing in each game (default 20)")
            ->type_name("N");
    }

    void add_study() {
        CLI::App* const command = add_command(
            "study", "Repeat the study of the suicide document, with many more games and more strategies",
            "Plays random against edge on 6x6 to 12x12 (50 games and --games for each size and each who begins), then "
            "all\n"
            "simple strategies against each other in five games. Prints tables in Markdown and keeps every game, the "
            "tables\n"
            "and charts in a folder; after an interruption the same command goes on.\n\n"
            "Examples:\n"
            "  crownhead study --threads 2\n"
            "  crownhead study --games 200 --strategy-games 20 --out quick",
            [this] { return study(study_); });
        command->add_option("--games", study_.games, "For each size and each who begins (default 20000)")
            ->type_name("N");
        command->add_option("--strategy-games", study_.strategy_games, "Of any two strategies in a game (default 1000)")
            ->type_name("N");
        command->add_option("--seed", study_.seed, "The same seed, the same games (default 1)")->type_name("N");
        command->add_option("--out", study_.run.out, "The folder (default study)")->type_name("FOLDER");
        add_run(*command, study_.run);
    }

    void add_learn() {
        CLI::App* const command = add_command(
            "learn", "Fit the engine's evaluation of a game from games against itself",
            "Each round plays games with the weights so far, fits new ones to all quiet positions and their results, "
            "and\n"
            "tests new against old. The file is written after each round in which the new ones are not worse.\n\n"
            "Examples:\n"
            "  crownhead learn english --out data/weights/english.txt --rounds 3 --games 2000 --threads 2",
            [this] { return learn(learn_); });
        command->add_option("GAME", learn_.game, "Its name, as crownhead list shows it")->required()->type_name("");
        command->add_option("--out", learn_.out, "Where to write the weights")->type_name("FILE");
        command->add_option("--from", learn_.from, "Begin with: builtin (default), guess, or a file")
            ->type_name("WHAT");
        command->add_option("--games", learn_.games, "Games in each round (default 1000)")->type_name("N");
        command->add_option("--nodes", learn_.nodes, "Positions looked at for each move (default 2000)")
            ->type_name("N");
        command
            ->add_option("--rounds", learn_.rounds, "Default 2; 0 only tests --from against the weights of the program")
            ->type_name("N");
        command->add_option("--test-games", learn_.test_games, "New against old after each round (default 200)")
            ->type_name("N");
        command->add_option("--seed", learn_.seed, "The same seed, the same weights (default 1)")->type_name("N");
        command->add_option("--threads", learn_.threads, "Games at a time (default 1)")->type_name("N");
        command->add_flag("--quiet", learn_.quiet, "No progress on standard error");
    }

    void add_levels() {
        CLI::App* const command =
            add_command("levels", "Measure the ten levels: each against the one below",
                        "Each level should win about two games in three against the one below.\n\n"
                        "Examples:\n"
                        "  crownhead levels english --games 400 --threads 2",
                        [this] { return levels(levels_); });
        command->add_option("GAME", levels_.games, "One or more games, or all")->required()->type_name("");
        command->add_option("--games", levels_.count, "Games of each match (default 200)")->type_name("N");
        command->add_option("--seconds", levels_.seconds, "Time a move of the highest level (default 0.05)")
            ->type_name("S");
        command->add_option("--seed", levels_.seed, "The same seed, the same openings (default 1)")->type_name("N");
        command->add_option("--threads", levels_.threads, "Games at a time (default 1)")->type_name("N");
        command->add_flag("--quiet", levels_.quiet, "No progress on standard error");
    }

    void add_egdb() {
        CLI::App* const command = add_command(
            "egdb", "Endgames that are known: build the files, check them, ask them",
            "Values are win, draw or loss with best play on both sides; repetition is a draw, and draws by\n"
            "a count of moves are left out. Files are kept in --data, or else in\n"
            "$XDG_DATA_HOME/crownhead/egdb, a folder for each game.\n\n"
            "Examples:\n"
            "  crownhead egdb build english --pieces 5\n"
            "  crownhead egdb verify english\n"
            "  crownhead egdb info english\n"
            "  crownhead egdb probe english \"B:W25,K8:BK15,K22\"",
            {});
        command->require_subcommand(1);
        const auto add = [&](const std::string& name, const std::string& description, std::string& game,
                             std::string& data, bool& json, Run run) {
            CLI::App* const below = command->add_subcommand(name, description);
            below->group("Commands");
            below->callback([this, run = std::move(run)] { run_ = run; });
            below->add_option("GAME", game, "Its name, as crownhead list shows it")->required()->type_name("");
            below->add_option("--data", data, "Folder of the files")->type_name("DIR");
            below->add_flag("--json", json, "For programs");
            return below;
        };
        CLI::App* const build =
            add("build", "Solve all positions with up to N pieces and write them to files", egdb_build_.game,
                egdb_build_.data, egdb_build_.json, [this] { return egdb_build(egdb_build_); });
        build->add_option("--pieces", egdb_build_.pieces, "On the board, both sides together")
            ->required()
            ->type_name("N");
        build->add_option("--memory", egdb_build_.memory, "At most so much, as in 600M or 4G (default 4G)")
            ->type_name("M");
        build
            ->add_option("--metric", egdb_build_.metric,
                         "wdl: win, draw or loss (default); dtw: also the plies to the end, for small sets")
            ->type_name("NAME");
        build->footer("What is there already is kept: an interrupted build goes on with the same command.");
        CLI::App* const verify =
            add("verify", "Check that every value is the best that the moves lead to", egdb_verify_.game,
                egdb_verify_.data, egdb_verify_.json, [this] { return egdb_verify(egdb_verify_); });
        for (auto [below, threads, quiet] : {std::tuple(build, &egdb_build_.threads, &egdb_build_.quiet),
                                             std::tuple(verify, &egdb_verify_.threads, &egdb_verify_.quiet)}) {
            *threads = std::to_string(std::clamp(std::thread::hardware_concurrency(), 1U, 256U));
            below->add_option("--threads", *threads, "Threads to use (default: one for each core)")->type_name("N");
            below->add_flag("--quiet", *quiet, "No progress on standard error");
        }
        add("info", "List the classes: positions, wins, draws, losses, bytes, longest ways to the end", egdb_info_.game,
            egdb_info_.data, egdb_info_.json, [this] { return egdb_info(egdb_info_); });
        CLI::App* const probe =
            add("probe", "The value of a position and of each of its moves", egdb_probe_.position.game,
                egdb_probe_.data, egdb_probe_.json, [this] { return egdb_probe(egdb_probe_); });
        probe->add_option("FEN", egdb_probe_.position.fen, "The position, as in \"B:W25,K8:BK15,K22\"")
            ->required()
            ->type_name("");
        probe->add_option("--notation", egdb_probe_.position.notation, "auto, numeric or algebraic")->type_name("NAME");
    }

    void add_solve() {
        CLI::App* const command = add_command(
            "solve", "The exact value of a small game: who wins with perfect play, and by which first moves",
            "For mini and all games with kings on 6x6. Values are those with best play on both sides;\n"
            "repetition is a draw, and draws by a count of moves are left out. Endgames that are missing are\n"
            "made first. An interrupted run goes on with the same command.\n\n"
            "Examples:\n"
            "  crownhead solve mini\n"
            "  crownhead solve suicide-6 --certificate suicide-6.proof\n"
            "  crownhead solve english-6 --fen \"B:W13-18:B1-6\"\n"
            "  crownhead solve --all",
            [this] { return solve(solve_); });
        command->add_option("GAME", solve_.position.game, "Its name, as crownhead list shows it")->type_name("");
        command->add_flag("--all", solve_.all, "Every game that can be solved, one after the other");
        command->add_option("--fen", solve_.position.fen, "The position (default: the start)")->type_name("FEN");
        command->add_option("--notation", solve_.position.notation, "auto, numeric or algebraic")->type_name("NAME");
        command
            ->add_option("--certificate", solve_.certificate,
                         "Write a proof that crownhead verify-proof checks; with --all a folder for them")
            ->type_name("FILE");
        command
            ->add_option("--pieces", solve_.pieces,
                         "Use endgames with up to so many (default 5 or less); 0: prove everything to the end")
            ->type_name("N");
        command->add_option("--data", solve_.data, "Folder of the endgame files (see crownhead egdb)")
            ->type_name("DIR");
        command->add_option("--memory", solve_.memory, "At most so much, as in 600M or 4G (default 4G)")
            ->type_name("M");
        solve_.threads = std::to_string(std::clamp(std::thread::hardware_concurrency(), 1U, 256U));
        command->add_option("--threads", solve_.threads, "Threads to use (default: one for each core)")->type_name("N");
        command->add_flag("--backwards", solve_.backwards, "Try moves in the other order, as a check on the result");
        command->add_flag("--json", solve_.json, "For programs");
        command->add_flag("--quiet", solve_.quiet, "No progress on standard error");
    }

    void add_verify_proof() {
        CLI::App* const command = add_command(
            "verify-proof", "Check a proof of what a position is worth, and say what it proves",
            "The file holds a strategy (for a draw: one for each side). Every reply to it is followed, with a second\n"
            "generator of moves and without search or endgame files. Exit code 1 if the proof is not right.\n\n"
            "Examples:\n"
            "  crownhead verify-proof suicide-6.proof\n"
            "  crownhead verify-proof suicide-6.proof --json",
            [this] { return verify_proof(verify_proof_); });
        command->add_option("FILE", verify_proof_.file, "The proof (- for standard input)")->required()->type_name("");
        command->add_flag("--json", verify_proof_.json, "For programs");
        command->add_flag("--quiet", verify_proof_.quiet, "No progress on standard error");
    }

    void add_serve() {
        CLI::App* const command = add_command(
            "serve", "Games, library and laboratory in the browser",
            "The page is at http://localhost:8080 until Ctrl-C, for this machine alone. If the port is taken, one of "
            "the next\n"
            "twenty is used; the first line says which. --bind 0.0.0.0 lets other machines in: whoever reaches the "
            "address can\n"
            "see and change everything.\n\n"
            "Examples:\n"
            "  crownhead serve --open\n"
            "  crownhead serve --port 0 --data games\n"
            "  crownhead serve --bind 0.0.0.0 --allow-host draughts.example",
            [this] { return serve(serve_); });
        command->add_option("--port", serve_.port, "Where to listen (default 8080); 0 is any that is free")
            ->type_name("N");
        command->add_option("--bind", serve_.address, "The address to listen at (default 127.0.0.1)")
            ->type_name("ADDRESS");
        command
            ->add_option("--data", serve_.data,
                         "Where games and runs are kept (default $XDG_DATA_HOME/crownhead or "
                         "~/.local/share/crownhead)")
            ->type_name("FOLDER");
        command->add_flag("--open", serve_.open, "Open the page in the browser");
        command
            ->add_option("--allow-host", serve_.hosts,
                         "Also answer under this name; otherwise only as localhost and by address")
            ->type_name("NAME");
        command->add_option("--workers", serve_.workers, "Threads that think and play (default 2)")->type_name("N");
        command->add_flag("--no-endgames", serve_.no_endgames,
                          "Do not make small sets of endgames for the games that are played");
        command->add_flag("--quiet", serve_.quiet, "No remarks on standard error");
        serve_.version = CROWNHEAD_VERSION;
    }

    // A wrong first word gets an answer of its own, since whatever follows it belongs to an unknown command.
    void check_command(int argc, const char* const* argv) const {
        std::string all;
        for (const std::string_view name : names_) append(all, name);
        if (argc < 2) refuse(fmt::format("expected a command: {} (see crownhead --help)", all));
        const std::string_view word = argv[1];
        if (word.starts_with('-') || std::ranges::find(names_, word) != names_.end()) return;
        const std::vector<std::string_view> words(names_.begin(), names_.end());
        if (const auto near = nearest(word, words))
            refuse(fmt::format("there is no command '{}'; did you mean {}?", excerpt(word), *near));
        refuse(fmt::format("there is no command '{}': expected {}", excerpt(word), all));
    }

    // The command, or the one below it: egdb build.
    const CLI::App& chosen() const {
        const CLI::App* command = &app_;
        for (auto below = command->get_subcommands(); !below.empty(); below = command->get_subcommands())
            command = below.front();
        return *command;
    }
    std::string chosen_name() const {
        std::string name = "crownhead";
        const CLI::App* command = &app_;
        for (auto below = command->get_subcommands(); !below.empty(); below = command->get_subcommands()) {
            command = below.front();
            append(name, command->get_name(), " ");
        }
        return name;
    }

    std::string extras_message() const {
        const std::vector<std::string> extras = app_.remaining(true);
        const std::string first = extras.empty() ? "" : extras.front();
        if (&chosen() != &app_ && chosen().get_name() == "perft" && first.size() > 1 && first[0] == '-' &&
            is_digit(first[1]))
            return fmt::format("depth {}: expected a whole number 1..28", excerpt(first));
        std::vector<std::string> options;
        for (const CLI::Option* const option : chosen().get_options()) {
            if (!option->get_lnames().empty()) options.push_back(fmt::format("--{}", option->get_lnames().front()));
        }
        const std::vector<std::string_view> words(options.begin(), options.end());
        const auto near = first.starts_with('-') ? nearest(first, words) : std::nullopt;
        const std::string hint =
            near ? fmt::format("did you mean {}?", *near) : fmt::format("see {} --help", chosen_name());
        return fmt::format("unexpected argument '{}' ({})", excerpt(first), hint);
    }

    CLI::App app_{"Crownhead: draughts of many kinds", "crownhead"};
    std::vector<std::string> names_;
    Run run_;
    ListOptions list_;
    ShowOptions show_;
    MovesOptions moves_;
    PerftCommand perft_;
    PlayOptions play_;
    ValidateOptions validate_;
    ConvertOptions convert_;
    AnalyseOptions analyse_;
    BenchOptions bench_;
    GauntletOptions gauntlet_;
    LearnOptions learn_;
    LevelsOptions levels_;
    EgdbBuildOptions egdb_build_;
    EgdbVerifyOptions egdb_verify_;
    EgdbInfoOptions egdb_info_;
    EgdbProbeOptions egdb_probe_;
    SolveCommand solve_;
    VerifyProofOptions verify_proof_;
    SimulateOptions simulate_;
    MatchOptions match_;
    TournamentOptions tournament_;
    StudyCommand study_;
    ReportCommand report_;
    ServeCommand serve_;
};

// One line, whatever was quoted in it.
int failed(int code, std::string message) {
    std::ranges::replace_if(message, [](char c) { return (c >= 0 && c < ' ') || c == '\x7f'; }, '?');
    write_err(fmt::format("crownhead: {}\n", message));
    return code;
}

int guarded(int argc, const char* const* argv) {
    try {
        const int code = CommandLine().run(argc, argv);
        flush_out();
        return code;
    } catch (const Failure& failure) {
        return failed(failure.code(), failure.what());
    } catch (const OutputClosed&) {
        return exit_failed;
    } catch (const std::bad_alloc&) {
        return failed(exit_failed, "out of memory");
    } catch (const std::exception& error) {
        return failed(exit_failed, error.what());
    }
}

}  // namespace

}  // namespace crownhead::cli

int main(int argc, char** argv) {
    // Where standard input, output or error is closed, the next file that is opened would take its place.
    for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        if (fcntl(descriptor, F_GETFD) == -1) static_cast<void>(open("/dev/null", O_RDWR));
    // A reader that goes away (crownhead list | head -1) is noticed when writing fails, not by a signal that kills.
    std::signal(SIGPIPE, SIG_IGN);
    return crownhead::cli::guarded(argc, argv);
}
