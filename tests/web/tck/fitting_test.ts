// runs first
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { addAxe } from "../../browser/axe.ts";
import { withPage } from "../widget_site.ts";
import { FITTING_VIEWS, showFitting } from "./fitting.ts";
import { readColumns } from "./fitting_shown.ts";

for (const locale of ["en", "ar"] as const) {
  Deno.test(`in ${locale} every block fits every size, with and without the host's slots`, async (t) => {
    await withPage(async (page, site) => {
      await page.setViewportSize({ width: 1000, height: 900 });
      const errors: string[] = [];
      page.on("pageerror", (error) => errors.push(error.message));
      for (const slots of [false, true]) {
        for (const view of FITTING_VIEWS) {
          await t.step(`${view}${slots ? " with slots" : ""}`, async () => {
            await showFitting(page, site, view, { locale, slots });
            assert.deepEqual(await page.evaluate(findCut), []);
          });
        }
      }
      assert.deepEqual(errors, []);
    });
  });
}

Deno.test("no block has an accessibility fault at any size, in either theme", async (t) => {
  await withPage(async (page, site) => {
    await page.setViewportSize({ width: 1000, height: 900 });
    for (const view of FITTING_VIEWS) {
      await t.step(view, async () => {
        await showFitting(page, site, view, { slots: true });
        await addAxe(page);
        assert.deepEqual(await findAccessibilityFaults(page, "light"), []);
        assert.deepEqual(await findAccessibilityFaults(page, "dark"), []);
      });
    }
  });
});

Deno.test("a card shows the most important of what does not fit", async (t) => {
  await withPage(async (page, site) => {
    await t.step("a list shows its current item, not the past ones, and counts the others", async () => {
      await showFitting(page, site, "list", { slots: true });
      const wide = (await page.evaluate(listItems))[1]!;
      assert.deepEqual(wide.items.slice(0, 2), ["Hallig Hooge", "Langeneß"]);
      assert.equal(wide.more, `+${5 - wide.items.length}`);
      const auto = (await page.evaluate(listItems)).at(-1)!;
      assert.deepEqual([auto.items.length, auto.more], [7, ""]);
    });

    await t.step(
      "a header's title gives way to its end, which is dropped where it leaves no title",
      async () => {
        await showFitting(page, site, "header");
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
      await showFitting(page, site, "spaces");
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
      await showFitting(page, site, "table");
      const columns = await page.evaluate(readColumns);
      assert.equal(columns[0], "To Leaves");
      assert.equal(columns[1], "To Leaves Pier Boat Seats");
      assert.equal(columns[3], "To Leaves Pier Boat Seats");
    });

    await t.step("a table that is too wide loses columns of a low priority", async () => {
      await showFitting(page, site, "bins");
      const columns = await page.evaluate(readColumns);
      assert.equal(columns[3], "To Leaves Pier Boat");
      assert.equal(columns.at(-3), "To Leaves", "fill-auto at 320 px");
      assert.equal(columns.at(-1), "To Leaves Pier Boat", "fill-auto at 640 px");
    });

    await t.step("dots are in rows that fill the card", async () => {
      await showFitting(page, site, "dots");
      const columns = await page.locator("article svg").evaluateAll((drawings) =>
        drawings.map((drawing) => (drawing as SVGSVGElement).viewBox.baseVal.width)
      );
      const [square, , large, wide] = columns;
      assert.ok(wide! > 2 * square! && large! < wide!, columns.join(" "));
    });

    await t.step("what is dropped cannot have the focus and is not read", async () => {
      await showFitting(page, site, "everything");
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
        await showFitting(page, site, "beside", { slots: true });
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
      await showFitting(page, site, "list");
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

/** Runs in the page: what is outside its card's content box, and values in more than one line or wider than their box. */
function findCut(): string[] {
  const values = ".kit-stat-value, .kit-meter-value, .kit-legend-value, .kit-event-time, .kit-table td, " +
    ".kit-item-end, .kit-ring-value, .kit-header-end";
  return [...document.querySelectorAll("article")].flatMap((article, index) => {
    const content = article.shadowRoot!.querySelector("[data-tck-content]")!;
    const box = content.getBoundingClientRect();
    const name = (element: Element) => `card ${index}: ${element.outerHTML.slice(0, 120)}`;
    const all = [...content.querySelectorAll("*")].filter((element) =>
      element.getClientRects().length > 0 && element.closest(".kit-visually-hidden, svg *") === null
    );
    const outside = all.filter((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      return left < box.left - 0.5 || right > box.right + 0.5 || top < box.top - 0.5 ||
        bottom > box.bottom + 0.5;
    });
    const broken = all.filter((element) => element.matches(values)).filter((element) => {
      const text = document.createRange();
      text.selectNodeContents(element);
      const tops = [...text.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => top);
      const line = parseFloat(getComputedStyle(element).fontSize);
      return Math.max(...tops) - Math.min(...tops) > line || element.scrollWidth > element.clientWidth + 1;
    });
    return [...outside, ...broken].map(name);
  });
}

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

/** The faults, and what axe could not decide about contrast. */
async function findAccessibilityFaults(page: Page, theme: "light" | "dark"): Promise<string[]> {
  return await page.evaluate(async (theme) => {
    globalThis.control.setTheme(theme);
    await Promise.all(document.getAnimations().map(({ finished }) => finished));
    const { axe } = globalThis as unknown as { axe: typeof import("axe-core") };
    const only = theme === "dark" ? { runOnly: ["color-contrast"] } : {};
    const options = { elementRef: true, rules: { region: { enabled: false } }, ...only };
    const { violations, incomplete } = await axe.run("main", options);
    // The texts of rings and charts are above drawings, whose colours axe does not see.
    const undecided = incomplete.filter(({ id }) => id === "color-contrast")
      .map(({ id, nodes }) => ({
        id,
        nodes: nodes.filter(({ element }) => !element!.closest(".kit-ring, .tck-chart")),
      }));
    return [...violations, ...undecided].flatMap(({ id, nodes }) =>
      nodes.map(({ html, any }) => `${id}: ${html.slice(0, 160)} ${any[0]?.message ?? ""}`)
    );
  }, theme);
}
