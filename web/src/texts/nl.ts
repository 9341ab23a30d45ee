// Dutch.
import type { Texts } from ".";
import { tools } from "./tools_nl";

export const nl: Texts = {
  ...tools,
  games: {
    english: { title: "Engels dammen", summary: "Sla of blokkeer alle stukken; korte dammen, vrije keus van slag." },
    suicide: {
      title: "Zelfmoorddammen",
      summary: "Omgekeerd doel: raak al je stukken kwijt. Wie vaststaat speelt remise.",
    },
    giveaway: { title: "Weggeefdammen", summary: "Omgekeerd doel: raak al je stukken kwijt of sta vast." },
    sacrifice: { title: "Offerdammen", summary: "Omgekeerd doel: raak al je stukken kwijt. Wie vaststaat verliest." },
    mini: {
      title: "Minidammen",
      summary: "Zes schijven elk, enkele slagen, geen dammen; wie niet kan past, de meeste stukken winnen.",
    },
    kingme: {
      title: "King-me-dammen",
      summary: "Slaan mag maar hoeft niet, en een dam mag twee stukken in één sprong slaan.",
    },
    international: {
      title: "Internationaal dammen",
      summary: "Vliegende dammen, schijven slaan ook achteruit, meerslag gaat voor.",
    },
    antidraughts: {
      title: "Antidammen",
      summary: "Internationale regels, omgekeerd doel: geen stukken of geen zet wint.",
    },
    breakthrough: { title: "Doorbraakdammen", summary: "Internationale regels; wie de eerste dam haalt wint." },
    frisian: { title: "Fries dammen", summary: "Slaan in acht richtingen; de waardevolste slag is verplicht." },
    antifrisian: {
      title: "Antifries dammen",
      summary: "Friese regels, omgekeerd doel: geen stukken of geen zet wint.",
    },
    canadian: { title: "Canadees dammen", summary: "Internationale regels op het 12×12-bord." },
    brazilian: { title: "Braziliaans dammen", summary: "Internationale regels op een kleiner bord." },
    russian: { title: "Russisch dammen", summary: "Vliegende dammen, vrije keus van slag, promotie tijdens de slag." },
    antirussian: {
      title: "Antirussisch dammen",
      summary: "Russische regels, omgekeerd doel: geen stukken of geen zet wint.",
    },
    pool: {
      title: "Amerikaans pool",
      summary: "Vliegende dammen, vrije keus van slag, promotie alleen waar de zet eindigt.",
    },
    italian: { title: "Italiaans dammen", summary: "Schijven mogen geen dam slaan; strenge voorrang tussen slagen." },
    antiitalian: {
      title: "Anti-Italiaans dammen",
      summary: "Italiaanse regels, omgekeerd doel: geen stukken of geen zet wint.",
    },
    spanish: {
      title: "Spaans dammen",
      summary: "Vliegende dammen, schijven slaan vooruit, de meeste stukken en dan de meeste dammen.",
    },
    czech: {
      title: "Tsjechisch dammen",
      summary: "Vliegende dammen, schijven slaan vooruit, een dam slaat vóór een schijf.",
    },
    thai: { title: "Thais dammen", summary: "Acht schijven elk; een vliegende dam landt direct achter wat hij slaat." },
  },
  strategies: {
    random: "een willekeurige toegestane zet",
    edge: "eerst slaan, anders de zet die het dichtst bij een zijlijn eindigt",
    scatter: "spreidt zijn stukken en kijkt wat er geslagen kan worden",
    steps: "acht maatstaven, de ene na de andere",
    minimax: "gewone minimax tot een vaste diepte",
    alphabeta: "hetzelfde met alfa-bèta-snoeien",
    "mini-ab": "de speler van het minidammen-document, drie niveaus",
    perfect: "speelt altijd de bewezen beste zet, en van gelijke de lastigste voor een mens",
    engine: "de engine: tien niveaus, of volle kracht met een tijd",
  },
  sides: { Black: "Zwart", White: "Wit", "player 1": "speler 1", "player 2": "speler 2" },

  outcome: (reason, side, verdict, count) => {
    const end = { wins: " en wint", loses: " en verliest", draw: ": remise" }[verdict];
    const long = count ? `in de laatste ${count} zetten van beide kanten` : "al te lang";
    switch (reason) {
      case "no-pieces":
        return `${side} heeft geen stukken meer${end}`;
      case "no-move":
        return `${side} heeft geen zet${end}`;
      case "king-made":
        return `${side} heeft de eerste dam${end}`;
      case "more-pieces":
        return `niemand kan zetten: ${side} heeft meer stukken${end}`;
      case "equal-pieces":
        return "remise: niemand kan zetten en beide kanten hebben evenveel stukken";
      case "repetition":
        return "remise: dezelfde stand is te vaak teruggekomen";
      case "no-capture":
        return `remise: geen slag ${long}`;
      case "no-advance":
        return `remise: geen schijf gespeeld ${long}`;
      case "quiet":
        return `remise: geen slag en geen schijf gespeeld ${long}`;
      case "material":
        return count
          ? `remise: ${count} zetten van beide kanten met te weinig stukken om te winnen`
          : "remise: te lang met weinig stukken";
      case "resigned":
        return `${side} geeft op${end}`;
      case "agreed":
        return "remise: overeengekomen";
      case "time":
        return `${side} is door de tijd${end}`;
      case "recorded":
        return verdict === "draw" ? "remise: zo staat het genoteerd" : `${side} wint, zo staat het genoteerd`;
      default:
        return "";
    }
  },

  app: {
    name: "Crownhead",
    skip: "Naar de inhoud",
    main: "Hoofdmenu",
    play: "Spelen",
    library: "Partijen",
    laboratory: "Laboratorium",
    laboratoryShort: "Lab",
    setup: "Opzetten",
    settings: "Instellingen",
    help: "Hulp",
    close: "Sluiten",
    connecting: "Verbinden met het programma …",
    lost: "De verbinding is weg. Opnieuw proberen …",
    version: (program) => program,
    oldPage: "Deze pagina en het programma passen niet bij elkaar. Laad de pagina opnieuw.",
    dismiss: "Weg ermee",
    errors: { lost: "De verbinding met het programma is verbroken.", down: "Er is geen verbinding met het programma." },
  },

  settings: {
    title: "Instellingen",
    scheme: "Helderheid",
    auto: "Als het systeem",
    light: "Licht",
    dark: "Donker",
    palette: "Kleuren",
    usual: "Gewoon",
    safe: "Voor kleurenblinden",
    contrast: "Hoog contrast",
    language: "Taal",
    automatic: "Als de browser",
    numbers: "Veldnummers tonen",
    endgames: "Tonen wat over de stelling bekend is",
    sound: "Geluid",
    motion: "Stukken laten glijden",
    shortcuts: "Sneltoetsen",
  },

  help: {
    title: "Zo zet je",
    mouse: "Muis en aanraken",
    mouseLines: [
      "Klik een schijf aan en dan het veld waar de zet eindigt. Of sleep hem erheen.",
      "Eindigen meer slagen op hetzelfde veld, klik dan de velden onderweg aan.",
      "Een klik op een veld waar maar één zet kan eindigen speelt die zet meteen.",
      "Klik de schijf nog eens aan om hem los te laten.",
    ],
    keyboard: "Toetsenbord",
    keysOff: "De sneltoetsen van één teken zijn uitgezet in de instellingen.",
    keys: [
      ["Pijltoetsen", "over het bord lopen (als dat de focus heeft)"],
      ["Enter of spatie", "een schijf pakken, of naar het veld gaan"],
      ["Escape", "de schijf loslaten"],
      ["[ en ]", "een zet terug, een zet vooruit"],
      ["{ en }", "naar het begin, naar het einde"],
      ["u, r", "terugnemen, opnieuw"],
      ["h", "hint"],
      ["f", "bord draaien"],
      ["m", "een zet typen"],
      ["p", "spelen of pauze (computer tegen computer)"],
      ["?", "deze hulp"],
    ],
    signs: "Tekens op het bord",
    signLines: [
      ["capturing", "moet slaan"],
      ["selected", "in je hand"],
      ["target", "kan hier eindigen"],
      ["way", "onderweg"],
      ["last", "laatste zet"],
      ["win", "deze zet wint"],
      ["draw", "leidt tot remise"],
      ["loss", "deze zet verliest"],
    ],
  },

  board: {
    label: (title) => `Bord, ${title}`,
    pieces: { b: "zwarte schijf", w: "witte schijf", B: "zwarte dam", W: "witte dam", e: "leeg" },
    selected: "gekozen",
    target: "kan hierheen",
    mustCapture: "moet slaan",
    lastMove: "laatste zet",
  },

  home: {
    title: "Welk spel?",
    lead: "Kies een spel. Daarna kies je wie er speelt.",
    goOn: "Verder met",
    reversed: "Omgekeerd: alles kwijt wint",
    classics: "Goed om mee te beginnen",
    around: "Dammen over de hele wereld",
    rules: "Regels",
    rulesOf: (title) => `Regels: ${title}`,
    moveCount: (count) => (count === 1 ? "1 zet" : `${count} zetten`),
  },

  rules: {
    reversed: "Het doel is omgekeerd: je WINT als je al je schijven kwijt bent.",
    begins: (side) => `${side} begint.`,
    play: "Dit spel spelen",
    board: (size, men) => `${size}×${size}-bord, ${men} schijven elk`,
  },

  newGame: {
    back: "Andere spellen",
    size: "Bord",
    position: "vanuit jouw stelling",
    way: "Wie speelt?",
    ways: { computer: "Tegen de computer", people: "Twee mensen", watch: "Computers bekijken" },
    first: "Wie begint?",
    you: "Jij",
    computer: "De computer",
    lot: "Loten",
    opponent: "De computer speelt",
    begins: "begint",
    strategy: "Strategie",
    level: "Niveau",
    levelOf: (level, highest) => `${level} van ${highest}`,
    levelWords: ["beginner", "beginner", "rustig", "rustig", "hobby", "hobby", "club", "club", "sterk", "volle kracht"],
    seconds: "Seconden per zet",
    depth: "Diepte (halve zetten)",
    evaluation: "Waardering",
    evaluations: { material: "materiaal", centre: "materiaal en centrum", safety: "veiligheid (minidammen)" },
    criteria: "Maatstaven, in deze volgorde",
    more: "Meer: klok, naam",
    clock: "Klok",
    clocks: {
      none: "Geen klok",
      "60+0": "1 minuut",
      "180+2": "3 minuten + 2 s",
      "300+3": "5 minuten + 3 s",
      "600+5": "10 minuten + 5 s",
      "1800+10": "30 minuten + 10 s",
    },
    name: "Naam van de partij (mag leeg)",
    start: "Begin",
    summary: "Samenvatting",
    youFirst: (side) => `jij begint (${side})`,
    youSecond: (side) => `de computer begint (jij bent ${side})`,
    byLot: "het lot beslist wie begint",
    twoPeople: "twee mensen",
    versus: (first, second) => `${first} tegen ${second}`,
    reversed: "Let op het doel: wie alle schijven kwijt is WINT.",
  },

  players: {
    you: "Jij",
    person: (side) => side,
    computer: "computer",
    human: "mens",
    humanOne: "Een mens",
    computerOne: "Een computer",
    level: (level) => `niveau ${level}`,
    depth: (depth) => `diepte ${depth}`,
    seconds: (seconds) => `${seconds} s`,
  },

  play: {
    title: "Partij",
    panel: "Paneel van de partij",
    unknown: "Die partij is er niet. Misschien is zij verwijderd.",
    loading: "De partij wordt geopend …",
    men: (men, kings) =>
      [
        men === 1 ? "1 schijf" : men > 0 ? `${men} schijven` : "",
        kings === 1 ? "1 dam" : kings > 0 ? `${kings} dammen` : "",
      ]
        .filter(Boolean)
        .join(", ") || "geen schijven",
    clockOf: (side) => `Klok van ${side}`,
    thoughtOf: (side) => `Denktijd van ${side}`,
    thinking: "denkt",
    thought: "dacht",
    yourTurn: "Jij bent aan zet.",
    turnOf: (side) => `${side} is aan zet.`,
    computerThinks: (side) => `${side} denkt na …`,
    notYourTurn: "Je kunt niet zetten, de computer is aan de beurt.",
    over: "De partij is afgelopen.",
    paused: "Pauze.",
    computerToMove: "Hier is de computer aan zet.",
    goOnHere: "Van hier laten doorgaan",
    lead: "Omgekeerd: raak alle schijven kwijt om te winnen",
    mustBe: (moves) => `Je moet slaan: ${moves}.`,
    or: " of ",
    andMore: (count) => ` of ${count} andere`,
    notYours: "Die schijf is niet van jou.",
    cannotMove: (square) => `De schijf op ${square} kan nu niet zetten.`,
    cannotGo: (from, to, where) => `${from} kan niet naar ${to}. Wel naar ${where}.`,
    nobodyGoes: (to) => `Geen van je schijven kan naar ${to}.`,
    severalMen: (to) => `Meer schijven kunnen naar ${to}. Welke?`,
    severalWays: "Meer manieren: klik het volgende veld, of kies",
    pass: "Passen",
    mustPass: "Je hebt geen zet en moet passen.",
    passed: (side) => `${side} heeft geen zet en past.`,
    moved: (side, move) => `${side}: ${move}.`,
    crowned: "Dam.",
    typeMove: "Typ een zet",
    typeHelp: "bijvoorbeeld 11-15 of 22x15x8",
    undo: "Terug",
    redo: "Opnieuw",
    hint: "Hint",
    hintIs: (move) => `Hint: ${move}.`,
    flip: "Draaien",
    flipLong: "Bord draaien",
    resign: "Opgeven",
    resignSure: "Deze partij opgeven?",
    resignYes: "Ja, opgeven",
    offerDraw: "Remise aanbieden",
    drawAccepted: "De remise is aangenomen.",
    drawRefused: "De computer wil doorspelen.",
    drawOffered: (side) => `${side} biedt remise aan. Is de ander het ermee eens?`,
    drawAgree: "Akkoord met remise",
    drawPlayOn: "Doorspelen",
    rematch: "Revanche",
    rematchSwap: "Revanche, kleuren gewisseld",
    swap: "Kleuren wisselen",
    level: "Andere spelers",
    levelTitle: "Wie speelt?",
    apply: "Toepassen",
    newGame: "Nieuw spel",
    rules: "Regels",
    first: "Naar het begin",
    back: "Een zet terug",
    forward: "Een zet vooruit",
    last: "Naar het einde",
    run: "Spelen",
    pause: "Pauze",
    step: "Eén zet",
    speed: "Tempo",
    speeds: { "2000": "traag", "800": "rustig", "400": "vlot", "100": "snel", "0": "zo snel als het kan" },
    tabs: { moves: "Zetten", log: "Logboek", search: "Rekenen" },
    noMoves: "Nog geen zetten.",
    start: "Begin",
    variation: "Variant",
    logEmpty: "Hier zeggen computer en scheidsrechter wat zij vinden.",
    judge: "Scheidsrechter",
    searchEmpty: "Als een computer denkt, is dat hier te zien.",
    searchDepth: "diepte",
    searchScore: "score",
    searchNodes: "stellingen",
    searchSpeed: "per seconde",
    searchPrunings: "gesnoeid (max / min)",
    searchLine: "Verwacht",
    evenBar: (score) => `Score ${score}`,
    known: {
      panel: "Wat over deze stelling bekend is",
      working: "Wordt uitgerekend …",
      tooHard: "Te moeilijk om te zeggen",
      position: (side, value, moves, by) => {
        if (value === "draw") return "Remise bij het beste spel";
        const how =
          by !== null ? ` met ${by} verschil` : moves === null ? "" : moves === 1 ? " in 1 zet" : ` in ${moves} zetten`;
        return `${side} aan zet ${value === "win" ? "wint" : "verliest"}${how}`;
      },
      move: (value, moves, by) =>
        value === "draw"
          ? "remise"
          : `${value === "win" ? "wint" : "verliest"}${by !== null ? ` met ${by}` : moves === null ? "" : ` in ${moves}`}`,
      unknown: "onbekend",
      hide: "Verbergen wat over de stelling bekend is",
      hidden: "Verborgen. Bij de instellingen komt het terug.",
      show: "Weer tonen",
    },
    review: {
      ask: "Waar ging het mis?",
      title: "Waar de partij kantelde",
      begun: "De partij wordt nagekeken …",
      working: (done, of) => `${done} van ${of} zetten nagekeken`,
      stopped: (done, of) => `Gestopt na ${done} van ${of} zetten, de laatste het eerst.`,
      done: (count) =>
        count === 0
          ? "Geen zet gaf iets weg."
          : count === 1
            ? "Eén zet gaf iets weg."
            : `${count} zetten gaven iets weg.`,
      turned: (before, after, by, left) => {
        const noun = (value: typeof before, pieces: number | null) =>
          `${{ win: "winst", draw: "remise", loss: "verlies" }[value]}${pieces === null ? "" : ` met ${pieces}`}`;
        if (before !== after) return `${noun(before, by)} wordt ${noun(after, left)}`;
        return `${after === "win" ? "wint" : "verliest"} met ${left} in plaats van ${by}`;
      },
      better: (moves) => `Beter: ${moves}`,
      undecided: (moves) => `Te moeilijk om te zeggen: ${moves}`,
      mark: "gaf iets weg",
      stop: "Stoppen",
      again: "Nog eens",
      close: "Terug naar de zetten",
    },
    copyPdn: "PDN kopiëren",
    copyFen: "FEN kopiëren",
    copyLog: "Logboek kopiëren",
    copyLink: "Koppeling naar deze stelling kopiëren",
    saveSvg: "Diagram bewaren (SVG)",
    edit: "Deze stelling veranderen",
    copied: "Gekopieerd.",
    notCopied: "De browser laat deze pagina niet kopiëren. Hier is de tekst:",
    rename: "Naam geven",
    renameTo: "Naam van deze partij",
    more: "Meer",
    won: (side) => `${side} wint`,
    draw: "Remise",
    youWon: "Jij wint",
    youLost: "Jij verliest",
  },
};
