// Hooks that the screens share.
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { useApp } from "../context";
import type { Words } from "../words";

/** A function that stays the same and calls the newest version: an effect that uses it does not run again. */
export function useStable<A extends unknown[], R>(callback: (...given: A) => R): (...given: A) => R {
  const newest = useRef(callback);
  newest.current = callback;
  return useCallback((...given: A) => newest.current(...given), []);
}

/** What went wrong, to be shown; a lost connection is forgotten when it is back. */
export function useProblem(): [Words | null, (problem: Words | null) => void] {
  const { link } = useApp();
  const [problem, setProblem] = useState<Words | null>(null);
  useEffect(
    () => link.listen((event) => event === "up" && setProblem((now) => (now?.connection ? null : now))),
    [link],
  );
  return [problem, setProblem];
}
