import assert from "node:assert/strict";
import { launchFirefox } from "../../browser/firefox.ts";
import { hasPrograms } from "../../servers/programs.ts";
import { withFirefoxPage } from "./firefox_page.ts";
import { SealedSite, withSealedPage } from "./sealed_site.ts";

const CALM = `
  import { createElement } from "react";
  export default () => createElement("p", null, "calm");`;

/** What a service behind may send in place of a widget. */
const MALFORMED: readonly ((widget: { [name: string]: unknown }) => unknown)[] = [
  () => null,
  () => "widget",
  (widget) => ({ ...widget, bundle: null }),
  (widget) => ({ ...widget, bundle: { hash: "../../login", size: 1 } }),
  (widget) => ({ ...widget, manifest: null }),
  (widget) => ({ ...widget, id: 7 }),
];

/** A site whose list has malformed widgets after a good one, of whose id there is a second, and before another good one. */
async function openMalformedSite(canvas: "sealed" | "open"): Promise<{ site: SealedSite; url: string }> {
  const site = await SealedSite.open(canvas);
  const { url } = await site.addBatch(
    Array.from({ length: MALFORMED.length + 3 }, (_, index) => ({ module: `${CALM}//${index}` })),
  );
  site.intercept = async (request, answer) => {
    const response = await answer();
    if (new URL(request.url).pathname !== "/api/daily-pages/v2/batches") return response;
    const { batches, ...rest } = await response.json();
    for (const batch of batches) {
      const [first] = batch.widgets;
      batch.widgets = batch.widgets.map((widget: { [name: string]: unknown }, index: number) => {
        if (index === 1) return { ...widget, id: first.id };
        return MALFORMED[index - 2]?.(widget) ?? (index - 2 in MALFORMED ? null : widget);
      });
    }
    return Response.json({ batches, ...rest });
  };
  return { site, url };
}

/** In the document that shows the cards, whether the two good ones are shown and all others have failed. */
const areSettled = (failures: number): boolean => {
  const count = (state: string) => document.querySelectorAll(`article[data-state="${state}"]`).length;
  return count("mounted") === 2 && count("failed") === failures;
};

for (const canvas of ["sealed", "open"] as const) {
  // claim: malformed-widget-fails-alone
  Deno.test(`a malformed widget in the list is a failed card, and the others are shown: ${canvas}`, async () => {
    const { site, url } = await openMalformedSite(canvas);
    try {
      await withSealedPage(site, async (page) => {
        await page.goto(url);
        const frame = canvas === "open"
          ? page.mainFrame()
          : await (await page.waitForSelector("iframe.canvas-frame")).contentFrame();
        await frame!.waitForFunction(areSettled, MALFORMED.length + 1);
        assert.equal(await frame!.getByText("calm", { exact: true }).count(), 2);
      });
    } finally {
      await site.close();
    }
  });
}

if (await hasPrograms(["firefox-esr"], "malformed lists in Firefox", "firefox-esr")) {
  for (const canvas of ["sealed", "open"] as const) {
    // claim: malformed-widget-fails-alone
    Deno.test(`Firefox: a malformed widget in the list is a failed card, and the others are shown: ${canvas}`, async () => {
      const { site, url } = await openMalformedSite(canvas);
      const firefox = await launchFirefox();
      try {
        await withFirefoxPage(firefox, async (page) => {
          await page.goto(url);
          const frame = canvas === "open"
            ? page.mainFrame()
            : await (await page.waitForSelector("iframe.canvas-frame"))!.contentFrame();
          await frame.waitForFunction(areSettled, { polling: 100, timeout: 60_000 }, MALFORMED.length + 1);
        });
      } finally {
        await firefox.close();
        await site.close();
      }
    });
  }
}
