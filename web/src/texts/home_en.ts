// The first screen in English: a board to play on, and who plays.

export const home = {
  title: "Your move.",
  lead: "The board is set. Change anything you like.",
  moveToBegin: "Move a man to begin.",
  begins: (who: string) => `${who} moves first.`,
  startGame: "Start the game",
  starting: "Starting …",
  setting: "Opponent and game",
  level: "Level",
  levelText: (level: number, highest: number, name: string) => `${level} of ${highest}, ${name}`,
  levelOf: (level: number) => `level ${level}`,
  lowest: (name: string) => `1 · ${name}, a beginner`,
  highest: (level: number, name: string) => `${level} · ${name}, full strength`,
  harder: "The harder the wood, the harder the game",
  youPlay: "You play",
  either: "Either",
  game: "Game",
  people: "Two players here",
  watch: "Watch computers",
  setup: "Set up a position",
  details: "Clock and more",
  continue: "Continue",
  review: "Review",
  lastGame: "Your last game",
  doors: {
    learn: ["Learn", "The rules, one move at a time"],
    analyse: ["Analyse", "Any position, line by line"],
    library: ["Library", "Your games, PDN, search"],
    lab: ["Laboratory", "Strategies by the thousand"],
  } as Record<"learn" | "analyse" | "library" | "lab", [string, string]>,
  places: "More to do",
  games: "Games",
  gamesLead: (count: number) => `${count} sets of rules, from 6×6 to 12×12`,
  allGames: "All games and rules",
  reversed: "Reversed",
  sizes: (least: number, most: number) => `${least} to ${most}`,
  solved: "Solved",
  /** `size`: empty where the game has one board. */
  solvedAs: (size: string, result: string) => (size ? `${size} solved: ${result}` : `Solved: ${result}`),
  draw: "draw",
  wins: (side: string) => `${side} wins`,
  moveCount: (count: number) => (count === 1 ? "1 move" : `${count} moves`),
};

/** The levels, from the softest wood to the hardest. What they do is in docs/results/levels.md. */
export const woods = {
  names: ["Balsa", "Pine", "Alder", "Cherry", "Walnut", "Ash", "Oak", "Maple", "Hickory", "Ebony"] as string[],
  /** Of a strategy that has them all. */
  range: (from: string, to: string) => `${from} to ${to}`,
  about: [
    "Sees its own move and your reply, misses recaptures, and often takes a weaker move.",
    "Sees its own move and your reply, and still misses recaptures.",
    "Sees recaptures, but looks no further than your reply.",
    "Looks three moves ahead, yours included, and now and then lets a good one go.",
    "Looks two moves ahead for each side.",
    "Looks five moves ahead, yours included. Small advantages slip away.",
    "Looks three moves ahead for each side, and rarely takes a weaker move.",
    "Looks four moves ahead for each side.",
    "Looks eleven moves ahead, yours included, and gives away very little.",
    "Full strength: looks as far as time allows, and plays what it finds best.",
  ] as string[],
  greetings: [
    "Go easy on me.",
    "I am still learning.",
    "After you.",
    "Shall we?",
    "Take your time.",
    "A good board, this.",
    "Let us see.",
    "I am ready.",
    "Your best game, please.",
    "Begin.",
  ] as string[],
  /** At the end, as the opponent sees it. */
  ends: {
    win: ["Well, well.", "That one is mine.", "Again?"] as string[],
    loss: ["Well played.", "You had me there.", "Nicely done."] as string[],
    draw: ["Honours even.", "Neither of us gave way.", "Fair enough."] as string[],
  },
  scored: (percent: number, below: string) =>
    `Scored ${percent} % against ${below}, one level below, in 60 games of English checkers.`,
};
