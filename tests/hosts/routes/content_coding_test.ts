import assert from "node:assert/strict";
import { Hono } from "hono";
import { compressJson } from "../../../hosts/routes/http/content_coding.ts";

Deno.test("JSON that is compressed has neither the length nor the tag of what it was", async () => {
  const text = JSON.stringify("batch ".repeat(500));
  const headers = { "Content-Type": "application/json", "Content-Length": `${text.length}`, ETag: '"one"' };
  const app = new Hono().use(compressJson()).get("/", () => new Response(text, { headers }));
  const response = await app.request("/", { headers: { "Accept-Encoding": "gzip" } });
  assert.equal(response.headers.get("Content-Encoding"), "gzip");
  assert.equal(response.headers.get("Content-Length"), null);
  assert.equal(response.headers.get("ETag"), 'W/"one"');
  const whole = response.body!.pipeThrough(new DecompressionStream("gzip"));
  assert.equal(await new Response(whole).text(), text);
});
