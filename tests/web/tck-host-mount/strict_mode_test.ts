import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";
import { withPage } from "../widget_site.ts";

declare global {
  /** The number of runs of the widget's effect. */
  var effects: number;
}

Deno.test("a card works in the strict mode of React's development build, which runs every effect twice", async () => {
  const development = await bundleForDevelopment();
  await withPage(async (page, site) => {
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(error.message));
    page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
    await page.goto(`${site.origin}/login`);
    await page.evaluate(development);
    await page.evaluate(async () => {
      const { React, createRoot, host: { DailyHost }, mount: { mountHost, WidgetMount } } = globalThis.probe;
      const Widget = () => {
        React.useEffect(() => void globalThis.effects++);
        return React.createElement("p", null, "Hello");
      };
      globalThis.effects = 0;
      const host = new DailyHost({ loader: () => Promise.resolve({ default: Widget }) });
      const manifest = { id: "hello", cardType: "feed", sizes: ["fill-auto"] };
      const url = "/__tck/v1/style.css";
      host.register({ hash: "A".repeat(64), manifest, bundleUrl: url, cssUrl: url });
      const instance = await host.mountWidget({ manifestId: "hello", position: { col: 0, row: 0 } });
      const control = mountHost(document, { theme: "light", hostCssUrl: url });
      const card = React.createElement(WidgetMount, { instance, control, mode: "inline" });
      const root = document.body.appendChild(document.createElement("main"));
      createRoot(root).render(React.createElement(React.StrictMode, null, card));
    });
    assert.equal(await page.locator('article[data-state="mounted"] p').textContent(), "Hello");
    await page.waitForFunction(() => globalThis.effects === 2);
    assert.equal(await page.locator("[data-tck-content]").count(), 1);
    assert.deepEqual(errors, []);
  });
});

/** A script that sets the global `probe` to the modules of a page, with React's development build. */
async function bundleForDevelopment(): Promise<string> {
  const source = (path: string) => fileURLToPath(new URL(`../../../web/${path}`, import.meta.url));
  const contents = `
    import * as React from "react";
    import { createRoot } from "react-dom/client";
    import * as kit from "@tck/kit";
    import * as host from "@tck/kit/host";
    import * as mount from "@tck/kit/host-mount";
    globalThis.probe = { React, createRoot, kit, host, mount };
  `;
  try {
    const { outputFiles } = await esbuild.build({
      stdin: { contents, resolveDir: source(".") },
      bundle: true,
      write: false,
      format: "iife",
      jsx: "automatic",
      tsconfigRaw: {},
      define: { "process.env.NODE_ENV": '"development"' },
      alias: {
        "@tck/kit/host-mount": source("tck-host-mount/mod.ts"),
        "@tck/kit/host": source("tck-host/mod.ts"),
        "@tck/kit": source("tck/mod.ts"),
      },
    });
    return outputFiles[0]!.text;
  } finally {
    await esbuild.stop();
  }
}
