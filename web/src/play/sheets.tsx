// The panels beside the board: moves or review, log, search. On narrow screens they are behind tabs.
import type { Ref } from "preact";
import { useState } from "preact/hooks";
import { useApp } from "../context";
import { notesOf } from "../logic/analysis";
import { onDemand } from "../parts/on_demand";
import { Button } from "../parts/parts";
import type { Colour, GameInfo, Table } from "../protocol";
import { Log, Search } from "./log";
import { MoveList } from "./move_list";
import type { MoveInput } from "./use_move_input";
import type { ReviewState } from "./use_review";
import type { ViewState } from "./use_view";

const ReviewPanel = onDemand(() => import("./review").then((part) => part.ReviewPanel));

export type Tab = "moves" | "log" | "search";
const tabs: readonly Tab[] = ["moves", "log", "search"];

export function Tabs({ tab, choose }: { tab: Tab; choose: (tab: Tab) => void }) {
  const t = useApp().text.play;
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? tabs.length - 1 : 0;
    if (!step) return;
    const next = tabs[(tabs.indexOf(tab) + step) % tabs.length] ?? tab;
    choose(next);
    document.getElementById(`tab-${next}`)?.focus();
  };
  return (
    <div class="tabs" role="tablist" aria-label={t.panel}>
      {tabs.map((one) => (
        <button
          key={one}
          type="button"
          role="tab"
          id={`tab-${one}`}
          aria-selected={tab === one}
          aria-controls={`panel-${one}`}
          tabIndex={tab === one ? 0 : -1}
          onClick={() => choose(one)}
          onKeyDown={onKeyDown}
        >
          {t.tabs[one]}
        </button>
      ))}
    </div>
  );
}

interface SheetsProps {
  table: Table;
  game: GameInfo;
  you: readonly Colour[];
  review: ReviewState;
  view: ViewState;
  moving: MoveInput;
  onReview: () => void;
  typing: Ref<HTMLInputElement>;
}

export function Sheets({ table, game, you, review, view, moving, onReview, typing }: SheetsProps) {
  const t = useApp().text.play;
  return (
    <>
      <section class="sheet moves-sheet" id="panel-moves" aria-label={t.tabs.moves}>
        <div class="sheet-head">
          <h2>{review.shown ? t.review.title : t.tabs.moves}</h2>
          {review.possible && !review.shown && table.outcome === null && (
            <Button small kind="quiet" icon="search" onClick={onReview}>
              {t.review.ask}
            </Button>
          )}
        </div>
        {review.shown ? (
          <ReviewPanel
            table={table}
            game={game}
            you={you}
            state={review}
            at={view.shown.node}
            go={view.go}
            onChoose={(node) => {
              review.choose(node);
              view.go(node.parent);
            }}
          />
        ) : (
          <MoveList
            table={table}
            game={game}
            at={view.shown.node}
            glyphs={review.glyphs}
            go={view.go}
            notes={notesOf(table)}
          />
        )}
        <div class="walk">
          <Button small icon="first" label={t.first} disabled={view.atStart} onClick={view.first} />
          <Button small icon="back" label={t.back} disabled={view.atStart} onClick={view.back} />
          <Button small icon="forward" label={t.forward} disabled={view.atEnd} onClick={view.forward} />
          <Button small icon="last" label={t.last} disabled={view.atEnd} onClick={view.last} />
          <TypedMove moving={moving} typing={typing} />
        </div>
      </section>
      <section class="sheet log-sheet" id="panel-log" aria-label={t.tabs.log}>
        <h2>{t.tabs.log}</h2>
        <Log table={table} game={game} said={moving.said} />
      </section>
      <section class="sheet search-sheet" id="panel-search" aria-label={t.tabs.search}>
        <h2>{t.tabs.search}</h2>
        <Search table={table} />
      </section>
    </>
  );
}

export function TypedMove({ moving, typing }: { moving: MoveInput; typing: Ref<HTMLInputElement> }) {
  const t = useApp().text.play;
  const [typed, setTyped] = useState("");
  const submit = async (event: Event) => {
    event.preventDefault();
    if (await moving.playText(typed.trim())) setTyped("");
  };
  return (
    <form class="typed" onSubmit={(event) => void submit(event)}>
      <input
        ref={typing}
        type="text"
        aria-label={`${t.typeMove}, ${t.typeHelp}`}
        placeholder={t.typeMove}
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        maxLength={60}
        value={typed}
        onInput={(event) => setTyped(event.currentTarget.value)}
      />
    </form>
  );
}
