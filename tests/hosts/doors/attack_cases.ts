import assert from "node:assert/strict";
import { LIMIT_SECTIONS } from "../../check/limit_table.ts";
import { startServer, type WritingServer } from "../submissions/writing_server.ts";
import { ATTACKS } from "./attacks.ts";
import { warmUp } from "./attack_requests.ts";
import { attend, type Attendant, MOST } from "./attended_server.ts";

/** The attacks that the table of limits names. */
export function listNamedAttacks(): Set<string> {
  const rows = Object.values(LIMIT_SECTIONS).flat();
  return new Set(rows.map(({ attack }) => attack).filter((attack) => attack !== null));
}

/**
 * Defines a test for each attack, all on one `serve`.
 *
 * @param scale how much each sends
 */
export function testAttacks(scale: number): void {
  let server: WritingServer;
  let attendant: Attendant;
  Deno.test.beforeAll(async () => {
    server = await startServer();
    await warmUp(server);
    attendant = attend(server);
  });
  Deno.test.afterAll(async () => {
    attendant[Symbol.dispose]();
    await server[Symbol.asyncDispose]();
  });
  for (const [name, { prepare, send }] of Object.entries(ATTACKS)) {
    // claim: limits-hold
    Deno.test({
      name: `${name}: what the limits let through holds up nobody and does not fill the memory`,
      ignore: Deno.build.os !== "linux",
      async fn() {
        await prepare?.(server, scale);
        const { silence, memory } = await attendant.measure(() => send(server, scale));
        const report = `${Math.round(silence)} ms without an answer, ${Math.round(memory)} MiB more`;
        assert.ok(silence <= MOST.silence && memory <= MOST.memory, report);
      },
    });
  }
}
