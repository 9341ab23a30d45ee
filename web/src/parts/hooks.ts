// Hooks that the screens share.
import { useCallback, useRef } from "preact/hooks";

/** A function that stays the same and calls the newest version: an effect that uses it does not run again. */
export function useStable<A extends unknown[], R>(callback: (...given: A) => R): (...given: A) => R {
  const newest = useRef(callback);
  newest.current = callback;
  return useCallback((...given: A) => newest.current(...given), []);
}
