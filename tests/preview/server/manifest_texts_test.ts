import assert from "node:assert/strict";
import { json } from "../../../preview/server/routes/route.ts";
import { type PageParts, renderPage } from "../../../web/canvas/sealed_page/page_markup.ts";

const MANIFEST = { id: "a", defaultState: { change: -0, days: [-0, 1] } };

Deno.test("a page of one file and the preview's answers have manifests as bundles have them, with -0", async () => {
  const page = renderPage({
    language: "en",
    title: "a",
    heading: null,
    policies: [],
    styles: [],
    scripts: [],
    content: { settings: {}, cards: { widgets: [{ manifest: MANIFEST }], bundles: [] } },
  } as unknown as PageParts);
  assert.match(page, /"defaultState":\{"change":-0,"days":\[-0,1\]\}/);
  assert.match(await json({ manifest: MANIFEST }).text(), /"change":-0,"days":\[-0,1\]/);
});
