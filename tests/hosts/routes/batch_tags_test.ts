import assert from "node:assert/strict";
import type { Batch, BatchPage, ListedBatch, Widget } from "../../../core/feed/mod.ts";
import { tagBatch, tagPage, tagWidget } from "../../../hosts/routes/storage/batch_tags.ts";
import { formatNextLink, moveNextLink } from "../../../hosts/routes/http/list_query.ts";

function batch(localDate: string, committedAt = "2026-03-04T06:00:00.000Z"): Batch & ListedBatch {
  return {
    batchId: `${localDate.replaceAll("-", "")}-diary`,
    localDate,
    kind: "diary",
    committedAt,
    widgets: [],
    json: new Uint8Array(),
  };
}

Deno.test("whatever changes a batch, a page of batches or a widget changes its tag", () => {
  const [one, two, three] = [batch("2026-03-03"), batch("2026-03-02"), batch("2026-03-01")];
  const later = "2026-03-04T06:00:00.001Z";
  const next = { localDate: "2026-03-01", kind: "diary" } as const;
  const pages: BatchPage[] = [
    { batches: [one, two], next: null },
    { batches: [one, two], next },
    { batches: [one, three], next: null },
    { batches: [two, three], next: null },
    { batches: [one, two, three], next: null },
    { batches: [one, batch("2026-03-02", later)], next: null },
    { batches: [batch("2026-03-03", later), two], next },
    { batches: [one], next: null },
    { batches: [], next: null },
  ];
  const tags = pages.map(tagPage);
  assert.equal(new Set(tags).size, pages.length, tags.join("\n"));
  // The older commit of the two does not count, so the newest is found wherever it is.
  assert.equal(tagPage({ batches: [one, batch("2026-03-02", later)], next: null }), tags[5]);
  const batches = [one, two, batch("2026-03-03", later)].map(tagBatch);
  assert.equal(new Set(batches).size, 3);
  const widget = (id: string, size: number) => ({ id, bundle: { hash: "h", size } }) as unknown as Widget;
  const widgets = [widget("a", 1), widget("a", 2), widget("b", 1)].map(tagWidget);
  assert.equal(new Set(widgets).size, 3);
  for (const tag of [...tags, ...batches, ...widgets]) assert.match(tag, /^"[!-~]+"$/);
});

Deno.test("the next page is linked by a path with the query of this one, and moved only if it is such a link", () => {
  const url = new URL("http://user@host:1/v2/daily-pages?limit=5&cursor=old");
  const link = formatNextLink(url, "a b&c");
  assert.equal(link, '</v2/daily-pages?limit=5&cursor=a+b%26c>; rel="next"');
  assert.equal(moveNextLink(link, "/api/batches"), '</api/batches?limit=5&cursor=a+b%26c>; rel="next"');
  for (
    const other of [
      "",
      '</v2/daily-pages>; rel="next"',
      '</a?b>; rel="prev"',
      '</a?b>; rel="next", </c?d>; rel="next"',
      '</a?b>c>; rel="next"',
      'x</a?b>; rel="next"',
    ]
  ) {
    assert.equal(moveNextLink(other, "/api"), null, other);
  }
});
