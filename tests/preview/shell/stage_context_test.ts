import assert from "node:assert/strict";
import { makeBundle } from "../session/bundles.ts";
import { waitForCard, withShell } from "./shell_page.ts";

const WIDGET = `import { defineManifest, useLocale } from "@tck/kit";
export const manifest = defineManifest({
  id: "probe", title: "Probe", cardType: "feed", sizes: ["fill-auto"], languages: ["en", "de", "fr"],
});
export default function Probe() {
  return <p>locale {useLocale()}</p>;
}
`;

const CONFIG = `export default {
  canvas: {
    feeds: [
      { label: "Plain", glob: "plain/*.tckb" },
      { label: "German", glob: "german/*.tckb", context: { locale: "de" } },
      { label: "French", glob: "french/*.tckb", context: { locale: "fr" } },
    ],
  },
};
`;

Deno.test("the Stage has the context of the open feed if it shows the widget, else of the first that has one, and names it", async () => {
  const bundle = await makeBundle("probe");
  const files = {
    "widgets/001_probe/widget.tck.tsx": WIDGET,
    "tck.preview.config.mjs": CONFIG,
    "dist/001_probe.tckb": bundle,
    "plain/001_probe.tckb": bundle,
    "german/001_probe.tckb": bundle,
    "french/001_probe.tckb": bundle,
  };
  await withShell(files, async ({ page, open }) => {
    const expectations = [
      { view: "", locale: "fr", origin: "French" },
      { view: "&canvasView=German", locale: "de", origin: "German" },
      { view: "&canvasView=Plain", locale: "en", origin: null },
    ];
    for (const { view, locale, origin } of expectations) {
      await open(`?widget=001_probe${view}`);
      assert.deepEqual(await waitForCard(page), { ready: true, error: null });
      await page.locator(".shell-main article").getByText(`locale ${locale}`).waitFor();
      const panel = page.locator("details.shell-panel", {
        has: page.getByRole("heading", { name: "Widget", exact: true }),
      });
      if (!await panel.evaluate((details: HTMLDetailsElement) => details.open)) {
        await panel.locator("summary").click();
      }
      await panel.getByText("Manifest id").waitFor();
      const terms = panel.locator("dt", { hasText: /^Context$/ }).locator("xpath=following-sibling::dd[1]");
      assert.deepEqual(await terms.allTextContents(), origin === null ? [] : [origin], view);
    }
  });
});
