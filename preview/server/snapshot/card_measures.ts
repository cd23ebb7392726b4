import axe from "axe-core";
import type { Page } from "playwright-core";
import type { AccessibilityViolation, Overflow } from "./report.ts";

/** The Stage's slot, and the card in it. */
const SLOT = ".shell-slot";
const CARD = `${SLOT} article.tck-card`;

/** How many elements are listed for one rule. */
const MAX_NODES = 10;

/** The margin of the page around a card, in CSS pixels, which shows content that overflows. */
const MARGIN = 24;

/** Waits until fonts and images are loaded, including those in open shadow roots. */
export async function awaitContent(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const images = (root: Document | ShadowRoot): HTMLImageElement[] => {
      const shadows = [...root.querySelectorAll("*")].flatMap(({ shadowRoot }) => shadowRoot ?? []);
      return [...root.querySelectorAll("img"), ...shadows.flatMap(images)];
    };
    await Promise.all(images(document).map((image) => image.decode().catch(() => {})));
    await document.fonts.ready;
  });
}

/** Finds violations of axe's rules in a card, including its open shadow roots. */
export async function findViolations(page: Page): Promise<AccessibilityViolation[]> {
  await page.evaluate(axe.source);
  const violations = await page.evaluate(async (card) => {
    const { axe } = globalThis as unknown as { axe: typeof import("axe-core") };
    return (await axe.run(card, { resultTypes: ["violations"] })).violations;
  }, CARD);
  return violations.map(({ id, impact, help, helpUrl, nodes }) => ({
    rule: id,
    impact: impact ?? "minor",
    help,
    helpUrl,
    nodes: nodes.slice(0, MAX_NODES).map(({ target, html, failureSummary }) => ({
      target: target.flat().join(" >>> "),
      html: html.slice(0, 300),
      summary: (failureSummary ?? "").slice(0, 600),
    })),
  }));
}

/** By how much the content is larger than its card, or null. One pixel may be rounding. */
export async function measureOverflow(page: Page): Promise<Overflow | null> {
  const { x, y } = await page.locator(CARD).evaluate((card) => ({
    x: card.scrollWidth - card.clientWidth,
    y: card.scrollHeight - card.clientHeight,
  }));
  return x > 1 || y > 1 ? { x: x > 1 ? x : 0, y: y > 1 ? y : 0 } : null;
}

/** Takes a picture of the slot, in PNG, with animations at their end. */
export async function takePicture(page: Page): Promise<Uint8Array> {
  const slot = page.locator(SLOT);
  const hasSlot = await slot.count() > 0;
  const box = hasSlot ? await slot.boundingBox() : null;
  const clip = box === null ? {} : {
    clip: {
      x: Math.max(0, box.x - MARGIN),
      y: Math.max(0, box.y - MARGIN),
      width: box.width + 2 * MARGIN,
      height: Math.max(1, box.height) + 2 * MARGIN,
    },
  };
  return await page.screenshot({
    type: "png",
    animations: "disabled",
    caret: "hide",
    fullPage: true,
    ...clip,
  });
}
