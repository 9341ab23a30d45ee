// Starting and ending `crownhead serve` for the browser tests. Data is kept in a folder of its own.
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";

const executable = resolve(process.env.CROWNHEAD ?? "build/release/apps/cli/crownhead");
const longestStart = 60_000; // milliseconds; a program with contracts checked is slow

const running = new Set();
// Whatever ends the tests, nothing is left running.
process.on("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));

export class Program {
  constructor(options = []) {
    this.options = options;
    this.data = mkdtempSync(join(tmpdir(), "crownhead-browser-"));
    this.port = 0;
  }

  /** Starts it, the second time on the same port; resolves when it can be reached. */
  async start() {
    const child = spawn(executable, ["serve", "--port", String(this.port), "--data", this.data, ...this.options], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.child = child;
    running.add(child);
    this.ended = new Promise((done) => child.once("close", done));
    let complaint = "";
    child.stderr.on("data", (text) => (complaint += text));
    child.once("error", (error) => (complaint += error.message));
    const watchdog = setTimeout(() => child.kill("SIGKILL"), longestStart);
    const lines = createInterface({ input: child.stdout });
    const [line = ""] = await Promise.race([once(lines, "line"), this.ended.then(() => [])]);
    clearTimeout(watchdog);
    const address = /^Crownhead is at (http:\/\/\S+:(\d+)) /.exec(line);
    if (!address) throw new Error(`${executable} did not start: ${line} ${complaint}`);
    if (this.port && this.port !== Number(address[2])) throw new Error(`port ${this.port} is taken`);
    this.address = `${address[1]}/`;
    this.port = Number(address[2]);
    return this;
  }

  /** Another command of the same program, to its end. */
  run(...words) {
    return promisify(execFile)(executable, words);
  }

  /** Ends it by a signal; resolves when it is gone. */
  async end(signal = "SIGTERM") {
    this.child.kill(signal);
    const watchdog = setTimeout(() => this.child.kill("SIGKILL"), 10_000);
    await this.ended;
    clearTimeout(watchdog);
    running.delete(this.child);
  }

  async stop() {
    if (this.child && running.has(this.child)) await this.end();
    rmSync(this.data, { recursive: true, force: true });
  }
}
