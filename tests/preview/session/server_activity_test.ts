import assert from "node:assert/strict";
import { setTimeout } from "node:timers/promises";
import { openPreviewModel, ServerActivity } from "../../../preview/server/model/mod.ts";
import { Project } from "./project.ts";

Deno.test.sanitizer({ ops: true, resources: true });

const NEVER = new AbortController().signal;
const SOURCE = `export const manifest = { id: "hello", cardType: "feed", sizes: ["fill-auto"] };
export default function Hello() { return <p>Hello</p>; }
`;

Deno.test("a server is not idle before its first page, however long nothing has come", async () => {
  const activity = new ServerActivity();
  let isIdle = false;
  const idle = activity.idle(NEVER).then(() => isIdle = true);
  await setTimeout(600);
  assert.equal(isIdle, false);
  activity.recordPage();
  await setTimeout(200);
  assert.equal(isIdle, false);
  await idle;
});

Deno.test("each request postpones the time at which a server is idle, before the wait and during it", async () => {
  const activity = new ServerActivity();
  activity.recordPage();
  await setTimeout(500);
  const begin = performance.now();
  await activity.idle(NEVER);
  assert.ok(performance.now() - begin < 200, "nothing has come for 400 ms");
  activity.record();
  const idle = activity.idle(NEVER);
  await setTimeout(300);
  activity.record();
  await idle;
  assert.ok(performance.now() - begin >= 695, "300 ms, and 400 ms after the last request");
});

Deno.test("a wait for an idle server ends when it is aborted, before the first page and after it", async () => {
  const activity = new ServerActivity();
  const closed = new AbortController();
  const idle = activity.idle(closed.signal);
  closed.abort();
  await idle;
  activity.recordPage();
  await activity.idle(closed.signal);
  const later = new AbortController();
  const second = activity.idle(later.signal);
  later.abort();
  const begin = performance.now();
  await second;
  assert.ok(performance.now() - begin < 200);
});

Deno.test({
  name: "a model checks its widgets when the server is idle after a page, and closes while it waits for one",
  sanitizeResources: false, // The code that a check loads keeps a port for the lifetime of the process.
  fn: async () => {
    await using project = await Project.create({
      "widgets/001_hello/widget.tck.tsx": SOURCE,
      "node_modules/.keep": "",
    });
    const unused = await openPreviewModel({ projectDirectory: project.path, activity: new ServerActivity() });
    await unused.close();
    assert.equal(unused.widgets[0]!.diagnostics, null);
    const activity = new ServerActivity();
    const model = await openPreviewModel({ projectDirectory: project.path, activity });
    const checked = Promise.withResolvers<void>();
    model.subscribe(({ type }) => type === "widgets" && checked.resolve());
    activity.recordPage();
    await checked.promise;
    assert.deepEqual(model.widgets[0]!.diagnostics, []);
    await model.close();
  },
});
