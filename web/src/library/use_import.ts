// Files of games on their way into the library: sent piece by piece, one file after the other, with what became of each.
import { useRef, useState } from "preact/hooks";
import { useApp } from "../context";
import type { ImportEvent, RefusedGame } from "../protocol";

export interface FileReport {
  name: string;
  state: "waiting" | ImportEvent["state"];
  share: number;
  kept: number;
  known: number;
  refused: number;
  error: string | null;
  /** The refused games, as far as they are listed. */
  reasons: RefusedGame[];
}

const piece = 512 * 1024; // bytes

function inBase64(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve((reader.result as string).split(",")[1] ?? "");
    reader.onerror = () => reject(reader.error ?? new Error("the file cannot be read"));
    reader.readAsDataURL(blob);
  });
}

export function useImport(onKept: () => void) {
  const { link, why } = useApp();
  const [reports, setReports] = useState<FileReport[]>([]);
  const [running, setRunning] = useState(false);
  const current = useRef({ job: "", stopped: false });

  const update = (at: number, part: Partial<FileReport>) =>
    setReports((all) => all.map((one, i) => (i === at ? { ...one, ...part } : one)));

  const send = async (file: File, at: number, folder: string) => {
    const { job } = await link.request("import.start", { size: file.size, ...(folder && { folder }) });
    current.current.job = job;
    let end: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    let refused = 0;
    const quiet = link.listen((event) => {
      if (event === "down") end();
      if (typeof event === "string" || event.event !== "import" || event.job !== job) return;
      const { state, share, kept, known, error } = event;
      refused = event.refused;
      update(at, { state, share, kept, known, refused, error });
      if (state !== "sending" && state !== "working") end();
    });
    try {
      update(at, { state: "sending" });
      for (let from = 0, last = false; !last && !current.current.stopped; from += piece) {
        last = from + piece >= file.size;
        await link.request("import.data", { job, data: await inBase64(file.slice(from, from + piece)), last });
      }
      await ended;
      const reasons: RefusedGame[] = [];
      while (reasons.length < refused) {
        const more = await link.request("import.refused", { job, offset: reasons.length });
        if (more.refused.length === 0) break;
        reasons.push(...more.refused);
      }
      update(at, { reasons });
    } finally {
      quiet();
    }
  };

  const start = async (files: File[], folder: string) => {
    if (files.length === 0 || running) return;
    current.current = { job: "", stopped: false };
    setRunning(true);
    setReports(
      files.map(({ name }) => ({
        name,
        state: "waiting",
        share: 0,
        kept: 0,
        known: 0,
        refused: 0,
        error: null,
        reasons: [],
      })),
    );
    for (const [at, file] of files.entries()) {
      if (current.current.stopped) {
        update(at, { state: "stopped" });
        continue;
      }
      try {
        await send(file, at, folder);
      } catch (error) {
        if (!current.current.stopped) update(at, { state: "failed", error: why(error).text });
      }
      onKept();
    }
    setRunning(false);
  };

  const stop = () => {
    current.current.stopped = true;
    const { job } = current.current;
    if (job) void link.request("import.stop", { job }).catch(() => undefined);
  };

  return { reports, running, start, stop, clear: () => setReports([]) };
}

/** The list of refused games as a text: file, line, game, reason. */
export function refusedText(reports: readonly FileReport[]): string {
  return reports
    .flatMap(({ name, reasons }) => reasons.map(({ line, game, reason }) => `${name}\t${line}\t${game}\t${reason}\n`))
    .join("");
}
