// Die Lektionen auf Deutsch.
import type { LessonTexts } from "./lessons_en";

export const lessons: LessonTexts = {
  title: "Lernen",
  lead: "Kurze Lektionen an einem echten Brett. Mach den Zug; das Programm kennt die Regeln.",
  steps: {
    move: {
      title: "Ein Zug",
      task: "Ein Stein zieht ein Feld schräg vorwärts. Zieh deinen Stein.",
      done: "Steine ziehen nur vorwärts und nur auf den dunklen Feldern.",
    },
    capture: {
      title: "Schlagen",
      task: "Spring über den Stein vor dir auf das leere Feld dahinter.",
      done: "Der übersprungene Stein ist weg. Wer schlagen kann, muss: Dein anderer Stein durfte nicht ziehen.",
    },
    several: {
      title: "Mehrere auf einmal",
      task: "Nach einem Sprung geht es von dort weiter, wo du landest. Schlag beide Steine in einem Zug.",
      done: "Ein Schlag geht weiter, solange es etwas zu schlagen gibt.",
    },
    forward: {
      title: "Nicht rückwärts",
      task: "Hinter deinem Stein steht ein anderer. Steine schlagen nur vorwärts, also zieh einfach weiter.",
      done: "Dein Stein musste ihn stehen lassen. Nur Damen ziehen rückwärts.",
    },
    backward: {
      title: "Auch rückwärts",
      task: "In diesem Spiel schlagen Steine auch rückwärts. Schlag den Stein hinter deinem.",
      done: "Steine ziehen vorwärts, schlagen aber in alle Richtungen.",
    },
    straight: {
      title: "Geradeaus",
      task: "In diesem Spiel wird auch entlang der Reihen und Linien geschlagen. Spring geradeaus über den Stein zwei Reihen weiter.",
      done: "Du überquerst die hellen Felder und landest vier Reihen weiter.",
    },
    sideways: {
      title: "Seitwärts",
      task: "Seitwärts geht es genauso. Schlag den Stein rechts von dir.",
      done: "Geschlagen wird in acht Richtungen, gezogen ohne Schlag nur schräg vorwärts.",
    },
    majority: {
      title: "Die meisten",
      task: "Einer deiner Steine könnte einen schlagen, der andere zwei. Du musst die meisten schlagen.",
      done: "Gibt es mehrere Schläge, ist der mit den meisten Steinen Pflicht.",
    },
    free: {
      title: "Freie Wahl",
      task: "Zwei Steine können schlagen, einer davon mehr. Wähle selbst.",
      done: "Schlagen musst du, aber welchen Schlag, bestimmst du.",
    },
    immune: {
      title: "Damen sind vor Steinen sicher",
      task: "In diesem Spiel kann ein Stein keine Dame schlagen. Mach einen anderen Zug.",
      done: "Nur eine Dame kann eine Dame schlagen.",
    },
    crown: {
      title: "Eine Dame",
      task: "Bring deinen Stein auf die letzte Reihe.",
      done: "Ein Stein auf der letzten Reihe wird zur Dame.",
    },
    king: {
      title: "Wie eine Dame zieht",
      task: "Eine Dame zieht ein Feld in jede Richtung. Zieh sie rückwärts.",
      done: "Damen schlagen auch in alle Richtungen.",
    },
    flying: {
      title: "Damen fliegen",
      task: "Eine Dame zieht auf einer Diagonale so weit sie will. Zieh sie auf der langen Diagonale von Rand zu Rand.",
      done: "Nichts stand im Weg, also genügte ein Zug.",
    },
    "flying-capture": {
      title: "Aus der Ferne",
      task: "Eine Dame schlägt aus der Ferne. Schlag den Stein und lande auf einem beliebigen Feld dahinter.",
      done: "Wo sie landet, bestimmst du, solange der Weg frei ist.",
    },
    "lands-behind": {
      title: "Direkt dahinter",
      task: "Eine Dame schlägt aus der Ferne, landet aber auf dem ersten Feld hinter dem Stein. Schlag ihn.",
      done: "Damen ziehen weit und landen nah.",
    },
    passing: {
      title: "Im Vorbeigehen",
      task: "Erreiche die letzte Reihe mit einem Schlag und schlag gleich als Dame weiter.",
      done: "Dein Stein wurde mitten im Zug zur Dame und flog weiter.",
    },
    "king-first": {
      title: "Die Dame zuerst",
      task: "Ein Stein und eine Dame können beide schlagen. Die Dame muss es tun.",
      done: "Wo eine Dame schlagen kann, darf ein Stein es nicht.",
    },
    end: {
      title: "Das Ende",
      task: "Schlag den letzten Stein.",
      done: "Die andere Seite hat nichts mehr: Du gewinnst.",
    },
    blocked: {
      title: "Kein Ausweg",
      task: "Du gewinnst auch, wenn die andere Seite nicht ziehen kann. Sperr den Stein ein, sodass er auch nicht schlagen kann.",
      done: "Nichts kann mehr ziehen: Du gewinnst.",
    },
    "one-jump": {
      title: "Ein Sprung",
      task: "In diesem Spiel ist ein Zug ein einziger Sprung, auch wenn mehr zu schlagen wäre. Schlag einmal.",
      done: "Dein Zug ist zu Ende; der andere Stein bleibt stehen.",
    },
    "no-kings": {
      title: "Keine Damen",
      task: "Hier gibt es keine Damen. Bring deinen Stein auf die letzte Reihe.",
      done: "Dort bleibt er stehen und zieht nie wieder.",
    },
    count: {
      title: "Das Ende",
      task: "Kann niemand mehr ziehen, gewinnt, wer mehr Steine hat. Mach den letzten Zug.",
      done: "Zwei Steine gegen einen: Du gewinnst.",
    },
    optional: {
      title: "Schlagen",
      task: "Spring über den Stein vor dir auf das leere Feld dahinter. Hier darfst du, musst aber nicht.",
      done: "Der übersprungene Stein ist weg. Andere Züge waren auch erlaubt.",
    },
    double: {
      title: "Zwei hintereinander",
      task: "Eine Dame darf über zwei Steine springen, die direkt hintereinander stehen. Schlag beide.",
      done: "Ein Sprung, zwei Steine.",
    },
    "first-king": {
      title: "Die erste Dame",
      task: "Wer zuerst eine Dame bekommt, gewinnt. Bring deinen Stein auf die letzte Reihe.",
      done: "Du hast die erste Dame: Du gewinnst.",
    },
    reversed: {
      title: "Das umgekehrte Ziel",
      task: "Hier gewinnt, wer alles verliert. Biete deinen letzten Stein so an, dass er geschlagen werden muss.",
      done: "Er musste geschlagen werden. Du hast nichts mehr: Du gewinnst.",
    },
  },
  count: (done, all) => (done === all ? `Alle ${all} Schritte gemacht` : `${done} von ${all} Schritten gemacht`),
  stepOf: (step, all) => `Schritt ${step} von ${all}`,
  list: "Schritte",
  doneMark: "gemacht",
  courses: "Alle Lektionen",
  again: "Noch einmal",
  next: "Weiter",
  wrong: "Das ist erlaubt, aber nicht, was gefragt ist. Versuch es noch einmal.",
  replied: (move) => `Die Antwort: ${move}.`,
  finished: (title) => `Du weißt jetzt, wie ${title} geht.`,
  finishedLead: "Der Rest kommt beim Spielen.",
  play: "Eine Partie spielen",
  allRules: "Alle Regeln",
  unknown: "Diese Lektion gibt es nicht.",
  forget: "Von vorn beginnen",
};
