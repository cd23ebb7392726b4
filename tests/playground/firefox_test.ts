// budget: 60 s: Firefox starts, and loads the compilers twice
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import type { PageBundler } from "../../docs/site/playground/page_bundler.ts";
import { openFirefox } from "../browser/firefox.ts";
import { hasPrograms } from "../servers/programs.ts";
import { ProjectFolder } from "../web/bundler/project_folder.ts";
import { until } from "../waiting/mod.ts";
import { widgetThatShows } from "./playground_page.ts";
import { PlaygroundSite } from "./playground_site.ts";

const WIDGETS = {
  "widgets/001_shown/widget.tck.tsx": `import "./widget.css";\n${widgetThatShows("shown")}`,
  "widgets/001_shown/widget.css": "body { margin: 0 }",
  "widgets/002_throws/widget.tck.tsx": `${
    widgetThatShows("{(null as unknown as string[]).length}")
  }// the end\n`,
};

if (await hasPrograms(["firefox-esr"], "the playground in Firefox", "firefox-esr")) {
  Deno.test("Firefox: a page's bundler gives the command's bytes, and the place of an error", async () => {
    await using project = await ProjectFolder.create(WIDGETS);
    const { widgets } = await project.build();
    const bundle = Buffer.from(await project.read("dist/001_shown.tckb")).toString("base64");
    await using site = await PlaygroundSite.open();
    const browser = await openFirefox();
    try {
      const page = await browser.newPage();
      await page.goto(`${site.url}empty.html`);
      const found = await page.evaluate(
        async (address, widgets) => {
          const { openPageBundler } = await import(address);
          const bundler: PageBundler = openPageBundler(20_000);
          const encoder = new TextEncoder();
          const files = Object.entries(widgets).map(([path, text]) => [path, encoder.encode(text)] as const);
          const build = await bundler.build(new Map(files));
          return build.widgets.map(({ valid, diagnostics }) => ({
            envelope: valid &&
              btoa(Array.from(valid.bundle.envelope, (byte) => String.fromCharCode(byte)).join("")),
            places: diagnostics.map(({ code, line }) => ({ code, line })),
          }));
        },
        site.url + site.playground.bundler,
        WIDGETS,
      );
      const places = widgets.map((one) =>
        [...one.diagnostics, ...one.warnings].map(({ code, line }) => ({ code, line }))
      );
      assert.deepEqual(found, [
        { envelope: bundle, places: places[0] },
        { envelope: null, places: places[1] },
      ]);
      assert.notEqual(places[1]![0]!.line, null);
    } finally {
      await browser.close();
    }
  });

  Deno.test("Firefox: the page shows the first card, and a type error after an edit", async () => {
    await using site = await PlaygroundSite.open();
    const browser = await openFirefox();
    try {
      const page = await browser.newPage();
      const errors: string[] = [];
      page.on("pageerror", (error) => errors.push(String(error)));
      await page.goto(site.url);
      const read = (expression: string) => async () => await page.evaluate(expression) === true;
      await until("the cards", read(`document.querySelector("#cards iframe:not([data-waits])") !== null`));
      await page.evaluate(
        `document.querySelector("#editor").shadowRoot.querySelector(".cm-content").focus()`,
      );
      await page.keyboard.type("export const count: number = true;");
      await until("its type error", read(`/TS2322/.test(document.querySelector("#problems").textContent)`));
      assert.deepEqual(errors, []);
    } finally {
      await browser.close();
    }
  });
}
