import assert from "node:assert/strict";
import { withViews } from "./fitting.ts";
import { readColumns } from "./fitting_shown.ts";
import { findCut } from "./sweep_edges.ts";

Deno.test("a card shows the most important of what does not fit", async (t) => {
  await withViews(async (page, show) => {
    await t.step("a list shows its current item, not the past ones, and counts the others", async () => {
      await show("list", { slots: true });
      const wide = (await page.evaluate(listItems))[1]!;
      assert.deepEqual(wide.items.slice(0, 2), ["Hallig Hooge", "Langeneß"]);
      assert.equal(wide.more, `+${5 - wide.items.length}`);
      const auto = (await page.evaluate(listItems)).at(-1)!;
      assert.deepEqual([auto.items.length, auto.more], [7, ""]);
    });

    await t.step(
      "a header's title gives way to its end, which is dropped where it leaves no title",
      async () => {
        await show("header");
        for (const [index, headers] of (await page.evaluate(headerParts)).entries()) {
          const [long, short, started, full] = headers;
          assert.deepEqual([long!.end, short!.end, full!.end], ["On time", "On time", null], `card ${index}`);
          assert.ok(long!.title >= 32 && full!.title > long!.title, `card ${index}`);
          assert.deepEqual([short!.isCut, started!.isCut], [false, false], `card ${index}`);
          assert.deepEqual([started!.hasStart, started!.end], [index > 0, "On time"], `card ${index}`);
        }
      },
    );

    await t.step("what is before a title goes where the title is cut for a fraction of a pixel", async () => {
      await page.evaluate(narrowHeaders, 0.3);
      await page.evaluate(() =>
        new Promise((resolve) =>
          requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)))
        )
      );
      for (const [index, headers] of (await page.evaluate(headerParts)).entries()) {
        if (index > 0) assert.equal(headers[2]!.hasStart, false, `card ${index}`);
      }
    });

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

    await t.step("what is dropped cannot have the focus and is not read", async () => {
      await show("everything");
      const shown = await page.locator("article").first().evaluate((article) =>
        [...article.shadowRoot!.querySelectorAll("[data-dropped]")].filter((element) =>
          element.checkVisibility()
        )
          .length
      );
      assert.equal(shown, 0);
      assert.ok(await page.locator("article").first().locator("[data-dropped]").count() > 0);
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

    await t.step("a card fits its content again when its size changes", async () => {
      await show("list");
      const resize = async (height: string, tight: string | undefined) => {
        await page.locator(".tck-card-frame").nth(2).evaluate((frame, height) => {
          frame.style.blockSize = height;
        }, height);
        await page.waitForFunction(
          (tight) =>
            document.querySelectorAll("article")[2]!.shadowRoot!
              .querySelector<HTMLElement>(".kit-card")!.dataset.tight === tight,
          tight,
        );
        assert.deepEqual(await page.evaluate(findCut), []);
      };
      await resize("12rem", "1");
      await resize("22rem", undefined);
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

/** Runs in the page: makes the header that has something before its title narrower than it needs to be. */
function narrowHeaders(missing: number): void {
  for (const { shadowRoot } of document.querySelectorAll("article")) {
    const header = shadowRoot!.querySelectorAll<HTMLElement>(".kit-header")[2]!;
    const [title, end] = [".kit-header-title", ".kit-header-end"].map((name) => header.querySelector(name)!);
    const line = document.createRange();
    line.selectNodeContents(title!);
    const start = header.querySelector(".kit-header-start")!.getBoundingClientRect().width;
    const gaps = 2 * parseFloat(getComputedStyle(header).columnGap);
    const width = start + line.getBoundingClientRect().width + end!.getBoundingClientRect().width + gaps;
    header.style.inlineSize = `${width - missing}px`;
  }
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

/** Runs in the page: the texts of each card's visible list items, and the count of the others. */
function listItems(): { items: string[]; more: string }[] {
  return [...document.querySelectorAll("article")].map(({ shadowRoot }) => ({
    items: [...shadowRoot!.querySelectorAll(".kit-item")].filter((item) => item.getClientRects().length > 0)
      .map((item) => item.querySelector(".kit-item-main")!.firstChild!.textContent!),
    more: shadowRoot!.querySelector(".kit-more")!.textContent!,
  }));
}
