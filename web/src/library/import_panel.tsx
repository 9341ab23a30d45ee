// What becomes of the files that are being imported.
import { useApp } from "../context";
import { numberText } from "../logic/run";
import { saveText } from "../parts/files";
import { Button } from "../parts/parts";
import { refusedText, type FileReport } from "./use_import";

interface ImportPanelProps {
  reports: FileReport[];
  running: boolean;
  stop: () => void;
  clear: () => void;
}

const shownReasons = 20;

export function ImportPanel({ reports, running, stop, clear }: ImportPanelProps) {
  const app = useApp();
  const text = app.text.notebook;
  const number = (value: number) => numberText(value, app.language);
  if (reports.length === 0) return null;
  const sum = (key: "kept" | "known" | "refused") => reports.reduce((all, one) => all + one[key], 0);
  const reasons = reports.flatMap(({ name, reasons: list }) => list.map((one) => ({ ...one, name })));
  return (
    <section class="panel import" aria-label={text.importing}>
      <div class="import-head">
        <h2>{running ? text.importing : text.imported}</h2>
        {running ? (
          <Button icon="close" onClick={stop}>
            {text.stop}
          </Button>
        ) : (
          <Button icon="close" kind="quiet" onClick={clear}>
            {text.closeReport}
          </Button>
        )}
      </div>
      <ul class="import-files">
        {reports.map((one, i) => (
          <li key={i}>
            <span class="import-name">{one.name}</span>
            <progress max={1} value={one.share} aria-label={text.progressOf(one.name)} />
            <span>{one.error ?? text.states[one.state]}</span>
          </li>
        ))}
      </ul>
      <p role="status">
        {running
          ? text.soFar(number(sum("kept")))
          : text.result(number(sum("kept")), number(sum("known")), number(sum("refused")))}
      </p>
      {!running && reasons.length > 0 && (
        <details class="refused">
          <summary>{text.refusedGames(number(sum("refused")))}</summary>
          <ul>
            {reasons.slice(0, shownReasons).map(({ name, line, game, reason }) => (
              <li key={`${name} ${game}`}>
                {text.refusedAt(name, number(line), number(game))} <span lang="en">{reason}</span>
              </li>
            ))}
          </ul>
          <Button icon="download" onClick={() => saveText({ text: refusedText(reports), name: "refused-games.txt" })}>
            {text.refusedList}
          </Button>
        </details>
      )}
    </section>
  );
}
