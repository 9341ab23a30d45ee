// Parts of the page that are fetched when they are first shown.
import type { ComponentType, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { useLook } from "../context";
import type { Language } from "../languages";
import { Button, Waiting } from "./parts";

/** A part cannot be fetched: the program has ended, or is another version than this page. */
export function NotLoaded({ children }: { children?: string }) {
  const { text } = useLook();
  return (
    <div class="waiting" role="alert">
      <p>{children ?? text.app.notLoaded}</p>
      <Button kind="main" onClick={() => location.reload()}>
        {text.app.reload}
      </Button>
    </div>
  );
}

/** The component that `fetch` brings; it is fetched once. */
export function onDemand<Props extends object>(
  fetch: () => Promise<ComponentType<Props>>,
): (props: Props) => JSX.Element {
  let Part: ComponentType<Props> | null = null;
  return function OnDemand(props: Props) {
    const { text } = useLook();
    const [state, setState] = useState<"waiting" | "here" | "failed">(Part ? "here" : "waiting");
    useEffect(() => {
      if (Part) return;
      let shown = true;
      fetch().then(
        (part) => {
          Part = part;
          if (shown) setState("here");
        },
        () => shown && setState("failed"),
      );
      return () => {
        shown = false;
      };
    }, []);
    if (Part) return <Part {...props} />;
    return state === "failed" ? <NotLoaded /> : <Waiting>{text.app.loading}</Waiting>;
  };
}

/** Words that only one screen needs, in the language of the page; "failed" where they cannot be fetched. */
export function useWords<T>(fetched: Record<Language, () => Promise<T>>): T | "failed" | null {
  const { language } = useLook();
  const [words, setWords] = useState<T | "failed" | null>(null);
  useEffect(() => {
    let here = true;
    fetched[language]().then(
      (fetchedWords) => here && setWords(() => fetchedWords),
      () => here && setWords("failed"),
    );
    return () => {
      here = false;
    };
  }, [language, fetched]);
  return words;
}
