// A stand-in for the program, for work on the page: it serves dist/index.html and speaks enough of docs/protocol.md
// to play. Rules and legal moves come from the real program (CROWNHEAD, the path of the executable); its computers
// move at random. Usage: npm run mock [-- PORT]
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { WebSocketServer } from "ws";
import { tools } from "./tools.mjs";

const program = process.env.CROWNHEAD ?? new URL("../../build/release/apps/cli/crownhead", import.meta.url).pathname;
const port = Number(process.argv[2] ?? 8080);
const ask = (...words) => JSON.parse(execFileSync(program, [...words, "--json"], { encoding: "utf8" }));

// --- positions -------------------------------------------------------------------------------------------------------

function squareNumber(game, name) {
  if (/^\d+$/.test(name)) return Number(name);
  return game.names.indexOf(name) + 1;
}

function readFen(game, fen) {
  const board = Array(game.cells.length).fill("e");
  for (const part of fen.split(":").slice(1)) {
    const letter = part[0] === "W" ? "w" : "b";
    for (const item of part.slice(1).split(",").filter(Boolean)) {
      const king = item[0] === "K";
      const [first, last] = item.replace(/^K/, "").split("-").map((name) => squareNumber(game, name));
      for (let n = first; n <= (last ?? first); n++) board[n - 1] = king ? letter.toUpperCase() : letter;
    }
  }
  return board.join("");
}

const games = ask("list").map((entry) => {
  const { size } = entry;
  const mirrored = ["italian", "spanish"].includes(entry.family);
  const cells = [];
  for (let row = 0; row < size; row++)
    for (let column = 0; column < size; column++) if ((row + column) % 2 === (mirrored ? 0 : 1)) cells.push([row, column]);
  const names = entry.notation === "algebraic" ? cells.map(([row, column]) => "abcdefghijkl"[column] + (size - row)) : null;
  const players = ["suicide", "giveaway", "mini"].includes(entry.family);
  const game = {
    name: entry.name, family: entry.family, title: entry.title, summary: entry.summary, size,
    reversed: ["suicide", "giveaway", "antidraughts"].includes(entry.family), begins: entry.first,
    sides: players ? { black: "player 1", white: "player 2" } : { black: "Black", white: "White" },
    notation: entry.notation, rules: ["A man steps one square diagonally forward.", "Captures jump over an enemy piece next to it.", "A man on the far row becomes a king."],
    cells, names,
  };
  game.start = readFen(game, ask("show", game.name).fen);
  return game;
});
const gameOf = (name) => games.find((game) => game.name === name);

const strategies = [
  ["random", "a uniformly random legal move", ""],
  ["edge", "captures first, otherwise the move that ends nearest to a side column", ""],
  ["scatter", "spreads its pieces and looks at what can be captured next", ""],
  ["steps", "eight criteria, one after the other", "only=1+2+3+4+5+6+7+8"],
  ["minimax", "plain minimax to a fixed depth", "depth=5,eval=centre,seconds=15"],
  ["alphabeta", "the same with alpha-beta pruning", "depth=5,eval=centre,seconds=15"],
  ["mini-ab", "the player of the mini-checkers document, three levels", "level=1"],
  ["engine", "the engine: ten levels, or full strength with a time, depth or number of nodes", "level=10,seconds=1"],
].map(([name, help, options]) => ({ name, help, options }));

// --- tables ----------------------------------------------------------------------------------------------------------

const tables = new Map();
const watchers = new Map(); // table id -> set of sockets
let count = 0;

function lineTo(table, id) {
  const line = [];
  for (let node = table.nodes.find((n) => n.id === id); node; node = table.nodes.find((n) => n.id === node.parent)) line.unshift(node);
  return line;
}

function position(table) {
  const game = gameOf(table.game);
  const line = lineTo(table, table.node).map((node) => node.full).join(" ");
  const words = [table.game, "--fen", table.start.fen, ...(line ? ["--play", line] : [])];
  const now = ask("moves", ...words, "--full");
  const legal = now.moves.map((move) => {
    const path = move.path ?? [];
    const hops = path.slice(1).map((to, index) => [to, move.captured[index] ?? 0, 0]);
    if (hops.length === 1 && move.captured.length === 2) hops[0][2] = move.captured[1];
    return { text: move.text, full: move.full, path, hops, crowned: move.promotes, paths: [path] };
  });
  const capture = table.game !== "kingme" && legal.some((move) => move.hops.some((hop) => hop[1]));
  let outcome = null;
  if (now.over || legal.length === 0) {
    const shown = ask("show", ...words);
    const winner = shown.winner ?? (table.resigned ? null : now.turn === "black" ? "white" : "black");
    outcome = { winner, reason: "no-move", text: shown.outcome ?? `${game.sides[now.turn]} has no move and loses` };
  }
  return { board: readFen(game, now.fen), fen: now.fen, turn: now.turn, legal: outcome ? [] : legal, capture, outcome };
}

const strip = ({ timer, ...table }) => table;

