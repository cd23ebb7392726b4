import assert from "node:assert/strict";
import { join } from "node:path";
import { runTypeScript } from "../../../web/bundler/types/run_typescript.ts";
import { ProjectFolder } from "./project_folder.ts";

Deno.test.sanitizer({ ops: true, resources: true });

Deno.test("runs of TypeScript leave no timer, and nothing that listens to the signal of a watch", async () => {
  await using project = await ProjectFolder.create({ "tsc.js": "console.log('done');" });
  const typescript = { program: join(project.path, "tsc.js") } as Parameters<typeof runTypeScript>[0];
  const { signal } = new AbortController();
  const listening = new Set<unknown>();
  const { addEventListener, removeEventListener } = AbortSignal.prototype;
  signal.addEventListener = (...[type, listener]: Parameters<typeof addEventListener>) => {
    listening.add(listener);
    addEventListener.call(signal, type, listener);
  };
  signal.removeEventListener = (...[type, listener]: Parameters<typeof removeEventListener>) => {
    listening.delete(listener);
    removeEventListener.call(signal, type, listener);
  };
  for (let count = 0; count < 2; count++) {
    const { output, failure } = await runTypeScript(
      typescript,
      "tsconfig.json",
      project.path,
      null,
      60_000,
      signal,
    );
    assert.deepEqual([output, failure], ["done\n", null]);
    assert.equal(listening.size, 0);
  }
});
