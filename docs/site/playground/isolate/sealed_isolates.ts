import {
  DEFAULT_DEADLINE_MS,
  isLastLine,
  type IsolateTurn,
  isReadyLine,
  isRenderedLine,
  MAX_OUTPUT_LENGTH,
} from "../../../../web/bundler/steps/mod.ts";
import type { Exchange, ProcessEnd } from "../../../../web/bundler/processes/mod.ts";

/** Milliseconds that an isolate may take to load what widgets share. */
const START_DEADLINE_MS = 60_000;

/**
 * Evaluates each widget in a worker of its own, in a frame of an opaque origin without network. One worker can be started
 * ahead, for the next of them.
 */
export class SealedIsolates {
  readonly #frame: Promise<HTMLIFrameElement>;
  #program: Promise<string> | null = null;
  #spare: Promise<Isolate> | null = null;

  /**
   * @param frame the address of the frame's document
   * @param program the address of the isolate's program
   * @param deadline milliseconds that one widget may take
   */
  constructor(
    frame: string,
    private readonly program: string,
    private readonly deadline: number = DEFAULT_DEADLINE_MS,
  ) {
    this.#frame = openFrame(frame);
  }

  /** Starts an isolate ahead. */
  start(): void {
    this.#spare ??= this.#start();
    this.#spare.catch(() => {});
  }

  takeTurn(): IsolateTurn {
    return {
      evaluate: (code, onRendered) => this.#evaluate(code, onRendered),
      [Symbol.dispose]: () => {},
    };
  }

  async #evaluate(code: string, onRendered?: (lines: readonly string[]) => void): Promise<Exchange> {
    const taken = this.#spare ?? this.#start();
    this.#spare = null; // Another widget that waits meanwhile has one of its own, and so has the next one if this fails.
    const isolate = await taken;
    try {
      return await isolate.exchange(JSON.stringify({ code }), isLastLine, this.deadline, onRendered);
    } finally {
      isolate.end();
    }
  }

  async #start(): Promise<Isolate> {
    const [frame, program] = await Promise.all([this.#frame, this.#load()]);
    const { port1, port2 } = new MessageChannel();
    const isolate = new Isolate(port1);
    frame.contentWindow!.postMessage(program, "*", [port2]);
    const { end } = await isolate.exchange(null, isReadyLine, START_DEADLINE_MS);
    if (end !== null) throw new Error(`Cannot start the isolate of a widget: ${end.reason}`);
    return isolate;
  }

  #load(): Promise<string> {
    this.#program ??= fetch(this.program).then((response) => response.text());
    this.#program.catch(() => this.#program = null);
    return this.#program;
  }
}

async function openFrame(address: string): Promise<HTMLIFrameElement> {
  const frame = document.createElement("iframe");
  frame.setAttribute("sandbox", "allow-scripts");
  frame.hidden = true;
  frame.title = "";
  frame.src = address;
  const loaded = new Promise((resolve) => frame.addEventListener("load", resolve, { once: true }));
  document.body.append(frame);
  await loaded;
  return frame;
}

/** A worker in the sealed frame, by its lines. */
class Isolate {
  constructor(private readonly port: MessagePort) {}

  /** Sends a line, unless it is null, and waits for those that answer it. */
  async exchange(
    line: string | null,
    isLast: (line: string) => boolean,
    deadline: number,
    onRendered: (lines: readonly string[]) => void = () => {},
  ): Promise<Exchange> {
    const lines: string[] = [];
    let length = 0;
    const { promise, resolve } = Promise.withResolvers<ProcessEnd | null>();
    const timer = setTimeout(
      () => resolve({ cause: "timeout", reason: `after ${deadline / 1000} s` }),
      deadline,
    );
    this.port.onmessage = ({ data }) => {
      if (typeof data !== "string") return resolve({ cause: "ended", reason: String(data?.failure) });
      length += data.length + 1;
      if (length > MAX_OUTPUT_LENGTH) {
        return resolve({ cause: "ended", reason: `it writes more than ${MAX_OUTPUT_LENGTH} characters` });
      }
      lines.push(data);
      if (isLast(data)) resolve(null);
      else if (isRenderedLine(data)) onRendered(lines);
    };
    if (line !== null) this.port.postMessage(line);
    const end = await promise;
    clearTimeout(timer);
    return { lines, end };
  }

  end(): void {
    this.port.postMessage(null);
    this.port.close();
  }
}
