import { chmod, rm } from "node:fs/promises";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { once } from "node:events";
import { join } from "node:path";
import { CodedError, errorMessage } from "../../core/errors/mod.ts";
import { withSocketPath } from "../../terminal/files/mod.ts";
import { pauseWork } from "../time/mod.ts";
import { REQUEST_DEADLINES, type RequestDeadlines, toServerOptions } from "../server/request_deadlines.ts";
import { ControlError } from "./errors.ts";

/** The socket's name in the data folder. */
const SOCKET_FILE = "serve.sock";

/** The longest request, in characters. */
const MAX_REQUEST_LENGTH = 65_536;

/** The call of an action, as plain JSON. */
export interface Call {
  input: unknown;
  /** The caller's `TCK_APP_URL`, or null. */
  appUrl: string | null;
  /** Who calls, for the log. */
  actor: string;
}

/** Takes a part of a result, which is plain JSON. Resolves when the next one may follow. */
export type TakePart = (part: unknown) => Promise<void>;

/** Runs the action of a name, passes on parts of its result if it has any, and returns plain JSON. */
export type CallHandler = (action: string, call: Call, takePart: TakePart) => Promise<unknown>;

/**
 * Listens on a socket in the data folder that only its owner can open. Other commands on the folder send their actions
 * there, since only one process can open PGlite.
 *
 * @returns a function that stops listening and removes the socket
 */
export async function listenForCalls(
  dataDir: string,
  handle: CallHandler,
  deadlines: RequestDeadlines = REQUEST_DEADLINES,
): Promise<() => Promise<void>> {
  const server = createServer(
    toServerOptions(deadlines),
    (incoming, outgoing) => respond(incoming, outgoing, handle),
  );
  await withSocketPath(dataDir, SOCKET_FILE, async (path) => {
    await rm(path, { force: true }); // This process holds the folder's lock: an existing socket is stale.
    await new Promise<void>((resolve, reject) => server.once("error", reject).listen(path, resolve));
    await chmod(path, 0o600);
  });
  return async () => {
    await new Promise<void>((resolve) => server.close(() => resolve()));
    await rm(join(dataDir, SOCKET_FILE), { force: true });
  };
}

/**
 * Runs an action in the process that owns the data folder.
 *
 * @param takePart takes the parts of the result that the action passes on
 * @returns null when no process listens
 * @throws {ControlError} when the action failed there, or the process ended meanwhile
 */
export async function callOwner<Result>(
  dataDir: string,
  action: string,
  call: Call,
  takePart: TakePart = rejectPart,
): Promise<{ result: Result } | null> {
  return await withSocketPath(dataDir, SOCKET_FILE, (path) =>
    new Promise((resolve, reject) => {
      const outgoing = request({ socketPath: path, path: `/${action}`, method: "POST" }, (incoming) => {
        readAnswer<Result>(incoming, takePart).then(
          resolve,
          (error) => reject(error instanceof CodedError ? error : createLostAnswerError(action, error)),
        );
      });
      outgoing.on("error", (error: NodeJS.ErrnoException) => {
        // Nobody listens, or the data folder is not a folder, which is reported when it is opened.
        if (["ENOENT", "ECONNREFUSED", "ENOTDIR"].includes(error.code ?? "")) resolve(null);
        else reject(error.code === "ECONNRESET" ? createLostAnswerError(action, error) : error);
      });
      outgoing.end(JSON.stringify(call));
    }));
}

function createLostAnswerError(action: string, cause: unknown): ControlError {
  const message =
    `Cannot determine whether "${action}" happened: the process that owns the data folder ended ` +
    "before it answered; run the command again, which is safe";
  return new ControlError("control.no_answer", message, { cause });
}

/**
 * A line of a response: a part of the result, or the end. The owner runs this program's version and is trusted: the result is
 * not validated.
 */
interface Answer<Result> {
  part?: unknown;
  result: Result;
  error?: { code: string; message: string };
}

async function readAnswer<Result>(
  incoming: IncomingMessage,
  takePart: TakePart,
): Promise<{ result: Result }> {
  for await (const line of readLines(incoming)) {
    const { part, result, error }: Answer<Result> = JSON.parse(line);
    if (error) throw new ControlError(error.code, error.message);
    if (part === undefined) return { result };
    await takePart(part);
  }
  throw new Error("it has no end");
}

/** The lines of a response, each when it has arrived. A response that breaks off is an error. */
async function* readLines(incoming: IncomingMessage): AsyncGenerator<string> {
  let line = "";
  incoming.setEncoding("utf8");
  for await (const chunk of incoming) {
    const [end, ...others] = (chunk as string).split("\n");
    line += end;
    for (const next of others) {
      yield line;
      line = next;
    }
  }
}

function rejectPart(): Promise<never> {
  return Promise.reject(new Error("a part of a result is not expected"));
}

async function respond(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  handle: CallHandler,
): Promise<void> {
  outgoing.setHeader("Content-Type", "application/jsonl");
  const takePart = async (part: unknown): Promise<void> => {
    if (!outgoing.write(`${JSON.stringify({ part })}\n`)) await once(outgoing, "drain", closing(outgoing));
    await pauseWork();
  };
  const answer = await call(incoming, handle, takePart).then((result) => ({ result }), (error) => ({
    error: {
      code: error instanceof CodedError ? error.code : "control.failed",
      message: errorMessage(error),
    },
  }));
  outgoing.end(`${JSON.stringify(answer)}\n`);
}

/** Aborts when the caller has left. */
function closing(outgoing: ServerResponse): { signal: AbortSignal } {
  const controller = new AbortController();
  // Not `closed`, which Deno does not have.
  if (outgoing.destroyed) controller.abort();
  outgoing.once("close", () => controller.abort());
  return controller;
}

async function call(incoming: IncomingMessage, handle: CallHandler, takePart: TakePart): Promise<unknown> {
  const action = incoming.method === "POST" ? incoming.url?.slice(1) ?? "" : "";
  return await handle(action, JSON.parse(await readText(incoming, MAX_REQUEST_LENGTH)), takePart);
}

async function readText(incoming: IncomingMessage, maxLength: number): Promise<string> {
  let text = "";
  incoming.setEncoding("utf8");
  for await (const chunk of incoming) {
    text += chunk;
    if (text.length > maxLength) {
      const message = `Cannot read the request: it has more than ${maxLength} characters`;
      throw new ControlError("control.too_large", message);
    }
  }
  return text;
}
