import { chmod, mkdtemp, rm, symlink } from "node:fs/promises";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join, resolve as resolvePath } from "node:path";
import { CodedError, errorMessage } from "../../core/errors/mod.ts";
import { REQUEST_DEADLINES, type RequestDeadlines, toServerOptions } from "../server/request_deadlines.ts";
import { ControlError } from "./errors.ts";

/** The socket's name in the data folder. */
const SOCKET_FILE = "serve.sock";

/** The longest request, in characters. */
const MAX_REQUEST_LENGTH = 65_536;

/** The longest path of a Unix socket on every platform, in bytes. */
const MAX_SOCKET_PATH_BYTES = 100;

/** What an action is called with: plain JSON. */
export interface Call {
  input: unknown;
  /** The caller's `TCK_APP_URL`, or null. */
  appUrl: string | null;
}

/** Runs the action of a name, and returns plain JSON. */
export type CallHandler = (action: string, call: Call) => Promise<unknown>;

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
  await withShortPath(dataDir, async (path) => {
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
 * @returns null when no process listens
 * @throws {ControlError} when the action failed there, or the process ended meanwhile
 */
export async function callOwner<Result>(
  dataDir: string,
  action: string,
  call: Call,
): Promise<{ result: Result } | null> {
  return await withShortPath(dataDir, (path) =>
    new Promise((resolve, reject) => {
      const outgoing = request({ socketPath: path, path: `/${action}`, method: "POST" }, (incoming) => {
        readText(incoming, Infinity).then(
          (text) => resolve(parseAnswer<Result>(text)),
          (error) => reject(createLostAnswerError(action, error)),
        ).catch(reject);
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

/** The body of a response. The owner runs this program's version and is trusted: the result is not validated. */
interface Answer<Result> {
  result: Result;
  error?: { code: string; message: string };
}

function parseAnswer<Result>(text: string): { result: Result } {
  const { result, error }: Answer<Result> = JSON.parse(text);
  if (error) throw new ControlError(error.code, error.message);
  return { result };
}

async function respond(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  handle: CallHandler,
): Promise<void> {
  const answer = await call(incoming, handle).then((result) => ({ result }), (error) => ({
    error: {
      code: error instanceof CodedError ? error.code : "control.failed",
      message: errorMessage(error),
    },
  }));
  outgoing.setHeader("Content-Type", "application/json");
  outgoing.end(JSON.stringify(answer));
}

async function call(incoming: IncomingMessage, handle: CallHandler): Promise<unknown> {
  const action = incoming.method === "POST" ? incoming.url?.slice(1) ?? "" : "";
  return await handle(action, JSON.parse(await readText(incoming, MAX_REQUEST_LENGTH)));
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

/** Reaches a socket whose path is too long through a temporary symbolic link. */
async function withShortPath<T>(dataDir: string, use: (path: string) => Promise<T>): Promise<T> {
  const path = join(resolvePath(dataDir), SOCKET_FILE);
  if (new TextEncoder().encode(path).byteLength <= MAX_SOCKET_PATH_BYTES) return await use(path);
  const folder = await mkdtemp(join(tmpdir(), "tck-"));
  try {
    await symlink(resolvePath(dataDir), join(folder, "d"));
    return await use(join(folder, "d", SOCKET_FILE));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
