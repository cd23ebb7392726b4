// budget: 35 s: 120 cases of commits, sweeps, relays, workers and erasures on one PostgreSQL
import { Engines } from "./service.ts";
import { FIRST_CASES, SERVICE_CASES } from "./service_cases.ts";

// One file for all cases, because each file would start the databases again.
const engines = new Engines();
Deno.test.afterAll(() => engines.close());

// The other cases on PGlite are in `service_soak.ts`.
for (const [engine, cases] of [["postgresql", SERVICE_CASES], ["pglite", FIRST_CASES]] as const) {
  for (const [sentence, run] of Object.entries(cases)) {
    Deno.test(`${engine}: ${sentence}`, () => engines.run(engine, run));
  }
}
