// A move that is entered while the other person thinks. Which moves will be legal is not known then.
import { candidates, type Input } from "../board/input";
import type { LegalMove } from "../protocol";

/** What a click makes of the plan; null: nothing is planned. `own`: a piece of the player stands there. */
export function planned(plan: Input | null, square: number, own: boolean): Input | null {
  if (plan && square === plan.from) return null;
  if (own) return { from: square, clicks: [] };
  return plan && { from: plan.from, clicks: [...plan.clicks, square] };
}

/** Which legal move was meant; null: none, or it is not clear. One that ends on the last square goes first. */
export function premoveIndex(legal: readonly LegalMove[], plan: Input): number | null {
  const last = plan.clicks[plan.clicks.length - 1];
  if (last === undefined) return null;
  const fitting = candidates(legal, plan);
  const ending = fitting.filter((index) => legal[index]?.path.at(-1) === last);
  const meant = ending.length > 0 ? ending : fitting;
  return meant.length === 1 ? (meant[0] ?? null) : null;
}
