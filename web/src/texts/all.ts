// Every language at once, for what cannot load one on demand: the report of a run, charts, tests.
import { keepPack } from "../languages";
import { pack as de } from "./pack_de";
import { pack as en } from "./pack_en";
import { pack as nl } from "./pack_nl";

keepPack("en", en);
keepPack("nl", nl);
keepPack("de", de);
