import assert from "node:assert/strict";
import { withViews } from "./fitting.ts";

Deno.test("values beside each other have one size and one baseline", async (t) => {
  await withViews(async (page, show) => {
    for (const view of ["values", "stats", "spaces", "everything"] as const) {
      await t.step(view, async () => {
        await show(view);
        for (const [index, rows] of (await page.evaluate(readValueRows)).entries()) {
          for (const row of rows) assert.equal(new Set(row).size, 1, `card ${index}: ${row.join(", ")}`);
        }
      });
    }
  });
});

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
