import assert from "node:assert/strict";
import { testFirefoxInSoak, waitForSettled } from "./each_browser.ts";
import { SealedSite } from "./sealed_site.ts";

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

interface MalformedSite {
  readonly site: SealedSite;
  readonly url: string;
}

/** A site whose list has malformed batches, and in the good one malformed widgets after a good one, of whose id there is a second, and before another good one. */
async function openMalformedSite(canvas: "sealed" | "open"): Promise<MalformedSite> {
  const site = await SealedSite.open(canvas);
  const { url } = await site.addBatch(
    Array.from({ length: MALFORMED.length + 3 }, (_, index) => ({ module: `${CALM}//${index}` })),
  );
  site.intercept = async (request, answer) => {
    const headers = new Headers(request.headers);
    headers.delete("Accept-Encoding"); // The answer is read here.
    const response = await answer(new Request(request, { headers }));
    if (new URL(request.url).pathname !== "/api/daily-pages/v2/batches") return response;
    const { batches, ...rest } = await response.json();
    for (const batch of batches) {
      const [first] = batch.widgets;
      batch.widgets = batch.widgets.map((widget: { [name: string]: unknown }, index: number) => {
        if (index === 1) return { ...widget, id: first.id };
        return MALFORMED[index - 2]?.(widget) ?? (index - 2 in MALFORMED ? null : widget);
      });
    }
    const malformed = [null, "batch", { ...batches[0], widgets: undefined }, {
      ...batches[0],
      committedAt: 1,
    }];
    return Response.json({ ...rest, batches: [...malformed, ...batches, null] });
  };
  return { site, url };
}

const sites = new Map<"open" | "sealed", MalformedSite>();
Deno.test.beforeAll(async () => {
  for (const canvas of ["open", "sealed"] as const) sites.set(canvas, await openMalformedSite(canvas));
});
Deno.test.afterAll(async () => {
  for (const { site } of sites.values()) await site.close();
});

for (const canvas of ["sealed", "open"] as const) {
  // claim: malformed-widget-fails-alone
  testFirefoxInSoak(
    `a malformed widget in the list is a failed card, a malformed batch is left out, the rest is shown: ${canvas}`,
    () => sites.get(canvas)!.site,
    async (page) => {
      await page.goto(sites.get(canvas)!.url);
      const frame = await waitForSettled(page, canvas, MALFORMED.length + 3);
      const shown = await frame.evaluate(() =>
        [...document.querySelectorAll('article[data-state="mounted"]')].map(({ shadowRoot }) =>
          shadowRoot!.querySelector("p")?.innerText
        )
      );
      assert.deepEqual(shown, ["calm", "calm"]);
    },
  );
}
