// The shell: header, the screen of the address, messages, dialogs for settings and help.
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { AppContext, LookContext, type App, type ToastAction } from "./context";
import type { Link } from "./link";
import { messageSentence, type Naming } from "./messages";
import { protocolVersion, type Hello } from "./protocol";
import { readRoute, type Route } from "./route";
import { onSystemScheme, readSettings, showLooks, writeSettings, type Settings } from "./settings";
import { hasPack } from "./languages";
import { languageOf, textsOf } from "./texts";
import { loadLanguage } from "./texts/load";
import { errorWords, type Words } from "./words";
import { useStable } from "./parts/hooks";
import { Icon, type IconName } from "./parts/icon";
import { Button, Waiting } from "./parts/parts";
import { HelpDialog, SettingsDialog } from "./parts/dialogs";
import { NotLoaded, onDemand } from "./parts/on_demand";
import { HomeScreen } from "./screens/home";
import { PlayScreen } from "./screens/play";

// What is not needed to see the first screen and to play comes when it is asked for.
const AnalyseScreen = onDemand(() => import("./screens/analyse").then((part) => part.AnalyseScreen));
const NewAnalysis = onDemand(() => import("./screens/analyse").then((part) => part.NewAnalysis));
const GamesScreen = onDemand(() => import("./screens/games").then((part) => part.GamesScreen));
const LearnScreen = onDemand(() => import("./screens/learn").then((part) => part.LearnScreen));
const NewGameScreen = onDemand(() => import("./screens/new_game").then((part) => part.NewGameScreen));
const Setup = onDemand(() => import("./screens/setup").then((part) => part.Setup));
const Library = onDemand(() => import("./screens/library").then((part) => part.Library));
const Puzzles = onDemand(() => import("./screens/puzzles").then((part) => part.Puzzles));
const Mistakes = onDemand(() => import("./screens/mistakes").then((part) => part.Mistakes));
const ProofScreen = onDemand(() => import("./screens/proof").then((part) => part.ProofScreen));
const Endings = onDemand(() => import("./screens/endings").then((part) => part.Endings));
const Laboratory = onDemand(() => import("./screens/laboratory").then((part) => part.Laboratory));

/** Screens with the bar of places below, on a phone. */
const barScreens: readonly Route["screen"][] = [
  "home",
  "games",
  "learn",
  "library",
  "lab",
  "puzzles",
  "mistakes",
  "proof",
  "endings",
];

/** The place that a screen belongs to. */
const parents: Partial<Record<Route["screen"], Route["screen"]>> = {
  new: "home",
  games: "home",
  play: "home",
  setup: "home",
  board: "analyse",
  mistakes: "puzzles",
  proof: "home",
  endings: "learn",
};

interface Toast {
  id: number;
  message: Words;
  action?: ToastAction;
}

const toastTime = 6000; // milliseconds; twice that with a button

