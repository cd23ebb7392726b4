import { Engines } from "./service.ts";
import { FIRST_CASES, SERVICE_CASES } from "./service_cases.ts";
import { commitBesideManyFiles } from "./workspace_cases.ts";

const engines = new Engines();
Deno.test.afterAll(() => engines.close());

for (const [sentence, run] of Object.entries(SERVICE_CASES)) {
  if (Object.hasOwn(FIRST_CASES, sentence)) continue;
  Deno.test(`pglite: ${sentence}`, () => engines.run("pglite", run));
}

Deno.test("pglite: a source of 150,000 files is not stored, and other work goes on meanwhile", () =>
  engines.run("pglite", (service) => commitBesideManyFiles(service, 150)));
