// runs first
import { Engines } from "./service.ts";
import { SERVICE_CASES } from "./service_cases.ts";

// One file for all cases, because each file would start the databases again.
const engines = new Engines();
Deno.test.afterAll(() => engines.close());

for (const engine of ["pglite", "postgresql"] as const) {
  for (const [sentence, run] of Object.entries(SERVICE_CASES)) {
    Deno.test(`${engine}: ${sentence}`, () => engines.run(engine, run));
  }
}
