// budget: 20 s: it starts Chromium and Firefox
import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";
import { testInPage } from "../../../browser/test_in_page.ts";
import type { Drawn } from "./rooms_page.tsx";

const kit = (path: string) => fileURLToPath(new URL(`../../../../web/tck/${path}`, import.meta.url));

/** The page with the kit of the tree and React. */
async function buildPage(): Promise<string> {
  const { outputFiles } = await esbuild.build({
    entryPoints: [fileURLToPath(new URL("./rooms_page.tsx", import.meta.url))],
    alias: { "@tck/kit/charts": kit("charts/mod.ts"), "@tck/kit": kit("mod.ts") },
    bundle: true,
    write: false,
    format: "iife",
    jsx: "automatic",
    define: { "process.env.NODE_ENV": '"production"' },
  });
  await esbuild.stop();
  const script = outputFiles[0]!.text.replaceAll("</script", "<\\/script");
  return `<!doctype html><meta charset="utf-8"><main></main><script>${script}</script>`;
}

testInPage(
  "a drawing is drawn once, for the room that it measures or that the layout gives it",
  async (page) => {
    const html = await buildPage();
    const server = Deno.serve(
      { port: 0, hostname: "127.0.0.1", onListen() {} },
      () => new Response(html, { headers: { "content-type": "text/html" } }),
    );
    try {
      await page.open(`http://127.0.0.1:${server.addr.port}/`);
      const ask = (question: string) => page.run<Drawn>(`rooms.${question}`);

      const measured = await ask("show(false)");
      assert.equal(measured.rooms.length, 1, measured.rooms.join());
      assert.match(measured.rooms[0]!, /^300 × \d+$/);
      assert.equal(measured.chart.length, 1, measured.chart.join());
      assert.ok(measured.reads > 0);

      const hosted = await ask("show(true)");
      assert.deepEqual(hosted, {
        rooms: ["200 × 100"],
        chart: ["200 × 100"],
        reads: 0,
        updates: 0,
        heights: [64, 64],
      });
      assert.deepEqual((await ask('change("box")')).rooms, ["220 × 90"]);
      const placed = await ask('change("content")');
      assert.deepEqual(
        [placed.reads, placed.updates],
        [0, 2],
        "the layout is notified that options may differ",
      );
      assert.deepEqual((await ask('change("box")')).rooms, [], "the same box draws nothing again");
      const { rooms, updates } = await ask('change("font")');
      assert.ok(rooms.includes("220 × 90"), "texts have other widths in a font that was loaded");
      assert.equal(updates, 2, "and the drawings other options");

      const texts = ["12,345.60 km", "−4.5 %", "Warmwasserbereitung", "الأربعاء", "東京 14:30"];
      const widths = await page.run<[number, number][]>(`rooms.compareWidths(${JSON.stringify(texts)})`);
      for (const [index, [width, real]] of widths.entries()) {
        assert.ok(Math.abs(width - real) <= 0.6, `${texts[index]}: ${width} of ${real} px`);
      }
    } finally {
      await server.shutdown();
    }
  },
);
