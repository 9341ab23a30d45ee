// Why a click was no move, in words.
import type { GameInfo } from "../protocol";
import type { Texts } from "../texts";
import { squareName } from "./geometry";
import type { Refusal } from "./input";

const mostNamed = 4; // captures in one sentence

/** "You must capture: 11x18 or 12x19 or 2 others." */
export function mustCaptureWords({ play: t }: Texts, moves: readonly string[]): string {
  const rest = moves.length - mostNamed;
  return t.mustBe(moves.slice(0, mostNamed).join(t.or) + (rest > 0 ? t.andMore(rest) : ""));
}

export function refusalWords(text: Texts, { names }: Pick<GameInfo, "names">, refusal: Refusal): string {
  const t = text.play;
  const name = (square: number) => squareName(names, square);
  switch (refusal.code) {
    case "capture":
      return mustCaptureWords(text, refusal.moves);
    case "not-yours":
      return t.notYours;
    case "stuck":
      return t.cannotMove(name(refusal.square));
    case "cannot-go":
      return t.cannotGo(name(refusal.from), name(refusal.to), refusal.where.map(name).join(t.or));
    case "nobody":
      return t.nobodyGoes(name(refusal.to));
  }
}
