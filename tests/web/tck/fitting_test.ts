import assert from "node:assert/strict";
import { withViews } from "./fitting.ts";
import type { KeptPlan } from "../../../web/tck/layout/kept_plan.ts";
import { LARGE_SQUARE, LONG_ROW, readColumns, readRows, setHeight } from "./fitting_shown.ts";
import { findDifferences } from "./sweep_plan.ts";
import { findCut } from "./sweep_edges.ts";

Deno.test("a card shows the most important of what does not fit", async (t) => {
  await withViews(async (page, show) => {
    await t.step(
      "a header's title gives way to its end, which is dropped where it leaves no title",
      async () => {
        await show("header");
        for (const [index, headers] of (await page.evaluate(headerParts)).entries()) {
          if (index === LONG_ROW) continue; // Blocks are beside one another there, and headers as well.
          const [long, short, started, full] = headers;
          assert.deepEqual([long!.end, short!.end, full!.end], ["On time", "On time", null], `card ${index}`);
          assert.ok(long!.title >= 32 && full!.title > long!.title, `card ${index}`);
          assert.deepEqual([short!.isCut, started!.isCut], [false, false], `card ${index}`);
          assert.deepEqual([started!.hasStart, started!.end], [index > 0, "On time"], `card ${index}`);
        }
      },
    );

    await t.step(
      "a card of a bundle without a kit line leaves nothing out, and has rows of the usual height",
      async () => {
        await show("lots", { kitLine: false });
        for (const [index, { dropped, row }] of (await page.evaluate(readUnfitted)).entries()) {
          assert.deepEqual([dropped, row], [0, "2.25rem"], `card ${index}`);
        }
      },
    );

    await t.step("an author's spaces and alignment are kept in every size", async () => {
      await show("spaces");
      for (const [index, spaces] of (await page.evaluate(spacesOf)).entries()) {
        assert.deepEqual(spaces, ["4px end auto", "32px 32px"], `card ${index}`);
      }
    });

    await t.step("a stylesheet can ask whether the size is fixed", async () => {
      const isFixed = await page.locator("article").evaluateAll((articles) =>
        articles.map((article) => article.matches("[data-fixed]"))
      );
      assert.deepEqual(isFixed, [true, true, true, true, true, true, false, false, false]);
    });

    await t.step("a narrow table keeps the columns of the highest priority", async () => {
      await show("table");
      const columns = await page.evaluate(readColumns);
      assert.equal(columns[0], "To Leaves");
      assert.equal(columns[1], "To Leaves Pier Boat Seats");
      assert.equal(columns[3], "To Leaves Pier Boat Seats");
    });

    await t.step("a table that is too wide loses columns of a low priority", async () => {
      await show("bins");
      const columns = await page.evaluate(readColumns);
      assert.equal(columns[3], "To Leaves Pier Boat");
      assert.equal(columns.at(-3), "To Leaves", "fill-auto at 320 px");
      assert.equal(columns.at(-1), "To Leaves Pier Boat", "fill-auto at 640 px");
    });

    await t.step("dots are in rows that fill the card", async () => {
      await show("dots");
      const columns = await page.locator("article svg").evaluateAll((drawings) =>
        drawings.map((drawing) => (drawing as SVGSVGElement).viewBox.baseVal.width)
      );
      const [square, , large, wide] = columns;
      assert.ok(wide! > 2 * square! && large! < wide!, columns.join(" "));
    });

    await t.step(
      "a value that is left alone is at the bottom, also when the card is fitted again",
      async () => {
        await show("beside", { slots: true });
        const place = () =>
          page.locator("article").first().evaluate(({ shadowRoot }) => {
            const [stack, stat, figure] = [".kit-card > .kit-stack", ".kit-stat", ".kit-room"].map((part) =>
              shadowRoot!.querySelector(part)!.getBoundingClientRect()
            );
            return { below: Math.round(stack!.bottom - stat!.bottom), figure: figure!.height };
          });
        assert.deepEqual(await place(), { below: 0, figure: 0 });
        await page.locator(".tck-card-frame").first().evaluate((frame) => frame.style.blockSize = "10.4rem");
        await page.evaluate(() =>
          new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
        );
        assert.deepEqual(await place(), { below: 0, figure: 0 });
      },
    );

    await t.step("a card that has the host's actions itself has the height of their footer", async () => {
      for (const strict of [true, false]) {
        await show("invitation", { strict });
        await page.evaluate(() =>
          new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
        );
        assert.deepEqual(await page.evaluate(findDifferences), []);
      }
    });

    await t.step("a card is laid out again when its size changes", async () => {
      await show("list");
      const rows = async (height: number) => {
        await setHeight(page, [LARGE_SQUARE], height);
        assert.deepEqual(await page.evaluate(findCut), []);
        assert.deepEqual(await page.evaluate(findDifferences), []);
        return (await page.evaluate(readRows, [LARGE_SQUARE]))[0]!;
      };
      const [few, all] = [await rows(192), await rows(600)];
      assert.deepEqual([all.rows.length, all.more], [7, ""]);
      assert.ok(few.rows.length < 5 && few.more === `+${5 - few.rows.length}`, few.more);
    });

    await t.step("a card that is ten pixels too low loses neither a row nor a detail", async () => {
      for (const view of ["agenda", "ferries"] as const) {
        await show(view);
        const [usual, lowest] = await page.locator("article").nth(LARGE_SQUARE).evaluate(({ shadowRoot }) => {
          const card = shadowRoot!.querySelector(".kit-card") as unknown as { [plan: symbol]: KeptPlan };
          const plan = card[Symbol.for("tck.plan")]!;
          const heights = Array.from({ length: 367 }, (_, index) => 176 + index);
          const whole = heights.filter((height) => plan.at(height).omitted.length === 0);
          return [whole.find((height) => !plan.at(height).isTight)!, whole[0]!];
        });
        assert.ok(usual! - lowest! >= 10, `${view}: ${lowest} to ${usual}`);
      }
    });
  });
});

