// The laboratory: matches between strategies, in the background, with results as they come in.
import { useEffect, useRef, useState } from "preact/hooks";
import { type App, gameTitle, useApp } from "../context";
import * as logic from "../logic/plan_form";
import * as runLogic from "../logic/run";
import { useProblem } from "../parts/hooks";
import { Button, Choice, Field, Select } from "../parts/parts";
import { optionsShown, optionTitle, strategyHelp } from "../players";
import type { GameInfo, Run } from "../protocol";
import type { Words } from "../words";
import { runTitle } from "../lab/words";
import { RunView } from "./run";
import "../styles/laboratory.css";
import "../styles/run.css";
import "../styles/charts.css";
import "../styles/laboratory_narrow.css";

const listPause = 3000; // milliseconds between looks at runs that are going on

export function Laboratory({ run }: { run: string | null }) {
  return run ? <RunView key={run} id={run} /> : <Home />;
}

/** An experiment that runs as it stands: three strategies that need no options, on two boards of one game. */
function firstForm(app: App): logic.PlanForm {
  const { strategies, games } = app.hello;
  const fit = strategies.filter(({ lab }) => lab);
  const simple = fit.filter(({ options }) => options.length === 0);
  const family = games.filter(({ family: name }) => name === "suicide").slice(0, 2);
  return {
    ...logic.emptyForm,
    entrants: (simple.length >= 2 ? simple : fit).slice(0, 3).map(logic.entrantOf),
    games: (family.length > 0 ? family : games.slice(0, 1)).map(({ name }) => name),
  };
}

/** The form as it was left. */
let left: logic.PlanForm | null = null;

function Home() {
  const app = useApp();
  const { link, why } = app;
  const text = app.text.laboratory;
  const [runs, setRuns] = useState<Run[] | null>(null);
  const [problem, setProblem] = useProblem();

  useEffect(() => {
    let wanted = true;
    const ask = () =>
      link
        .request("lab.list", {})
        .then((answer) => {
          if (!wanted) return;
          setProblem(null);
          setRuns(answer.runs);
        })
        .catch((error: unknown) => wanted && setProblem(why(error)));
    void ask();
    const timer = setInterval(() => {
      setRuns((now) => {
        if (now?.some(({ state }) => state === "running")) void ask();
        return now;
      });
    }, listPause);
    const unsubscribe = link.listen((event) => {
      if (event === "up") void ask();
      else if (event !== "down" && event.event === "run") setRuns((now) => now && runLogic.withRun(now, event.run));
    });
    return () => {
      wanted = false;
      clearInterval(timer);
      unsubscribe();
    };
  }, [link, why, setProblem]);

  return (
    <div class="laboratory page">
      <header class="page-head">
        <h1>{text.title}</h1>
        <p class="lead">{text.intro}</p>
      </header>
      <div class="laboratory-columns">
        <PlanFormView />
        <section class="panel runs" aria-labelledby="lab-runs">
          <h2 id="lab-runs">{text.runs}</h2>
          {problem && (
            <p class="alert" role="alert">
              {problem.text}
            </p>
          )}
          {runs === null && !problem && <p role="status">{text.loading}</p>}
          {runs?.length === 0 && <p class="soft">{text.noRuns}</p>}
          {runs && runs.length > 0 && (
            <ul>
              {runs.map((run) => (
                <RunEntry key={run.id} run={run} />
              ))}
            </ul>
          )}
        </section>
      </div>
    </div>
  );
}

function RunEntry({ run }: { run: Run }) {
  const app = useApp();
  const text = app.text.laboratory;
  const number = (value: number) => runLogic.numberText(value, app.language);
  const title = runTitle(app, run);
  return (
    <li>
      <a href={`#lab=${run.id}`}>{title}</a>
      <span class={`state ${run.state}`}>{text.states[run.state]}</span>
      <progress max={Math.max(1, run.planned)} value={run.done} aria-label={text.progressOf(title)} />
      <small>{text.done(number(run.done), number(run.planned))}</small>
    </li>
  );
}

