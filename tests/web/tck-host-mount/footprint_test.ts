import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { CARD_FOOTER_HEIGHT, FOOTPRINTS, WIDGET_SIZES } from "../../../core/contract/mod.ts";
import { withPage } from "../widget_site.ts";
import { showCards, widgetModule } from "./card_page.ts";

/** Pixels from a footer to the edge of its card: the border, and the part of the inset that its line is raised by. */
const BELOW_FOOTER = 1 + 8;

const FIXED = WIDGET_SIZES.filter((size) => size !== "fill-auto");

const slots = {
  actions: [
    { id: "open", label: "Open the timetable", href: "/timetable", variant: "primary" as const },
    { id: "more", label: "More", href: "/more" },
    { id: "third", label: "All departures of the day", href: "/all" },
  ],
  updatedAt: { timestamp: "2026-03-04T05:00:00Z" },
};

Deno.test("a card has the footprint of its size", async (t) => {
  await withPage(async (page, site) => {
    await page.setViewportSize({ width: 1000, height: 900 });
    const tall = widgetModule(`jsx("div", { style: { height: 3000 }, children: "Tall" })`);

    await t.step(
      "in pixels, whatever the height of its content, and with its slots at the bottom",
      async () => {
        await showCards(
          page,
          site,
          FIXED.map((size) => ({ module: `${tall}// ${size}`, size, manifest: { sizes: [size], slots } })),
        );
        await mounted(page, FIXED.length);
        const boxes = await page.locator("article").evaluateAll((articles) =>
          articles.map((article) => {
            const { width, height, bottom } = article.getBoundingClientRect();
            const footer = article.querySelector("footer")!.getBoundingClientRect();
            return { width, height, footer: footer.height, below: Math.round(bottom - footer.bottom) };
          })
        );
        assert.deepEqual(
          boxes,
          FIXED.map((size) => {
            const { width, height } = FOOTPRINTS[size];
            return { width, height, footer: CARD_FOOTER_HEIGHT, below: BELOW_FOOTER };
          }),
        );
      },
    );

    await t.step("its slots are in one line, inside the card, and large enough to tap", async () => {
      const faults = await page.locator("footer").evaluateAll((footers) =>
        footers.flatMap((footer) => {
          const box = footer.getBoundingClientRect();
          const shown = [...footer.children].filter((child) => child.getClientRects().length > 0);
          if (shown.length === 0) return ["empty"];
          return shown.filter((child) => {
            const { left, right, top, bottom, height } = child.getBoundingClientRect();
            const small = child.matches("a") && height < 24;
            return small || left < box.left || right > box.right || top < box.top || bottom > box.bottom;
          }).map((child) => child.outerHTML);
        })
      );
      assert.deepEqual(faults, []);
      assert.equal(await page.locator("footer").first().getByText("Open the timetable").isVisible(), true);
      assert.equal(await page.locator("footer").first().getByText("More").isVisible(), false);
    });

    await t.step(
      "the content box has a definite height: percentages and container queries use it",
      async () => {
        const module = widgetModule(`jsx("div", { className: "full", children: "Full" })`);
        const css = ".full { height: 100% } @container (height < 140px) { .full { color: rgb(1, 2, 3) } }";
        const manifest = { slots };
        await showCards(page, site, [
          { module, css, size: "1x1", manifest: { id: "a", sizes: ["1x1"], slots } },
          { module: `${module}//`, css, size: "2x2", manifest: { id: "b", sizes: ["2x2"] } },
          { module: `${module}///`, css, manifest: { id: "c", ...manifest } },
        ]);
        await mounted(page, 3);
        const seen = await page.locator(".full").evaluateAll((elements) =>
          elements.map((
            element,
          ) => [element.clientHeight, getComputedStyle(element).color === "rgb(1, 2, 3)"])
        );
        assert.deepEqual(seen, [[168 - 2 - CARD_FOOTER_HEIGHT, true], [352 - 2, false], [24, false]]);
      },
    );

    await t.step("a fill-auto card is as wide as its column and as high as its content", async () => {
      await showCards(page, site, [{ module: tall, width: 480 }]);
      await mounted(page, 1);
      const { width, height } = (await page.locator("article").boundingBox())!;
      assert.deepEqual([width, height], [480, 3002]);
    });

    await t.step("a card is narrower only in a narrower container", async () => {
      await showCards(page, site, [{
        module: `${tall}// narrow`,
        size: "2x1",
        width: 300,
        manifest: { sizes: ["2x1"] },
      }]);
      await mounted(page, 1);
      const { width, height } = (await page.locator("article").boundingBox())!;
      assert.deepEqual([width, height], [300, 168]);
    });

    await t.step("a larger font of the browser makes it larger", async () => {
      await page.locator("html").evaluate((root) => root.style.fontSize = "20px");
      const { height } = (await page.locator("article").boundingBox())!;
      assert.equal(height, 210);
    });
  });
});

Deno.test("a layer with popovers only does not cover the card", async () => {
  await withPage(async (page, site) => {
    await showCards(page, site, [{
      module: widgetModule(`jsxs("div", { style: { width: 200, height: 100 }, children: [
        "Below",
        createPortal(jsx("p", { popover: "manual", children: "Hint" }), context.portalTarget),
      ] })`),
    }]);
    await mounted(page, 1);
    const size = await page.locator("[data-tck-portal]").evaluate(({ clientWidth, clientHeight }) => [
      clientWidth,
      clientHeight,
    ]);
    assert.deepEqual(size, [0, 0]);
  });
});

async function mounted(page: Page, count: number): Promise<void> {
  await page.waitForFunction(
    (count) => document.querySelectorAll('article[data-state="mounted"]').length === count,
    count,
  );
}
