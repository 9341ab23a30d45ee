// De lessen in het Nederlands.
import type { LessonTexts } from "./lessons_en";

export const lessons: LessonTexts = {
  title: "Leren",
  lead: "Korte lessen op een echt bord. Doe de zet; het programma kent de regels.",
  steps: {
    move: {
      title: "Een zet",
      task: "Een schijf gaat één veld schuin vooruit. Verzet je schijf.",
      done: "Schijven gaan alleen vooruit, en alleen over de donkere velden.",
    },
    capture: {
      title: "Slaan",
      task: "Spring over de schijf voor je naar het lege veld erachter.",
      done: "De schijf waar je overheen springt, is weg. Kun je slaan, dan moet het: je andere schijf mocht niet zetten.",
    },
    several: {
      title: "Meer tegelijk",
      task: "Na een sprong ga je verder vanaf waar je landt. Sla beide schijven in één zet.",
      done: "Een slag gaat door zolang er iets te slaan is.",
    },
    forward: {
      title: "Niet achteruit",
      task: "Achter je schijf staat een andere. Schijven slaan alleen vooruit, dus zet gewoon verder.",
      done: "Je schijf moest hem laten staan. Alleen dammen gaan achteruit.",
    },
    backward: {
      title: "Ook achteruit",
      task: "In dit spel slaan schijven ook achteruit. Sla de schijf achter de jouwe.",
      done: "Schijven zetten vooruit, maar slaan alle kanten op.",
    },
    straight: {
      title: "Recht vooruit",
      task: "In dit spel wordt ook langs rijen en kolommen geslagen. Spring recht vooruit over de schijf twee rijen verder.",
      done: "Je gaat over de lichte velden en landt vier rijen verder.",
    },
    sideways: {
      title: "Opzij",
      task: "Opzij gaat het net zo. Sla de schijf rechts van je.",
      done: "Slaan kan in acht richtingen, zetten zonder slag alleen schuin vooruit.",
    },
    majority: {
      title: "De meeste",
      task: "Een van je schijven kan er één slaan, de andere twee. Je moet de meeste slaan.",
      done: "Kun je kiezen tussen slagen, dan is die met de meeste stukken verplicht.",
    },
    free: {
      title: "Vrije keuze",
      task: "Twee schijven kunnen slaan, en een van de twee slaat er meer. Kies zelf.",
      done: "Slaan moet, maar welke slag bepaal je zelf.",
    },
    immune: {
      title: "Dammen zijn veilig voor schijven",
      task: "In dit spel kan een schijf geen dam slaan. Doe een andere zet.",
      done: "Alleen een dam kan een dam slaan.",
    },
    crown: {
      title: "Een dam",
      task: "Breng je schijf naar de overkant.",
      done: "Een schijf op de achterste rij wordt een dam.",
    },
    king: {
      title: "Hoe een dam gaat",
      task: "Een dam gaat één veld, in elke richting. Zet hem achteruit.",
      done: "Dammen slaan ook alle kanten op.",
    },
    flying: {
      title: "Dammen vliegen",
      task: "Een dam gaat zo ver als hij wil langs een diagonaal. Breng hem langs de lange diagonaal van rand tot rand.",
      done: "Er stond niets in de weg, dus één zet was genoeg.",
    },
    "flying-capture": {
      title: "Van verre",
      task: "Een dam slaat van verre. Sla de schijf en land op een veld erachter naar keuze.",
      done: "Waar hij landt bepaal je zelf, zolang de weg vrij is.",
    },
    "lands-behind": {
      title: "Vlak erachter",
      task: "Een dam slaat van verre, maar landt op het eerste veld achter de schijf. Sla hem.",
      done: "Dammen gaan ver en landen dichtbij.",
    },
    passing: {
      title: "In het voorbijgaan",
      task: "Bereik de overkant met een slag, en ga meteen als dam verder.",
      done: "Je schijf werd midden in de zet een dam en vloog door.",
    },
    "king-first": {
      title: "De dam gaat voor",
      task: "Een schijf en een dam kunnen allebei slaan. De dam moet het doen.",
      done: "Kan een dam slaan, dan mag een schijf het niet.",
    },
    end: {
      title: "Het einde",
      task: "Sla de laatste schijf.",
      done: "De ander heeft niets meer: jij wint.",
    },
    blocked: {
      title: "Geen uitweg",
      task: "Je wint ook als de ander niet kan zetten. Sluit de schijf op, zodat hij ook niet kan slaan.",
      done: "Niets kan nog bewegen: jij wint.",
    },
    "one-jump": {
      title: "Eén sprong",
      task: "In dit spel is een zet één sprong, ook als er meer te slaan is. Sla één keer.",
      done: "Je zet is klaar; de andere schijf blijft staan.",
    },
    "no-kings": {
      title: "Geen dammen",
      task: "Hier zijn geen dammen. Breng je schijf naar de overkant.",
      done: "Daar blijft hij staan en zet nooit meer.",
    },
    count: {
      title: "Het einde",
      task: "Kan niemand meer zetten, dan wint wie de meeste schijven heeft. Doe de laatste zet.",
      done: "Twee schijven tegen één: jij wint.",
    },
    optional: {
      title: "Slaan",
      task: "Spring over de schijf voor je naar het lege veld erachter. Hier mag dat, het hoeft niet.",
      done: "De schijf waar je overheen springt, is weg. Andere zetten mochten ook.",
    },
    double: {
      title: "Twee achter elkaar",
      task: "Een dam mag over twee schijven springen die vlak achter elkaar staan. Sla ze allebei.",
      done: "Eén sprong, twee schijven.",
    },
    "first-king": {
      title: "De eerste dam",
      task: "Wie het eerst een dam haalt, wint. Breng je schijf naar de overkant.",
      done: "Je hebt de eerste dam: jij wint.",
    },
    reversed: {
      title: "Het omgekeerde doel",
      task: "Hier win je door alles te verliezen. Bied je laatste schijf zo aan dat hij geslagen moet worden.",
      done: "Hij moest geslagen worden. Je hebt niets meer: jij wint.",
    },
  },
  count: (done, all) => (done === all ? `Alle ${all} stappen gedaan` : `${done} van ${all} stappen gedaan`),
  stepOf: (step, all) => `Stap ${step} van ${all}`,
  list: "Stappen",
  doneMark: "gedaan",
  courses: "Alle lessen",
  again: "Nog eens",
  next: "Verder",
  wrong: "Dat mag, maar het is niet wat gevraagd wordt. Probeer het nog eens.",
  replied: (move) => `Het antwoord: ${move}.`,
  finished: (title) => `Je weet nu hoe ${title} gaat.`,
  finishedLead: "De rest leer je door te spelen.",
  play: "Speel een partij",
  allRules: "Alle regels",
  unknown: "Die les is er niet.",
  forget: "Opnieuw beginnen",
};
