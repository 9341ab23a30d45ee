// Play, pause, one move and speed: for a game of two computers.
import { useState } from "preact/hooks";
import { useApp } from "../context";
import { Button, Select } from "../parts/parts";
import type { Table } from "../protocol";

const speeds = ["2000", "800", "400", "100", "0"]; // milliseconds between two moves

function speedOf(delay: number): string {
  return speeds.find((speed) => Number(speed) <= delay) ?? "0";
}

export function useRunner(table: Table) {
  const { link, failed } = useApp();
  const [delay, setDelay] = useState(table.delay);
  const running = table.running && table.outcome === null;
  const play = (to: number) => link.request("play", { table: table.id, delay: to }).catch(failed);
  return {
    running,
    delay,
    toggle: () => (running ? link.request("pause", { table: table.id }).catch(failed) : play(delay)),
    step: () => link.request("step", { table: table.id }).catch(failed),
    setDelay: (to: number) => {
      setDelay(to);
      if (running) play(to);
    },
  };
}

export function Runner({ table, runner }: { table: Table; runner: ReturnType<typeof useRunner> }) {
  const t = useApp().text.play;
  const over = table.outcome !== null;
  return (
    <div class="runner">
      <Button
        kind={runner.running ? "plain" : "main"}
        icon={runner.running ? "pause" : "play"}
        disabled={over}
        onClick={runner.toggle}
      >
        {runner.running ? t.pause : t.run}
      </Button>
      <Button icon="step" disabled={over} onClick={runner.step}>
        {t.step}
      </Button>
      <Select
        label={t.speed}
        inline
        value={speedOf(runner.delay)}
        options={speeds.map((speed) => [speed, t.speeds[speed] ?? speed])}
        onChange={(to) => runner.setDelay(Number(to))}
      />
    </div>
  );
}
