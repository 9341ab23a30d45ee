// English: the endgame trainer.
import type { Drill, DrillStep, Grade, Known } from "../protocol";

export interface EndingTexts {
  title: string;
  lead: string;
  game: string;
  building: string;
  failed: (detail: string, command: string) => string;
  off: string;
  again: string;
  pieces: (count: number) => string;
  against: (us: string, them: string) => string;
  toMove: string;
  counts: (win: string, draw: string, loss: string) => string;
  barLabel: (win: number, draw: number, loss: number) => string;
  longest: (moves: number) => string;
  noDistances: string;
  noDistancesHelp: string;
  yours: (solved: number, tried: number) => string;
  all: string;
  countsHelp: string;
  examples: string;
  exampleKinds: { longest: string; win: string; draw: string; loss: string };
  analyse: string;
  practise: string;
  goals: Record<Drill["goal"], string>;
  goalHelp: { win: string; hold: (moves: number) => string };
  noGoal: Record<Drill["goal"], string>;
  grades: Record<Grade, string>;
  gradeHelp: Record<Drill["goal"], Record<Grade, string>>;
  best: (moves: number) => string;
  task: { win: string; hold: (moves: number) => string };
  thinking: string;
  replied: (move: string, reply: string) => string;
  moveNumber: (move: number) => string;
  moveOf: (move: number, all: number) => string;
  spoiled: (move: string, goal: Drill["goal"]) => string;
  now: (value: Known["value"], moves: number | null) => string;
  better: (moves: readonly string[]) => string;
  ends: Record<Exclude<DrillStep["end"], "open" | "spoiled">, string>;
  endHelp: { won: (moves: number) => string; held: (moves: number) => string; repeated: string; "too-long": string };
  result: { first: string; solved: string; failed: string };
  next: string;
  none: (all: boolean, looked: string) => string;
  back: string;
  board: string;
  unknown: string;
}

const or = (moves: readonly string[]) =>
  moves.length > 1 ? `${moves.slice(0, -1).join(", ")} or ${moves[moves.length - 1]}` : (moves[0] ?? "");

export const endings: EndingTexts = {
  title: "Endgames",
  lead: "With few pieces left the program knows every position. See which endings are won, and practise them against perfect play.",
  game: "Game",
  building: "The endgame files of this game are being made. This takes a few seconds, once.",
  failed: (detail, command) =>
    `The endgame files of this game cannot be used (${detail}). Delete the file that is named, or make them again with “${command}”, then try again.`,
  off: "The program was started without endgame files. End it and start it without --no-endgames to practise endings.",
  again: "Try again",
  pieces: (count) => `${count} pieces`,
  against: (us, them) => `${us} against ${them}`,
  toMove: "The side named first is to move.",
  counts: (win, draw, loss) => `${win} won, ${draw} drawn, ${loss} lost`,
  barLabel: (win, draw, loss) => `${win} % won, ${draw} % drawn, ${loss} % lost`,
  longest: (moves) => (moves === 1 ? "longest: 1 move" : `longest: ${moves} moves`),
  noDistances: "length not stored",
  noDistancesHelp:
    "These files say who wins, not how long it takes. “crownhead egdb build GAME --pieces N --metric dtw” stores the lengths, too.",
  yours: (solved, tried) => `you: ${solved} of ${tried}`,
  all: "All endings",
  countsHelp: "Positions with best play of both sides. Draws by a count of moves are left out.",
  examples: "Examples",
  exampleKinds: { longest: "The longest way to the end", win: "A win", draw: "A draw", loss: "A loss" },
  analyse: "Analyse",
  practise: "Practise",
  goals: { win: "Win this against perfect defence", hold: "Hold this draw" },
  goalHelp: {
    win: "The defender resists as long as possible, and chooses the move after which most of your answers spoil the win.",
    hold: (moves) => `Do not lose for ${moves} moves. The attacker sets as many traps as there are.`,
  },
  noGoal: { win: "The side to move has no win in this ending.", hold: "There is no draw in this ending." },
  grades: { easy: "Easy", medium: "Medium", hard: "Hard" },
  gradeHelp: {
    win: { easy: "Most moves win.", medium: "Some moves win.", hard: "One move wins." },
    hold: { easy: "Most moves hold the draw.", medium: "Some moves hold the draw.", hard: "One move holds the draw." },
  },
  best: (moves) => (moves === 1 ? "Won in 1 move with best play." : `Won in ${moves} moves with best play.`),
  task: {
    win: "Win. A move that spoils it is shown at once.",
    hold: (moves) => `Hold the draw for ${moves} moves. A move that loses is shown at once.`,
  },
  thinking: "Looking it up …",
  replied: (move, reply) => `You played ${move}. The reply is ${reply}. Your move.`,
  moveNumber: (move) => `Move ${move}`,
  moveOf: (move, all) => `Move ${move} of ${all}`,
  spoiled: (move, goal) => `${move} spoils the ${goal === "win" ? "win" : "draw"}.`,
  now: (value, moves) =>
    value === "draw"
      ? "Now it is a draw:"
      : value === "loss"
        ? moves === null
          ? "Now it is lost:"
          : `Now it is lost in ${moves === 1 ? "1 move" : `${moves} moves`}:`
        : "Now it is won:",
  better: (moves) =>
    moves.length === 0 ? "" : moves.length === 1 ? `Right was ${moves[0]}.` : `Right were ${or(moves)}.`,
  ends: {
    won: "Won.",
    held: "You held the draw.",
    repeated: "No progress.",
    "too-long": "That takes too long.",
  },
  endHelp: {
    won: (moves) => (moves === 1 ? "It took you 1 move." : `It took you ${moves} moves.`),
    held: (moves) => (moves === 1 ? "After 1 move." : `After ${moves} moves.`),
    repeated: "The same position has come up three times, and the defender has a draw. You were still winning.",
    "too-long": "You were still winning after a hundred moves. Try a more direct way.",
  },
  result: {
    first: "You solved this one at the first try.",
    solved: "You solved this one before.",
    failed: "You missed this one before.",
  },
  next: "Next position",
  none: (all, looked) =>
    all
      ? "This ending has no such position. Choose another difficulty."
      : `No such position was found among ${looked} of this ending. Choose another difficulty.`,
  back: "Back to the ending",
  board: "Drill",
  unknown: "This ending is not here. Choose another one.",
};
