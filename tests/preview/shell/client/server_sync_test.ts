import assert from "node:assert/strict";
import { createStore } from "../../../../preview/shell/state/create_store.ts";
import { ServerSync } from "../../../../preview/shell/client/server_sync.ts";
import { createShellState, type ServerState } from "../../../../preview/shell/state/shell_state.ts";
import { uploadFeed } from "../../../../preview/shell/canvas/upload_feed.ts";
import { ProtocolClient, type Send } from "../../../../preview/shell/client/protocol_client.ts";
import { openPreviewSession, type PreviewSession } from "../../session/preview_session.ts";
import { makeBundle } from "../../session/bundles.ts";
import { Project } from "../../session/project.ts";

Deno.test("an unchanged bundle is the same object after a refresh, even if others have changed", async () => {
  await using project = await Project.create({
    "dist/001_one.tckb": await makeBundle("one"),
    "dist/002_two.tckb": await makeBundle("two"),
  });
  await withClient(project, async (client) => {
    const store = openSync(client);
    await store.refresh();
    const before = store.getState();
    await project.write("dist/002_two.tckb", await makeBundle("two, built again"));
    await client.rescan();
    await store.refresh();
    const { bundles, feeds } = store.getState();
    assert.deepEqual(bundles?.map(({ label }) => label), ["001_one", "002_two"]);
    assert.equal(bundles?.[0], before.bundles?.[0]);
    assert.notEqual(bundles?.[1], before.bundles?.[1]);
    assert.notEqual(feeds[0], before.feeds[0]);
    await store.refresh();
    assert.equal(store.getState().feeds[0], feeds[0]);
  });
});

Deno.test("the state is kept while the server does not answer, and the error is cleared when it answers again", async () => {
  await using project = await Project.create({ "dist/001_one.tckb": await makeBundle("one") });
  await withSession(project, async (session) => {
    let online = true;
    const send: Send = (path, init) =>
      online ? answer(session, path, init) : Promise.reject(new TypeError("offline"));
    const store = openSync(new ProtocolClient(send));
    await store.refresh();
    const { bundles } = store.getState();
    online = false;
    await store.refresh();
    assert.equal(store.getState().bundles, bundles);
    assert.equal(
      store.getState().error,
      'Cannot reach "/__tck/bundles": the preview server does not answer',
    );
    online = true;
    await store.refresh();
    assert.equal(store.getState().error, null);
  });
});

Deno.test("calls during a pending refresh cause one further refresh, which determines the final state", async () => {
  await using project = await Project.create();
  await withSession(project, async (session) => {
    const asked: string[] = [];
    const gate = Promise.withResolvers<void>();
    const client = new ProtocolClient(async (path, init) => {
      asked.push(path);
      await gate.promise;
      return await answer(session, path, init);
    });
    const store = openSync(client);
    const refreshed = [store.refresh(), store.refresh(), store.refresh(), store.refresh()];
    gate.resolve();
    await Promise.all(refreshed);
    assert.deepEqual(asked, ["/__tck/bundles", "/__tck/feeds", "/__tck/bundles", "/__tck/feeds"]);
  });
});

Deno.test("a broken file is listed with its error", async () => {
  await using project = await Project.create({ "dist/001_one.tckb": new Uint8Array(7) });
  await withClient(project, async (client) => {
    const store = openSync(client);
    await client.rescan();
    await store.refresh();
    const [problem] = store.getState().problems;
    assert.equal(problem?.label, "001_one");
    assert.match(problem.message, /\S/);
  });
});

Deno.test("uploaded files become a temporary feed, and a file that is not one for a feed does not affect the others", async () => {
  await using project = await Project.create();
  await withClient(project, async (client) => {
    const files = [
      new File([await makeBundle("two") as BlobPart], "002_zwei – 二.tckb"),
      new File(["not a bundle"], "003_<b>.tckb"),
      new File([await makeBundle("one") as BlobPart], "001_one.tckb"),
      new File([await makeBundle("tile", { cardType: "grid" }) as BlobPart], "004_tile.tckb"),
    ];
    const { feed, errors } = await uploadFeed(files, "local-1", client);
    assert.equal(feed?.label, "002_zwei – 二 and 1 more");
    assert.deepEqual(errors, [
      "003_<b>.tckb: Cannot find the end of the archive: it has no end record, so it is cut short or not a ZIP archive",
      '004_tile: its cardType is "grid", and a feed has cards of the type "feed" only; the picker of the Stage has it ' +
      "under Uploaded",
    ]);
    const store = openSync(client);
    await store.refresh();
    const { bundles, feeds } = store.getState();
    const shown = feeds.find(({ id }) => id === "local-1")!.bundleIds;
    assert.deepEqual(shown.map((id) => bundles?.find((bundle) => bundle.id === id)?.label), [
      "001_one",
      "002_zwei – 二",
    ]);
  });
});

Deno.test("if none of the files is for a feed, no feed is created", async () => {
  await using project = await Project.create();
  await withClient(project, async (client) => {
    const tile = new File([await makeBundle("tile", { cardType: "grid" }) as BlobPart], "004_tile.tckb");
    const outcome = await uploadFeed([new File([""], "a.txt"), tile], "local-1", client);
    assert.equal(outcome.feed, null);
    assert.equal(outcome.errors.length, 2);
    assert.deepEqual((await client.readFeeds()).feeds.filter(({ id }) => id === "local-1"), []);
  });
});

/** A synchronised state, without the rest of the shell. */
function openSync(client: ProtocolClient): { refresh: () => Promise<void>; getState: () => ServerState } {
  const preferences = { theme: "light", background: "grid", feedWidth: "medium", mount: "inline" } as const;
  const store = createStore(createShellState({ search: "", preferences }));
  const { refresh } = new ServerSync(store, client);
  return { refresh, getState: () => store.getState().server };
}

async function withSession(project: Project, run: (session: PreviewSession) => Promise<void>): Promise<void> {
  const session = await openPreviewSession({ projectDirectory: project.path, watch: false, stableTime: 0 });
  try {
    await run(session);
  } finally {
    await session.close();
  }
}

function withClient(project: Project, run: (client: ProtocolClient) => Promise<void>): Promise<void> {
  return withSession(
    project,
    (session) => run(new ProtocolClient((path, init) => answer(session, path, init))),
  );
}

async function answer(session: PreviewSession, path: string, init?: RequestInit): Promise<Response> {
  const response = await session.handle(new Request(`http://localhost${path}`, init));
  return response ?? new Response(null, { status: 404 });
}
