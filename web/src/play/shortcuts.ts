// Keys that work anywhere on the play screen.
import { useEffect, useRef } from "preact/hooks";

export type Shortcuts = Record<string, () => void>;

/** `letters`: whether single characters count; Escape and the arrow keys always do. */
export function useShortcuts(shortcuts: Shortcuts, letters: boolean): void {
  const newest = useRef({ shortcuts, letters });
  newest.current = { shortcuts, letters };
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey || document.querySelector("dialog[open]")) return;
      if (event.target instanceof HTMLElement && event.target.closest("input, textarea, select")) return;
      const { shortcuts: keys, letters: on } = newest.current;
      let action = on || event.key === "Escape" ? keys[event.key] : undefined;
      if (event.target === document.body && event.key === "ArrowLeft") action = keys["["];
      if (event.target === document.body && event.key === "ArrowRight") action = keys["]"];
      if (!action) return;
      event.preventDefault();
      action();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
}
