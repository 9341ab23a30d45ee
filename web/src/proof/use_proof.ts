// What the proof browser asks the program: a node, the values of its moves, and a verification while it runs.
import { useEffect, useRef, useState } from "preact/hooks";
import { useApp } from "../context";
import { proofAddress, type ProofPlace } from "../logic/proof";
import { useStable } from "../parts/hooks";
import type { MoveValue, ProofEvent, ProofNode } from "../protocol";
import type { Words } from "../words";

interface Loaded {
  /** Of the place that was asked for, or of the one before while this is on its way. */
  node: ProofNode | null;
  here: boolean;
  problem: Words | null;
}

/** The fields of a request about this place. */
export const placeFields = ({ game, side, moves }: ProofPlace) => ({
  game,
  ...(side && { side }),
  moves: [...moves],
});

export function useNode(place: ProofPlace): Loaded {
  const { link, why } = useApp();
  const address = proofAddress(place);
  const [loaded, setLoaded] = useState<{ address: string; node: ProofNode | null; problem: Words | null }>({
    address: "",
    node: null,
    problem: null,
  });
  const fields = useStable(() => placeFields(place));
  useEffect(() => {
    let current = true;
    const ask = () =>
      link.request("proof.node", fields()).then(
        (node) => current && setLoaded({ address, node, problem: null }),
        (error: unknown) => {
          if (current && link.up) setLoaded({ address, node: null, problem: why(error) });
        },
      );
    if (link.up) void ask();
    const quiet = link.listen((event) => event === "up" && void ask());
    return () => {
      current = false;
      quiet();
    };
  }, [link, address, fields, why]);
  return { node: loaded.node, here: loaded.address === address, problem: loaded.problem };
}

/** The values of the moves of a node; null while they are on their way. */
export function useValues(place: ProofPlace, node: ProofNode | null): readonly (MoveValue | null)[] | null {
  const { link } = useApp();
  const address = proofAddress({ ...place, side: null });
  const [found, setFound] = useState<{ address: string; values: (MoveValue | null)[] } | null>(null);
  const fields = useStable(() => placeFields(place));
  const wanted = node !== null && node.position.legal.length > 0;
  useEffect(() => {
    if (!wanted || !link.up) return;
    let current = true;
    link.request("proof.values", fields()).then(
      ({ values }) => current && setFound({ address, values }),
      () => current && setFound({ address, values: [] }), // the moves then have no signs
    );
    return () => {
      current = false;
    };
  }, [link, address, wanted, node, fields]);
  return found?.address === address ? found.values : null;
}

export interface Verifier {
  event: ProofEvent | null;
  running: boolean;
  start: () => void;
  stop: () => void;
}

export function useVerifier(game: string): Verifier {
  const { link, failed } = useApp();
  const [event, setEvent] = useState<ProofEvent | null>(null);
  const [asked, setAsked] = useState(false);
  const job = useRef("");
  useEffect(() => {
    const quiet = link.listen((news) => {
      if (news === "down") {
        // The program stops what nobody waits for.
        setAsked(false);
        setEvent((now) => (now?.state === "working" ? { ...now, state: "stopped" } : now));
      }
      if (typeof news === "string" || news.event !== "proof" || news.game !== game) return;
      job.current = news.job;
      setEvent(news);
      setAsked(false);
    });
    return () => {
      quiet();
      if (job.current && link.up) void link.request("proof.stop", { job: job.current }).catch(() => undefined);
    };
  }, [link, game]);
  return {
    event,
    running: asked || event?.state === "working",
    start: () => {
      setAsked(true);
      link.request("proof.verify", { game }).then(
        (started) => (job.current = started.job),
        (error: unknown) => {
          setAsked(false);
          failed(error);
        },
      );
    },
    stop: () => void link.request("proof.stop", { job: job.current }).catch(() => undefined),
  };
}
