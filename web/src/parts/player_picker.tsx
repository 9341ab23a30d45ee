// Chooses a computer player: strategy, and the options it has.
import { useApp } from "../context";
import { highestLevel, readOptions, readPlayer, strategiesFor, writePlayer } from "../players";
import type { GameInfo, StrategyInfo } from "../protocol";
import { capital, sentence } from "../words";
import { Field, Select } from "./parts";

/** Those that people choose. How long perfect play may look for a proof is not one of them. */
function optionsOf(strategy: StrategyInfo | undefined): Record<string, string> {
  return strategy && strategy.name !== "perfect" ? readOptions(strategy.options) : {};
}

interface PlayerPickerProps {
  label: string;
  game: GameInfo;
  value: string;
  onChange: (player: string) => void;
}

export function PlayerPicker({ label, game, value, onChange }: PlayerPickerProps) {
  const { text, hello, limits } = useApp();
  const t = text.newGame;
  const { name, options } = readPlayer(value);
  const strategies = strategiesFor(hello.strategies, game);
  const strategy = strategies.find((one) => one.name === name);
  const usual = optionsOf(strategy);
  const highest = highestLevel(name);
  const all = { ...usual, ...options };
  const level = Number(all["level"] ?? highest);
  const set = (key: string, to: string) => onChange(writePlayer({ name, options: { ...all, [key]: to } }));
  const choose = (next: string) => {
    const first: Record<string, string> = optionsOf(strategies.find((one) => one.name === next));
    if (next === "engine") first["level"] = "3";
    onChange(writePlayer({ name: next, options: first }));
  };
  const number = (key: string, title: string, least: number, most: number, step: number) => (
    <Field key={key} label={title}>
      {(ids) => (
        <input
          {...ids}
          type="number"
          min={least}
          max={most}
          step={step}
          value={all[key]}
          onInput={(event) => {
            // The summary follows while one types; what is not a number yet waits for the end of the typing.
            const { value } = event.currentTarget;
            if (value !== "" && Number(value) >= least && Number(value) <= most) set(key, value);
          }}
          onChange={(event) =>
            set(key, String(Math.min(most, Math.max(least, Number(event.currentTarget.value) || least))))
          }
        />
      )}
    </Field>
  );
  const controls = Object.keys(usual).map((key) => {
    if (key === "level")
      return (
        <Field
          key={key}
          label={`${t.level}: ${t.levelOf(level, highest)}${highest === 10 ? ` (${t.levelWords[level - 1] ?? ""})` : ""}`}
        >
          {(ids) => (
            <input
              {...ids}
              type="range"
              min={1}
              max={highest}
              step={1}
              value={level}
              onInput={(event) => set("level", event.currentTarget.value)}
            />
          )}
        </Field>
      );
    if (key === "depth") return number(key, t.depth, 1, 20, 1);
    if (key === "seconds")
      return name === "engine" && level < 10
        ? null
        : number(key, t.seconds, 0.1, limits.seconds[name === "engine" ? "engine" : "others"], 0.1);
    if (key === "eval")
      return (
        <Select
          key={key}
          label={t.evaluation}
          value={all[key] ?? "centre"}
          options={Object.entries(t.evaluations)}
          onChange={(to) => set(key, to)}
        />
      );
    return (
      <Field key={key} label={key === "only" ? t.criteria : key}>
        {(ids) => (
          <input {...ids} type="text" value={all[key]} onChange={(event) => set(key, event.currentTarget.value)} />
        )}
      </Field>
    );
  });
  return (
    <div class="player-picker">
      <Select
        label={label}
        value={name}
        options={strategies.map((one) => [one.name, capital(one.name)])}
        onChange={choose}
        help={sentence(text.strategies[name] ?? strategy?.help ?? "")}
      />
      <div class="player-options">{controls}</div>
    </div>
  );
}
