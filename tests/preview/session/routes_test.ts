import assert from "node:assert/strict";
import type { RescanResult } from "../../../preview/protocol.ts";
import { makeBundle } from "./bundles.ts";
import { Project } from "./project.ts";
import { testRoutes } from "./route_cases.ts";
import { ask, listBundles, uploadBundle } from "./served_preview.ts";
import { serveSession } from "./session_server.ts";

testRoutes("session", serveSession, Deno.test);

Deno.test("a rescan counts the bundles on disk that were added and removed", async () => {
  await using project = await Project.create({ "dist/001_a.tckb": await makeBundle("a") });
  await using preview = await serveSession({ projectDirectory: project.path, watch: false });
  await uploadBundle(preview, "009_up", await makeBundle("up"));
  await project.write("dist/002_b.tckb", await makeBundle("b"));
  await project.write("dist/001_a.tckb", await makeBundle("another"));
  const { body } = await ask<RescanResult>(preview, "POST", "/__tck/rescan");
  assert.deepEqual(body, { ok: true, before: 1, after: 2, removed: 1 });
  assert.deepEqual((await listBundles(preview)).map(({ label }) => label), ["001_a", "002_b", "009_up"]);
});

Deno.test("a rescan that finds nothing new sends the change as well", async () => {
  await using project = await Project.create({ "dist/001_a.tckb": await makeBundle("a") });
  await using preview = await serveSession({ projectDirectory: project.path, watch: false });
  await listBundles(preview);
  let changes = 0;
  preview.session.onChange("bundles", () => changes++);
  const { body } = await ask<RescanResult>(preview, "POST", "/__tck/rescan");
  assert.deepEqual([body, changes], [{ ok: true, before: 1, after: 1, removed: 0 }, 1]);
});
