// budget: 30 s: six views in every size
import assert from "node:assert/strict";
import { withViews } from "./fitting.ts";
import { largestSize } from "../../../web/tck/blocks/quote/largest_size.ts";
import { bandOf, planBands } from "../../../web/tck/blocks/gauge/plan_bands.ts";

Deno.test("the largest size that fits is found with few questions, and none if none fits", () => {
  const sizes = [13, 15, 17, 22, 28, 36, 44, 64];
  for (const most of [12, ...sizes, 100]) {
    let asked = 0;
    const found = largestSize(sizes, (size) => {
      asked++;
      return size <= most;
    });
    assert.equal(found, sizes.findLast((size) => size <= most) ?? null);
    assert.ok(asked <= 4, `${asked} questions`);
  }
  assert.equal(largestSize([], () => true), null);
});

Deno.test("ranges of a scale begin where the one before them ends, and those outside the scale are left out", () => {
  const ranges = [{ label: "a", to: 10 }, { label: "b", to: 10 }, { label: "c", to: 40 }, {
    label: "d",
    to: 90,
  }];
  const bands = planBands(ranges, 0, 50);
  assert.deepEqual(bands.map(({ label, start, end }) => [label, start, end]), [
    ["a", 0, 0.2],
    ["c", 0.2, 0.8],
    ["d", 0.8, 1],
  ]);
  assert.deepEqual([-1, 10, 10.5, 40, 50, 99].map((value) => bandOf(bands, value)?.label), [
    "a",
    "a",
    "c",
    "c",
    "d",
    "d",
  ]);
  assert.deepEqual(planBands(ranges, 50, 50), []);
});

