// The games of one pairing, each of which can be opened on a board.
import { useEffect, useRef, useState } from "preact/hooks";
import { useApp } from "../context";
import * as logic from "../logic/run";
import { useProblem } from "../parts/hooks";
import { Button } from "../parts/parts";
import type { Run, RunGame } from "../protocol";
import { keepSecrets } from "../seats";
import { useNumbers } from "./words";

const gamesAtOnce = 20;

export function CellGames({ run, cell, close }: { run: Run; cell: number; close: () => void }) {
  const app = useApp();
  const { link, why } = app;
  const text = app.text.laboratory;
  const { number } = useNumbers();
  const [page, setPage] = useState(0);
  const [found, setFound] = useState<{ games: RunGame[]; total: number } | null>(null);
  const [problem, setProblem] = useProblem();
  const heading = useRef<HTMLHeadingElement>(null);
  const names = logic.playerNames(run.players);
  const { first, second } = run.cells[cell]!;
  const title = text.gamesOf(names[first]!, names[second]!);

  useEffect(() => heading.current?.focus(), []);
  useEffect(() => {
    let wanted = true;
    link
      .request("lab.games", {
        run: run.id,
        cell,
        offset: page * gamesAtOnce,
        limit: gamesAtOnce,
      })
      .then((answer) => wanted && setFound(answer))
      .catch((error: unknown) => wanted && setProblem(why(error)));
    return () => {
      wanted = false;
    };
  }, [link, why, run.id, cell, page, setProblem]);

  const open = (game: RunGame) =>
    app.link
      .request("lab.game", { run: run.id, cell, number: game.number })
      .then(({ table, secrets }) => {
        keepSecrets(table.id, secrets);
        app.navigate(`t=${table.id}`);
      })
      .catch(app.failed);

  const pages = Math.max(1, Math.ceil((found?.total ?? 0) / gamesAtOnce));
  return (
    <section class="cell-games" aria-labelledby="cell-games">
      <div class="panel-head">
        <h3 id="cell-games" ref={heading} tabIndex={-1}>
          {title}
        </h3>
        <Button icon="close" kind="quiet" label={text.closeGames} onClick={close} />
      </div>
      {problem && (
        <p class="alert" role="alert">
          {problem.text}
        </p>
      )}
      {found && (
        <div class="scroll" tabIndex={0} role="group" aria-label={title}>
          <table class="list">
            <caption class="unseen">{title}</caption>
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
              {found.games.map((game) => (
                <tr key={game.number}>
                  <th scope="row">
                    <Button
                      small
                      title={text.openGame(number(game.number + 1))}
                      label={text.openGame(number(game.number + 1))}
                      onClick={() => void open(game)}
                    >
                      {number(game.number + 1)}
                    </Button>
                  </th>
                  <td>{game.black}</td>
                  <td>{game.white}</td>
                  <td>{game.winner === null ? text.draw : game.winner === "black" ? game.black : game.white}</td>
                  <td>{app.say(game.end)}</td>
                  <td>{number(Math.ceil(game.plies / 2))}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {pages > 1 && (
        <nav class="pager" aria-label={text.pages}>
          <Button small icon="back" label={text.previous} disabled={page === 0} onClick={() => setPage(page - 1)} />
          <span>{text.page(number(page + 1), number(pages))}</span>
          <Button
            small
            icon="forward"
            label={text.next}
            disabled={page + 1 >= pages}
            onClick={() => setPage(page + 1)}
          />
        </nav>
      )}
    </section>
  );
}