/** Runs in the page: of each header of each card, the width of its title, whether that is cut, and what is around it. */
function headerParts(): { title: number; isCut: boolean; hasStart: boolean; end: string | null }[][] {
  return [...document.querySelectorAll("article")].map(({ shadowRoot }) =>
    [...shadowRoot!.querySelectorAll(".kit-header")].map((header) => {
      const title = header.querySelector(".kit-header-title")!;
      const end = header.querySelector(".kit-header-end")!;
      return {
        title: title.clientWidth,
        hasStart: (header.querySelector(".kit-header-start")?.getClientRects().length ?? 0) > 0,
        isCut: title.scrollWidth > title.clientWidth,
        end: end.getClientRects().length > 0 && end.scrollWidth <= end.clientWidth ? end.textContent : null,
      };
    })
  );
}

/** Runs in the page: the gap and alignment of each card's first stack, and the gaps of its grid. */
function spacesOf(): string[][] {
  return [...document.querySelectorAll("article")].map(({ shadowRoot }) => {
    const style = (selector: string) => getComputedStyle(shadowRoot!.querySelector(selector)!);
    const { gap, alignItems } = style(".kit-auto");
    const { rowGap, columnGap } = style(".kit-grid");
    return [`${gap} ${alignItems} ${style(".kit-auto > :first-child").alignSelf}`, `${rowGap} ${columnGap}`];
  });
}

/** Runs in the page: what each card leaves out, and the height of its rows. */
function readUnfitted() {
  return [...document.querySelectorAll("article")].map(({ shadowRoot }) => ({
    dropped: shadowRoot!.querySelectorAll("[data-dropped]").length,
    row: shadowRoot!.querySelector<HTMLElement>(".kit-card")!.style.getPropertyValue("--kit-row"),
  }));
}
