// Charts as files, for documents: the drawing of the page, with its colours inside.
import { renderToString } from "preact-render-to-string";
import { LookContext, type Look } from "../context";
import {
  resultBars,
  starterGroups,
  intervalText,
  numberText,
  percentText,
  type BarGroup,
  type Results,
} from "../logic/run";
import { messageSentence } from "../messages";
import { textsOf } from "../texts";
import "../texts/all";
import { GroupedBars } from "./grouped-bars";
import { ResultBars } from "./result-bars";

export interface ChartFile {
  file: string;
  svg: string;
}

/** A chart as `crownhead study` describes it. */
export interface ChartData {
  file: string;
  title: string;
  groups: BarGroup[];
}

const language = "en";
const text = textsOf(language).laboratory;
const number = (value: number) => numberText(value, language);
const percent = (share: number, decimals = 1) => percentText(share, language, decimals);
const interval = (low: number, high: number) => intervalText(low, high, language);
const look: Look = {
  language,
  text: textsOf(language),
  games: [],
  say: (message, naming) => messageSentence(language, message, naming),
};

// The light palette; the page takes these from tokens.css and charts.css.
const style = `
svg{background:#fffdf8;font:13px/1.4 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
text{fill:#1f2528}
.ch-label,.ch-number{font-weight:600}
.ch-small{font-size:12px;fill:#586167}
.ch-mid{text-anchor:middle}
.ch-end{text-anchor:end}
.ch-won,.ch-series0{fill:#0b6a5f}
.ch-drawn,.ch-series1{fill:#e8b04a}
.ch-lost,.ch-series2{fill:#a8321f}
.ch-series3{fill:#4a6fa5}
.ch-won-ink,.ch-lost-ink{fill:#fff}
.ch-drawn-ink{fill:#271500}
.ch-grid{stroke:#dbd7ca;fill:none}
.ch-middle{stroke:#8b8f88;fill:none;stroke-dasharray:3 3}
.ch-whisker-edge{stroke:#fffdf8;stroke-width:4;fill:none}
.ch-whisker{stroke:#1f2528;stroke-width:1.6;fill:none}
.ch-dot{fill:#1f2528}`;

/** The svg of a figure, as a file of its own. */
function standalone(figure: preact.JSX.Element): string {
  const html = renderToString(<LookContext.Provider value={look}>{figure}</LookContext.Provider>);
  const svg = html.slice(html.indexOf("<svg"), html.indexOf("</svg>") + "</svg>".length);
  return svg.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"').replace(">", `><style>${style}</style>`) + "\n";
}

const groupWords = {
  percent,
  sentence: (group: BarGroup, bar: BarGroup["bars"][number]) =>
    text.groupWords(group.label, bar.label, percent(bar.value), interval(bar.low, bar.high), number(bar.games)),
};

function ofRun(run: Results): ChartFile[] {
  return run.games.flatMap((game) => [
    {
      file: `results-${game}.svg`,
      svg: standalone(
        <ResultBars
          title={text.resultsTitle}
          bars={resultBars(run, game)}
          words={{
            won: text.legendWon,
            drawn: text.legendDrawn,
            lost: text.legendLost,
            interval: text.legendInterval,
            percent,
            number,
            sentence: ({ label, won, drawn, lost, score: [value, low, high] }) =>
              text.resultWords(label, number(won), number(drawn), number(lost), percent(value), interval(low, high)),
          }}
        />,
      ),
    },
    {
      file: `starters-${game}.svg`,
      svg: standalone(
        <GroupedBars
          title={text.startersTitle}
          groups={starterGroups(run, game, { first: text.movedFirst, second: text.movedSecond })}
          words={groupWords}
        />,
      ),
    },
  ]);
}

export function chartFiles(data: ChartData[] | Results): ChartFile[] {
  if (!Array.isArray(data)) return ofRun(data);
  return data.map(({ file, title, groups }) => ({
    file,
    svg: standalone(<GroupedBars title={title} groups={groups} words={groupWords} />),
  }));
}
