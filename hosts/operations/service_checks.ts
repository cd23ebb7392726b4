import { sql } from "kysely";
import type { ObjectStore } from "../../core/commit/mod.ts";
import type { Database } from "../postgres/mod.ts";
import { readLimitedBody } from "../../core/bytes/mod.ts";
import type { Check } from "./readiness.ts";

/** Checks that the database executes a statement. */
export function checkDatabase({ kysely }: Pick<Database, "kysely">): Check {
  return async () => void await sql`select 1`.execute(kysely);
}

/** The key of an object that never exists. Asking for it needs no right but that of every read. */
const PROBE_KEY = "readiness/probe";

export function checkObjects(objects: ObjectStore): Check {
  return async (signal) => void await objects.head(PROBE_KEY, { signal });
}

/**
 * Checks that the service behind this one answers, and reaches what it depends on itself. The failure lists what that
 * service reports as down, so the log of the outermost service says what is wrong. A service that is ending still
 * answers.
 *
 * @param baseUrl the service's URL, without a path
 */
export function checkUpstream(baseUrl: string): Check {
  return async (signal) => {
    const response = await fetch(new URL("/readyz", baseUrl), { signal, redirect: "manual" });
    const { status, down } = readState(await readLimitedBody(response, MAX_STATE_BYTES));
    if (down.length === 0 && (response.status === 200 || status === "draining")) return;
    const named = down.length === 0 ? "" : ` and names ${down.join(", ").slice(0, 200)}`;
    throw new Error(`it answers ${response.status}${named}`);
  };
}

/** A longer body is not the state of a service. */
const MAX_STATE_BYTES = 65_536;

function readState(body: Uint8Array | null): { status: unknown; down: string[] } {
  try {
    const { status, down } = JSON.parse(new TextDecoder().decode(body ?? undefined));
    return { status, down: Array.isArray(down) ? down.map(String) : [] };
  } catch {
    return { status: null, down: [] };
  }
}
