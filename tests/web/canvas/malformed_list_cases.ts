import assert from "node:assert/strict";
import { testFirefoxInSoak, testInSoak, waitForSettled } from "./each_browser.ts";
import type { SealedSite } from "./sealed_site.ts";
import { sharedSite } from "./shared_sites.ts";

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

/** A page of a site whose list has malformed batches from then on, and in the good one malformed widgets after a good one, of whose id there is a second, and before another good one. */
async function addMalformedPage(site: SealedSite): Promise<string> {
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
  return url;
}

// The open canvas, which shows the same list, is in the soak.
for (const [canvas, test] of [["sealed", testFirefoxInSoak], ["open", testInSoak]] as const) {
  // claim: malformed-widget-fails-alone
  test(
    `a malformed widget in the list is a failed card, a malformed batch is left out, the rest is shown: ${canvas}`,
    () => sharedSite(canvas),
    async (page) => {
      const site = sharedSite(canvas);
      try {
        await page.goto(await addMalformedPage(site));
        const frame = await waitForSettled(page, canvas, MALFORMED.length + 3);
        const shown = await frame.evaluate(() =>
          [...document.querySelectorAll('article[data-state="mounted"]')].map(({ shadowRoot }) =>
            shadowRoot!.querySelector("p")?.innerText
          )
        );
        assert.deepEqual(shown, ["calm", "calm"]);
      } finally {
        site.intercept = (_request, answer) => answer();
      }
    },
  );
}