Deno.test("blocks that fill their place", async (t) => {
  await withViews(async (page, show) => {
    await t.step("a quote has the largest type at which it fits, and never loses its author", async () => {
      for (const locale of ["en", "ar"] as const) {
        await show(["advice", "reading"], { locale });
        const quotes = await page.evaluate(readQuotes);
        for (const [index, quote] of quotes.entries()) {
          assert.ok(quote === null || (quote.hasAuthor && !quote.isBeyond), `${locale}, card ${index}`);
        }
        const sizes = quotes.slice(0, 6).map((quote) => quote!.size);
        assert.ok(sizes[5]! >= 44 && sizes[0]! < sizes[2]! && sizes[1]! < sizes[4]!, sizes.join(" "));
        assert.ok(
          quotes.some((quote) => quote?.isCut === true),
          "a text that is too long ends with an ellipsis",
        );
      }
    });

    await t.step("the next size is too large for a quote that is not cut", async () => {
      await show(["advice", "reading"]);
      const fits = await page.evaluate(fitAtNextSize);
      assert.ok(fits.filter((fit) => fit === false).length >= 6 && !fits.includes(true), fits.join(" "));
    });

    await t.step("actions are in one row or in one column, in a row of equal width if they can", async () => {
      await show("invitation");
      for (const [index, actions] of (await page.evaluate(readActions)).entries()) {
        const boxes = actions.filter(({ width }) => width > 0);
        const isRow = new Set(boxes.map(({ top }) => top)).size === 1;
        const isColumn = new Set(boxes.map(({ left }) => left)).size === 1;
        assert.ok(boxes.length === 0 || isRow !== isColumn, `card ${index}`);
        if (index === 4 || isColumn) assert.equal(new Set(boxes.map(({ width }) => width)).size, 1);
      }
    });

    await t.step("bars have a common scale, and a card says how many it does not show", async () => {
      await show("ranking");
      for (const [index, { shares, shown, more }] of (await page.evaluate(readBars)).entries()) {
        assert.ok(Math.abs(shares[0]! - 1) < 0.01 && Math.abs(shares[1]! - 0.5) < 0.01, `card ${index}`);
        assert.equal(more, shown === 12 ? "" : `+${12 - shown}`, `card ${index}`);
      }
    });

    await t.step("the texts of bars have enough contrast, in both themes", async () => {
      for (const theme of ["light", "dark"] as const) {
        await page.evaluate((theme) => globalThis.control.setTheme(theme), theme);
        await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)));
        for (const contrast of await page.evaluate(readContrasts)) assert.ok(contrast >= 4.5, `${contrast}`);
      }
      await page.evaluate(() => globalThis.control.setTheme("light"));
    });

    await t.step("a scale is a meter with its words, and its needle is at its value", async () => {
      await show("dial");
      const meter = page.getByRole("meter", { name: "Wind" }).first();
      assert.equal(await meter.getAttribute("aria-valuetext"), "7, High water");
      assert.equal(await meter.getAttribute("aria-valuenow"), "7");
      assert.deepEqual(await page.evaluate(readNeedle), [20, "number"]);
    });

    await t.step(
      "a ring is drawn for the size of type that it is planned for: that of a caption",
      async () => {
        await show("donut");
        const sizes = await page.evaluate(() =>
          [...document.querySelectorAll("article")].map(({ shadowRoot }) =>
            getComputedStyle(shadowRoot!.querySelector(".kit-donut")!).fontSize
          )
        );
        assert.deepEqual(sizes.slice(0, 6), ["12px", "12px", "12px", "12px", "12px", "13px"]);
      },
    );

    await t.step("the words below a value are between the ends of the arc", async () => {
      for (const locale of ["en", "ar"] as const) {
        await show("dial", { locale });
        const excesses = await page.evaluate(readCaptions);
        assert.ok(excesses.length >= 6, `${excesses.length} of the cards have words`);
        for (const excess of excesses) assert.ok(excess <= 0.5, `${locale}: ${excess} px over the arc`);
      }
    });

    await t.step("an urgent card says it by a mark and its words, not by a colour alone", async () => {
      for (const locale of ["en", "ar"] as const) {
        await show("overdue", { locale, slots: true });
        const [edge, words, marks, below] = await page.evaluate(readUrgency);
        assert.ok(Number(below) <= 1, `the edge ends ${below} px above the end of the card`);
        assert.match(edge!, locale === "en" ? / 4px 0px 0px 0px inset/ : / -4px 0px 0px 0px inset/);
        assert.equal(words, locale === "en" ? "Delayed" : "متأخر");
        assert.equal(marks, "1");
      }
    });

    await t.step("a value has its own language, and a row as many lines as it may", async () => {
      await show("overdue");
      const shown = await page.evaluate(() => {
        const { shadowRoot } = document.querySelectorAll("article")[2]!;
        const line = shadowRoot!.querySelector(".kit-item-main > .kit-clamped")!;
        const { lineHeight, fontSize } = getComputedStyle(line);
        const height = line.getBoundingClientRect().height;
        return [
          shadowRoot!.querySelector<HTMLElement>(".kit-stat-value")!.lang,
          Math.round(height / parseFloat(lineHeight)),
          fontSize,
        ];
      });
      assert.deepEqual(shown, ["la", 2, "15px"]);
    });
  });
});

/** Runs in the page: by how much long words in each dial are wider than the space between the ends of its arc, which are 30° below its middle. */
function readCaptions() {
  return [...document.querySelectorAll("article")].flatMap(({ shadowRoot }) => {
    const dial = shadowRoot!.querySelector(".kit-dial")!;
    const caption = dial.querySelector(".kit-dial-caption")!;
    caption.textContent = "in a fortnight, and not earlier than that";
    const { width } = caption.getBoundingClientRect();
    if (width === 0) return [];
    const ring = parseFloat(getComputedStyle(dial.querySelector("circle")!).strokeWidth);
    return [width - Math.sqrt(3) * (dial.clientWidth / 2 - 4 - ring)];
  });
}

/** Runs in the page: for each card the quote that it shows. */
function readQuotes() {
  return [...document.querySelectorAll("article")].map(({ shadowRoot }) => {
    const quote = shadowRoot!.querySelector<HTMLElement>(".kit-quote")!;
    if (quote.getClientRects().length === 0) return null;
    const author = quote.querySelector(".kit-quote-author")!;
    return {
      size: parseFloat(getComputedStyle(quote.firstElementChild!).fontSize),
      hasAuthor: author.getClientRects().length > 0,
      isBeyond: author.getBoundingClientRect().bottom > quote.getBoundingClientRect().bottom + 0.5,
      isCut: quote.dataset.cut !== undefined,
    };
  });
}

