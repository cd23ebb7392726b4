import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { runProcess } from "../runtimes/process.ts";

/** The official suite. It runs as a program of its own, with this folder's lock file. */
const SUITE = "npm:@modelcontextprotocol/conformance@0.2.0-alpha.12";

/** A check of the suite that did not pass. */
export interface McpFault {
  readonly scenario: string;
  /** The id of the check, and what it says. */
  readonly text: string;
}

/** What the official conformance suite says of a server of the Model Context Protocol. */
export interface McpReport {
  /** The scenarios of which a check has passed, and none has failed. */
  readonly passed: readonly string[];
  readonly faults: readonly McpFault[];
}

/**
 * Runs the scenarios of a revision of the Model Context Protocol, or some of them, against a server.
 *
 * @param url its endpoint over HTTP, without a credential
 */
export async function checkMcpServer(
  url: string,
  revision: "2025-11-25" | "2026-07-28",
  scenarios?: readonly string[],
): Promise<McpReport> {
  const folder = await mkdtemp(join(tmpdir(), "tck-mcp-"));
  try {
    if (scenarios === undefined) await runSuite(url, folder, ["--requirements", revision]);
    for (const scenario of scenarios ?? []) {
      await runSuite(url, folder, ["--scenario", scenario, "--spec-version", revision]);
    }
    return await readReport(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function runSuite(url: string, folder: string, selection: readonly string[]): Promise<void> {
  const lock = fileURLToPath(new URL("deno.lock", import.meta.url));
  const flags = ["--no-config", "--node-modules-dir=none", "--quiet", `--lock=${lock}`, "--frozen", "-A"];
  const args = ["run", ...flags, SUITE, "server", "--url", url, "--output-dir", folder, ...selection];
  // Its exit code says that a check failed, also one of what the server does not have.
  await runProcess(process.execPath, args);
}

interface Check {
  readonly id: string;
  readonly status: "SUCCESS" | "FAILURE" | "WARNING" | "SKIPPED" | "INFO";
  readonly errorMessage?: string;
}

async function readReport(folder: string): Promise<McpReport> {
  const [passed, faults]: [string[], McpFault[]] = [[], []];
  for (const name of (await readdir(folder)).sort()) {
    const scenario = /^server-(.+)-\d{4}-\d\d-\d\dT[\d-]+Z$/.exec(name)![1]!;
    const checks: Check[] = JSON.parse(await readFile(join(folder, name, "checks.json"), "utf8"));
    const failed = checks.filter(({ status }) => status === "FAILURE");
    faults.push(...failed.map(({ id, errorMessage = "" }) => ({ scenario, text: `${id}: ${errorMessage}` })));
    if (failed.length === 0 && checks.some(({ status }) => status === "SUCCESS")) passed.push(scenario);
  }
  return { passed, faults };
}
