import { errorMessage } from "../../../core/errors/mod.ts";
import type { Violation } from "../state/shell_state.ts";
import { findViolations } from "./find_violations.ts";
import { postToFrame } from "./frame_channel.ts";

/** How long a check in a frame may take, in milliseconds. */
const TIMEOUT_MS = 30_000;

/** What a frame answers: violations without the functions that point to their elements. */
type CheckAnswer =
  | { readonly violations: readonly SentViolation[] }
  | { readonly error: string };

interface SentViolation extends Omit<Violation, "nodes"> {
  readonly nodes: readonly Omit<Violation["nodes"][number], "point">[];
}

/**
 * What axe finds in the card of a frame.
 *
 * @throws {Error} when the frame has no card or does not answer
 */
export async function checkFramedCard(frame: HTMLIFrameElement): Promise<readonly Violation[]> {
  const { port1: port, port2 } = new MessageChannel();
  postToFrame(frame.contentWindow, new URL(frame.src).origin, { type: "tck:frame-check" }, [port2]);
  const answer = await receiveAnswer(port);
  if ("error" in answer) throw new Error(answer.error);
  return answer.violations.map((violation, index) => ({
    ...violation,
    nodes: violation.nodes.map((node, at) => ({ ...node, point: () => port.postMessage([index, at]) })),
  }));
}

function receiveAnswer(port: MessagePort): Promise<CheckAnswer> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("The frame of the card does not respond")), TIMEOUT_MS);
    port.onmessage = ({ data }: MessageEvent<CheckAnswer>) => {
      clearTimeout(timer);
      resolve(data);
    };
  });
}

/** In a frame, answers a check of the card, and then points to the elements that the Stage asks for. */
export async function reportViolations(article: HTMLElement | null, port: MessagePort): Promise<void> {
  try {
    if (article === null) throw new Error("The frame shows no card");
    const violations = await findViolations(article);
    port.onmessage = ({ data: [index, at] }: MessageEvent<[number, number]>) =>
      violations[index]?.nodes[at]?.point();
    port.postMessage({ violations: violations.map(withoutFunctions) } satisfies CheckAnswer);
  } catch (error) {
    port.postMessage({ error: errorMessage(error) } satisfies CheckAnswer);
  }
}

function withoutFunctions({ nodes, ...violation }: Violation): SentViolation {
  return { ...violation, nodes: nodes.map(({ html, summary }) => ({ html, summary })) };
}
