// How much the program takes, so that a form does not accept what Start would refuse.
import type { Hello, Limits } from "./protocol";

/** Of a program that does not say them. */
export const usualLimits: Limits = {
  tables: 50,
  message: 65536,
  text: 1048576,
  name: 100,
  seconds: { engine: 60, others: 15 },
  lab: { games: 100_000, plies: 60, seconds: 15 },
};

export function limitsOf({ limits }: Pick<Hello, "limits">): Limits {
  return {
    ...usualLimits,
    ...limits,
    seconds: { ...usualLimits.seconds, ...limits.seconds },
    lab: { ...usualLimits.lab, ...limits.lab },
  };
}