/** Runs in the page: whether the quote of each card of a fixed size would fit at the next size; null for the largest and for one that is cut. */
function fitAtNextSize() {
  const sizes = [13, 15, 17, 22, 28, 36, 44, 64];
  const fixed = [...document.querySelectorAll("article")].filter((article) =>
    article.matches("[data-fixed]")
  );
  return fixed.map(({ shadowRoot }) => {
    const quote = shadowRoot!.querySelector<HTMLElement>(".kit-quote")!;
    const [text, by] = [...quote.children];
    const next = sizes[sizes.indexOf(parseFloat(getComputedStyle(text!).fontSize)) + 1];
    if (next === undefined || quote.dataset.cut !== undefined) return null;
    quote.style.setProperty("--kit-quote", `${next}px`);
    return by!.getBoundingClientRect().bottom <= quote.getBoundingClientRect().bottom + 0.5 &&
      text!.scrollWidth <= text!.clientWidth;
  });
}

/** Runs in the page: the places of the actions of each card. */
function readActions() {
  return [...document.querySelectorAll("article")].map(({ shadowRoot }) =>
    [...shadowRoot!.querySelectorAll(".kit-choice > a")].map((action) => {
      const { left, top, width } = action.getBoundingClientRect();
      return { left, top, width: Math.round(width) };
    })
  );
}

/** Runs in the page: the parts of their rows that the bars of each card take, and what the card says. */
function readBars() {
  return [...document.querySelectorAll("article")].map(({ shadowRoot }) => {
    const rows = [...shadowRoot!.querySelectorAll(".kit-bar")].filter((row) =>
      row.getClientRects().length > 0
    );
    return {
      shares: rows.map((row) =>
        parseFloat(getComputedStyle(row, "::before").inlineSize) / row.getBoundingClientRect().width
      ),
      shown: rows.length,
      more: shadowRoot!.querySelector(".kit-more")!.textContent,
    };
  });
}

/** Runs in the page: the contrast of the text of each bar of the largest card. */
function readContrasts(): number[] {
  const pen = document.createElement("canvas").getContext("2d")!;
  const luminance = (color: string) => {
    pen.fillStyle = color;
    pen.fillRect(0, 0, 1, 1);
    const [red, green, blue] = [...pen.getImageData(0, 0, 1, 1).data].map((value) => {
      const part = value / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
  };
  const { shadowRoot } = document.querySelectorAll("article")[5]!;
  return [...shadowRoot!.querySelectorAll(".kit-bar")].map((row) => {
    const [text, bar] = [getComputedStyle(row).color, getComputedStyle(row, "::before").backgroundColor]
      .map(luminance);
    return (Math.max(text!, bar!) + 0.05) / (Math.min(text!, bar!) + 0.05);
  });
}

/** Runs in the page: the angle of the first needle, and whether its position is registered as a number. */
function readNeedle() {
  const { shadowRoot } = document.querySelector("article")!;
  const { rotate } = getComputedStyle(shadowRoot!.querySelector(".kit-needle")!);
  // A registered number is computed: `calc()` does not stay.
  const gauge = shadowRoot!.querySelector<HTMLElement>(".kit-gauge")!.cloneNode() as HTMLElement;
  gauge.style.setProperty("--kit-at", "calc(1 / 4)");
  shadowRoot!.querySelector(".kit-card")!.append(gauge);
  const isNumber = getComputedStyle(gauge).getPropertyValue("--kit-at").trim() === "0.25";
  gauge.remove();
  return [Math.round(parseFloat(rotate)), isNumber ? "number" : "text"];
}

/** Runs in the page: the edge of the first card, the words of its header's mark, and the number of marks that are shown. */
function readUrgency() {
  const article = document.querySelector("article")!;
  const { shadowRoot } = article;
  const card = shadowRoot!.querySelector(".kit-card")!;
  const edge = [...shadowRoot!.querySelectorAll("*")].find((element) =>
    getComputedStyle(element).boxShadow.endsWith("inset")
  );
  const marks = [...card.querySelectorAll(".kit-urgent-mark")].filter((mark) =>
    mark.getClientRects().length > 0
  );
  return [
    getComputedStyle(edge!).boxShadow,
    card.querySelector(".kit-header > .kit-visually-hidden")!.textContent,
    `${marks.length}`,
    `${Math.round(article.getBoundingClientRect().bottom - edge!.getBoundingClientRect().bottom)}`,
  ];
}
