import assert from "node:assert/strict";
import { PNG } from "pngjs";
import type { Locator, Page } from "playwright-core";
import { contrastOf, type Light } from "../assets/seen_colors.ts";
import { type FittingView, withViews } from "./fitting.ts";

/** In the order of the cards: 1x1, 2x1, 2x2, 4x1, 4x2, 4x4 and three widths of fill-auto. */
const CARDS = ["S", "S", "M", "S", "M", "L", "M", "M", "M"] as const;

Deno.test("one thing is the largest in a card with a value or headline, and it is not the header", async (t) => {
  await withViews(async (page, show) => {
    for (const view of ["news", "stat", "callout", "everything"] as const satisfies FittingView[]) {
      await t.step(view, async () => {
        await show(view);
        for (const [index, { largest, next }] of (await page.evaluate(readLargest)).entries()) {
          if (largest === null) continue;
          const least = CARDS[index] === "S" ? 1.3 : 1.4;
          assert.ok(largest >= least * next, `card ${index}: ${largest} beside ${next}`);
        }
      });
    }
  });
});

Deno.test("rows are as high as their footprint class says, grow into spare room by steps of four, and are not bold", async () => {
  await withViews(async (page, show) => {
    await show("timeline");
    const rows = await page.evaluate(readRows);
    for (const [index, { heights, weights }] of rows.entries()) {
      const [least, most] = { S: [20, 36], M: [24, 44], L: [48, 48] }[CARDS[index]!] as [number, number];
      for (const height of heights) {
        assert.ok(height >= least && height <= most && height % 4 === 0, `card ${index}: ${heights.join()}`);
      }
      assert.deepEqual(weights.toSorted(), ["400", "600"], `card ${index}`);
    }
    assert.deepEqual(rows.slice(6).map(({ heights }) => heights[0]), [36, 36, 36]);
  });
});

Deno.test("title and end of a header stand on one baseline", async () => {
  await withViews(async (page, show) => {
    for (const view of ["news", "stat"] as const) {
      await show(view);
      for (const [index, [title, end]] of (await page.evaluate(readBaselines)).entries()) {
        assert.ok(Math.abs(title! - end!) < 0.6, `${view}, card ${index}: ${title} and ${end}`);
      }
    }
  });
});

Deno.test("the last visible cell of a row ends at the card's inset, and the current row extends by eight pixels", async () => {
  await withViews(async (page, show) => {
    for (const locale of ["en", "ar"] as const) {
      await show("table", { locale });
      for (const [index, cells] of (await page.evaluate(readLastCells)).entries()) {
        assert.deepEqual(cells, { spare: 0, start: 8, end: 8 }, `${locale}, card ${index}`);
      }
    }
  });
});

Deno.test("the focus of an action in a card's footer is seen, in both themes", async (t) => {
  await withViews(async (page, show) => {
    await show("news", { slots: true });
    await using _canvas = await adoptCanvas(page);
    const actions = page.locator(".tck-card-slots").nth(1).locator(".tck-card-action");
    for (const theme of ["light", "dark"] as const) {
      await page.evaluate((theme) => globalThis.control.setTheme(theme), theme);
      for (const variant of ["primary", "secondary"] as const) {
        await t.step(`${variant} in ${theme}`, async () => {
          const action = actions.and(page.locator(`[data-variant="${variant}"]`)).first();
          await page.keyboard.press("Tab");
          await action.focus();
          assert.ok(await action.evaluate((action) => action.matches(":focus-visible")));
          const ring = await readRing(page, action);
          assert.ok(contrastOf(ring.ring, ring.around) >= 3, "against the card");
          assert.ok(contrastOf(ring.ring, ring.gap) >= 3, "against the gap between it and the action");
        });
      }
    }
  });
});

Deno.test("an action and a button change under the pointer, and only without reduced motion gradually", async () => {
  await withViews(async (page, show) => {
    await show("news", { slots: true });
    await using _canvas = await adoptCanvas(page);
    const [primary, secondary] = ["primary", "secondary"].map((variant) =>
      page.locator(".tck-card-slots").nth(5).locator(`[data-variant="${variant}"]`)
    );
    const ground = (action: Locator) => action.evaluate((action) => getComputedStyle(action).backgroundColor);
    for (const action of [primary!, secondary!]) {
      await page.emulateMedia({ reducedMotion: "reduce" });
      await page.mouse.move(0, 0);
      const before = await ground(action);
      await action.hover();
      assert.notEqual(await ground(action), before);
      const duration = () => action.evaluate((action) => getComputedStyle(action).transitionDuration);
      assert.equal(await duration(), "0s");
      await page.emulateMedia({ reducedMotion: "no-preference" });
      assert.equal(await duration(), "0.15s");
    }
  });
});

