import { chmod, mkdtemp, rm, symlink } from "node:fs/promises";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

/** The socket's name under the data folder. */
const SOCKET_FILE = "serve.sock";

/** Largest request, in bytes. */
const MAX_REQUEST = 65_536;

/** Longest path that a socket's address has room for, in bytes. */
const MAX_SOCKET_PATH = 100;

/** What a process that holds the data folder does for others: takes and gives plain JSON. */
export type ControlHandlers = { readonly [action: string]: (request: unknown) => Promise<unknown> };

/** An action that failed in the process that was asked. */
export class ControlError extends Error {
  override name = "ControlError";
  constructor(readonly code: string, message: string) {
    super(message);
  }
}

/**
 * Listens on a socket under the data folder, which only its owner can open: other commands on the folder go through it,
 * since PGlite can be open in one process only.
 *
 * @returns ends the listening, and removes the socket
 */
export async function listenForControl(
  dataDir: string,
  handlers: ControlHandlers,
): Promise<() => Promise<void>> {
  const server = createServer((incoming, outgoing) => answer(incoming, outgoing, handlers));
  await withShortPath(dataDir, async (path) => {
    await rm(path, { force: true }); // Who holds the folder's lock owns the socket: one that is there is left over.
    await new Promise<void>((fulfil, reject) => server.once("error", reject).listen(path, fulfil));
    await chmod(path, 0o600);
  });
  return async () => {
    await new Promise<void>((fulfil) => server.close(() => fulfil()));
    await rm(join(dataDir, SOCKET_FILE), { force: true });
  };
}

/**
 * Asks the process that holds the data folder.
 *
 * @returns null when no process listens
 * @throws {ControlError} when the action failed there
 */
export async function askControl(
  dataDir: string,
  action: string,
  body: unknown,
): Promise<{ result: unknown } | null> {
  return await withShortPath(dataDir, (path) =>
    new Promise((fulfil, reject) => {
      const outgoing = request({ socketPath: path, path: `/${action}`, method: "POST" }, (incoming) => {
        readText(incoming, Infinity).then((text) => fulfil(readAnswer(text))).catch(reject);
      });
      outgoing.on("error", (error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT" || error.code === "ECONNREFUSED") fulfil(null);
        else reject(error);
      });
      outgoing.end(JSON.stringify(body));
    }));
}

interface Answer {
  result?: unknown;
  error?: { code: string; message: string };
}

async function answer(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  handlers: ControlHandlers,
): Promise<void> {
  const body = await act(incoming, handlers).catch((error) => ({
    error: { code: String(error?.code ?? "control.failed"), message: String(error?.message ?? error) },
  }));
  outgoing.setHeader("Content-Type", "application/json");
  outgoing.end(JSON.stringify(body));
}

async function act(incoming: IncomingMessage, handlers: ControlHandlers): Promise<Answer> {
  const action = incoming.url?.slice(1) ?? "";
  if (incoming.method !== "POST" || !Object.hasOwn(handlers, action)) {
    throw new ControlError(
      "control.unknown_action",
      `The process that holds the data folder knows no action ${JSON.stringify(action.slice(0, 80))}`,
    );
  }
  return { result: await handlers[action]!(JSON.parse(await readText(incoming, MAX_REQUEST))) };
}

function readAnswer(text: string): { result: unknown } {
  const { result, error } = JSON.parse(text) as Answer;
  if (error) throw new ControlError(error.code, error.message);
  return { result };
}

async function readText(incoming: IncomingMessage, limit: number): Promise<string> {
  let text = "";
  incoming.setEncoding("utf8");
  for await (const chunk of incoming) {
    text += chunk;
    if (text.length > limit) {
      throw new ControlError("control.too_large", `A request has at most ${limit} characters`);
    }
  }
  return text;
}

/** A socket's address holds a hundred bytes or so: a longer path is reached through a short link, kept for the call. */
async function withShortPath<T>(dataDir: string, use: (path: string) => Promise<T>): Promise<T> {
  const path = join(resolve(dataDir), SOCKET_FILE);
  if (new TextEncoder().encode(path).byteLength <= MAX_SOCKET_PATH) return await use(path);
  const folder = await mkdtemp(join(tmpdir(), "tck-"));
  try {
    await symlink(resolve(dataDir), join(folder, "d"));
    return await use(join(folder, "d", SOCKET_FILE));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
