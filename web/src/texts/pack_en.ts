import { sentences } from "../messages_en.gen";
import type { Pack } from "../languages";
import { en } from "./en";

export const pack: Pack = { texts: en, sentences };
