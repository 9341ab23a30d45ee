// The games of one pairing, each of which can be opened on a board.
import { useEffect, useState } from "preact/hooks";
import { useApp } from "../context";
import * as logic from "../logic/run";
import { useProblem } from "../parts/hooks";
import { Button } from "../parts/parts";
import type { Run, RunGame } from "../protocol";
import { keepSecrets } from "../seats";
import { GameList } from "./game_list";
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
  const names = logic.playerNames(run.players);
  const { first, second } = run.cells[cell]!;
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

  const open = (wanted: number) =>
    app.link
      .request("lab.game", { run: run.id, cell, number: wanted })
      .then(({ table, secrets }) => {
        keepSecrets(table.id, secrets);
        app.navigate(`t=${table.id}`);
      })
      .catch(app.failed);

  const pages = Math.max(1, Math.ceil((found?.total ?? 0) / gamesAtOnce));
  return (
    <GameList
      pairing={[names[first]!, names[second]!]}
      games={found && found.games.map((game) => ({ ...game, end: app.say(game.end) }))}
      open={(wanted) => void open(wanted)}
      close={close}
      above={
        problem && (
          <p class="alert" role="alert">
            {problem.text}
          </p>
        )
      }
      below={
        pages > 1 && (
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
        )
      }
    />
  );
}
