import { afterEach, expect, it, vi } from "vitest";
import { openLink } from "../src/link";

class Line {
  static last: Line;
  onmessage: (message: { data: string }) => void = () => undefined;
  onclose: () => void = () => undefined;
  sent: string[] = [];
  constructor(readonly address: string) {
    Line.last = this;
  }
  send(text: string) {
    this.sent.push(text);
  }
  hear(frame: unknown) {
    this.onmessage({ data: JSON.stringify(frame) });
  }
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const hello = {
  event: "hello",
  protocol: 2,
  program: "crownhead",
  games: [],
  strategies: [],
  limits: { tables: 50, message: 65536 },
};

it("remembers the greeting for whoever listens later", () => {
  vi.stubGlobal("WebSocket", Line);
  const link = openLink("ws://here/ws");
  expect([link.up, link.hello]).toEqual([false, null]);
  Line.last.hear(hello);
  expect(link.up).toBe(true);
  expect(link.hello).toEqual(hello);
});

it("refuses what was asked when the connection is lost, and comes back", async () => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", Line);
  const link = openLink("ws://here/ws");
  const heard: unknown[] = [];
  link.listen((event) => heard.push(typeof event === "string" ? event : event.event));
  Line.last.hear(hello);
  const first = Line.last;
  const asked = link.request("undo", { table: "a" });
  expect(JSON.parse(first.sent[0] ?? "")).toEqual({ id: 1, do: "undo", table: "a" });
  first.onclose();
  await expect(asked).rejects.toMatchObject({ code: "lost" });
  await expect(link.request("undo", { table: "a" })).rejects.toMatchObject({ code: "down" });
  await vi.advanceTimersByTimeAsync(1000);
  expect(Line.last).not.toBe(first);
  Line.last.hear(hello);
  expect(heard).toEqual(["hello", "up", "down", "hello", "up"]);
});
