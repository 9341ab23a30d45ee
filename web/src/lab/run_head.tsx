// A run's name, progress, buttons and files.
import { useRef, useState } from "preact/hooks";
import { useApp } from "../context";
import * as logic from "../logic/run";
import { Icon } from "../parts/icon";
import { Button, Dialog } from "../parts/parts";
import type { Run } from "../protocol";
import { runTitle, useNumbers } from "./words";

interface RunHeadProps {
  run: Run;
  samples: logic.Sample[];
  onResumed: (run: Run) => void;
}

export function RunHead({ run, samples, onResumed }: RunHeadProps) {
  const app = useApp();
  const text = app.text.laboratory;
  const { number } = useNumbers();
  const [asking, setAsking] = useState(false);
  const rate = logic.rateOf(run, samples);
  const left = logic.secondsLeft(run, rate);
  const parts = rate === null ? null : logic.rateParts(rate);
  const running = run.state === "running";
  const milestone = logic.milestoneOf(run);
  const announced = useRef({ milestone: "", words: "" });
  if (announced.current.milestone !== milestone)
    announced.current = {
      milestone,
      words: `${text.states[run.state]}. ${text.done(number(run.done), number(run.planned))}`,
    };

  const stop = () => app.link.request("lab.stop", { run: run.id }).catch(app.failed);
  // The answer says that it runs; the first event comes with the next game only.
  const resume = () =>
    app.link.request("lab.resume", { run: run.id }).then((answer) => onResumed(answer.run), app.failed);
  const remove = () =>
    app.link
      .request("lab.delete", { run: run.id })
      .then(() => {
        app.toast(text.deleted(runTitle(app, run)));
        app.navigate("lab");
      })
      .catch(app.failed);

  return (
    <header class="panel run-head">
      <p class="crumb">
        <a href="#lab">{text.allRuns}</a>
      </p>
      <div class="panel-head">
        <h1>{runTitle(app, run)}</h1>
        <span class={`state ${run.state}`}>{text.states[run.state]}</span>
      </div>
      <progress max={Math.max(1, run.planned)} value={run.done} aria-label={text.progress} />
      <dl class="facts">
        <div>
          <dt>{text.factGames}</dt>
          <dd>{text.done(number(run.done), number(run.planned))}</dd>
        </div>
        <div>
          <dt>{text.factTime}</dt>
          <dd>{logic.durationText(run.seconds, app.language)}</dd>
        </div>
        <div>
          <dt>{text.factRate}</dt>
          <dd>{parts ? text.rates[parts.per](number(parts.value, parts.decimals)) : "–"}</dd>
        </div>
        {running && (
          <div>
            <dt>{text.factLeft}</dt>
            <dd>{left === null ? "–" : logic.durationText(left, app.language)}</dd>
          </div>
        )}
      </dl>
      {run.problem && <p class="alert">{app.say(run.problem)}</p>}
      <p class="unseen" role="status">
        {announced.current.words}
      </p>
      <div class="run-actions">
        <div class="actions">
          {running && (
            <Button icon="pause" onClick={() => void stop()}>
              {text.stop}
            </Button>
          )}
          {(run.state === "stopped" || run.state === "failed") && (
            <Button icon="play" kind="main" onClick={() => void resume()}>
              {text.resume}
            </Button>
          )}
          {!running && (
            <Button small icon="trash" kind="danger" onClick={() => setAsking(true)}>
              {text.remove}
            </Button>
          )}
        </div>
        <ul class="files" aria-label={text.files}>
          {logic.runFiles.map((file) => (
            <li key={file}>
              <a
                class="button small"
                href={logic.fileAddress(run.id, file)}
                download={file === "report.html" ? undefined : file}
                target={file === "report.html" ? "_blank" : undefined}
                rel="noopener"
              >
                <Icon name={file === "report.html" ? "chart" : "download"} />
                <span>{text.fileNames[file]}</span>
              </a>
            </li>
          ))}
        </ul>
      </div>
      {asking && (
        <Dialog
          title={text.removeAsk}
          close={text.keep}
          onClose={() => setAsking(false)}
          actions={
            <>
              <Button onClick={() => setAsking(false)}>{text.keep}</Button>
              <Button kind="danger" icon="trash" onClick={() => void remove()}>
                {text.remove}
              </Button>
            </>
          }
        >
          <p>{text.removeWords(runTitle(app, run), number(run.done))}</p>
        </Dialog>
      )}
    </header>
  );
}
