// The games of one pairing in a table, for the laboratory and for the report of a run.
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useLook } from "../context";
import { Button } from "../parts/parts";
import { useNumbers } from "./words";

export interface ListedGame {
  number: number; // counted from 0
  black: string;
  white: string;
  winner: "black" | "white" | null;
  end: string;
  plies: number;
}

interface GameListProps {
  pairing: readonly [string, string];
  caption?: string; // the title, unseen, where it is left out
  games: readonly ListedGame[] | null; // null: not known yet
  shown?: number | null; // the game that is open beside the list; left out where games open elsewhere
  open: (number: number) => void;
  close: () => void;
  above?: ComponentChildren;
  below?: ComponentChildren;
}

export function GameList({ pairing, caption, games, shown, open, close, above, below }: GameListProps) {
  const text = useLook().text.laboratory;
  const { number } = useNumbers();
  const heading = useRef<HTMLHeadingElement>(null);
  const title = text.gamesOf(...pairing);
  useEffect(() => heading.current?.focus(), [title]);
  return (
    <section class="cell-games" aria-labelledby="cell-games">
      <div class="panel-head">
        <h3 id="cell-games" ref={heading} tabIndex={-1}>
          {title}
        </h3>
        <Button icon="close" kind="quiet" label={text.closeGames} onClick={close} />
      </div>
      {above}
      {games && (
        <div class="scroll" tabIndex={0} role="group" aria-label={title}>
          <table class="list">
            {caption ? <caption>{caption}</caption> : <caption class="unseen">{title}</caption>}
            <thead>
              <tr>
                <th scope="col">{text.numberColumn}</th>
                <th scope="col">{text.black}</th>
                <th scope="col">{text.white}</th>
                <th scope="col">{text.winner}</th>
                <th scope="col">{text.ending}</th>
                <th scope="col">{text.movesColumn}</th>
              </tr>
            </thead>
            <tbody>
              {games.map((game) => (
                <tr key={game.number}>
                  <th scope="row">
                    <Button
                      small
                      pressed={shown === undefined ? undefined : shown === game.number}
                      title={text.openGame(number(game.number + 1))}
                      label={text.openGame(number(game.number + 1))}
                      onClick={() => open(game.number)}
                    >
                      {number(game.number + 1)}
                    </Button>
                  </th>
                  <td>{game.black}</td>
                  <td>{game.white}</td>
                  <td>{game.winner === null ? text.draw : game[game.winner]}</td>
                  <td>{game.end}</td>
                  <td>{number(Math.ceil(game.plies / 2))}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {below}
    </section>
  );
}
