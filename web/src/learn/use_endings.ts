// What the screens of endings share: their texts, and the classes of a game, which may have to be made first.
import { useEffect, useState } from "preact/hooks";
import { useApp } from "../context";
import type { Language } from "../languages";
import type { Requests } from "../protocol";
import type { EndingTexts } from "../texts/endings_en";

const pause = 700; // milliseconds until it is asked again whether the files are there

const fetched: Record<Language, () => Promise<{ endings: EndingTexts }>> = {
  en: () => import("../texts/endings_en"),
  nl: () => import("../texts/endings_nl"),
  de: () => import("../texts/endings_de"),
};

/** The words; "failed" where they cannot be fetched. */
export function useEndingTexts(): EndingTexts | "failed" | null {
  const { language } = useApp();
  const [texts, setTexts] = useState<EndingTexts | "failed" | null>(null);
  useEffect(() => {
    let here = true;
    fetched[language]().then(
      ({ endings }) => here && setTexts(endings),
      () => here && setTexts("failed"),
    );
    return () => {
      here = false;
    };
  }, [language]);
  return texts;
}

export type Files = Requests["endings.classes"]["answer"];

/** The endgame files of a game: null before the first answer. While they are made it is asked again and again. */
export function useFiles(game: string): { files: Files | null; problem: string; retry: () => void } {
  const { link, why } = useApp();
  const [files, setFiles] = useState<Files | null>(null);
  const [problem, setProblem] = useState("");
  const [asked, setAsked] = useState(0);
  useEffect(() => {
    let here = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = () => {
      link.request("endings.classes", { game }).then(
        (answer) => {
          if (!here) return;
          setProblem("");
          setFiles(answer);
          if (answer.state === "building") timer = setTimeout(ask, pause);
        },
        (error: unknown) => here && setProblem(why(error).text),
      );
    };
    ask();
    const stop = link.listen((event) => event === "up" && ask());
    return () => {
      here = false;
      clearTimeout(timer);
      stop();
    };
  }, [link, why, game, asked]);
  return {
    files,
    problem,
    retry: () => {
      setFiles(null);
      setAsked((count) => count + 1);
    },
  };
}
