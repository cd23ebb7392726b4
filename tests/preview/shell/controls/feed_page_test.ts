import assert from "node:assert/strict";
import { printFeed } from "../../../../preview/shell/controls/feed_page.ts";
import type { ShellDependencies } from "../../../../preview/shell/shell_context.ts";
import { withGlobals } from "../../../web/canvas/page_globals.ts";
import { openStore } from "../rendering.ts";
import { SmallDocument } from "../small_document.ts";

Deno.test("a feed is printed by one frame, which goes when its own page has been printed, each time", async () => {
  const document = new SmallDocument();
  const create = document.createElement.bind(document);
  document.createElement = (name) => Object.assign(create(name), { contentWindow: {} });
  await withGlobals({ document }, async () => {
    const feed = { id: "monday", label: "Monday", bundleIds: [] };
    const store = openStore("?view=feed");
    store.setState({ server: { ...store.getState().server, bundles: [], feeds: [feed] } });
    let pages = 0;
    const client = { framedFeedPage: () => Promise.resolve(`/page-${++pages}`) };
    const print = async () => {
      await printFeed({ store, client } as unknown as ShellDependencies);
      return document.body.querySelectorAll("iframe");
    };
    const tell = (source: unknown) => {
      globalThis.dispatchEvent(Object.assign(new Event("message"), { source }));
      return document.body.querySelectorAll("iframe").length;
    };
    for (const round of [1, 2]) {
      const [frame, ...others] = await print();
      assert.deepEqual([(frame as unknown as { src: string }).src, others], [`/page-${round}`, []]);
      assert.equal(tell({}), 1, "another frame says something");
      assert.equal(tell(frame!.contentWindow), 0);
    }
    const [former] = await print();
    const [next, ...others] = await print();
    assert.deepEqual([(next as unknown as { src: string }).src, others], ["/page-4", []]);
    assert.equal(tell(former!.contentWindow), 1);
    assert.equal(tell(next!.contentWindow), 0);
  });
});
