import assert from "node:assert/strict";
import { readdirSync, readlinkSync, realpathSync } from "node:fs";
import process from "node:process";

const DESCRIPTORS = "/proc/self/fd";

/** Asserts that this process has nothing open in a folder. Deno's sanitizer counts no descriptors; only Linux lists them. */
export function assertNothingOpen(folder: string): void {
  if (process.platform !== "linux") return;
  const real = realpathSync(folder);
  const open = readdirSync(DESCRIPTORS).map((name) => readTarget(`${DESCRIPTORS}/${name}`));
  assert.deepEqual(open.filter((path) => `${path}/`.startsWith(`${real}/`)), [], "it stays open");
}

/** The descriptor by which the others were listed is closed by now. */
function readTarget(descriptor: string): string {
  try {
    return readlinkSync(descriptor);
  } catch {
    return "";
  }
}
