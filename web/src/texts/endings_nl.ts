// Nederlands: eindspelen oefenen.
import type { EndingTexts } from "./endings_en";

const or = (moves: readonly string[]) =>
  moves.length > 1 ? `${moves.slice(0, -1).join(", ")} of ${moves[moves.length - 1]}` : (moves[0] ?? "");

export const endings: EndingTexts = {
  title: "Eindspelen",
  lead: "Met weinig stukken kent het programma elke stand. Bekijk welke eindspelen gewonnen zijn en oefen ze tegen perfect spel.",
  game: "Spel",
  building: "De eindspelbestanden van dit spel worden gemaakt. Dat duurt één keer enkele seconden.",
  failed: (detail, command) =>
    `De eindspelbestanden van dit spel zijn onbruikbaar (${detail}). Verwijder het genoemde bestand of maak ze opnieuw met “${command}” en probeer het weer.`,
  off: "Het programma is zonder eindspelbestanden gestart. Sluit het af en start het zonder --no-endgames om eindspelen te oefenen.",
  again: "Opnieuw proberen",
  pieces: (count) => `${count} stukken`,
  against: (us, them) => `${us} tegen ${them}`,
  toMove: "De eerstgenoemde partij is aan zet.",
  counts: (win, draw, loss) => `${win} gewonnen, ${draw} remise, ${loss} verloren`,
  barLabel: (win, draw, loss) => `${win} % gewonnen, ${draw} % remise, ${loss} % verloren`,
  longest: (moves) => (moves === 1 ? "langste: 1 zet" : `langste: ${moves} zetten`),
  noDistances: "lengte niet bewaard",
  noDistancesHelp:
    "Deze bestanden zeggen wie wint, niet hoe lang het duurt. “crownhead egdb build GAME --pieces N --metric dtw” bewaart ook de lengtes.",
  yours: (solved, tried) => `jij: ${solved} van ${tried}`,
  all: "Alle eindspelen",
  countsHelp: "Standen bij het beste spel van beide kanten. Remise door een aantal zetten telt niet mee.",
  examples: "Voorbeelden",
  exampleKinds: {
    longest: "De langste weg naar het einde",
    win: "Gewonnen",
    draw: "Remise",
    loss: "Verloren",
  },
  analyse: "Analyseren",
  practise: "Oefenen",
  goals: { win: "Win dit tegen perfecte verdediging", hold: "Houd dit remise" },
  goalHelp: {
    win: "De verdediger houdt het zo lang mogelijk vol en kiest de zet waarna de meeste van je antwoorden de winst weggeven.",
    hold: (moves) => `Verlies ${moves} zetten lang niet. De aanvaller zet zo veel vallen als er zijn.`,
  },
  noGoal: { win: "De partij aan zet kan dit eindspel niet winnen.", hold: "Dit eindspel kent geen remise." },
  grades: { easy: "Makkelijk", medium: "Gemiddeld", hard: "Moeilijk" },
  gradeHelp: {
    win: { easy: "De meeste zetten winnen.", medium: "Sommige zetten winnen.", hard: "Eén zet wint." },
    hold: {
      easy: "De meeste zetten houden remise.",
      medium: "Sommige zetten houden remise.",
      hard: "Eén zet houdt remise.",
    },
  },
  best: (moves) =>
    moves === 1 ? "Gewonnen in 1 zet bij het beste spel." : `Gewonnen in ${moves} zetten bij het beste spel.`,
  task: {
    win: "Win. Een zet die de winst weggeeft, zie je meteen.",
    hold: (moves) => `Houd ${moves} zetten lang remise. Een zet die verliest, zie je meteen.`,
  },
  thinking: "Even opzoeken …",
  replied: (move, reply) => `Je speelde ${move}. Het antwoord is ${reply}. Jij bent aan zet.`,
  moveNumber: (move) => `Zet ${move}`,
  moveOf: (move, all) => `Zet ${move} van ${all}`,
  spoiled: (move, goal) => `${move} geeft de ${goal === "win" ? "winst" : "remise"} weg.`,
  now: (value, moves) =>
    value === "draw"
      ? "Nu is het remise:"
      : value === "loss"
        ? moves === null
          ? "Nu is het verloren:"
          : `Nu is het verloren in ${moves === 1 ? "1 zet" : `${moves} zetten`}:`
        : "Nu is het gewonnen:",
  better: (moves) =>
    moves.length === 0 ? "" : moves.length === 1 ? `Goed was ${moves[0]}.` : `Goed waren ${or(moves)}.`,
  ends: {
    won: "Gewonnen.",
    held: "Je hebt remise gehouden.",
    repeated: "Geen vooruitgang.",
    "too-long": "Dit duurt te lang.",
  },
  endHelp: {
    won: (moves) => (moves === 1 ? "Je had 1 zet nodig." : `Je had ${moves} zetten nodig.`),
    held: (moves) => (moves === 1 ? "Na 1 zet." : `Na ${moves} zetten.`),
    repeated: "Dezelfde stand is drie keer voorgekomen en de verdediger heeft remise. Je stond nog gewonnen.",
    "too-long": "Je stond na honderd zetten nog gewonnen. Probeer een directere weg.",
  },
  result: {
    first: "Deze had je meteen goed.",
    solved: "Deze heb je eerder opgelost.",
    failed: "Deze heb je eerder gemist.",
  },
  next: "Volgende stand",
  none: (all, looked) =>
    all
      ? "Dit eindspel heeft zo'n stand niet. Kies een andere moeilijkheid."
      : `Onder ${looked} standen van dit eindspel was er geen. Kies een andere moeilijkheid.`,
  back: "Terug naar het eindspel",
  board: "Oefening",
  unknown: "Dit eindspel is er niet. Kies een ander.",
};
