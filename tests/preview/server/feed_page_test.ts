import assert from "node:assert/strict";
import { createFeedPage } from "../../../preview/server/feed_page/mod.ts";
import { readReader } from "../../../preview/server/feed_page/feed_page.ts";
import type { FeedView, PreviewHostContext } from "../../../preview/protocol.ts";
import { openPreviewSession } from "../session/preview_session.ts";
import { makeBundle } from "../session/bundles.ts";

const REQUEST = { id: "all-bundled", isPrinted: false, languages: null };

Deno.test("the bundles of a feed that are too large for a page are a problem with both sizes", async () => {
  const session = await openPreviewSession({ watch: false });
  try {
    const stored = await session.addBundle(await makeBundle("large"), {
      source: "local",
      label: "001_large",
    });
    const view: FeedView = { id: "all-bundled", label: "All", bundleIds: [stored.info.id] };
    const model = {
      feedIndex: () => ({ feeds: [view], grids: [], problems: [] }),
      findBundle: () => ({ ...stored, envelopeBytes: 64 * 1024 * 1024 + 1 }),
    };
    await assert.rejects(createFeedPage(model, REQUEST), {
      code: "request.too_large",
      message:
        /Cannot make the page of feed "all-bundled": its bundles have 67108865 bytes, at most 33554432 fit/,
    });
  } finally {
    await session.close();
  }
});

Deno.test("a page has the language and time zone that all cards have, and none that does not exist", () => {
  const read = (...contexts: PreviewHostContext[]) => {
    const entries = contexts.map((context, index) => [String(index), context] as const);
    const bundleIds = entries.map(([id]) => id);
    return readReader({ id: "f", label: "F", bundleIds, contexts: Object.fromEntries(entries) }, null);
  };
  const berlin = { locale: ["de", "en"], timeZone: "Europe/Berlin" };
  assert.deepEqual(read(berlin, berlin), { locales: ["de", "en"], timeZone: "Europe/Berlin" });
  assert.deepEqual(read(berlin, { ...berlin, locale: "fr" }), { locales: null, timeZone: "Europe/Berlin" });
  assert.deepEqual(read(berlin, {}), { locales: null, timeZone: null });
  assert.deepEqual(read({ locale: "de", timeZone: "Mars/Olympus" }), { locales: ["de"], timeZone: null });
  assert.deepEqual(read(), { locales: null, timeZone: null });
});
