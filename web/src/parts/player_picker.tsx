// Chooses a computer player: strategy, and the options it has. All of it comes from the program's own description.
import { useApp } from "../context";
import { capital } from "../messages";
import {
  choiceTitle,
  firstPlayer,
  levelOf,
  optionsShown,
  optionTitle,
  readPlayer,
  strategiesFor,
  strategyHelp,
  strategyTitle,
  writePlayer,
} from "../players";
import type { GameInfo, Option } from "../protocol";
import { Field, Select } from "./parts";
import { Wood } from "./wood";

interface PlayerPickerProps {
  label: string;
  game: GameInfo;
  value: string;
  onChange: (player: string) => void;
  /** Only strategies that the laboratory takes. */
  lab?: boolean;
}

export function PlayerPicker({ label, game, value, onChange, lab = false }: PlayerPickerProps) {
  const app = useApp();
  const { strategies } = app.hello;
  const { name, options } = readPlayer(value);
  const offered = strategiesFor(strategies, game).filter((one) => one.lab || !lab);
  const strategy = offered.find((one) => one.name === name);
  const set = (key: string, to: string) =>
    onChange(writePlayer(strategies, { name, options: { ...options, [key]: to } }));
  return (
    <div class="player-picker">
      <Select
        label={label}
        value={name}
        options={offered.map((one) => [one.name, lab ? capital(one.name) : strategyTitle(app, one)])}
        onChange={(next) => onChange(firstPlayer(strategies, game, next))}
        help={strategyHelp(app, name)}
      />
      <div class="player-options">
        {strategy &&
          optionsShown(strategy, options).map((option) =>
            option.key === "level" && strategy.levels !== null ? (
              <Level
                key="level"
                level={levelOf(strategy, options)}
                highest={strategy.levels}
                set={(to) => set("level", to)}
              />
            ) : (
              <OptionField
                key={option.key}
                option={option}
                value={options[option.key] ?? option.default}
                set={(to) => set(option.key, to)}
              />
            ),
          )}
      </div>
    </div>
  );
}

function Level({ level, highest, set }: { level: number; highest: number; set: (level: string) => void }) {
  const { text } = useApp();
  const t = text.newGame;
  const { names } = text.woods;
  const wood = highest === names.length ? names[level - 1] : undefined;
  return (
    <Field label={`${t.level}: ${t.levelOf(level, highest)}${wood ? `, ${wood}` : ""}`}>
      {(ids) => (
        <div class="level">
          {wood && <Wood level={level} size={34} />}
          <input
            {...ids}
            type="range"
            min={1}
            max={highest}
            step={1}
            value={level}
            onInput={(event) => set(event.currentTarget.value)}
          />
        </div>
      )}
    </Field>
  );
}

function OptionField({ option, value, set }: { option: Option; value: string; set: (value: string) => void }) {
  const app = useApp();
  const title = optionTitle(app, option.key);
  if (option.kind === "choice")
    return (
      <Select
        label={title}
        value={value}
        options={option.choices.map((choice) => [choice, choiceTitle(app, option.key, choice)])}
        onChange={set}
      />
    );
  if (option.kind === "text" || option.kind === "set")
    return (
      <Field label={title}>
        {(ids) => <input {...ids} type="text" value={value} onChange={(event) => set(event.currentTarget.value)} />}
      </Field>
    );
  const least = option.min ?? 0;
  const most = option.max ?? Number.MAX_SAFE_INTEGER;
  return (
    <Field label={title}>
      {(ids) => (
        <input
          {...ids}
          type="number"
          min={least}
          max={most}
          step={option.kind === "integer" ? 1 : 0.1}
          value={value}
          onInput={(event) => {
            // The summary follows while one types; what is not a number yet waits for the end of the typing.
            const typed = event.currentTarget.value;
            if (typed !== "" && Number(typed) >= least && Number(typed) <= most) set(typed);
          }}
          onChange={(event) => set(String(Math.min(most, Math.max(least, Number(event.currentTarget.value) || least))))}
        />
      )}
    </Field>
  );
}
