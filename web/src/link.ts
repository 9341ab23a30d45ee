// The line to the program: requests with answers, and events. It comes back by itself when the connection is lost.
import { subprotocol } from "./protocol";
import type { Answer, AnswerTo, ErrorCode, Event, Fields, Hello, Message, RequestName } from "./protocol";

/** Why a request failed: what the program said, or nothing but a code where it could not be asked. */
export class RequestError extends Error {
  constructor(
    readonly code: ErrorCode | "lost" | "down",
    readonly said: Message | null = null,
  ) {
    super(said?.code ?? code);
  }
}

export interface Link {
  /** The answer of the program; throws a RequestError when it refuses, and when the connection is lost meanwhile. */
  request<N extends RequestName>(what: N, fields: Fields<N>): Promise<AnswerTo<N>>;
  /** Calls back for every event, and with "up" or "down" when the connection changes. */
  listen(listener: (event: Event | "up" | "down") => void): () => void;
  readonly up: boolean;
  /** What the program said first; it may have come before anybody listened. */
  readonly hello: Hello | null;
}

const longestPause = 5000; // milliseconds between attempts to connect

export function openLink(address: string): Link {
  type Waiting = { resolve: (value: never) => void; reject: (error: Error) => void };
  const waiting = new Map<number, Waiting>();
  const listeners = new Set<(event: Event | "up" | "down") => void>();
  let socket: WebSocket | null = null;
  let up = false;
  let hello: Hello | null = null;
  let nextId = 1;
  let pause = 200;

  const tell = (event: Event | "up" | "down") => {
    for (const listener of [...listeners]) listener(event);
  };

  const lost = () => {
    if (up) tell("down");
    up = false;
    socket = null;
    for (const { reject } of waiting.values()) reject(new RequestError("lost"));
    waiting.clear();
    setTimeout(connect, pause);
    pause = Math.min(2 * pause, longestPause);
  };

  const received = (frame: Answer | Event) => {
    if ("event" in frame) {
      if (frame.event === "hello") {
        up = true;
        hello = frame;
        pause = 200;
        tell(frame);
        tell("up");
        return;
      }
      tell(frame);
      return;
    }
    if (frame.re === null) return;
    const asked = waiting.get(frame.re);
    if (!asked) return;
    waiting.delete(frame.re);
    if ("error" in frame) asked.reject(new RequestError(frame.error.code, frame.error.message));
    else asked.resolve(frame.ok as never);
  };

  function connect() {
    const opened = new WebSocket(address, subprotocol);
    socket = opened;
    opened.onmessage = (message) => received(JSON.parse(message.data as string) as Answer | Event);
    opened.onclose = () => {
      if (socket === opened) lost();
    };
  }

  connect();
  return {
    request(what, fields) {
      return new Promise((resolve, reject) => {
        if (!socket || !up) {
          reject(new RequestError("down"));
          return;
        }
        const id = nextId++;
        waiting.set(id, { resolve: resolve as (value: never) => void, reject });
        socket.send(JSON.stringify({ ...fields, id, do: what }));
      });
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    get up() {
      return up;
    },
    get hello() {
      return hello;
    },
  };
}
