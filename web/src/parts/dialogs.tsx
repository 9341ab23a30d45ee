// Settings, help, and the card of rules.
import { fullTitle, gameSummary, useApp } from "../context";
import { messageText, type Language } from "../messages";
import { languages } from "../languages";
import type { SignName } from "../texts";
import { countPieces } from "../board/geometry";
import { BoardView, ValueMark } from "../board/board";
import { sideTitle } from "../players";
import type { GameInfo } from "../protocol";
import type { Settings } from "../settings";
import { Button, Check, Choice, Dialog, Select } from "./parts";

export function SettingsDialog({ onClose }: { onClose: () => void }) {
  const { text, settings, change, hello } = useApp();
  const t = text.settings;
  return (
    <Dialog title={t.title} close={text.app.close} onClose={onClose}>
      <div class="stack">
        <Choice
          label={t.scheme}
          value={settings.scheme}
          onChange={(scheme) => change({ scheme })}
          options={[
            ["auto", t.auto],
            ["light", t.light],
            ["dark", t.dark],
          ]}
        />
        <Choice
          label={t.palette}
          value={settings.palette}
          onChange={(palette) => change({ palette })}
          options={[
            ["standard", t.standard],
            ["safe", t.safe],
            ["contrast", t.contrast],
          ]}
        />
        <Select<Settings["language"]>
          label={t.language}
          value={settings.language}
          onChange={(language) => change({ language })}
          options={[["auto", t.automatic], ...(Object.entries(languages) as [Language, string][])]}
        />
        <Check label={t.numbers} checked={settings.numbers} onChange={(numbers) => change({ numbers })} />
        <Check label={t.exact} checked={settings.exact} onChange={(exact) => change({ exact })} />
        <Check label={t.sound} checked={settings.sound} onChange={(sound) => change({ sound })} />
        <Check label={t.speech} checked={settings.speech} onChange={(speech) => change({ speech })} />
        <Check label={t.motion} checked={settings.motion} onChange={(motion) => change({ motion })} />
        <Check label={t.shortcuts} checked={settings.shortcuts} onChange={(shortcuts) => change({ shortcuts })} />
        <p class="soft">{text.app.version(hello.program)}</p>
      </div>
    </Dialog>
  );
}

function Sign({ kind }: { kind: SignName }) {
  return (
    <svg class="sign board-drawing" viewBox="0 0 100 100" width="44" height="44" aria-hidden="true" focusable="false">
      <rect class="dark" width="100" height="100" />
      {kind === "last" && (
        <g class="last">
          <rect width="100" height="100" />
          <path d="M74 6h20v20M94 74v20h-20M26 94h-20v-20" />
        </g>
      )}
      {kind === "capturing" && <circle class="mark capturing" cx="50" cy="50" r="42" />}
      {kind === "selected" && <circle class="mark selected" cx="50" cy="50" r="42" />}
      {kind === "target" && <circle class="mark target" cx="50" cy="50" r="17" />}
      {kind === "way" && (
        <g class="mark way">
          <rect x="30" y="30" width="40" height="40" transform="rotate(45 50 50)" />
          <text x="50" y="59">
            1
          </text>
        </g>
      )}
      {(kind === "win" || kind === "draw" || kind === "loss") && (
        <g transform="translate(50 50)">
          <ValueMark value={kind} />
        </g>
      )}
    </svg>
  );
}

export function HelpDialog({ onClose }: { onClose: () => void }) {
  const { text, settings } = useApp();
  const t = text.help;
  return (
    <Dialog title={t.title} close={text.app.close} onClose={onClose}>
      <div class="stack">
        <h3>{t.mouse}</h3>
        <ul>
          {t.mouseLines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        <h3>{t.signs}</h3>
        <ul class="signs">
          {t.signLines.map(([kind, words]) => (
            <li key={kind}>
              <Sign kind={kind} /> {words}
            </li>
          ))}
        </ul>
        <h3>{t.keyboard}</h3>
        {!settings.shortcuts && <p>{t.keysOff}</p>}
        <dl class="keys">
          {t.keys.map(([keys, what]) => (
            <div key={keys}>
              <dt>{keys}</dt>
              <dd>{what}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Dialog>
  );
}

export function RulesDialog({ game, onClose, onPlay }: { game: GameInfo; onClose: () => void; onPlay?: () => void }) {
  const app = useApp();
  const { text } = app;
  const count = countPieces(game.start);
  return (
    <Dialog
      title={fullTitle(app, game)}
      close={text.app.close}
      onClose={onClose}
      actions={
        onPlay && (
          <Button kind="main" onClick={onPlay}>
            {text.rules.play}
          </Button>
        )
      }
    >
      <div class="rules-card">
        <div class="rules-board">
          <BoardView
            board={game.start}
            cells={game.cells}
            size={game.size}
            label={text.board.label(fullTitle(app, game))}
            numbers
            names={game.names}
          />
        </div>
        <div class="stack">
          {game.reversed && <p class="loud">{text.rules.reversed}</p>}
          <p>{gameSummary(app, game)}</p>
          <ul>
            {game.rules.map((rule) => (
              <li key={rule.code}>{app.say(rule, game)}</li>
            ))}
            {game.draws.length > 0 && (
              <li>{text.rules.draws(game.draws.map((draw) => messageText(app.language, draw, game)).join("; "))}</li>
            )}
          </ul>
          <p class="soft">
            {text.rules.board(game.size, count.b)}. {text.rules.begins(sideTitle(app, game, game.begins))}
          </p>
        </div>
      </div>
    </Dialog>
  );
}