function PlanFormView() {
  const app = useApp();
  const text = app.text.laboratory;
  const [form, setForm] = useState<logic.PlanForm>(() => left ?? firstForm(app));
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Words | null>(null);
  const problems = logic.problemsOf(form, app.limits.lab, app.hello.strategies);
  const number = (value: number) => runLogic.numberText(value, app.language);
  const said = (problem: logic.Problem): string => {
    const { games, plies } = app.limits.lab;
    if (problem === "total") return text.problems.total(number(games));
    if (problem === "plies") return text.problems.plies(number(plies));
    return text.problems[problem];
  };

  useEffect(() => {
    left = form;
  }, [form]);
  const change = (part: Partial<logic.PlanForm>) => {
    setForm((now) => ({ ...now, ...part }));
    setRefused(null);
  };

  const start = () => {
    if (problems.length > 0 || busy) return;
    setBusy(true);
    app.link
      .request("lab.start", { plan: logic.planOf(form, app.hello.strategies) })
      .then(({ run }) => app.navigate(`lab=${run.id}`))
      .catch((error: unknown) => setRefused(app.why(error)))
      .finally(() => setBusy(false));
  };

  const pairings = logic.pairingsOf(form.entrants.length, form.pairing);
  return (
    <form
      class="panel plan"
      aria-labelledby="lab-new"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        start();
      }}
    >
      <h2 id="lab-new">{text.newRun}</h2>
      <Players form={form} change={change} />
      <Games form={form} change={change} />
      <div class="plan-grid">
        <Choice
          label={text.pairing}
          value={form.pairing}
          options={[
            ["round-robin", text.roundRobin],
            ["gauntlet", text.gauntlet],
          ]}
          onChange={(pairing) => change({ pairing })}
        />
        <Select
          label={text.begins}
          value={form.begins}
          options={(["alternate", "first", "second"] as const).map((one) => [one, text.beginKinds[one]] as const)}
          onChange={(begins) => change({ begins })}
          help={text.beginHelp[form.begins]}
        />
        <Field label={text.count} help={text.countHelp}>
          {(ids) => (
            <NumberInput
              {...ids}
              value={form.count}
              set={(count) => change({ count })}
              bad={problems.includes("count") || problems.includes("total")}
            />
          )}
        </Field>
        <Select
          label={text.openings}
          value={form.openings}
          options={(["auto", "start", "random", "ballots"] as const).map(
            (one) => [one, text.openingKinds[one]] as const,
          )}
          onChange={(openings) => change({ openings })}
          help={text.openingHelp[form.openings]}
        />
        {logic.usesPlies(form.openings) && (
          <Field label={text.plies} help={text.pliesHelp}>
            {(ids) => (
              <NumberInput
                {...ids}
                value={form.plies}
                set={(plies) => change({ plies })}
                bad={problems.includes("plies")}
              />
            )}
          </Field>
        )}
        <Field label={text.seed} help={text.seedHelp}>
          {(ids) => (
            <NumberInput {...ids} value={form.seed} set={(seed) => change({ seed })} bad={problems.includes("seed")} />
          )}
        </Field>
        <Field label={text.name} help={text.nameHelp}>
          {(ids) => (
            <input
              {...ids}
              type="text"
              maxLength={app.limits.name}
              value={form.name}
              onInput={(event) => change({ name: event.currentTarget.value })}
            />
          )}
        </Field>
      </div>
      <div class="plan-foot">
        <p class="plan-sum" role="status">
          {problems.length === 0
            ? text.sum(
                number(logic.plannedGames(form)),
                number(pairings),
                number(form.games.length),
                number(logic.evenCount(form)),
              )
            : problems.map(said).join(" ")}
        </p>
        <button type="submit" class="button main" aria-disabled={problems.length > 0 || busy}>
          <span>{text.start}</span>
        </button>
      </div>
      {refused && (
        <p class="alert" role="alert">
          {refused.text}
        </p>
      )}
    </form>
  );
}

interface NumberInputProps {
  id: string;
  "aria-describedby"?: string;
  value: string;
  set: (value: string) => void;
  bad: boolean;
}

