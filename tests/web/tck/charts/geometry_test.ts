import assert from "node:assert/strict";
import axe from "axe-core";
import { withPage } from "../../widget_site.ts";
import { CHART_BOXES, CHART_VIEWS, showCharts } from "./charts_page.ts";
import type { ChartsState } from "./charts_widget.tsx";

const ALL: ChartsState[] = CHART_VIEWS.flatMap((view) => CHART_BOXES.map((box) => ({ view, ...box })));

Deno.test("charts fit every footprint, in both directions and themes", async (t) => {
  await withPage(async (page, site) => {
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(error.message));
    page.on("console", (message) => {
      const isFault = ["error", "warning"].includes(message.type()) && !message.text().includes("404");
      if (isFault) errors.push(message.text());
    });
    await page.setViewportSize({ width: 900, height: 900 });

    for (const locale of ["en", "ar"] as const) {
      await t.step(`in ${locale} each is drawn for the room that it has`, async () => {
        await showCharts(page, site, ALL, locale);
        assert.deepEqual(await page.evaluate(findMisfits), []);
      });

      await t.step(`in ${locale} no part is outside its chart, and no labels overlap`, async () => {
        assert.deepEqual(await page.evaluate(findJutting), []);
        assert.deepEqual(await page.evaluate(findOverlapping), []);
      });
    }

    await t.step("right to left, the axis of values is at the right and rows begin there", async () => {
      await showCharts(page, site, [{ view: "steps", width: 480 }], "ar");
      const [bars, ticks, middle] = await page.evaluate(() => {
        const figure = document.querySelector("article")!.shadowRoot!.querySelector("figure")!;
        const left = (element: Element) => element.getBoundingClientRect().left;
        const box = figure.getBoundingClientRect();
        const texts = [...figure.querySelectorAll("span")].filter(({ textContent }) =>
          /ألف|آلاف/.test(textContent)
        );
        const paths = [...figure.querySelectorAll("svg > path")];
        return [paths.map(left), texts.map(left), box.left + box.width / 2] as const;
      });
      assert.equal(bars.length, 7);
      assert.deepEqual(bars, bars.toSorted((a, b) => b - a));
      assert.ok(ticks.length > 1 && ticks.every((left) => left > middle));
    });

    await t.step("parts are dropped one after the other as the room shrinks", async () => {
      const heights = [260, 140, 120, 90, 70, 40];
      await showCharts(page, site, heights.map((height) => ({ view: "stacked", width: 300, height })));
      const parts = await page.evaluate(() =>
        [...document.querySelectorAll("article")].map(({ shadowRoot }) => {
          const text = shadowRoot!.querySelector("figure > div")!.parentElement!.textContent;
          return ["Rent", "1K", "Jan", "2026"].filter((word) =>
            [...shadowRoot!.querySelectorAll("figure > div:not(.kit-visually-hidden) span")]
              .some(({ textContent }) => textContent === word && text.includes(word))
          ).length + shadowRoot!.querySelectorAll("svg > path").length / 100;
        })
      );
      assert.deepEqual(parts, parts.toSorted((a, b) => b - a));
      assert.ok(parts[0]! > 2 && parts.at(-1)! < 1, parts.join());
    });

    await t.step("a chart is drawn again when its room changes", async () => {
      await showCharts(page, site, [{ view: "tide", width: 480 }]);
      await page.evaluate(() => {
        const box = document.querySelector("article")!.shadowRoot!.querySelector<HTMLElement>("[data-box]")!;
        box.style.inlineSize = "250px";
      });
      await page.waitForFunction(() => {
        const svg = document.querySelector("article")!.shadowRoot!.querySelector("figure svg")!;
        return svg.getAttribute("width") === "214";
      });
      assert.deepEqual(await page.evaluate(findJutting), []);
    });

    await t.step("nothing is animated", async () => {
      assert.equal(await page.evaluate(() => document.getAnimations().length), 0);
    });

    await t.step("forced colours apply to values and lines", async () => {
      await page.emulateMedia({ forcedColors: "active" });
      await page.waitForFunction(() => {
        const path = document.querySelector("article")!.shadowRoot!.querySelector<SVGElement>("svg path")!;
        return path.style.stroke.toLowerCase() === "canvastext";
      });
      await page.emulateMedia({ forcedColors: "none" });
    });

    await t.step("there is no accessibility fault, in either theme", async () => {
      const boxes = [CHART_BOXES[0]!, CHART_BOXES.at(-1)!];
      await showCharts(page, site, CHART_VIEWS.flatMap((view) => boxes.map((box) => ({ view, ...box }))));
      await page.evaluate(axe.source);
      for (const theme of ["light", "dark"] as const) {
        await page.evaluate((theme) => globalThis.control.setTheme(theme), theme);
        assert.deepEqual(await page.evaluate(findAccessibilityFaults), [], theme);
      }
    });

    assert.deepEqual(errors, []);
  });
});

