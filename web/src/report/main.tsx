// The second page of the web build: the report of a run, with its data inside.
import { render } from "preact";
import { LookContext, type Look } from "../context";
import { runTitle } from "../lab/words";
import { messageSentence } from "../messages";
import { readSettings, showLooks } from "../settings";
import { languageOf, textsOf } from "../texts";
import "../texts/all";
import "../styles/tokens.css";
import "../styles/base.css";
import "../styles/controls.css";
import "../styles/board.css";
import "../styles/library.css";
import "../styles/laboratory.css";
import "../styles/run.css";
import "../styles/charts.css";
import "../styles/side.css";
import "../styles/laboratory_narrow.css";
import "../styles/report.css";
import type { Report } from "./data";
import { ReportPage } from "./report";

const settings = readSettings();
showLooks(settings);
const language = languageOf(settings);
document.documentElement.lang = language;
const run = JSON.parse(document.getElementById("run")?.textContent ?? "null") as Report | null;
const look: Look = {
  language,
  text: textsOf(language),
  games: run?.boards ?? [],
  say: (message, naming) => messageSentence(language, message, naming),
};
if (run) document.title = `${runTitle(look, run)} – Crownhead`;
render(
  <LookContext.Provider value={look}>
    <ReportPage run={run} />
  </LookContext.Provider>,
  document.getElementById("app") as HTMLElement,
);
