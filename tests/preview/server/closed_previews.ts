import assert from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Project } from "../session/project.ts";

const CONFIG = fileURLToPath(new URL("../../../deno.json", import.meta.url));

/** In milliseconds. */
const LONGEST = 180_000;

const PREVIEW = JSON.stringify(import.meta.resolve("../../../preview/server/mod.ts"));

/** Closes previews while the dev server bundles packages. */
const CLOSING_TEST = `
import { startPreview } from ${PREVIEW};
Deno.test("previews are closed", async () => {
  for (const milliseconds of [40, 100, 160, 220]) {
    const cwd = new URL(\`./\${milliseconds}\`, import.meta.url).pathname;
    const preview = await startPreview({ cwd, port: 0 });
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    await preview.close();
  }
});
`;

const WIDGET = `
import { useState } from "react";
export const manifest = { id: "hello", cardType: "feed", sizes: ["fill-auto"] };
export default () => <p>{useState("hello")[0]}</p>;
`;

/**
 * Closes previews while packages are bundled, which does not crash the process.
 *
 * @param modules each has four previews, and runs in its own thread, which ends right after it
 */
export async function closeWhileBundling(modules: number): Promise<void> {
  const files: Record<string, string> = {};
  for (let index = 0; index < modules; index++) {
    files[`${index}/closing_test.ts`] = CLOSING_TEST;
    for (const milliseconds of [40, 100, 160, 220]) {
      files[`${index}/${milliseconds}/widgets/001_hello/widget.tck.tsx`] = WIDGET;
      // Holds the cache of bundled packages, so that each preview bundles its own.
      files[`${index}/${milliseconds}/node_modules/.keep`] = "";
    }
  }
  await using project = await Project.create(files);
  const paths = Array.from(
    { length: modules },
    (_, index) => join(project.path, `${index}/closing_test.ts`),
  );
  const { code, signal, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["test", "-A", "--no-check", "--no-lock", "--config", CONFIG, ...paths],
    signal: AbortSignal.timeout(LONGEST),
  }).output();
  const output = new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
  assert.deepEqual([code, signal], [0, null], output);
}
