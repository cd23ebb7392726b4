import assert from "node:assert/strict";
import { withViews } from "./fitting.ts";

/** The indices of cards, in the order in which they are shown. */
const LARGE_SQUARE = 2;

Deno.test("in a card of the other direction, a text in Latin letters keeps its order, and its end is cut", async () => {
  await withViews(async (page, show) => {
    await show("medicine", { locale: "ar" });
    const card = page.locator("article").nth(LARGE_SQUARE);
    const shown = await card.evaluate(({ shadowRoot }) => {
      /** The letters of an element from left to right, as far as they are in its box. */
      const readLine = (element: Element) => {
        const box = element.getBoundingClientRect();
        const range = document.createRange();
        const letters: { letter: string; left: number; isInside: boolean }[] = [];
        const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
        for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
          for (const [at, letter] of [...node.textContent!].entries()) {
            range.setStart(node, at);
            range.setEnd(node, at + 1);
            const { left, right } = range.getBoundingClientRect();
            letters.push({ letter, left, isInside: left >= box.left - 1 && right <= box.right + 1 });
          }
        }
        const line = letters.toSorted((one, other) => one.left - other.left).map(({ letter }) => letter).join(
          "",
        );
        return { line, isStartInside: letters[0]!.isInside, isEndInside: letters.at(-1)!.isInside };
      };
      const read = (selector: string) =>
        [...shadowRoot!.querySelectorAll(selector)].map((element) => readLine(element));
      const titleBox = shadowRoot!.querySelector(".kit-header-title")!;
      return {
        title: read(".kit-header-title")[0]!,
        values: read(".kit-stat-value, .kit-item-end, .kit-header-end").map(({ line }) => line).slice(0, 4),
        details: read(".kit-item-detail").map(({ line }) => line),
        isAtStart: Math.abs(
          titleBox.getBoundingClientRect().right -
            shadowRoot!.querySelector(".kit-stack")!.getBoundingClientRect().right,
        ) < 1,
        alignment: getComputedStyle(shadowRoot!.querySelector(".kit-item-detail")!).textAlign,
      };
    });
    assert.deepEqual(shown.values, ["75 kW", "75 µg", "75 µg", "75 kW"]);
    assert.deepEqual(shown.details, ["Euthyrox 75 µg (Merck)", "-4 °C"]);
    assert.equal(shown.alignment, "end");
    assert.ok(shown.title.isStartInside && !shown.title.isEndInside, "the beginning of the title is shown");
    assert.ok(shown.isAtStart, "the title is at the start of the card");
  });
});

Deno.test("the label of a chart is at the start of its card, also in Latin letters, and not over the names of its series", async () => {
  await withViews(async (page, show) => {
    for (const locale of ["en", "ar"] as const) {
      await show("latin", { locale });
      const { left, right } = await page.locator("article").nth(LARGE_SQUARE).evaluate(({ shadowRoot }) => {
        const chart = shadowRoot!.querySelector(".tck-chart")!.getBoundingClientRect();
        const title = shadowRoot!.querySelector(".tck-chart > p")!.getBoundingClientRect();
        return { left: title.left - chart.left, right: chart.right - title.right };
      });
      assert.ok(
        locale === "en" ? left < 1 && right > 100 : right < 1 && left > 100,
        `${locale}: ${left} ${right}`,
      );
    }
  });
});

Deno.test("texts of the direction of the card, and numbers, have no direction of their own", async () => {
  await withViews(async (page, show) => {
    for (const view of ["medicine", "house"] as const) {
      await show(view);
      const directed = await page.locator("article").nth(LARGE_SQUARE).evaluate(({ shadowRoot }) =>
        [...shadowRoot!.querySelectorAll(".kit-card [dir]")].map(({ textContent }) => textContent)
      );
      assert.deepEqual(directed, [], view);
    }
    await show("house", { locale: "ar" });
    const directed = await page.locator("article").nth(LARGE_SQUARE).evaluate(({ shadowRoot }) =>
      [...shadowRoot!.querySelectorAll(".kit-card [dir]")].map(({ textContent }) => textContent)
    );
    assert.deepEqual(directed, ["4.2\u00a0m", "1.1\u00a0m", "0.3\u00a0m"]);
  });
});

Deno.test("no text in one line is cut above or below: letters of other fonts are higher and lower", async () => {
  await withViews(async (page, show) => {
    for (const view of ["medicine", "house", "budget", "donut", "matches", "stats"] as const) {
      await show(view, { locale: "ar" });
      const cut = await page.evaluate(() =>
        [...document.querySelectorAll("article")].flatMap(({ shadowRoot }) =>
          [...shadowRoot!.querySelectorAll(".kit-card *")].filter((element) => {
            const { whiteSpace, textOverflow, overflowX, overflowY } = getComputedStyle(element);
            return textOverflow === "ellipsis" && whiteSpace === "nowrap" &&
              (overflowX === "visible" || overflowY !== "visible");
          }).map(({ className }) => className)
        )
      );
      assert.deepEqual(cut, [], view);
    }
  });
});
