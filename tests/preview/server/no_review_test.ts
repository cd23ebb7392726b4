import assert from "node:assert/strict";
import { openPreview } from "../../../preview/server/start.ts";
import { Project } from "../session/project.ts";
import { sendRaw } from "../session/raw_http.ts";

// claim: review-by-a-person
Deno.test("the preview of a snapshot or of an agent takes no verdict, from whatever page or program", async () => {
  await using project = await Project.create({ "node_modules/.keep": "" });
  const preview = await openPreview({ cwd: project.path, host: "127.0.0.1", port: 0 });
  try {
    const port = Number(new URL(preview.url).port);
    for (const host of ["127.0.0.1", "localhost", "review.localhost"]) {
      for (const path of ["verdict", "end", `picture/${"0".repeat(32)}/after`]) {
        const { status } = await sendRaw(port, [
          `${path.includes("/") ? "GET" : "POST"} /__tck/review/${path} HTTP/1.1`,
          `Host: ${host}:${port}`,
          "Content-Type: application/json",
          "Content-Length: 2",
        ], "{}");
        assert.equal(status, 404, `${host} ${path}`);
      }
    }
  } finally {
    await preview.close();
  }
});
