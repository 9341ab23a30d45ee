// What computer and judge said, and what the search finds while it runs.
import { useEffect, useRef, useState } from "preact/hooks";
import { useApp } from "../context";
import { playerTitle, readPlayer, sideTitle } from "../players";
import type { GameInfo, Table, ThinkingEvent } from "../protocol";
import type { Said } from "./use_move_input";
import { humans, scoreShare, shortNumber, shortNumbersIn } from "../state";

export function Log({ table, game, said }: { table: Table; game: GameInfo; said: Said[] }) {
  const app = useApp();
  const { text } = app;
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (frame.current) frame.current.scrollTop = frame.current.scrollHeight;
  }, [table.log, said]);
  const lines: (Table["log"][number] & { ours?: boolean })[] = [];
  for (let at = 0; at <= table.log.length; at++) {
    for (const one of said)
      if (Math.min(one.at, table.log.length) === at)
        lines.push({ who: "judge", side: null, text: one.text, ply: 0, ours: true });
    const line = table.log[at];
    if (line) lines.push(line);
  }
  const speaker = (line: Table["log"][number]) => {
    if (line.who === "judge") return text.play.judge;
    if (!line.side) return text.players.computer;
    const seat = table[line.side];
    // Its options stand at the board.
    if (seat.kind === "computer" && humans(table) > 0) return playerTitle(app, readPlayer(seat.player).name);
    return sideTitle(app, game, line.side);
  };
  return (
    <div class="log" ref={frame} role="log" aria-label={text.play.tabs.log} tabIndex={0}>
      {lines.length === 0 && <p class="soft">{text.play.logEmpty}</p>}
      {lines.map((line, index) => (
        <p key={index} class={line.who}>
          <b>{speaker(line)}</b> <span lang={line.ours ? undefined : "en"}>{shortNumbersIn(line.text)}</span>
        </p>
      ))}
    </div>
  );
}

export function Search({ table }: { table: Table }) {
  const { text, link } = useApp();
  const t = text.play;
  const [news, setNews] = useState<ThinkingEvent | null>(null);
  useEffect(
    () =>
      link.listen((event) => {
        if (typeof event === "object" && event.event === "thinking" && event.table === table.id) setNews(event);
      }),
    [link, table.id],
  );
  if (!news || news.score === undefined) return <p class="soft">{t.searchEmpty}</p>;
  const share = scoreShare(news.score);
  const white = share === null ? null : news.side === "white" ? share : 1 - share;
  const speed = news.nodes && news.seconds > 0.05 ? news.nodes / news.seconds : 0;
  return (
    <div class="search">
      {white !== null && (
        <div class="even" role="img" aria-label={t.evenBar(news.score)}>
          <i style={{ width: `${(100 * white).toFixed(1)}%` }} />
        </div>
      )}
      <dl>
        <div>
          <dt>{t.searchDepth}</dt>
          <dd>{news.depth ?? "–"}</dd>
        </div>
        <div>
          <dt>{t.searchScore}</dt>
          <dd lang="en">{news.score}</dd>
        </div>
        <div>
          <dt>{t.searchNodes}</dt>
          <dd>{news.nodes === undefined ? "–" : shortNumber(news.nodes)}</dd>
        </div>
        {news.prunings ? (
          <div>
            <dt>{t.searchPrunings}</dt>
            <dd>{`${shortNumber(news.prunings.max)} / ${shortNumber(news.prunings.min)}`}</dd>
          </div>
        ) : (
          <div>
            <dt>{t.searchSpeed}</dt>
            <dd>{speed ? shortNumber(speed) : "–"}</dd>
          </div>
        )}
      </dl>
      {news.line && (
        <p class="expects">
          <span class="soft">{t.searchLine}:</span> {news.line}
        </p>
      )}
    </div>
  );
}
