import assert from "node:assert/strict";
import { makeBundle } from "../session/bundles.ts";
import { Project } from "../session/project.ts";
import { startPreviewProcess } from "./preview_process.ts";

const CARD = { theme: "light", size: null, width: null, state: null, stateData: null, locale: null };

// claim: preview-own-origin
Deno.test("a picture is not taken without a browser, of an unknown card, or for another page", async () => {
  await using project = await Project.create({
    "dist/001_a.tckb": await makeBundle("a"),
    "node_modules/.keep": "",
  });
  const env = { TCK_CHROMIUM: "/there/is/no/browser" };
  await using preview = await startPreviewProcess(["--cwd", project.path], null, env);
  const { origin } = new URL(preview.url);
  const { bundles: [bundle] } = await (await fetch(`${origin}/__tck/bundles`)).json();
  const ask = async (body: object, headers: Record<string, string> = {}) => {
    const response = await fetch(`${origin}/__tck/picture`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
    const { code, detail } = await response.json();
    return [response.status, code, detail];
  };
  const card = { ...CARD, kind: "bundle", id: bundle.id };
  const [status, code, detail] = await ask(card);
  assert.deepEqual([status, code], [501, "browser.missing"]);
  assert.match(detail, /^Cannot start TCK_CHROMIUM "\/there\/is\/no\/browser"/);
  assert.deepEqual((await ask({ ...card, id: "b" })).slice(0, 2), [404, "bundle.not_found"]);
  assert.deepEqual((await ask({ ...card, kind: "live", id: "b" })).slice(0, 2), [404, "widget.not_found"]);
  for (const fault of [{ size: "9x9" }, { width: 0 }, { width: "1" }, { theme: "blue" }, { locale: 7 }]) {
    assert.deepEqual((await ask({ ...card, ...fault })).slice(0, 2), [400, "request.malformed"]);
  }
  const other = { origin: "https://elsewhere.example" };
  assert.deepEqual((await ask(card, other)).slice(0, 2), [403, "request.forbidden"]);
  const plain = { "content-type": "text/plain" };
  assert.deepEqual((await ask(card, plain)).slice(0, 2), [415, "request.unsupported_type"]);
});