function NumberInput({ value, set, bad, ...ids }: NumberInputProps) {
  return (
    <input
      {...ids}
      type="text"
      inputMode="numeric"
      value={value}
      aria-invalid={bad}
      onInput={(event) => set(event.currentTarget.value)}
    />
  );
}

interface PartProps {
  form: logic.PlanForm;
  change: (part: Partial<logic.PlanForm>) => void;
}

function Players({ form, change }: PartProps) {
  const app = useApp();
  const text = app.text.laboratory;
  const list = useRef<HTMLOListElement>(null);
  const fit = app.hello.strategies.filter(({ lab }) => lab);
  const names = runLogic.playerNames(form.entrants.map((entrant) => logic.describe(entrant, app.hello.strategies)));
  const setOption = (at: number, key: string, value: string) =>
    change({
      entrants: form.entrants.map((entrant, index) =>
        index === at ? { ...entrant, options: { ...entrant.options, [key]: value } } : entrant,
      ),
    });
  const remove = (at: number) => {
    change({ entrants: form.entrants.filter((_, index) => index !== at) });
    list.current?.focus();
  };
  return (
    <fieldset class="players">
      <legend>{text.players}</legend>
      <ol ref={list} tabIndex={-1} aria-label={text.players}>
        {form.entrants.map((entrant, index) => {
          const strategy = app.hello.strategies.find(({ name }) => name === entrant.strategy);
          return (
            <li key={index}>
              <div class="player-name">
                <b>{names[index]}</b>
                {strategy && <small>{strategyHelp(app, strategy.name)}</small>}
              </div>
              {strategy &&
                optionsShown(strategy, entrant.options).map((option) => (
                  <label key={option.key} class="option">
                    <span>{optionTitle(app, option.key)}</span>
                    <input
                      type="text"
                      placeholder={option.default}
                      value={entrant.options[option.key] ?? ""}
                      aria-invalid={!logic.fits(option, entrant.options[option.key] ?? "")}
                      onInput={(event) => setOption(index, option.key, event.currentTarget.value)}
                    />
                  </label>
                ))}
              <Button
                icon="close"
                kind="quiet"
                label={text.removePlayer(names[index] ?? "")}
                onClick={() => remove(index)}
              />
            </li>
          );
        })}
      </ol>
      <div class="add" role="group" aria-label={text.addPlayer}>
        <span aria-hidden="true">{text.addPlayer}</span>
        {fit.map((strategy) => (
          <Button
            key={strategy.name}
            small
            title={strategyHelp(app, strategy.name)}
            onClick={() => change({ entrants: [...form.entrants, logic.entrantOf(strategy)] })}
          >
            + {strategy.name}
          </Button>
        ))}
      </div>
    </fieldset>
  );
}

function Games({ form, change }: PartProps) {
  const app = useApp();
  const text = app.text.laboratory;
  const families = runLogic.familiesOf(app.hello.games);
  const box = (game: GameInfo, words: string) => (
    <label key={game.name} class={form.games.includes(game.name) ? "size chosen" : "size"}>
      <input
        type="checkbox"
        aria-label={`${gameTitle(app, game)} ${game.size}×${game.size}`}
        checked={form.games.includes(game.name)}
        onChange={() => change({ games: logic.toggled(form.games, game.name) })}
      />
      <span aria-hidden="true">{words}</span>
    </label>
  );
  return (
    <fieldset class="games">
      <legend>{text.games}</legend>
      <div class="families">
        {families
          .filter((family) => family.length > 1)
          .map((family) => (
            <div key={family[0]!.family} class="family">
              <span class="family-name" aria-hidden="true">
                {gameTitle(app, family[0]!)}
              </span>
              <span class="sizes">{family.map((game) => box(game, `${game.size}×${game.size}`))}</span>
            </div>
          ))}
      </div>
      <div class="singles">
        {families
          .filter((family) => family.length === 1)
          .map(([game]) => box(game!, `${gameTitle(app, game!)} ${game!.size}×${game!.size}`))}
      </div>
    </fieldset>
  );
}
