// The moves of a line, to go through one by one; the board beside it shows where it is.
import { PieceIcon } from "./board";

interface StepLineProps {
  steps: readonly { text: string }[];
  /** So many of them are on the board. */
  step: number;
  /** Of the side that begins and of the other one. */
  pieces: readonly [string, string];
  onGo: (step: number) => void;
}

export function StepLine({ steps, step, pieces, onGo }: StepLineProps) {
  return (
    <ol class="exercise-line">
      {steps.map((one, index) => (
        <li key={index} class={index === step - 1 ? "now" : index < step ? "past" : ""}>
          <button type="button" onClick={() => onGo(index + 1)} aria-current={index === step - 1 ? "step" : undefined}>
            <PieceIcon piece={index % 2 === 0 ? pieces[0] : pieces[1]} size={18} />
            {one.text}
          </button>
        </li>
      ))}
    </ol>
  );
}
