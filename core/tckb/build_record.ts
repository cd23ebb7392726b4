import { ENTRY_NAMES } from "../contract/mod.ts";
import type { JsonValue } from "../manifest/mod.ts";
import { rejectEntry } from "./errors.ts";
import { parseJsonEntry } from "./json.ts";
import type { TckbLimits } from "./limits.ts";

/** How a bundle was built: the content of `build.json`. */
export interface TckbBuild {
  /** The program that built it; neither text is empty. */
  readonly bundler: { readonly name: string; readonly version: string };
  /** When it was built: an RFC 3339 timestamp. */
  readonly builtAt: string;
  /** The sources' commit, if it is known; `dirty` when they differ from it. */
  readonly git?: { readonly commit: string; readonly dirty: boolean };
}

/** Verifies the fields of `build.json`. */
export function verifyBuild(bytes: Uint8Array, limits: TckbLimits): void {
  const { bundler, builtAt, git } = parseJsonEntry(ENTRY_NAMES.build, bytes, "build.malformed", limits);
  requireField("build.bundler.name", isText(readField(bundler, "name")), "a text");
  requireField("build.bundler.version", isText(readField(bundler, "version")), "a text");
  requireField("build.builtAt", isText(builtAt), "a text");
  if (git === undefined) return;
  requireField("build.git.commit", isText(readField(git, "commit")), "a text");
  requireField("build.git.dirty", typeof readField(git, "dirty") === "boolean", "a boolean");
}

function readField(value: JsonValue | undefined, name: string): JsonValue | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value[name] : undefined;
}

function isText(value: JsonValue | undefined): boolean {
  return typeof value === "string" && value !== "";
}

function requireField(path: string, valid: boolean, expected: string): void {
  if (valid) return;
  throw rejectEntry("build.malformed", ENTRY_NAMES.build, `${path} is missing or not ${expected}`);
}
