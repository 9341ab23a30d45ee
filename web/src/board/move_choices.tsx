// Where several moves fit what was clicked: a button for each, by the squares that it visits.
import { Button } from "../parts/parts";
import type { GameInfo } from "../protocol";
import { squareName } from "./geometry";
import type { Position } from "./input";
import type { PositionInput } from "./use_position_input";

interface MoveChoicesProps {
  position: Position;
  game: GameInfo;
  moving: PositionInput;
}

export function MoveChoices({ position, game, moving }: MoveChoicesProps) {
  const moves = moving.choices.flatMap((index) => {
    const move = position.legal[index];
    return move ? [{ index, move }] : [];
  });
  if (moves.length === 0) return null;
  return (
    <p class="move-choices">
      {moves.map(({ index, move }) => (
        <Button key={index} small onClick={() => moving.choose(index)}>
          {move.path.map((square) => squareName(game.names, square)).join(move.hops.length > 1 ? "x" : "-")}
        </Button>
      ))}
    </p>
  );
}
