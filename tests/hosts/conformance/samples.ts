import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createSecretBearers, createWriterCredentials } from "../../../hosts/auth/mod.ts";
import {
  checkConformance,
  type CheckResult,
  type ConformanceOptions,
  type WriterAccess,
} from "../../../hosts/conformance/mod.ts";
import { runCommandHere } from "../cli/command_here.ts";
import { type CommandResult, type RunningCommand, temporaryFolder } from "../cli/command_process.ts";
import { makeEnvelope } from "../routes/envelopes.ts";

/** The secret of the services that are checked. */
export const SECRET = "a secret that the services share, 32 characters";

/** The bearer of a user, valid for an hour. */
export async function bearerOf(userId: string): Promise<string> {
  return await createSecretBearers(new TextEncoder().encode(SECRET), Date.now).issue(userId, 3600);
}

/** The user who has batches. */
export const USER = "ada";

/** The batches of the user. */
export const BATCHES = [["2026-01-31", "morning_brief"], ["2026-01-31", "diary"], [
  "2026-01-30",
  "evening_brief",
]] as const;

/** Commits three batches of the user, with stylesheets that the hash covers and one that it does not cover. */
export async function commitSamples(
  commit: (args: readonly string[]) => Promise<CommandResult> = runCommandHere,
  flags: readonly string[] = [],
): Promise<void> {
  for (const [date, kind] of BATCHES) {
    await using folder = await temporaryFolder();
    const dist = join(folder.path, "widget-batch", "dist");
    await mkdir(dist, { recursive: true });
    for (const [index, bytes] of (await makeSamples(date)).entries()) {
      await writeFile(join(dist, `00${index + 1}_sample.tckb`), bytes);
    }
    const batch = ["--user", USER, "--task", "t1", "--date", date, "--kind", kind];
    const { code, stderr } = await commit(["commit", ...batch, ...flags, folder.path]);
    assert.equal(code, 0, stderr);
  }
}

/** The bundles of a batch. */
export async function makeSamples(date: string): Promise<Uint8Array[]> {
  const module = `export default () => "${date} ${"and so on ".repeat(200)}";`;
  const envelopes = [
    { module, css: ":host { color: teal }", covered: true },
    {
      module: `${module} // plain`,
      css: ":host { color: red }",
      propertiesCss: "@property --a { inherits: false }",
    },
  ];
  return await Promise.all(envelopes.map(async (parts) => (await makeEnvelope(parts)).bytes));
}

/** Where the services are. */
interface Places extends Pick<ConformanceOptions, "url" | "appUrl" | "fetch"> {
  /** The storage service; null: it cannot be reached, and its rules are skipped. @default url */
  internalUrl?: string | null;
}

/** Checks services whose user has the samples. */
export async function checkServices(
  { internalUrl, ...places }: Places,
): Promise<readonly CheckResult[]> {
  const [token, otherToken] = [await bearerOf(USER), await bearerOf("bob")];
  const writer = internalUrl === null ? undefined : await makeWriter(internalUrl ?? places.url);
  return await checkConformance({ ...places, token, otherToken, writer });
}

/** A writer for a user who has nothing else. */
async function makeWriter(url: string): Promise<WriterAccess> {
  const credentials = createWriterCredentials(new TextEncoder().encode(SECRET), Date.now);
  return { url, userId: "written", token: await credentials.issue("conformance", ["written"], 3600) };
}

/** Every rule holds, and none is skipped. */
export async function assertConforms(places: Places): Promise<void> {
  const checked = await checkServices(places);
  const results = places.internalUrl === null
    ? checked.filter(({ detail }) => detail !== "it needs --writer-token and --writer-user")
    : checked;
  assert.deepEqual(results.filter(({ outcome }) => outcome !== "passed"), []);
  assert.ok(results.length > 110, `only ${results.length} rules`);
}

/** The line that `serve --json` prints when it is ready. */
export async function urlOf(server: RunningCommand): Promise<string> {
  return JSON.parse((await server.printed(/^\{.*\}$/m))[0]).url;
}