function tell(table, set, more = {}) {
  Object.assign(table, set);
  table.version++;
  if (more.say) table.log.push(...more.say);
  for (const socket of watchers.get(table.id) ?? []) socket.send(JSON.stringify({ event: "table", table: table.id, version: table.version, set, ...more }));
}

function arrive(table, more = {}) {
  clearTimeout(table.timer);
  const set = { node: table.node, thinking: null, ...position(table), ...more.set };
  const computer = table[set.turn].kind === "computer";
  set.state = set.outcome ? "over" : computer ? (table.running || table.black.kind !== table.white.kind ? "thinking" : "paused") : "waiting";
  if (set.outcome) more.say = [...(more.say ?? []), { who: "judge", side: null, text: set.outcome.text, ply: lineTo(table, table.node).length }];
  tell(table, set, { add: more.add, say: more.say });
  if (set.state === "thinking") think(table, table.running ? table.delay : 900);
}

function think(table, time) {
  const side = table.turn;
  const began = Date.now();
  tell(table, { state: "thinking", thinking: { side, seconds: 0 } });
  const tick = () => {
    const seconds = (Date.now() - began) / 1000;
    for (const socket of watchers.get(table.id) ?? [])
      socket.send(JSON.stringify({ event: "thinking", table: table.id, side, seconds, depth: 3 + Math.floor(seconds * 9), score: "+0.35", nodes: Math.round(seconds * 2.4e6), line: table.legal.slice(0, 3).map((m) => m.text).join(" ") }));
    if (Date.now() - began < time) table.timer = setTimeout(tick, 100);
    else play(table, Math.floor(Math.random() * table.legal.length), "+0.35 at depth 11 (123456 nodes)");
  };
  table.timer = setTimeout(tick, Math.min(time, 50));
}

function play(table, index, remark = "") {
  const move = table.legal[index];
  const side = table.turn;
  const twin = table.nodes.find((node) => node.parent === table.node && node.text === move.text);
  const add = [];
  if (!twin) add.push({ id: table.nodes.length + 1, parent: table.node, text: move.text, full: move.full, side, from: move.path[0] ?? 0, hops: move.hops, crowned: move.crowned, board: "", remark });
  table.nodes.push(...add);
  table.node = twin?.id ?? add[0].id;
  if (add[0]) add[0].board = position(table).board;
  const ply = lineTo(table, table.node).length;
  arrive(table, { add, say: remark ? [{ who: "computer", side, text: remark, ply }] : [] });
}

class Refused extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

function newTable(socket, { game, black, white, fen, clock, name = "" }) {
  if (!gameOf(game)) throw new Refused("unknown", `there is no game ${game}`);
  const start = ask("show", game, ...(fen ? ["--fen", fen] : []));
  const table = {
    id: `mock${String(++count).padStart(6, "0")}`, version: 1, name, game, created: new Date().toISOString(), black, white,
    start: { board: readFen(gameOf(game), start.fen), turn: start.turn, fen: start.fen, usual: !fen }, nodes: [], node: 0,
    clock: clock ? { ...clock, left: { black: clock.seconds, white: clock.seconds }, running: start.turn } : null,
    state: "waiting", thinking: null, hints: 0, running: false, delay: 400, log: [],
  };
  Object.assign(table, position(table));
  tables.set(table.id, table);
  watchers.set(table.id, new Set([socket]));
  const computer = table[table.turn].kind === "computer";
  table.state = computer ? (black.kind === white.kind ? "paused" : "thinking") : "waiting";
  if (table.state === "thinking") setTimeout(() => think(table, 900));
  return { table: strip(table) };
}

