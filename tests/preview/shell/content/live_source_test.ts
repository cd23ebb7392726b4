import assert from "node:assert/strict";
import type { RegisteredBundle } from "@tck/kit/host";
import { importStyles, LiveSource } from "../../../../preview/shell/content/live_source.ts";

const bundle = (name: string) =>
  ({
    bundleUrl: `/${name}.mjs`,
    cssUrl: `/${name}.css.mjs`,
    manifest: { id: name },
  }) as unknown as RegisteredBundle;

Deno.test("a module that could not be imported is asked for by another address each time, and no other module is", async () => {
  const asked: [url: string, version: number | undefined][] = [];
  let isThere = false;
  const source = new LiveSource((url, version) => {
    asked.push([url, version]);
    return isThere ? Promise.resolve({ default: () => null }) : Promise.reject(new TypeError("no server"));
  }, () => Promise.resolve({ css: "a", propertiesCss: null }));
  const load = (name: string) => source.load(bundle(name), new AbortController().signal);
  for (let times = 0; times < 2; times++) await assert.rejects(load("a"), { code: "module.unavailable" });
  isThere = true;
  assert.equal((await load("a")).css, "a");
  await load("b");
  await load("b");
  assert.deepEqual(asked.map(([url, version]) => [url, version !== undefined]), [
    ["/a.mjs", false],
    ["/a.mjs", true],
    ["/a.mjs", true],
    ["/b.mjs", false],
    ["/b.mjs", false],
  ]);
});

Deno.test("a site has the stylesheets of each bundle in a module of its own", async () => {
  const read = importStyles((url) => Promise.resolve({ default: { css: url, propertiesCss: null } }));
  const { signal } = new AbortController();
  for (const name of ["a", "b", "a"]) {
    assert.equal((await read(bundle(name), signal)).css, `/${name}.css.mjs`);
  }
});
