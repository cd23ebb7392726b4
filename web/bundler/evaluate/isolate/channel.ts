import { lockNode } from "./lock_node.ts";

/** What the program in an isolate uses of its runtime. It is read before the widget runs, and removed from its globals. */
export interface Channel {
  /** Waits for the only line of standard input. @returns null at its end */
  readLine(): string | null | Promise<string | null>;
  /** Writes one line to standard output. */
  writeLine(line: string): void;
  /** Calls the listener with each error that nothing catches; the process continues. */
  onUncaught(listener: (error: unknown) => void): void;
  /** Calls the listener when there is nothing left to wait for. */
  onIdle(listener: () => void): void;
  /** Sets the time zone of the process, that of dates without another one. */
  setZone(zone: string): void;
  /**
   * Removes what the runtime leaves open to code that finds it.
   *
   * @param isAllowed whether a module may still be imported
   */
  lock(isAllowed: (specifier: string) => boolean): void;
  exit(): void;
}

/** The name of the global variable with the channel, where something else than Deno and Node runs the program. */
export const CHANNEL = "tckChannel";

/** Opens the channel on Deno and on Node, without importing a module: on Deno, `node:` modules cost 20 ms. */
export function openChannel(): Channel {
  const { [CHANNEL]: given } = globalThis as { [CHANNEL]?: Channel };
  return given ?? ("Deno" in globalThis ? openDenoChannel() : openNodeChannel(process));
}

function openDenoChannel(): Channel {
  const { stdin, stdout, exit, env } = Deno;
  const listen = globalThis.addEventListener.bind(globalThis);
  return {
    ...createLines((bytes) => stdin.readSync(bytes) ?? 0, (bytes) => stdout.writeSync(bytes)),
    onUncaught(listener) {
      listen("error", (event) => {
        event.preventDefault();
        listener(event.error);
      });
      listen("unhandledrejection", (event) => {
        event.preventDefault();
        listener(event.reason);
      });
    },
    onIdle: (listener) => listen("beforeunload", listener),
    setZone: (zone) => env.set("TZ", zone),
    lock() {}, // Its permissions cover everything.
    exit: () => exit(0),
  };
}

/** The part of Node's `process` that the channel uses. */
interface NodeProcess {
  getBuiltinModule(name: "node:fs"): {
    readSync(file: number, bytes: Uint8Array): number;
    writeSync(file: number, bytes: Uint8Array): number;
  };
  on(event: string, listener: (value: unknown) => void): void;
  env: { TZ?: string };
  reallyExit(code: number): void;
}

declare const process: NodeProcess;

function openNodeChannel(node: NodeProcess): Channel {
  const { readSync, writeSync } = node.getBuiltinModule("node:fs");
  const { reallyExit, env } = node;
  return {
    ...createLines((bytes) => readSync(0, bytes), (bytes) => writeSync(1, bytes)),
    onUncaught(listener) {
      node.on("uncaughtException", listener);
      node.on("unhandledRejection", listener);
    },
    onIdle: (listener) => node.on("beforeExit", listener),
    setZone: (zone) => env.TZ = zone,
    lock: lockNode,
    exit: () => reallyExit.call(node, 0),
  };
}

type Transfer = (bytes: Uint8Array) => number;

function createLines(read: Transfer, write: Transfer): Pick<Channel, "readLine" | "writeLine"> {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  const buffer = new Uint8Array(65_536);
  return {
    readLine() {
      let line = "";
      for (;;) {
        const count = read(buffer);
        if (count === 0) return null;
        const text = decoder.decode(buffer.subarray(0, count), { stream: true });
        const end = text.indexOf("\n");
        if (end >= 0) return line + text.slice(0, end);
        line += text;
      }
    },
    writeLine(line) {
      let rest = encoder.encode(`${line}\n`);
      while (rest.byteLength > 0) rest = rest.subarray(writeWhenReady(write, rest));
    },
  };
}

/** A pipe that is full makes a synchronous write fail. */
function writeWhenReady(write: Transfer, bytes: Uint8Array): number {
  for (;;) {
    try {
      return write(bytes);
    } catch (error) {
      const { code, name } = error as { code?: string; name?: string };
      if (code !== "EAGAIN" && name !== "WouldBlock") throw error;
    }
  }
}
