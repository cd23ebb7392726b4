import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import * as v from "valibot";
import { quote } from "../../../core/errors/mod.ts";
import { formatUserSegment, isUserId } from "../../../core/naming/mod.ts";
import { type CommandInput, type Terminal, UsageError } from "../../../terminal/mod.ts";
import { defineAction } from "../../application/action.ts";
import { readSettings } from "../../application/settings.ts";
import { loadSigner } from "../../application/user_data.ts";
import { type Signed, verifySignature } from "../../auth/mod.ts";
import { type Erasure, hashUser } from "../../postgres/mod.ts";
import { eraseUser, type ErasurePlan, exportUser, planErasure, UserDataError } from "../../user_data/mod.ts";
import { dispatch } from "../dispatch.ts";
import type { Host, HostCommand } from "../host.ts";
import { DATA_OPTION, readUser } from "../options.ts";

const USER = v.pipe(v.string(), v.check(isUserId, "expected a user id"));

const exportAction = defineAction({
  name: "export-user",
  input: v.strictObject({ userId: USER, path: v.string() }),
  audit: ({ userId: user }) => ({ action: "export", user }),
  run: (deps, { userId, path }) => exportUser(deps, userId, path),
});

const planAction = defineAction({
  name: "plan-user-erasure",
  input: v.strictObject({ userId: USER }),
  run: (deps, { userId }) => planErasure(deps, userId),
});

/** What a receipt states. */
type ErasureReceipt = Erasure & { readonly type: "tck.erasure.v1" };

const eraseAction = defineAction({
  name: "erase-user",
  input: v.strictObject({ userId: USER }),
  audit: ({ userId: user }, signed: Signed<ErasureReceipt> | null) => ({
    action: "erase",
    user,
    erasureId: signed?.receipt.erasureId ?? null,
  }),
  async run(deps, { userId }): Promise<Signed<ErasureReceipt>> {
    const signer = await deps.loadSigner(); // First: what cannot be confirmed is not begun.
    return await signer.sign({ type: "tck.erasure.v1", ...await eraseUser(deps, userId) });
  },
});

export const actions = [exportAction, planAction, eraseAction];

/** `deno task user`. */
export const command: HostCommand = {
  name: "user",
  summary: "Export everything that is stored of a user, erase it, or verify the receipt of an erasure.",
  positionals: { usage: "export | erase | receipt FILE", least: 1, most: 2, help: "what to do" },
  options: {
    user: {
      type: "string",
      value: "U",
      help: "the user of the export or erasure; of a receipt: who it must be about",
    },
    out: { type: "string", value: "FILE", help: "the archive of an export (default: tck-export-U.tar)" },
    "dry-run": { type: "boolean", help: "erase: print what would be deleted, and change nothing" },
    key: {
      type: "string",
      value: "ID",
      help: "receipt: the id of the key that signed it, if the service has another secret now",
    },
    data: DATA_OPTION,
    json: { type: "boolean", help: "print one JSON object: the manifest, the plan, or the verified receipt" },
  },
  notes: [
    "An erasure prints its receipt, which is JSON. One that was interrupted ends whole when it is run again, or when serve starts.",
    "Exit codes: 0 done, 1 failed, incomplete or not valid, 2 invalid arguments.",
  ],
  examples: [
    "deno task user export --user demo --out demo.tar",
    "deno task user erase --user demo --dry-run",
    "deno task user erase --user demo > receipt.json && deno task user receipt receipt.json",
  ],
  async run(input, terminal, host) {
    const [what, file] = input.positionals;
    if (what === "receipt" && file !== undefined) return await verifyReceipt(file, input, terminal);
    if (file === undefined && what === "export") {
      return await exportData(readUserOption(input), input, terminal, host);
    }
    if (file === undefined && what === "erase") {
      return await erase(readUserOption(input), input, terminal, host);
    }
    throw new UsageError("expected `export`, `erase` or `receipt FILE`");
  },
};

function readUserOption(input: CommandInput): string {
  const user = input.optional("user");
  if (user !== undefined) return readUser(user);
  throw new UsageError("missing required option --user");
}

