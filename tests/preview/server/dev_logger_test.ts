import assert from "node:assert/strict";
import { rm, writeFile } from "node:fs/promises";
import { createDevLogger } from "../../../preview/server/vite/dev_logger.ts";

Deno.test("an error is reported again after its source has changed, and not because an event is late", async () => {
  const file = await Deno.makeTempFile();
  try {
    const reports: string[] = [];
    const logger = createDevLogger((message) => reports.push(message));
    const fail = (when = "Internal server error") =>
      logger.error(`${when}: Broken\n    at transform (vite.js:1:1)`, {
        error: { id: `${file}?v=1` } as never,
      });
    await writeFile(file, "<p></b>");
    fail("Pre-transform error");
    fail();
    logger.sourcesEdited();
    fail();
    assert.deepEqual(reports, ["Broken"]);
    await writeFile(file, "<p></p>");
    logger.sourcesEdited();
    await writeFile(file, "<p></b>");
    logger.sourcesEdited();
    fail();
    assert.deepEqual(reports, ["Broken", "Broken"]);
  } finally {
    await rm(file);
  }
});

Deno.test("an error without a source is reported again after any edit, and a warning that is sent once never", () => {
  const reports: string[] = [];
  const logger = createDevLogger((message) => reports.push(message));
  for (let edit = 0; edit < 2; edit++) {
    logger.error("Unknown");
    logger.error("Unknown");
    logger.warnOnce("Old");
    logger.sourcesEdited();
  }
  assert.deepEqual(reports, ["Unknown", "Old", "Unknown"]);
});
