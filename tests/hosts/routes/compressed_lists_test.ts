import assert from "node:assert/strict";
import { gunzipSync } from "node:zlib";
import { BATCH, cloudOf, DAY, get } from "./page_answers.ts";

const LARGE = { ...BATCH, widgets: Array.from({ length: 40 }, () => BATCH.widgets[0]!) };
const LIST = DAY.slice(DAY.indexOf("?"));

function ask(path: string, batch: unknown, headers: Record<string, string>) {
  return get(path, headers, cloudOf({ [DAY]: { batches: [batch], nextCursor: null } }));
}

Deno.test("a list is compressed for a client that accepts it, and is the same list", async () => {
  const path = `/api/daily-pages/v2/batches${LIST}`;
  const plain = await ask(path, LARGE, {});
  assert.equal(plain.headers.get("Content-Encoding"), null);
  assert.match(plain.headers.get("Vary")!, /Authorization, Cookie, Accept-Encoding/);
  const text = await plain.text();
  for (const accepted of ["gzip", "br, gzip;q=0.5", "*"]) {
    const answer = await ask(path, LARGE, { "Accept-Encoding": accepted });
    assert.equal(answer.headers.get("Content-Encoding"), "gzip", accepted);
    assert.equal(answer.headers.get("Content-Length"), null);
    const bytes = new Uint8Array(await answer.arrayBuffer());
    assert.ok(bytes.byteLength * 10 < text.length);
    assert.equal(new TextDecoder().decode(gunzipSync(bytes)), text);
  }
  for (const accepted of ["identity", "br", "gzip;q=0", ""]) {
    const answer = await ask(path, LARGE, { "Accept-Encoding": accepted });
    assert.equal(answer.headers.get("Content-Encoding"), null, accepted);
  }
});

Deno.test("a short list is not compressed", async () => {
  const short = { ...BATCH, widgets: [] };
  const answer = await ask(`/api/daily-pages/v2/batches${LIST}`, short, { "Accept-Encoding": "gzip" });
  assert.equal(answer.headers.get("Content-Encoding"), null);
});
