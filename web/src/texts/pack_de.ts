import { sentences } from "../messages_de.gen";
import type { Pack } from "../languages";
import { de } from "./de";

export const pack: Pack = { texts: de, sentences };
