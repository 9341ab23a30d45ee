// The verifier at work: how many positions it has checked, and what came of it. "Verified" only after a whole run.
import { useApp } from "../context";
import { numberText } from "../logic/run";
import { Icon } from "../parts/icon";
import { Button } from "../parts/parts";
import { sideTitle } from "../players";
import type { Certificate, GameInfo } from "../protocol";
import type { ProofTexts } from "../texts/proofs_en";
import type { Verifier } from "./use_proof";

const round = 2 * Math.PI * 28; // of the ring

interface VerifierProps {
  texts: ProofTexts;
  game: GameInfo;
  certificate: Certificate;
  verifier: Verifier;
  /** To the position that fails, where it is not shown. */
  onShow: (() => void) | null;
}

export function VerifierCard({ texts: t, game, certificate, verifier, onShow }: VerifierProps) {
  const app = useApp();
  const { event, running } = verifier;
  const number = (value: number) => numberText(value, app.language);
  const claimed = certificate.promises.reduce((sum, { positions }) => sum + positions, 0);
  const state = running ? "working" : (event?.state ?? "open");
  const checked = running && event?.state !== "working" ? 0 : (event?.checked ?? 0);
  const total = Math.max(event?.total ?? 0, claimed, 1);
  const share = state === "done" ? 1 : checked / total;
  const title = {
    open: t.notVerified,
    working: t.verifying,
    done: t.verified,
    stopped: t.stopped,
    failed: t.failed,
  }[state];
  return (
    <section class={`verifier ${state}`} aria-label={t.verifier}>
      <svg class="verifier-ring" viewBox="-32 -32 64 64" width="60" height="60" aria-hidden="true" focusable="false">
        <circle class="verifier-track" r="28" />
        <circle
          class="verifier-done"
          r="28"
          stroke-dasharray={`${(state === "failed" ? 1 : share) * round} ${round}`}
          transform="rotate(-90)"
        />
        {state === "done" && <path class="verifier-sign" d="M-12 1l8 8L13-9" />}
        {state === "failed" && <path class="verifier-sign" d="M-10-10 10 10M10-10-10 10" />}
      </svg>
      <div class="verifier-words">
        <div role="status">
          <h2>{title}</h2>
          {state === "open" && <p>{t.notVerifiedHelp(number(claimed))}</p>}
          {state === "done" && event && (
            <p>{t.verifiedHelp(number(event.checked), numberText(event.seconds, app.language, 1))}</p>
          )}
          {state === "stopped" && <p>{t.stoppedHelp(number(checked))}</p>}
          {state === "failed" && event?.fault && (
            <p>
              {app.say(event.fault.message, game)} {event.fault.board && !onShow && t.failedHere}
            </p>
          )}
        </div>
        {state === "working" && (
          <p>
            <progress aria-label={t.verifying} value={checked} max={total} />
            <span class="verifier-count">{t.checked(number(checked), number(total))}</span>
          </p>
        )}
      </div>
      <div class="verifier-button">
        {state === "working" ? (
          <Button icon="pause" onClick={verifier.stop}>
            {t.stop}
          </Button>
        ) : (
          <Button kind={state === "open" ? "main" : "plain"} icon="check" onClick={verifier.start}>
            {state === "open" ? t.verify : t.verifyAgain}
          </Button>
        )}
        {onShow && <Button onClick={onShow}>{t.showFailure}</Button>}
      </div>
      {state === "done" && event && (
        <ul class="verifier-checks">
          <li>
            <Icon name="check" /> {t.bytes(number(certificate.bytes))}
          </li>
          {event.promises.map(({ side, goal, positions, longest }) => (
            <li key={side}>
              <Icon name="check" />{" "}
              {goal === "wins"
                ? t.keptWins(sideTitle(app, game, side), number(positions), number(longest ?? 0))
                : t.keptHolds(sideTitle(app, game, side), number(positions))}
            </li>
          ))}
          <li>
            <Icon name="check" /> {t.allReplies}
          </li>
        </ul>
      )}
    </section>
  );
}