async function exportData(
  userId: string,
  input: CommandInput,
  terminal: Terminal,
  host: Host,
): Promise<number> {
  const path = resolve(input.optional("out") ?? `tck-export-${formatUserSegment(userId)}.tar`);
  const options = { command: input, terminal, host };
  const manifest = await dispatch(exportAction, { userId, path }, options);
  if (input.has("json")) terminal.print(JSON.stringify(manifest));
  else terminal.print(`exported ${manifest.files.length} files of user ${quote(userId)} to ${path}`);
  for (const key of manifest.missing) terminal.warn(`missing: ${key}`);
  return manifest.missing.length === 0 ? 0 : 1;
}

async function erase(userId: string, input: CommandInput, terminal: Terminal, host: Host): Promise<number> {
  const options = { command: input, terminal, host };
  if (input.has("dry-run")) {
    const plan = await dispatch(planAction, { userId }, options);
    if (input.has("json")) terminal.print(JSON.stringify(plan));
    else printPlan(plan, terminal);
    return 0;
  }
  const signed = await dispatch(eraseAction, { userId }, options);
  terminal.print(JSON.stringify(signed, null, 2));
  const { finishedAt, lateUntil } = signed.receipt;
  if (finishedAt !== null) return 0;
  terminal.warn(
    lateUntil === null
      ? "warning: some objects could not be deleted: run it again"
      : `warning: a commit was running, which may write objects until ${lateUntil}: run it again after that, or leave it to serve`,
  );
  return 1;
}

function printPlan({ rows, objects }: ErasurePlan, terminal: Terminal): void {
  for (const { what, count } of rows) terminal.print(`delete ${count} rows of ${what}`);
  for (const key of objects) terminal.print(`delete ${key}`);
  terminal.print(`${objects.length} objects, nothing deleted`);
}

async function verifyReceipt(file: string, input: CommandInput, terminal: Terminal): Promise<number> {
  const { receipt, signature } = await readReceipt(file);
  const verified = await verifySignature(signature);
  const user = input.optional("user");
  const keyId = input.optional("key") ?? (await loadSigner(readSettings(), input.text("data"))).keyId;
  const problem = verified === null
    ? "its signature is not valid"
    : JSON.stringify(verified.statement) !== JSON.stringify(receipt)
    ? "its text is not what was signed"
    : verified.keyId !== keyId
    ? `it was signed by the key ${verified.keyId}, not by this service's key ${keyId}`
    : user !== undefined && receipt.user !== hashUser(user)
    ? `it is not about user ${quote(user)}`
    : null;
  if (problem !== null) {
    terminal.warn(`error: Cannot accept the receipt ${quote(file)}: ${problem}`);
    return 1;
  }
  if (input.has("json")) terminal.print(JSON.stringify({ keyId, receipt }));
  else printReceipt(receipt, keyId, terminal);
  return 0;
}

function printReceipt(
  { user, erasedAt, finishedAt, erased }: ErasureReceipt,
  keyId: string,
  terminal: Terminal,
): void {
  terminal.print(`valid: signed by the key ${keyId}`);
  terminal.print(`user (SHA-256) ${user}, erased at ${erasedAt}, finished at ${finishedAt ?? "-"}`);
  for (const { what, count, sha256 } of erased) {
    terminal.print(`${count} ${what}${sha256 ? ` ${sha256}` : ""}`);
  }
}

async function readReceipt(file: string): Promise<Signed<ErasureReceipt>> {
  const fail = (reason: string) =>
    new UserDataError("user_data.invalid_receipt", `Cannot read the receipt ${quote(file)}: ${reason}`);
  const text = await readFile(file, "utf8").catch(() => {
    throw fail("there is no such file");
  });
  try {
    const { receipt, signature } = JSON.parse(text);
    if (receipt?.type === "tck.erasure.v1" && typeof signature === "string") return { receipt, signature };
  } catch { /* not JSON */ }
  throw fail("it is not the JSON that `user erase` prints");
}