/** Runs in the page: charts whose drawing has another size than their element. */
function findMisfits(): string[] {
  return [...document.querySelectorAll("article")].flatMap(({ shadowRoot }) => {
    const chart = shadowRoot!.querySelector<HTMLElement>(".tck-chart, .tck-sparkline")!;
    const svg = chart.querySelector("svg")!;
    const drawn = `${svg.getAttribute("width")} ${svg.getAttribute("height")}`;
    const room = `${chart.clientWidth} ${chart.clientHeight}`;
    const box = shadowRoot!.querySelector<HTMLElement>("[data-box]")!;
    return drawn === room && chart.clientHeight >= 20 && box.scrollHeight <= box.clientHeight
      ? []
      : [`${box.clientWidth} × ${box.clientHeight}: drawn ${drawn}, room ${room}`];
  });
}

/** Runs in the page: parts outside their chart, by more than half of a line's width. */
function findJutting(): string[] {
  return [...document.querySelectorAll("article")].flatMap(({ shadowRoot }) => {
    const chart = shadowRoot!.querySelector(".tck-chart, .tck-sparkline")!;
    const room = chart.getBoundingClientRect();
    return [...chart.querySelectorAll("span, path, circle, line")].flatMap((element) => {
      if (element.closest(".kit-visually-hidden, clipPath, pattern")) return [];
      const { left, right, top, bottom } = element.getBoundingClientRect();
      const isInside = left >= room.left - 1.5 && right <= room.right + 1.5 && top >= room.top - 2 &&
        bottom <= room.bottom + 2;
      return isInside ? [] : [
        `${element.localName} ${element.textContent} ${top - room.top} ${bottom - room.bottom} ${
          left - room.left
        } ${right - room.right}`,
      ];
    });
  });
}

/** Runs in the page: pairs of labels beside one another with less than three pixels between them, or on one another. */
function findOverlapping(): string[] {
  return [...document.querySelectorAll("article")].flatMap(({ shadowRoot }) => {
    const spans = [
      ...shadowRoot!.querySelectorAll<HTMLElement>(".tck-chart > div:not(.kit-visually-hidden) > span"),
    ];
    const labels = spans.map((span) => [span.textContent, span.getBoundingClientRect()] as const);
    return labels.flatMap(([text, a], index) =>
      labels.slice(index + 1).flatMap(([other, b]) => {
        const [width, height] = [
          Math.min(a.right, b.right) - Math.max(a.left, b.left),
          Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top),
        ];
        // The line height is larger than the letters.
        return width > -3 && height > 5 ? [`${text} and ${other}: ${width} × ${height}`] : [];
      })
    );
  });
}

/** Runs in the page. The `region` rule is off because the landmarks around the cards are not under test. */
async function findAccessibilityFaults(): Promise<string[]> {
  const { axe } = globalThis as unknown as { axe: typeof import("axe-core") };
  const { violations } = await axe.run("main", { rules: { region: { enabled: false } } });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join()}`);
}
