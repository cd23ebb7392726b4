import { readdir } from "node:fs/promises";
import { createSecretBearers, createWriterCredentials } from "../../../hosts/auth/mod.ts";
import { encodeBatchFile } from "../../../core/streams/mod.ts";
import { type BatchBundle, createWriter, type Writer } from "../../../web/client/mod.ts";
import { makeBundle } from "../../core/commit/bundles.ts";
import {
  type CommandResult,
  preparedFolder,
  runCommand,
  type RunningCommand,
  startCommand,
  temporaryFolder,
} from "../cli/command_process.ts";

export const SECRET = "a secret that the processes share, 32 characters";

/** Where writers send batches. */
export const PATH = "/v1/internal/daily-pages/batches";

/** A batch of a user, without its bundles and key. */
export const TARGET = { user: "ada", date: "2026-01-31", kind: "diary", task: "t1" } as const;

/** A running `serve` with a folder of temporary files of its own. */
export interface WritingServer extends AsyncDisposable {
  readonly url: string;
  readonly process: RunningCommand;
  /** Its data folder. */
  readonly data: string;
  /** What is in its folder of temporary files. */
  listTemporary(): Promise<string[]>;
  /** Runs a command on its stores. */
  run(...args: string[]): Promise<CommandResult>;
  /** A writer with a valid credential, by default for the user of {@linkcode TARGET}. */
  writer(users?: readonly string[]): Promise<Writer>;
}

/** Starts `serve` on new stores, or on those of the environment. */
export async function startServer(environment: Record<string, string> = {}): Promise<WritingServer> {
  await using stack = new AsyncDisposableStack();
  const data = stack.use(await preparedFolder());
  const temporary = stack.use(await temporaryFolder());
  const settings = { TCK_AUTH_SECRET: SECRET, TMPDIR: temporary.path, TCK_LOG: "json", ...environment };
  const process = stack.use(startCommand(["serve", "--port", "0", "--data", data.path, "--json"], settings));
  const { url } = JSON.parse((await process.printed(/^\{.*\}$/m))[0]);
  const owned = stack.move();
  return {
    url,
    process,
    data: data.path,
    listTemporary: () => readdir(temporary.path),
    run: (...args) => runCommand([...args, "--data", data.path], { ...settings, TMPDIR: "" }),
    writer: async (users = ["ada"]) => createWriter({ baseUrl: url, token: await credentialOf(users) }),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

const encoded = new TextEncoder().encode(SECRET);

/** A credential that is valid for an hour. */
export function credentialOf(users: readonly string[], name = "agent-1"): Promise<string> {
  return createWriterCredentials(encoded, Date.now).issue(name, users, 3600);
}

/** A bearer of a user. */
export function bearerOf(user: string): Promise<string> {
  return createSecretBearers(encoded, Date.now).issue(user, 3600);
}

/** A bundle in memory. */
export type TestBundle = BatchBundle & { content: Uint8Array<ArrayBuffer> };

/** Bundles whose content depends on the text. */
export async function makeBundles(...texts: string[]): Promise<TestBundle[]> {
  return await Promise.all(texts.map(async (text, index) => ({
    name: `00${index + 1}_widget.tckb`,
    content: Uint8Array.from(await makeBundle(text)),
  })));
}

/** The body of bundles. */
export function encodeBody(files: readonly TestBundle[]): Blob {
  return new Blob(files.flatMap(({ name, content }) => encodeBatchFile({ name, envelope: content })));
}
