import type { Page } from "playwright-core";
import { FITTING_CARDS } from "../fitting.ts";
import type { ViewCard } from "../fitting_mount.ts";
import { showTrial, type Trial, type TrialBlock } from "./trial.ts";

const LIST: TrialBlock = { kind: "list", count: 40 };
const LONG = "Ferries to the islands of the northern sea, today";

/** Rows of which not all have room, with what is below them. */
export const COUNTED: { readonly [name: string]: Trial } = {
  "a list and a text": { blocks: [LIST, { kind: "text" }] },
  "a list with details and a remark": {
    blocks: [{ ...LIST, hasDetail: true }, { kind: "callout" }],
  },
  "a ranking and a bar": { blocks: [{ kind: "ranking", count: 40 }, { kind: "bar" }] },
  "a table and a badge": { blocks: [{ kind: "table", count: 40 }, { kind: "badge" }] },
  "a timeline and a value": { blocks: [{ kind: "timeline", count: 40 }, { kind: "stat", count: 3 }] },
  "a list below a title with an end": { end: "14:00", blocks: [LIST, { kind: "callout" }] },
  "a list below a long title": { title: LONG, blocks: [LIST, { kind: "bar" }] },
  "a ranking below a long title": { title: LONG, blocks: [{ kind: "ranking", count: 40 }, { kind: "text" }] },
  "a list with details and a chart, below a title with an end": {
    end: "14:00",
    blocks: [{ kind: "stat", count: 4 }, { ...LIST, hasDetail: true }, { kind: "chart" }],
  },
  "picks and a chart, below a title with an end": {
    end: "14:00",
    blocks: [{ kind: "stat", count: 4 }, { kind: "picks", count: 40, hasDetail: true }, { kind: "chart" }],
  },
  "two lists": { blocks: [LIST, LIST] },
  "a list that takes all that is left": { blocks: [{ kind: "background", count: 30 }, LIST] },
};

/**
 * Shows a trial in all cards, and returns what the number of the rows that are left out is over, where it is cut, and where
 * there is none although the title's line has room for it.
 */
export async function findCountFaults(
  page: Page,
  trial: Trial,
  cards: readonly ViewCard[] = FITTING_CARDS,
): Promise<string[]> {
  await showTrial(page, trial);
  const faults = await page.evaluate(readCounts);
  return faults.flatMap((found, card) =>
    found.filter((fault) => trial.title === undefined || !fault.startsWith("0 numbers")).map((fault) => {
      const { size, width = "" } = cards[card % cards.length]!;
      return `${size} ${width}: ${fault}`;
    })
  );
}

/** Runs in the page. */
function readCounts(): string[][] {
  const isShown = (element: Element) => element.getClientRects().length > 0;
  /** Where the digits are: the line of an absolute box without the space above and below them. */
  const digitsOf = (element: Element) => {
    const box = element.getBoundingClientRect();
    const { top, right, width, height } = getComputedStyle(element, "::after");
    const size = 8.6;
    const middle = box.top + parseFloat(top) + parseFloat(height) / 2;
    const end = box.right - parseFloat(right);
    const isCut = parseFloat(height) < 10;
    return {
      left: end - parseFloat(width),
      right: end,
      top: middle - size / 2,
      bottom: middle + size / 2,
      isCut,
    };
  };
  return [...document.querySelectorAll("article")].map(({ shadowRoot }) => {
    const card = shadowRoot!.querySelector(".kit-card")!;
    const counts = [...card.querySelectorAll("[data-more]")].filter(isShown);
    const expected = [...card.querySelectorAll(".kit-more")].filter((more) =>
      more.textContent !== "" && isShown(more.parentElement!)
    );
    const faults: string[] = [];
    if (counts.length !== expected.length) {
      faults.push(`${counts.length} numbers for ${expected.length} blocks`);
    }
    const content = shadowRoot!.querySelector("[data-tck-content]") ?? card;
    const excess = content.scrollHeight - content.clientHeight;
    if (excess > 0) faults.push(`the content is ${excess} px higher`);
    for (const counted of counts) {
      const { isCut, ...digits } = digitsOf(counted);
      if (isCut) faults.push(`${counted.getAttribute("data-more")} is cut`);
      if (!Object.values(digits).every(Number.isFinite)) faults.push("a number without a place");
      const texts = document.createTreeWalker(card, NodeFilter.SHOW_TEXT);
      for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
        const element = node.parentElement!;
        if (node.textContent!.trim() === "" || !isShown(element) || element.matches(".kit-more")) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        // The letters of a line are about two thirds of it.
        for (const { left, right, top, bottom, height } of range.getClientRects()) {
          const isOver = left < digits.right && right > digits.left &&
            top + 0.2 * height < digits.bottom - 1 && bottom - 0.2 * height > digits.top + 1;
          if (isOver) faults.push(`${counted.getAttribute("data-more")} is over “${node.textContent}”`);
        }
      }
      const boxes = card.querySelectorAll(".kit-callout, .kit-badge, .kit-meter-track, .kit-item");
      for (const box of [...boxes].filter((box) => isShown(box) && !counted.contains(box))) {
        const { left, right, top, bottom } = box.getBoundingClientRect();
        const isOver = left < digits.right && right > digits.left && top < digits.bottom - 0.5 &&
          bottom > digits.top + 0.5;
        if (isOver) faults.push(`${counted.getAttribute("data-more")} is over ${box.className}`);
      }
    }
    return faults;
  });
}