const actions = {
  new: newTable,
  open(socket, { table: id }) {
    watchers.get(id).add(socket);
    return { table: strip(tables.get(id)) };
  },
  close: (socket, { table: id }) => (watchers.get(id).delete(socket), {}),
  move(_socket, { table: id, index, text }) {
    const table = tables.get(id);
    if (table.state === "thinking") throw new Refused("refused", "You can't move, it is the computer's turn.");
    const at = index ?? table.legal.findIndex((move) => move.text === text || move.full === text);
    if (!table.legal[at]) throw new Refused("illegal", table.capture ? `You must capture: ${table.legal.map((m) => m.text).join(" or ")}` : `${text} is not a legal move`);
    play(table, at);
    return {};
  },
  go(_socket, { table: id, node }) {
    const table = tables.get(id);
    table.node = node;
    clearTimeout(table.timer);
    table.running = false;
    const set = { node, running: false, thinking: null, ...position(table) };
    set.state = set.outcome ? "over" : table[set.turn].kind === "computer" ? "paused" : "waiting";
    tell(table, set);
    return {};
  },
  undo(socket, { table: id }) {
    const table = tables.get(id);
    const line = lineTo(table, table.node);
    const humanAt = line.findLastIndex((node) => table[node.side].kind === "human");
    if (humanAt < 0) throw new Refused("refused", "There is nothing to take back.");
    return actions.go(socket, { table: id, node: line[humanAt].parent });
  },
  redo(socket, { table: id }) {
    const table = tables.get(id);
    let node = table.nodes.filter((n) => n.parent === table.node).at(-1);
    if (!node) throw new Refused("refused", "There is nothing to play again.");
    const answer = table.nodes.filter((n) => n.parent === node.id).at(-1);
    if (answer && table[answer.side].kind === "computer") node = answer;
    return actions.go(socket, { table: id, node: node.id });
  },
  play(_socket, { table: id, delay }) {
    const table = tables.get(id);
    if (delay !== undefined) table.delay = delay;
    if (table.outcome) throw new Refused("refused", "The game is over.");
    tell(table, { running: table.black.kind === table.white.kind, delay: table.delay, state: "thinking" });
    think(table, table.delay);
    return {};
  },
  pause(_socket, { table: id }) {
    const table = tables.get(id);
    clearTimeout(table.timer);
    tell(table, { running: false, state: "paused", thinking: null });
    return {};
  },
  step(_socket, { table: id }) {
    const table = tables.get(id);
    tell(table, { running: false });
    think(table, 300);
    return {};
  },
  resign(_socket, { table: id, side }) {
    const table = tables.get(id);
    clearTimeout(table.timer);
    const text = `${gameOf(table.game).sides[side]} resigns`;
    tell(table, { outcome: { winner: side === "black" ? "white" : "black", reason: "resigned", text }, state: "over", legal: [], thinking: null }, { say: [{ who: "judge", side: null, text, ply: 0 }] });
    return {};
  },
  "offer-draw": () => ({ accepted: false }),
  hint(_socket, { table: id }) {
    const table = tables.get(id);
    tell(table, { hints: table.hints + 1 });
    const index = Math.floor(Math.random() * table.legal.length);
    return { index, text: table.legal[index].text, remark: "+0.12 at depth 9" };
  },
  players(_socket, { table: id, black, white }) {
    const table = tables.get(id);
    Object.assign(table, { black: black ?? table.black, white: white ?? table.white });
    arrive(table, { set: { black: table.black, white: table.white } });
    return {};
  },
  rematch(socket, { table: id, swap }) {
    const { game, black, white } = tables.get(id);
    return newTable(socket, { game, black: swap ? white : black, white: swap ? black : white });
  },
  rename: (_socket, { table: id, name }) => (tell(tables.get(id), { name }), {}),
  export: (_socket, { table: id, format }) => ({ text: `${format} of ${id}\n`, name: `game.${format}` }),
  check: (_socket, { board }) => ({ fen: "B:W21-32:B1-12", legal: board.length }),
  library(_socket, { limit = 50 }) {
    const list = [...tables.values()].reverse().map(({ id, name, game, black, white, nodes, created, outcome }) => ({
      id, name, game, black: black.player ?? "human", white: white.player ?? "human", result: outcome ? (outcome.winner === "white" ? "1-0" : "0-1") : "*", plies: nodes.length, created, changed: created }));
    return { games: list.slice(0, limit), total: list.length };
  },
  "lab.list": () => ({ runs: [] }),
};

const everybody = (event) => sockets.clients.forEach((socket) => socket.send(JSON.stringify(event)));
Object.assign(actions, tools({ program, games, gameOf, readFen, tables, newTable, everybody, Refused }));

// --- sockets ---------------------------------------------------------------------------------------------------------

const hashOf = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
const server = createServer((request, response) => {
  if (request.url !== "/") {
    response.writeHead(404).end();
    return;
  }
  const page = readFileSync(new URL("../dist/index.html", import.meta.url), "utf8");
  const script = hashOf(/<script type="module">([^]*?)<\/script>/.exec(page)[1]);
  const style = hashOf(/<style>([^]*?)<\/style>/.exec(page)[1]);
  const policy = `default-src 'none'; script-src ${script}; style-src ${style}; connect-src 'self'; img-src 'self' data:`;
  response.writeHead(200, { "content-type": "text/html; charset=utf-8", "content-security-policy": policy }).end(page);
});
const sockets = new WebSocketServer({ server, path: "/ws" });
sockets.on("connection", (socket) => {
  socket.send(JSON.stringify({ event: "hello", protocol: 1, program: "crownhead mock", games, strategies, limits: { tables: 50, message: 65536 } }));
  socket.on("message", (data) => {
    const frame = JSON.parse(String(data));
    try {
      if (!actions[frame.do]) throw new Refused("bad-request", `${frame.do} is not mocked`);
      if (frame.table && !tables.has(frame.table) && !frame.table.startsWith("old")) throw new Refused("unknown", "there is no such table");
      socket.send(JSON.stringify({ re: frame.id, ok: actions[frame.do](socket, frame) }));
    } catch (error) {
      socket.send(JSON.stringify({ re: frame.id, error: { code: error.code ?? "failed", message: error.message } }));
    }
  });
  socket.on("close", () => watchers.forEach((set) => set.delete(socket)));
});
server.listen(port, "127.0.0.1", () => console.log(`http://127.0.0.1:${port}/`));
