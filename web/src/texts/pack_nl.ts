import { sentences } from "../messages_nl.gen";
import type { Pack } from "../languages";
import { nl } from "./nl";

export const pack: Pack = { texts: nl, sentences };
