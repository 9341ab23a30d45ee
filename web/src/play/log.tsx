// What computer and referee said, and what the search finds while it runs.
import { useEffect, useRef, useState } from "preact/hooks";
import { useApp } from "../context";
import { asSentence, messageText, signed } from "../messages";
import { playerName, sideTitle } from "../players";
import type { GameInfo, LogLine, Score, Table, ThinkingEvent } from "../protocol";
import { humans, scoreShare, shortNumber } from "../state";
import type { Said } from "./use_move_input";

export function Log({ table, game, said }: { table: Table; game: GameInfo; said: Said[] }) {
  const app = useApp();
  const { text } = app;
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (frame.current) frame.current.scrollTop = frame.current.scrollHeight;
  }, [table.log, said]);
  const speaker = (line: LogLine) => {
    if (line.who === "referee") return text.play.referee;
    if (!line.side) return text.players.computer;
    const seat = table[line.side];
    // Its options stand at the board.
    if (seat.kind === "computer" && humans(table) > 0) return playerName(app, seat.player);
    return sideTitle(app, game, line.side);
  };
  const words = ({ move, message }: LogLine) => {
    const said = message ? messageText(app.language, message, game) : "";
    return move === null ? asSentence(said) : [move, said].filter(Boolean).join(": ");
  };
  const lines: { who: LogLine["who"]; speaker: string; words: string }[] = [];
  for (let at = 0; at <= table.log.length; at++) {
    for (const one of said)
      if (Math.min(one.at, table.log.length) === at)
        lines.push({ who: "referee", speaker: text.play.referee, words: one.text });
    const line = table.log[at];
    if (line) lines.push({ who: line.who, speaker: speaker(line), words: words(line) });
  }
  return (
    <div class="log" ref={frame} role="log" aria-label={text.play.tabs.log} tabIndex={0}>
      {lines.length === 0 && <p class="soft">{text.play.logEmpty}</p>}
      {lines.map((line, index) => (
        <p key={index} class={line.who}>
          <b>{line.speaker}</b> <span>{line.words}</span>
        </p>
      ))}
    </div>
  );
}

export function Search({ table }: { table: Table }) {
  const { text, link, language } = useApp();
  const t = text.play;
  const [progress, setProgress] = useState<ThinkingEvent | null>(null);
  useEffect(
    () =>
      link.listen((event) => {
        if (typeof event === "object" && event.event === "thinking" && event.table === table.id) setProgress(event);
      }),
    [link, table.id],
  );
  if (!progress || progress.score === null) return <p class="soft">{t.searchEmpty}</p>;
  const { score, nodes, seconds, prunings, expects } = progress;
  const share = scoreShare(score);
  const white = share === null ? null : progress.side === "white" ? share : 1 - share;
  const speed = seconds > 0.05 ? nodes / seconds : 0;
  const words = scoreText(score, (value) => signed(language, value), t.scores);
  return (
    <div class="search">
      {white !== null && (
        <div class="even" role="img" aria-label={t.evenBar(words)}>
          <i style={{ width: `${(100 * white).toFixed(1)}%` }} />
        </div>
      )}
      <dl>
        <div>
          <dt>{t.searchDepth}</dt>
          <dd>{progress.depth}</dd>
        </div>
        <div>
          <dt>{t.searchScore}</dt>
          <dd>{words}</dd>
        </div>
        <div>
          <dt>{t.searchNodes}</dt>
          <dd>{shortNumber(nodes)}</dd>
        </div>
        {prunings ? (
          <div>
            <dt>{t.searchPrunings}</dt>
            <dd>{`${shortNumber(prunings.max)} / ${shortNumber(prunings.min)}`}</dd>
          </div>
        ) : (
          <div>
            <dt>{t.searchSpeed}</dt>
            <dd>{speed ? shortNumber(speed) : "–"}</dd>
          </div>
        )}
      </dl>
      {expects.length > 0 && (
        <p class="expects">
          <span class="soft">{t.searchLine}:</span> {expects.join(" ")}
        </p>
      )}
    </div>
  );
}

/** +0.35, "wins in 4", "draw". */
export function scoreText(
  score: Score,
  number: (value: number) => string,
  words: { win: (moves: number | null) => string; loss: (moves: number | null) => string; draw: string },
): string {
  switch (score.kind) {
    case "estimate":
      return number(score.value / 100);
    case "points":
      return String(score.value);
    case "draw":
      return words.draw;
    case "win":
    case "loss":
      return words[score.kind](score.plies === null ? null : Math.ceil(score.plies / 2));
  }
}
