import { READER_CASES } from "./batch_reader_cases.ts";
import { COMMIT_CASES } from "./commit_batch_cases.ts";
import { HISTORY_CASES } from "./history_cases.ts";
import { RELAY_CASES } from "./relay_cases.ts";
import { Engines } from "./service.ts";
import { SWEEP_CASES } from "./sweep_objects_cases.ts";
import { SWEEP_PLAN_CASES } from "./sweep_plan_cases.ts";

// One file for all of them, because each file would have to start the databases again.
const engines = new Engines();
Deno.test.afterAll(() => engines.close());

const CASES = {
  ...COMMIT_CASES,
  ...SWEEP_CASES,
  ...RELAY_CASES,
  ...READER_CASES,
  ...HISTORY_CASES,
  ...SWEEP_PLAN_CASES,
};
for (const engine of ["pglite", "postgresql"] as const) {
  for (const [sentence, run] of Object.entries(CASES)) {
    Deno.test(`${engine}: ${sentence}`, () => engines.run(engine, run));
  }
}