Deno.test("a ring is as thick as the footprint class says, with a limit to its width", async () => {
  await withViews(async (page, show) => {
    await show("donut");
    const rings = await page.evaluate(() =>
      [...document.querySelectorAll("article")].map(({ shadowRoot }) => {
        const ring = shadowRoot!.querySelector(".kit-ring")!;
        const { strokeWidth, strokeLinecap } = getComputedStyle(ring.querySelector(".kit-ring-arc")!);
        return {
          thickness: parseFloat(strokeWidth),
          ends: strokeLinecap,
          width: ring.getBoundingClientRect().width,
        };
      })
    );
    assert.equal(rings.length, CARDS.length);
    for (const [index, { thickness, ends, width }] of rings.entries()) {
      const kind = CARDS[index]!;
      assert.deepEqual([thickness, ends], [{ S: 12, M: 16, L: 20 }[kind], "butt"], `card ${index}`);
      assert.ok(width > 80 && width <= { S: 200, M: 200, L: 280 }[kind], `card ${index}: ${width}`);
    }
  });
});

/** The stylesheet of the host's part of a card, as the canvas has it, until it is disposed of. */
async function adoptCanvas(page: Page): Promise<AsyncDisposable> {
  await page.evaluate(async () => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(await (await fetch("/__tck/v1/canvas.css")).text());
    document.adoptedStyleSheets.push(sheet);
  });
  return {
    [Symbol.asyncDispose]: () => page.evaluate(() => void document.adoptedStyleSheets.pop()),
  };
}

/** The colours of the ring on the left of a focused element, of the gap inside it, and of what is outside. */
async function readRing(page: Page, element: Locator): Promise<{ ring: Light; gap: Light; around: Light }> {
  const box = (await element.boundingBox())!;
  const clip = { x: Math.round(box.x) - 6, y: Math.round(box.y + box.height / 2), width: 6, height: 1 };
  const { data } = PNG.sync.read(await page.screenshot({ clip }));
  const colors = Array.from({ length: 6 }, (_, x) => readLight(data.subarray(4 * x, 4 * x + 3)));
  return { around: colors[1]!, ring: colors[3]!, gap: colors[5]! };
}

function readLight(bytes: Uint8Array): Light {
  return [...bytes].map((byte) => {
    const value = byte / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as unknown as Light;
}

/** Runs in the page: the size of the largest value or headline, and of the largest other text. */
function readLargest(): { largest: number | null; next: number }[] {
  return [...document.querySelectorAll("article")].map(({ shadowRoot }) => {
    const walker = document.createTreeWalker(shadowRoot!.querySelector(".kit-card")!, NodeFilter.SHOW_TEXT);
    const [heads, others]: [number[], number[]] = [[], []];
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const element = node.parentElement!;
      if (!element.checkVisibility() || element.closest(".kit-visually-hidden, .kit-stat-unit")) continue;
      const size = parseFloat(getComputedStyle(element).fontSize);
      (element.closest(".kit-stat-value, h2") === null ? others : heads).push(size);
    }
    return { largest: heads.length === 0 ? null : Math.max(...heads), next: Math.max(...others) };
  });
}

/** Runs in the page: the heights of the rows without a detail, and the weights of all. */
function readRows(): { heights: number[]; weights: string[] }[] {
  return [...document.querySelectorAll("article")].map(({ shadowRoot }) => {
    const rows = [...shadowRoot!.querySelectorAll<HTMLElement>(".kit-event")].filter((row) =>
      row.checkVisibility()
    );
    const isPlain = (row: HTMLElement) => {
      const detail = row.querySelector(".kit-item-detail");
      return (detail === null || !detail.checkVisibility()) && getComputedStyle(row).display === "grid";
    };
    return {
      heights: rows.filter(isPlain).map((row) => row.getBoundingClientRect().height),
      weights: [
        ...new Set(rows.map((row) => getComputedStyle(row.querySelector(".kit-event-main")!).fontWeight)),
      ],
    };
  });
}

/** Runs in the page: the baselines of each card's title and of what is at the end of its header. */
function readBaselines(): number[][] {
  const baselineOf = (element: Element) => {
    const mark = document.createElement("span");
    mark.style.display = "inline-block";
    (element.querySelector(".kit-badge") ?? element).prepend(mark);
    const { bottom } = mark.getBoundingClientRect();
    mark.remove();
    return bottom;
  };
  return [...document.querySelectorAll("article")].map(({ shadowRoot }) =>
    [".kit-header-title", ".kit-header-end"].map((part) => baselineOf(shadowRoot!.querySelector(part)!))
  );
}

/** Runs in the page: the space after the text of the last visible cell, and by how much the current row extends. */
function readLastCells(): { spare: number; start: number; end: number }[] {
  return [...document.querySelectorAll("article")].map(({ shadowRoot }) => {
    const row = shadowRoot!.querySelector("tr[aria-current]")!;
    const cells = [...row.children].filter((cell) => cell.getClientRects().length > 0);
    const [first, last] = [cells[0]!, cells.at(-1)!].map((cell) => getComputedStyle(cell));
    const shadow = ({ boxShadow }: CSSStyleDeclaration) =>
      Math.abs(parseFloat(/\) (-?\d+)px/.exec(boxShadow)?.[1] ?? "0"));
    return { spare: parseFloat(last!.paddingInlineEnd), start: shadow(first!), end: shadow(last!) };
  });
}
