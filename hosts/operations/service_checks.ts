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

/** Checks that the object store answers. */
export function checkObjects(objects: ObjectStore): Check {
  return async (signal) => void await objects.head(PROBE_KEY, { signal });
}

/**
 * Checks that the service behind this one is ready itself. What it names as down is a part of the failure, so the log of
 * the outermost service says what is wrong.
 *
 * @param baseUrl the service's URL, without a path
 */
export function checkUpstream(baseUrl: string): Check {
  return async (signal) => {
    const response = await fetch(new URL("/readyz", baseUrl), { signal, redirect: "manual" });
    if (response.status === 200) return await response.body?.cancel();
    const body = await readLimitedBody(response, MAX_REASON_BYTES);
    throw new Error(`it answers ${response.status} ${readDown(body)}`.trim());
  };
}

/** A longer body is not a list of what is down. */
const MAX_REASON_BYTES = 65_536;

function readDown(body: Uint8Array | null): string {
  if (body === null) return "";
  try {
    const { down } = JSON.parse(new TextDecoder().decode(body));
    return Array.isArray(down) ? `and names ${down.map(String).join(", ").slice(0, 200)}` : "";
  } catch {
    return "";
  }
}
