// The proof browser in English.
import type { WorthSource, Worth } from "../logic/proof";

const count = (number: number, one: string, many: string) => (number === 1 ? `one ${one}` : `${number} ${many}`);

const worths: Record<Worth, (side: string, other: string) => string> = {
  win: (side) => `${side} wins`,
  draw: () => "draw",
  loss: (_side, other) => `${other} wins`,
};
const sources: Record<WorthSource, string> = {
  certificate: "by this proof",
  rules: "by the rules",
  solution: "by the solver",
  endgames: "endgame file",
};

export const proofs = {
  title: "Proofs",
  lead: "These games are solved. Each proof is a strategy that answers everything the other side can do. Walk through it, ask “Why not?”, and let the program check all of it while you watch.",
  all: "All proofs",
  isDraw: (game: string) => `${game} is a draw.`,
  isWin: (side: string, game: string) => `${side} wins ${game}.`,
  fromPosition: (fen: string) => `From the position ${fen}`,
  verdict: { draw: "Draw", win: (side: string) => `${side} wins` },
  positions: (number: string) => `${number} positions`,
  size: (kilobytes: string) => `${kilobytes} KB`,
  own: "your own file",
  beat: "Try to beat it",
  promises: "Promise",
  holds: (side: string) => `Why ${side} never loses`,
  wins: (side: string) => `Why ${side} always wins`,
  legend: "Signs",
  worths,
  sources,
  board: "Proof",
  path: "The way here",
  start: "Start",
  moves: "Moves",
  back: "One move back",
  forward: "Follow the strategy",
  first: "To the start",
  flip: "Flip",
  toMove: (side: string) => `${side} to move`,
  plays: (side: string, move: string) => `${side} plays ${move}.`,
  playsHelp: (side: string) => `This is the move of ${side}’s strategy. The others are not needed; ask why.`,
  replies: (side: string, moves: number, other: string) =>
    `${side} has ${count(moves, "move", "moves")} here, and ${other}’s strategy answers ${moves === 1 ? "it" : "every one"}.`,
  cannotWin: (side: string) => `After none of them can ${side} win.`,
  allLose: (side: string, moves: number) =>
    moves === 1 ? `It loses: ${side} is lost here.` : `All of them lose: ${side} is lost here.`,
  someLose: (side: string, bad: number, all: number) =>
    `${side} cannot do better: ${bad} of the ${all} replies ${bad === 1 ? "loses" : "lose"}, the others only draw.`,
  onlyHolds: (move: string) => `Only ${move} holds.`,
  inMoves: (side: string, moves: number) =>
    `${side} wins in at most ${count(moves, "more move", "more moves")}, whatever happens.`,
  over: "The game is over.",
  outside: (side: string) =>
    `${side}’s strategy never comes here, so this proof says nothing about the position. The values of the moves come from the solver.`,
  otherProof: (side: string) => `See it in the proof of ${side}`,
  strategyMove: "the strategy plays it",
  answers: (move: string) => `answer: ${move}`,
  ends: "ends the game",
  notNeeded: "not needed",
  avoided: "avoided",
  unknown: "not known",
  looking: "…",
  whyNot: "Why not?",
  whyNotMove: (move: string) => `Why not ${move}?`,
  why: {
    win: (side: string) => `It wins for ${side} too. The strategy needs one way only.`,
    draw: (side: string, promise: "holds" | "wins") =>
      promise === "wins"
        ? `It lets the win slip: a draw for ${side}.`
        : `It is a draw too. The strategy needs one way only.`,
    loss: (side: string) => `It loses. This is how ${side} is beaten:`,
    estimate: "The engine’s estimate, no proof:",
    none: "What follows could not be computed in time. Play the move on the board to look further.",
    certificate: (side: string) => `${side} never loses after it: that is in the other half of the proof.`,
  },
  source: (source: string) => `Source: ${source}`,
  stepBack: "Back to the position",
  verifier: "Verifier",
  notVerified: "Not verified yet",
  notVerifiedHelp: (number: string) =>
    `The program can play all ${number} positions now, with a second, slow set of rules. Nothing is taken on trust.`,
  verify: "Verify",
  verifyAgain: "Verify again",
  stop: "Stop",
  verifying: "Verifying …",
  checked: (done: string, all: string) => `${done} of ${all} positions`,
  verified: "Verified",
  verifiedHelp: (number: string, seconds: string) => `${number} positions, ${seconds} s. Nothing was taken on trust.`,
  bytes: (number: string) => `${number} bytes read`,
  keptHolds: (side: string, number: string) => `${side} never loses: ${number}`,
  keptWins: (side: string, number: string, plies: string) => `${side} wins in at most ${plies} plies: ${number}`,
  allReplies: "all replies followed",
  stopped: "Stopped",
  stoppedHelp: (done: string) => `After ${done} positions. A proof is verified only when all have been checked.`,
  counting: "A game without end counts as a draw. Draws by counting moves are not part of the proof.",
  failed: "Not proven",
  failedHere: "The board shows the position that fails.",
  showFailure: "Show the position that fails",
  link: "Link to this position",
  copy: "Copy link",
  badLink: "To the start of the proof",
};

export type ProofTexts = typeof proofs;
