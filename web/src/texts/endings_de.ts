// Deutsch: Endspiele üben.
import type { EndingTexts } from "./endings_en";

const or = (moves: readonly string[]) =>
  moves.length > 1 ? `${moves.slice(0, -1).join(", ")} oder ${moves[moves.length - 1]}` : (moves[0] ?? "");

export const endings: EndingTexts = {
  title: "Endspiele",
  lead: "Mit wenigen Steinen kennt das Programm jede Stellung. Sieh, welche Endspiele gewonnen sind, und übe sie gegen perfektes Spiel.",
  game: "Spiel",
  building: "Die Endspieldateien dieses Spiels werden erstellt. Das dauert einmal ein paar Sekunden.",
  failed: (detail, command) =>
    `Die Endspieldateien dieses Spiels sind unbrauchbar (${detail}). Lösche die genannte Datei oder erstelle sie neu mit „${command}“ und versuche es dann noch einmal.`,
  off: "Das Programm wurde ohne Endspieldateien gestartet. Beende es und starte es ohne --no-endgames, um Endspiele zu üben.",
  again: "Noch einmal versuchen",
  pieces: (count) => `${count} Steine`,
  against: (us, them) => `${us} gegen ${them}`,
  toMove: "Die zuerst genannte Seite ist am Zug.",
  counts: (win, draw, loss) => `${win} gewonnen, ${draw} remis, ${loss} verloren`,
  barLabel: (win, draw, loss) => `${win} % gewonnen, ${draw} % remis, ${loss} % verloren`,
  longest: (moves) => (moves === 1 ? "längster Weg: 1 Zug" : `längster Weg: ${moves} Züge`),
  noDistances: "Länge nicht gespeichert",
  noDistancesHelp:
    "Diese Dateien sagen, wer gewinnt, nicht, wie lange es dauert. „crownhead egdb build GAME --pieces N --metric dtw“ speichert auch die Längen.",
  yours: (solved, tried) => `du: ${solved} von ${tried}`,
  all: "Alle Endspiele",
  countsHelp: "Stellungen bei bestem Spiel beider Seiten. Remis durch Zügezählen ist nicht berücksichtigt.",
  examples: "Beispiele",
  exampleKinds: { longest: "Der längste Weg zum Ende", win: "Gewonnen", draw: "Remis", loss: "Verloren" },
  analyse: "Analysieren",
  practise: "Üben",
  goals: { win: "Gewinne das gegen perfekte Verteidigung", hold: "Halte dieses Remis" },
  goalHelp: {
    win: "Der Verteidiger wehrt sich so lange wie möglich und wählt den Zug, nach dem die meisten deiner Antworten den Gewinn verderben.",
    hold: (moves) => `Verliere ${moves} Züge lang nicht. Der Angreifer stellt so viele Fallen, wie es gibt.`,
  },
  noGoal: {
    win: "Die Seite am Zug kann dieses Endspiel nicht gewinnen.",
    hold: "In diesem Endspiel gibt es kein Remis.",
  },
  grades: { easy: "Leicht", medium: "Mittel", hard: "Schwer" },
  gradeHelp: {
    win: { easy: "Die meisten Züge gewinnen.", medium: "Einige Züge gewinnen.", hard: "Ein Zug gewinnt." },
    hold: {
      easy: "Die meisten Züge halten das Remis.",
      medium: "Einige Züge halten das Remis.",
      hard: "Ein Zug hält das Remis.",
    },
  },
  best: (moves) =>
    moves === 1 ? "Bei bestem Spiel in 1 Zug gewonnen." : `Bei bestem Spiel in ${moves} Zügen gewonnen.`,
  task: {
    win: "Gewinne. Ein Zug, der den Gewinn verdirbt, wird sofort gezeigt.",
    hold: (moves) => `Halte ${moves} Züge lang remis. Ein Zug, der verliert, wird sofort gezeigt.`,
  },
  thinking: "Wird nachgesehen …",
  replied: (move, reply) => `Du hast ${move} gespielt. Die Antwort ist ${reply}. Du bist am Zug.`,
  moveNumber: (move) => `Zug ${move}`,
  moveOf: (move, all) => `Zug ${move} von ${all}`,
  spoiled: (move, goal) => `${move} verdirbt ${goal === "win" ? "den Gewinn" : "das Remis"}.`,
  now: (value, moves) =>
    value === "draw"
      ? "Jetzt ist es remis:"
      : value === "loss"
        ? moves === null
          ? "Jetzt ist es verloren:"
          : `Jetzt ist es in ${moves === 1 ? "1 Zug" : `${moves} Zügen`} verloren:`
        : "Jetzt ist es gewonnen:",
  better: (moves) =>
    moves.length === 0 ? "" : moves.length === 1 ? `Richtig war ${moves[0]}.` : `Richtig waren ${or(moves)}.`,
  ends: {
    won: "Gewonnen.",
    held: "Du hast das Remis gehalten.",
    repeated: "Kein Fortschritt.",
    "too-long": "Das dauert zu lange.",
  },
  endHelp: {
    won: (moves) => (moves === 1 ? "Du hast 1 Zug gebraucht." : `Du hast ${moves} Züge gebraucht.`),
    held: (moves) => (moves === 1 ? "Nach 1 Zug." : `Nach ${moves} Zügen.`),
    repeated:
      "Dieselbe Stellung ist dreimal entstanden, und der Verteidiger hat ein Remis. Du standest noch auf Gewinn.",
    "too-long": "Du standest nach hundert Zügen noch auf Gewinn. Suche einen direkteren Weg.",
  },
  result: {
    first: "Diese hast du auf Anhieb gelöst.",
    solved: "Diese hast du schon gelöst.",
    failed: "Diese hast du schon einmal verfehlt.",
  },
  next: "Nächste Stellung",
  none: (all, looked) =>
    all
      ? "In diesem Endspiel gibt es keine solche Stellung. Wähle einen anderen Schwierigkeitsgrad."
      : `Unter ${looked} Stellungen dieses Endspiels war keine solche. Wähle einen anderen Schwierigkeitsgrad.`,
  back: "Zurück zum Endspiel",
  board: "Übung",
  unknown: "Dieses Endspiel gibt es nicht. Wähle ein anderes.",
};
