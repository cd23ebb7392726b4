// runs first
import assert from "node:assert/strict";
import { withPage } from "../widget_site.ts";
import { FITTING_VIEWS, showFitting } from "./fitting.ts";

/** The sizes of texts in CSS pixels: see `web/tck/blocks/styles/scale_styles.ts`. */
const SIZES = [12, 13, 15, 17, 22, 28, 36, 44, 64];

/** The header's title at 1x1, 2x1, 2x2, 4x1, 4x2, 4x4 and three widths of fill-auto. */
const HEADERS = [13, 13, 13, 13, 13, 15, 13, 13, 13];

Deno.test("texts have the nine sizes of the scale, and a header's depends on the size of its card only", async (t) => {
  await withPage(async (page, site) => {
    await page.setViewportSize({ width: 1000, height: 900 });
    for (const view of FITTING_VIEWS) {
      await t.step(view, async () => {
        await showFitting(page, site, view);
        const cards = await page.evaluate(readSizes);
        for (const [index, { sizes, headers }] of cards.entries()) {
          assert.deepEqual(sizes.filter(({ size }) => !SIZES.includes(size)), [], `card ${index}`);
          assert.deepEqual(headers, headers.map(() => HEADERS[index]), `card ${index}`);
        }
      });
    }
  });
});

Deno.test("values beside each other have one size and one baseline", async (t) => {
  await withPage(async (page, site) => {
    await page.setViewportSize({ width: 1000, height: 900 });
    for (const view of ["values", "stats", "spaces", "everything"] as const) {
      await t.step(view, async () => {
        await showFitting(page, site, view);
        for (const [index, rows] of (await page.evaluate(readValueRows)).entries()) {
          for (const row of rows) assert.equal(new Set(row).size, 1, `card ${index}: ${row.join(", ")}`);
        }
      });
    }
  });
});

/** Runs in the page: the sizes of the visible texts of each card, and of its headers' titles. */
function readSizes(): { sizes: { size: number; text: string }[]; headers: number[] }[] {
  return [...document.querySelectorAll("article")].map(({ shadowRoot }) => {
    const walker = document.createTreeWalker(shadowRoot!.querySelector(".kit-card")!, NodeFilter.SHOW_TEXT);
    const sizes: { size: number; text: string }[] = [];
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const element = node.parentElement!;
      const size = parseFloat(getComputedStyle(element).fontSize);
      const isShown = element.checkVisibility() && element.closest(".kit-visually-hidden") === null &&
        size > 0;
      if (isShown && node.textContent!.trim() !== "") {
        sizes.push({ size, text: node.textContent!.slice(0, 30) });
      }
    }
    const titles = [...shadowRoot!.querySelectorAll(".kit-header-title")];
    return { sizes, headers: titles.map((title) => parseFloat(getComputedStyle(title).fontSize)) };
  });
}

/** Runs in the page: the size and baseline of the visible values in each row of each card. */
function readValueRows(): string[][][] {
  return [...document.querySelectorAll("article")].map(({ shadowRoot }) => {
    const stats = [...shadowRoot!.querySelectorAll<HTMLElement>(".kit-stat")].filter((stat) =>
      stat.checkVisibility()
    );
    const rows = Map.groupBy(stats, (stat) => {
      const first = stats.find((other) =>
        other.parentElement === stat.parentElement && isBeside(other, stat)
      );
      return first ?? stat;
    });
    return Array.from(
      rows.values(),
      (row) => row.map((stat) => describeValue(stat.querySelector(".kit-stat-value")!)),
    );
  });

  function isBeside(one: Element, other: Element): boolean {
    const [first, second] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
    return first.top < second.bottom - 1 && second.top < first.bottom - 1;
  }

  /** An empty inline block stands on the baseline. */
  function describeValue(value: Element): string {
    const mark = document.createElement("span");
    mark.style.display = "inline-block";
    value.prepend(mark);
    const baseline = Math.round(mark.getBoundingClientRect().bottom);
    mark.remove();
    return `${getComputedStyle(value).fontSize} at ${baseline}`;
  }
}
