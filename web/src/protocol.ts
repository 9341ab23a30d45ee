// The messages between page and program. The types are made from apps/server/protocol.json; here they get the names that
// the page uses, and what the description has no words for.
import type { Error as ErrorFrame, Events, Requests } from "./protocol.gen";

export { protocolVersion, subprotocol } from "./protocol.gen";
export type {
  Board,
  Certificate,
  Clock,
  Code,
  Colour,
  Drill,
  DrillCount,
  DrillStep,
  EndingClass,
  EndingExample,
  Exercise,
  Glyph,
  Grade,
  Hop,
  KeptMistake,
  Known,
  Folder,
  LibraryEntry,
  RefusedGame,
  WantedMaterial,
  Limits,
  LineStep,
  LogLine,
  Message,
  Moment,
  MomentMove,
  MoveNote,
  MoveValue,
  Opened,
  Option,
  Outcome,
  Params,
  Phase,
  Plan,
  Proof,
  ProofMove,
  ProofNode,
  PuzzleGame,
  ReadGame,
  Requests,
  Review,
  ReviewedMove,
  Run,
  RunCell,
  RunGame,
  Score,
  Secrets,
  Side,
  Streak,
  Table,
  Theme,
  Tried,
  View,
  WinDrawLoss,
} from "./protocol.gen";
export type {
  Game as GameInfo,
  Interval as Estimate,
  Line as AnalysisLine,
  Move as LegalMove,
  Node as MoveNode,
  Strategy as StrategyInfo,
} from "./protocol.gen";

export type Hello = Events["hello"];
export type TableEvent = Events["table"];
export type ThinkingEvent = Events["thinking"];
export type ExactEvent = Events["exact"];
export type AnalysisEvent = Events["analysis"];
export type ImportEvent = Events["import"];
export type ProofEvent = Events["proof"];
export type Event = Events[keyof Events];

export type RequestName = keyof Requests;
export type Fields<N extends RequestName> = Requests[N]["fields"];
export type AnswerTo<N extends RequestName> = Requests[N]["answer"];

export type ErrorCode = ErrorFrame["code"];
export type ProtocolError = ErrorFrame;
export type Answer = { re: number | null; ok: unknown } | { re: number | null; error: ProtocolError };