export function Root({ link }: { link: Link }) {
  const [hello, setHello] = useState<Hello | null>(null);
  const [up, setUp] = useState(false);
  const [route, setRoute] = useState<Route>(() => readRoute(location.hash));
  const [settings, setSettings] = useState<Settings>(readSettings);
  const [toasts, setToasts] = useState<Toast[]>([]);
  const [dialog, setDialog] = useState<"settings" | "help" | null>(null);
  const nextToast = useRef(1);
  const main = useRef<HTMLElement>(null);

  useLayoutEffect(() => {
    const unsubscribe = link.listen((event) => {
      if (event === "up" || event === "down") setUp(event === "up");
      if (event === "up") setToasts((all) => all.filter(({ message }) => !message.connection));
      if (typeof event === "object" && event.event === "hello") setHello(event);
    });
    setHello(link.hello);
    setUp(link.up);
    return unsubscribe;
  }, [link]);
  useEffect(() => {
    const changed = () => {
      setRoute(readRoute(location.hash));
      setDialog(null);
    };
    addEventListener("hashchange", changed);
    return () => removeEventListener("hashchange", changed);
  }, []);
  // A new screen is read from its beginning.
  const screen = useRef(route.screen);
  useEffect(() => {
    if (screen.current === route.screen) return;
    screen.current = route.screen;
    main.current?.focus({ preventScroll: true });
  }, [route.screen]);
  useEffect(() => {
    showLooks(settings);
    writeSettings(settings);
    return onSystemScheme(() => showLooks(settings));
  }, [settings]);

  // A language that is chosen is shown once it is here.
  const wanted = languageOf(settings);
  const [language, setLanguage] = useState(wanted);
  const text = textsOf(language);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  useEffect(() => {
    if (!settings.shortcuts) return;
    const onKey = (event: KeyboardEvent) => {
      if (
        event.key === "?" &&
        !(event.target instanceof HTMLInputElement) &&
        !(event.target instanceof HTMLTextAreaElement)
      )
        setDialog("help");
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [settings.shortcuts]);

  const dismiss = useCallback((id: number) => setToasts((all) => all.filter((toast) => toast.id !== id)), []);
  const toast = useCallback(
    (said: string | Words, action?: ToastAction) => {
      const message = typeof said === "string" ? { text: said } : said;
      const id = nextToast.current++;
      setToasts((all) => [...all.slice(-2), { id, message, action }]);
      setTimeout(() => dismiss(id), action ? 2 * toastTime : toastTime);
    },
    [dismiss],
  );

  useEffect(() => {
    if (hasPack(wanted)) {
      setLanguage(wanted);
      return;
    }
    let current = true;
    loadLanguage(wanted).then(
      () => current && setLanguage(wanted),
      () => current && toast(text.app.notLoaded, { label: text.app.reload, run: () => location.reload() }),
    );
    return () => {
      current = false;
    };
  }, [wanted, text, toast]);

  // Effects may use these without running again when the language changes.
  const why = useStable((error: unknown, naming?: Naming) => errorWords(text, language, error, naming));
  const failed = useStable((error: unknown) => toast(errorWords(text, language, error)));
  const app = useMemo<App | null>(() => {
    if (!hello) return null;
    const games = new Map(hello.games.map((game) => [game.name, game]));
    return {
      link,
      hello,
      limits: hello.limits,
      games: hello.games,
      say: (message, naming) => messageSentence(language, message, naming),
      game(name) {
        const found = games.get(name);
        if (!found) throw new Error(`there is no game ${name}`);
        return found;
      },
      text,
      language,
      navigate(place) {
        location.hash = place;
        scrollTo(0, 0);
      },
      toast,
      why,
      failed,
      settings,
      change: (some) => setSettings((all) => ({ ...all, ...some })),
    };
  }, [hello, link, text, language, settings, toast, why, failed]);

  if (!app) return <Waiting>{text.app.connecting}</Waiting>;
  if (app.hello.protocol !== protocolVersion)
    return (
      <LookContext.Provider value={app}>
        <NotLoaded>{text.app.oldPage}</NotLoaded>
      </LookContext.Provider>
    );

  const bar = barScreens.includes(route.screen);
  const entry = (to: string, screen: Route["screen"], icon: IconName, name: string, short = "", rare = false) => (
    <a
      href={`#${to}`}
      class={rare ? "rare" : ""}
      aria-current={(parents[route.screen] ?? route.screen) === screen ? "page" : undefined}
    >
      <Icon name={icon} />
      <span>
        {short}
        <span class={short ? "long" : ""}>{name.slice(short.length)}</span>
      </span>
    </a>
  );

  return (
    <LookContext.Provider value={app}>
      <AppContext.Provider value={app}>
        <a
          class="skip"
          href="#content"
          onClick={(event) => {
            event.preventDefault();
            main.current?.focus();
          }}
        >
          {text.app.skip}
        </a>
        <header class="top">
          <a class="brand" href="#" aria-label={text.app.name} onClick={() => scrollTo(0, 0)}>
            <svg viewBox="-46 -46 92 92" width="28" height="28" aria-hidden="true" focusable="false">
              <circle class="brand-man" r="42" />
              <path class="brand-crown" d="M-23 17h46l5-31-15 12L0-23-13-2l-15-12Z" />
            </svg>
            <span>{text.app.name}</span>
          </a>
          <nav aria-label={text.app.main} class={bar ? "bar" : ""}>
            {entry("", "home", "board", text.app.play)}
            {entry("puzzles", "puzzles", "puzzle", text.puzzles.title, "", true)}
            {entry("learn", "learn", "learn", text.app.learn, "", true)}
            {entry("analyse", "analyse", "chart", text.app.analyse)}
            {entry("library", "library", "rules", text.app.library)}
            {entry("lab", "lab", "flask", text.app.laboratory, text.app.laboratoryShort)}
          </nav>
          <div class="top-buttons">
            <Button icon="settings" label={text.app.settings} kind="quiet" onClick={() => setDialog("settings")} />
            <Button icon="help" label={text.app.help} kind="quiet" onClick={() => setDialog("help")} />
          </div>
        </header>
        {!up && (
          <p class="lost" role="alert">
            {text.app.lost}
          </p>
        )}
        <main id="content" ref={main} tabIndex={-1} class={bar ? `${route.screen} with-bar` : route.screen}>
          {route.screen === "home" && <HomeScreen />}
          {route.screen === "games" && <GamesScreen />}
          {route.screen === "learn" && <LearnScreen course={route.course} step={route.step} />}
          {route.screen === "new" && (
            <NewGameScreen
              key={`${route.game.replace(/-\d+$/, "")} ${route.fen}`}
              name={route.game}
              fen={route.fen}
              way={route.way}
            />
          )}
          {route.screen === "play" && <PlayScreen key={route.table} place={route} />}
          {route.screen === "analyse" && <AnalyseScreen key={route.table} place={route} />}
          {route.screen === "board" && (
            <NewAnalysis key={`${route.game} ${route.fen}`} game={route.game} fen={route.fen} />
          )}
          {route.screen === "setup" && <Setup />}
          {route.screen === "library" && <Library key={JSON.stringify(route.position)} position={route.position} />}
          {route.screen === "puzzles" && <Puzzles exercise={route.exercise} />}
          {route.screen === "mistakes" && <Mistakes />}
          {route.screen === "proof" && <ProofScreen place={route.place} />}
          {route.screen === "endings" && <Endings place={route.place} />}
          {route.screen === "lab" && <Laboratory run={route.run || null} />}
        </main>
        <div class="toasts" role="status" aria-live="polite">
          {toasts.map(({ id, message, action }) => (
            <div key={id} class="toast">
              <span>{message.text}</span>
              {action && (
                <Button
                  small
                  onClick={() => {
                    action.run();
                    dismiss(id);
                  }}
                >
                  {action.label}
                </Button>
              )}
              <Button small kind="quiet" icon="close" label={text.app.dismiss} onClick={() => dismiss(id)} />
            </div>
          ))}
        </div>
        {dialog === "settings" && <SettingsDialog onClose={() => setDialog(null)} />}
        {dialog === "help" && <HelpDialog onClose={() => setDialog(null)} />}
      </AppContext.Provider>
    </LookContext.Provider>
  );
}
