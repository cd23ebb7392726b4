import assert from "node:assert/strict";
import { Camera } from "../../../preview/server/snapshot/camera/camera.ts";
import { DEFAULT_CAMERA } from "../../../preview/server/snapshot/camera/camera_settings.ts";
import type { Shot } from "../../../preview/server/snapshot/plan_shots.ts";
import type { LiveWidget } from "../../../preview/protocol.ts";
import { chromiumVariables } from "./chromium_variables.ts";

Deno.test("a page that does not start costs the cards that it should show, each by name, and no other page", async () => {
  for (const [name, value] of Object.entries(await chromiumVariables())) Deno.env.set(name, value);
  let requests = 0;
  await using server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, () => {
    requests++;
    return new Response("<title>no shell</title>", { headers: { "content-type": "text/html" } });
  });
  const url = `http://127.0.0.1:${server.addr.port}/`;
  const camera = await Camera.open(url, null, DEFAULT_CAMERA, 300);
  try {
    const taken: [string, string | null][] = [];
    for (const widget of ["001_slow", "002_other", "003_last"]) {
      const photograph = await camera.take(shotOf(widget));
      assert.equal(photograph.png, null);
      taken.push([widget, photograph.cardError]);
    }
    const unstarted = "The preview's page did not start within 0.3 seconds: the machine may be busy";
    assert.deepEqual(taken, [
      ["001_slow", unstarted],
      ["002_other", unstarted],
      ["003_last", "The card was not tried: the preview's page did not start 4 times"],
    ]);
    assert.ok(requests >= 4, `${requests} requests`);
  } finally {
    await camera.close();
  }
});

Deno.test("the page that has read the manifest of a widget shows its cards, and no other page does", async () => {
  for (const [name, value] of Object.entries(await chromiumVariables())) Deno.env.set(name, value);
  let pages = 0;
  await using server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, (request) => {
    const { pathname } = new URL(request.url);
    const name = /^\/(\w+)\.mjs$/.exec(pathname)?.[1];
    if (name !== undefined) {
      const module = `export const manifest = { id: "${name}", cardType: "feed", sizes: ["2x2"] };`;
      return new Response(module, { headers: { "content-type": "text/javascript" } });
    }
    if (pathname === "/") pages++;
    return new Response(SHELL, { headers: { "content-type": "text/html" } });
  });
  const camera = await Camera.open(`http://127.0.0.1:${server.addr.port}/`, null);
  try {
    const names = ["a", "b", "c"];
    const widgets = names.map((name) => ({ name, moduleUrl: `/${name}.mjs` }) as LiveWidget);
    const manifests = await camera.readManifests(widgets);
    assert.deepEqual([...manifests.values()].map((manifest) => manifest?.id), names);
    assert.equal(pages, 3);
    const shown: string[] = [];
    await camera.takeAll("light", names.map(shotOf), ({ subject }, { cardError }) => {
      shown.push(`${subject.name}: ${cardError?.split("\n")[0]}`);
      return Promise.resolve();
    });
    assert.deepEqual(
      shown,
      names.map((name) => `${name}: The page does not answer: page.evaluate: Error: ${name} is asked for`),
    );
    assert.equal(pages, 3);
    await camera.take(shotOf("a"));
    assert.equal(pages, 4, "a page that cards were on shows no other");
  } finally {
    await camera.close();
  }
});

/** A shell that shows no card. */
const SHELL = `<title>shell</title><script>
  globalThis.tckShots = { show: ([{ id }]) => { throw new Error(id + " is asked for"); } };
</script>`;

function shotOf(name: string): Shot {
  const subject = { name, kind: "live", id: name, manifest: null } as unknown as Shot["subject"];
  return { subject, size: "2x2", width: null, theme: "light", state: null, locale: null };
}
