// The stand-in's answers for Set-up, Library and Laboratory. Positions are checked by the real program; the results of
// runs are drawn by lot.
import { execFileSync } from "node:child_process";

export function tools({ program, games, gameOf, readFen, tables, newTable, everybody, Refused }) {
  const run = (...words) => {
    try {
      return JSON.parse(execFileSync(program, [...words, "--json"], { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] }));
    } catch (error) {
      throw new Refused("illegal", String(error.stderr ?? error.message).trim().replace(/^crownhead( \w+)?: /, ""));
    }
  };

  const writeFen = (game, board, turn) => {
    const list = (man) =>
      [...board].flatMap((piece, index) => {
        if (piece.toLowerCase() !== man) return [];
        return [(piece === man ? "" : "K") + (game.names?.[index] ?? index + 1)];
      });
    return `${turn === "white" ? "W" : "B"}:W${list("w").join(",")}:B${list("b").join(",")}`;
  };

  // --- library ---
  const deleted = new Set();
  const samples = [];
  const people = ["Ada", "Bram", "engine:level=3", "engine", "scatter", "Chris", "alphabeta:depth=7"];
  for (let i = 0; i < 57; i++) {
    const game = games[(i * 7) % games.length];
    const changed = new Date(Date.now() - i ** 2.4 * 3e5).toISOString();
    samples.push({
      id: `old${i}`, name: i % 4 === 1 ? ["Final of the club evening", "Double capture at the end", "Lesson 3", "Against the engine on the train"][(i >> 2) % 4] : "",
      game: game.name, black: people[i % 7], white: people[(i * 3 + 1) % 7], result: ["1-0", "0-1", "1/2-1/2", "*"][(i * 5) % 4],
      plies: 12 + ((i * 37) % 80), created: changed, changed,
    });
  }
  const entries = () => [
    ...[...tables.values()].reverse().map(({ id, name, game, black, white, nodes, created, outcome }) => ({
      id, name, game, black: black.player ?? "human", white: white.player ?? "human",
      result: outcome ? (outcome.winner === "white" ? "1-0" : outcome.winner ? "0-1" : "1/2-1/2") : "*", plies: nodes.length, created, changed: created,
    })),
    ...samples,
  ].filter(({ id }) => !deleted.has(id));

  // --- laboratory ---
  const runs = [];
  const wilson = (won, drawn, lost) => {
    const n = won + drawn + lost;
    if (n === 0) return [0.5, 0, 1];
    const score = (won + drawn / 2) / n;
    const error = 1.96 * Math.sqrt(Math.max(score * (1 - score), 0.02) / n);
    return [score, Math.max(0, score - error), Math.min(1, score + error)];
  };
  const elo = (score) => (score <= 0 ? -1200 : score >= 1 ? 1200 : Math.max(-1200, Math.min(1200, 400 * Math.log10(score / (1 - score)))));
  const shown = ({ timer, strength, ...rest }) => rest;
  const strengthOf = (player) => [...player].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 7;

  function playSome(run, count) {
    for (let i = 0; i < count && run.done < run.planned; i++) {
      const cell = run.cells[run.done % run.cells.length];
      const firstBegins = Math.floor(run.done / run.cells.length) % 2 === 0;
      const edge = (strengthOf(run.players[cell.first]) - strengthOf(run.players[cell.second])) / 14 + (firstBegins ? 0.03 : -0.03);
      const luck = Math.random();
      const result = luck < 0.42 + edge ? "won" : luck < 0.56 + edge ? "drawn" : "lost";
      cell[result]++;
      (firstBegins ? cell.first_begins : cell.second_begins)[["won", "drawn", "lost"].indexOf(result)]++;
      cell.score = wilson(cell.won, cell.drawn, cell.lost);
      cell.elo = cell.score.map(elo);
      cell.plies = 34.2;
      run.done++;
    }
    if (run.done >= run.planned) run.state = "complete";
  }

  function go(run) {
    run.state = "running";
    const tick = () => {
      run.seconds += 0.25;
      playSome(run, Math.max(1, Math.round(run.planned / 120)));
      everybody({ event: "run", run: shown(run) });
      if (run.state === "running") run.timer = setTimeout(tick, 250);
    };
    run.timer = setTimeout(tick, 250);
  }

  function startRun(plan) {
    const cells = [];
    for (const game of plan.games)
      for (let first = 0; first < (plan.pairing === "gauntlet" ? 1 : plan.players.length); first++)
        for (let second = first + 1; second < plan.players.length; second++)
          cells.push({ game, first, second, won: 0, drawn: 0, lost: 0, score: [0.5, 0, 1], elo: [0, -1200, 1200], first_begins: [0, 0, 0], second_begins: [0, 0, 0], plies: 0 });
    const text = [...plan.games.map((game) => `game ${game}`), ...plan.players.map((player) => `player ${player}`), `pairing ${plan.pairing}`, `count ${plan.count}`, `openings ${plan.openings} ${plan.plies ?? ""}`, `seed ${plan.seed}`].join("\n");
    const run = { id: `run${runs.length + 1}`, name: plan.name ?? "", state: "stopped", done: 0, planned: cells.length * plan.count, seconds: 0, players: plan.players, games: plan.games, cells, plan: text };
    runs.unshift(run);
    return run;
  }

  const known = [
    { name: "", games: ["suicide-6", "suicide", "suicide-10"], players: ["random", "edge", "scatter"], pairing: "round-robin", count: 400, openings: "auto", plies: 6, seed: 1 },
    { name: "Levels of the engine", games: ["english"], players: ["engine:level=1", "engine:level=3", "engine:level=5", "alphabeta:depth=7,eval=material"], pairing: "round-robin", count: 60, openings: "ballots", seed: 7 },
  ];
  for (const [index, plan] of known.entries()) {
    const run = startRun(plan);
    playSome(run, index === 0 ? run.planned : Math.round(run.planned / 3));
    run.seconds = 40.5;
  }
  const runOf = (id) => {
    const found = runs.find((one) => one.id === id);
    if (!found) throw new Refused("unknown", "There is no such run.");
    return found;
  };

  const found = (text, game) => {
    const parts = text.split(/(?=\[Event )/).filter((part) => part.startsWith("[Event"));
    const tag = (part, name) => new RegExp(`\\[${name} "([^"]*)"`).exec(part)?.[1] ?? "";
    if (parts.length > 0)
      return { kind: "pdn", games: parts.slice(0, 100).map((part) => ({ game, fen: "", moves: (part.match(/\d+[-x]\d+/g) ?? []).length, white: tag(part, "White"), black: tag(part, "Black"), result: tag(part, "Result") || "*" })) };
    const { fen } = run("show", game, "--fen", text.trim());
    return { kind: "fen", games: [{ game, fen, moves: 0, white: "", black: "", result: "*" }] };
  };
  const human = { kind: "human" };

  return {
    check(_socket, { game, board, turn }) {
      const { fen } = run("show", game, "--fen", writeFen(gameOf(game), board, turn));
      return { fen, legal: run("moves", game, "--fen", fen).moves.length };
    },
    read: (_socket, { text, game }) => found(text, game),
    import(socket, { text, game }) {
      const { kind, games: list } = found(text, game);
      return newTable(socket, { game, black: human, white: human, ...(kind === "fen" ? { fen: list[0].fen } : {}) });
    },
    library(_socket, { text = "", game = "", player = "", result = "", from = "", to = "", offset = 0, limit = 50 }) {
      const has = (value, part) => value.toLowerCase().includes(part.toLowerCase());
      const list = entries().filter((one) =>
        has(`${one.name} ${one.black} ${one.white}`, text) && has(`${one.black}|${one.white}`, player) && (!game || one.game === game) &&
        (!result || one.result === result) && (!from || one.changed >= from) && (!to || one.changed.slice(0, 10) <= to));
      return { games: list.slice(offset, offset + limit), total: list.length };
    },
    rename(_socket, { table: id, name }) {
      const entry = samples.find((one) => one.id === id) ?? tables.get(id);
      entry.name = name;
      return {};
    },
    delete: (_socket, { table: id }) => (deleted.add(id), {}),
    undelete: (_socket, { table: id }) => (deleted.delete(id), {}),
    "lab.list": () => ({ runs: runs.map(shown) }),
    "lab.open": (_socket, { run: id }) => ({ run: shown(runOf(id)) }),
    "lab.start"(_socket, { plan }) {
      const fresh = startRun(plan);
      go(fresh);
      return { run: shown(fresh) };
    },
    "lab.stop"(_socket, { run: id }) {
      const one = runOf(id);
      clearTimeout(one.timer);
      one.state = "stopped";
      everybody({ event: "run", run: shown(one) });
      return {};
    },
    "lab.resume"(_socket, { run: id }) {
      go(runOf(id));
      everybody({ event: "run", run: shown(runOf(id)) });
      return {};
    },
    "lab.delete"(_socket, { run: id }) {
      clearTimeout(runOf(id).timer);
      runs.splice(runs.indexOf(runOf(id)), 1);
      return {};
    },
    "lab.games"(_socket, { run: id, cell, offset = 0, limit = 50 }) {
      const one = runOf(id);
      const { first, second, won, drawn, lost } = one.cells[cell];
      const total = won + drawn + lost;
      const list = [];
      for (let number = offset; number < Math.min(total, offset + limit); number++) {
        const pair = [one.players[first], one.players[second]];
        const [black, white] = number % 2 ? pair : pair.reverse();
        list.push({ number, black, white, winner: [null, "black", "white"][(number * 7) % 3], text: ["repetition", "no-pieces", "no-move"][(number * 7) % 3], plies: 20 + ((number * 13) % 40) });
      }
      return { games: list, total };
    },
    "lab.game"(socket, { run: id, cell }) {
      return newTable(socket, { game: runOf(id).cells[cell].game, black: human, white: human });
    },
  };
}
