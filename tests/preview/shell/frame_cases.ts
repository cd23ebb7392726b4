import assert from "node:assert/strict";
import {
  type FramePage,
  readTicks,
  resizeWindow,
  type TestedFrame,
  type testInChromium,
  unchanged,
  waitFor,
  waitForCards,
} from "./frame_page.ts";
import { openOtherSite } from "./other_site.ts";
import { counterSource } from "./shell_page.ts";

/** What {@linkcode testInChromium} is called with. */
export type FrameCase = Parameters<typeof testInChromium>;

const SOURCE = "widgets/001_counter/widget.tck.tsx";

/** A project of one widget, whose card has a room for each size. A test that edits it has a copy. */
export const FRAME_FILES = unchanged({
  [SOURCE]: counterSource({ sizes: '["fill-auto", "2x2", "4x4"]' }),
  "widgets/001_counter/widget.css":
    ".counter { padding: 20px; aspect-ratio: 1 / 1.0675; scroll-margin-top: 50vh }",
});

/** The widths of cards of some sizes. */
const WIDTHS = { "fill-auto": 480, "2x2": 352, "4x4": 720 };

/** Framed cards of some sizes, and two that are compared. */
export function exactRoom(...sizes: (keyof typeof WIDTHS)[]): FrameCase {
  return [
    "a framed card has exactly the room that it is given, and its frame has no bars",
    FRAME_FILES,
    async ({ page, open }) => {
      for (const size of sizes) {
        const width = WIDTHS[size];
        await open(`?mount=iframe&theme=dark&size=${size}`);
        const [card] = await waitForCards(page, "Hello Ada");
        const measured = await waitFor(`a card of ${width} pixels in its slot`, async () => {
          const [outer, inner] = [await page.evaluate(measureSlot), await card!.evaluate(measureCard)];
          return outer.join() === inner.card.join() && outer[0] === width ? inner : null;
        });
        assert.deepEqual([measured.bars, measured.colorScheme], [[0, 0], "dark"], size);
        await resizeWindow(page, 700);
        await waitForHalfWindow(card!, 350);
        await resizeWindow(page, 900);
        await waitForHalfWindow(card!, 450);
      }
      await open("?view=compare&theme=dark");
      for (const card of await waitForCards(page, "Hello Ada", 2)) {
        await waitFor("a compared card without bars, as wide as its slot", async () => {
          const [[width], { card: [inner], bars }] = [
            await page.evaluate(measureSlot),
            await card.evaluate(measureCard),
          ];
          // The slot may end within a pixel, and a frame does not.
          return Math.abs(inner! - width!) <= 1 && bars.join() === "0,0" ? true : null;
        });
      }
    },
  ];
}

/** Waits until `50vh` of the counter is so many pixels. The frame is as high as the card, and not as the window. */
export async function waitForHalfWindow(card: TestedFrame, pixels: number): Promise<void> {
  await waitFor(`50vh of ${pixels} pixels`, async () => {
    const margin = await card.evaluate(() => {
      const counter = document.querySelector("article")!.shadowRoot!.querySelector(".counter")!;
      return getComputedStyle(counter).scrollMarginTop;
    });
    return margin === `${pixels}px` || null;
  });
}

/** What a card throws is longer than its smallest size. */
const BROKEN = `import { defineManifest } from "@tck/kit";
export const manifest = defineManifest({ id: "broken", cardType: "feed", sizes: ["1x1", "2x2"], defaultState: {} });
export default function Broken(): never {
  throw new Error("The list of ferries to the islands has no departures after nine o'clock today");
}
`;

/** A card of a fixed size that fails, in a frame and in the page. */
export const FAILED_CARD: FrameCase = [
  "what a card of a fixed size throws is below it, as a whole",
  { "widgets/001_broken/widget.tck.tsx": BROKEN },
  async ({ page, open }) => {
    for (const [size, height] of [["1x1", 168], ["2x2", 352]] as const) {
      await open(`?mount=iframe&size=${size}`);
      await waitFor("the whole message", async () => {
        const { frame, scroller } = await page.evaluate(measureFrame);
        if (frame === null || frame > scroller) return null;
        for (const card of page.frames().slice(1)) {
          const { bottom, window, article } = await card.evaluate(measureFault);
          if (bottom !== null && bottom <= window && article === height) return true;
        }
        return null;
      });
      await waitFor("the size of the card alone", async () => {
        const shown = await page.evaluate(() => document.querySelector(".shell-readout")?.textContent ?? "");
        return shown.includes(`${height} × ${height} px`) || null;
      });
    }
  },
];

/** Runs in the frame: where the message ends, and how high the window and the card are. */
function measureFault(): {
  readonly bottom: number | null;
  readonly window: number;
  readonly article: number;
} {
  const boxOf = (selector: string) => document.querySelector(selector)?.getBoundingClientRect();
  return {
    bottom: boxOf(".shell-error")?.bottom ?? null,
    window: innerHeight,
    article: boxOf("article")?.height ?? 0,
  };
}

/** Runs in the page: where a frame ends, and what is around it. */
function measureFrame(): { readonly frame: number | null; readonly scroller: number } {
  const bottomOf = (selector: string) => document.querySelector(selector)?.getBoundingClientRect().bottom;
  const frame = bottomOf(".shell-frame");
  // The frame's own margin is beyond the card.
  return {
    frame: frame === undefined ? null : frame - 24,
    scroller: bottomOf(".shell-stage-scroller") ?? 0,
  };
}

/** A frame is a page of its own. */
export const RELOADED_FRAME: FrameCase = [
  "a frame that loads its page again shows the card",
  FRAME_FILES,
  async ({ page, open }) => {
    await open("?mount=iframe");
    const [card] = await waitForCards(page, "Clicked 0");
    assert.match(card!.url(), /^http:\/\/frame-0-0-[0-9a-f]{8}\.localhost:/);
    await card!.evaluate(clickButton);
    const [clicked] = await waitForCards(page, "Clicked 1");
    await clicked!.evaluate(() => void setTimeout(() => location.reload()));
    await waitForCards(page, "Clicked 0");
  },
];

/** The frames of a preview in the network. */
export const FRAME_WITH_TOKEN: FrameCase = [
  "where a token is needed, frames are of the page's own site",
  FRAME_FILES,
  async ({ page, open, preview }) => {
    await open("?mount=iframe&theme=dark");
    const [card] = await waitForCards(page, "en dark");
    assert.equal(new URL(card!.url()).origin, preview);
  },
  { token: "a-token" },
];

/** A page of another site has a reference to the window that it opens. */
export const COUNTED_FRAMES: FrameCase = [
  "a page of another site that opens the shell cannot count its frames",
  FRAME_FILES,
  async ({ page, preview }) => {
    await using other = await openOtherSite();
    await page.goto(other.url);
    await page.evaluate((address) => {
      Object.assign(globalThis, { opened: open(address) });
    }, `${preview}/?view=compare`);
    const frames = await waitFor("the end of what this page has of the other one", () =>
      page.evaluate(() => {
        const { opened } = globalThis as unknown as { opened: Window };
        return opened.closed ? opened.length : null;
      }));
    assert.equal(frames, 0);
  },
];

/** Sources of widgets in a loop. */
const LOOPS = {
  "while it renders": counterSource().replace("const [count", "for (;;);\n  const [count"),
  "while its module is evaluated": `for (;;);\n${counterSource()}`,
};

/** An edit makes a framed card loop. */
export function loopingEdit(when: keyof typeof LOOPS): FrameCase {
  return [
    `an edit by which a framed card loops ${when} stops only its frame, and the next edit replaces it`,
    { ...FRAME_FILES },
    async (shell) => {
      const { project, page, open } = shell;
      await open("?mount=iframe");
      await waitForCards(page, "Hello Ada");
      await project.write(SOURCE, LOOPS[when]);
      const process = await waitForLoop(shell);
      await usePicker(shell);
      await waitForNotice(page, true);
      await project.write(SOURCE, counterSource({ text: "corrected" }));
      await waitForCards(page, "corrected");
      await waitForNotice(page, false);
      await waitFor(
        "the end of the process",
        async () => (await readTicks(shell.pid)).has(process) ? null : 1,
      );
    },
  ];
}

/** Firefox does not leave a page while a frame of it does not respond. */
export const RELOADED_LOOP: FrameCase = [
  "a page that is loaded again while its framed card loops shows the card of the corrected widget",
  { ...FRAME_FILES },
  async (shell) => {
    const { project, page, open } = shell;
    await open("?mount=iframe");
    await waitForCards(page, "Hello Ada");
    await project.write(SOURCE, LOOPS["while it renders"]);
    await waitForLoop(shell);
    await page.evaluate(() => void setTimeout(() => location.reload()));
    await waitForLoop(shell);
    await waitForNotice(page, true);
    await project.write(SOURCE, counterSource({ text: "corrected" }));
    await waitForCards(page, "corrected");
  },
];

/** A card loops when the page is opened. */
export function loopingStart(...queries: ("?mount=iframe" | "?view=compare")[]): FrameCase {
  return [
    `a project whose widget loops from the start opens with ${
      queries.join(" and ")
    }, and shows the corrected widget`,
    { ...FRAME_FILES, [SOURCE]: LOOPS["while its module is evaluated"] },
    async (shell) => {
      const { project, page, open } = shell;
      for (const query of queries) {
        // Firefox does not leave a page whose frame loops, so the page is left before the edit.
        await page.goto("about:blank");
        await project.write(SOURCE, LOOPS["while its module is evaluated"]);
        await open(query);
        await waitForLoop(shell);
        await usePicker(shell);
        await waitForNotice(page, true);
        await project.write(SOURCE, counterSource({ text: `corrected ${query}` }));
        await waitForCards(page, `corrected ${query}`, query === "?view=compare" ? 2 : 1);
      }
    },
  ];
}

/** One of two cards stops. */
export const LOOPING_CLICK: FrameCase = [
  "a framed card that a click stops is loaded again by the button, and the other compared cards go on",
  {
    ...FRAME_FILES,
    [SOURCE]: counterSource().replace(
      "setCount(count + 1)",
      "{ setCount(count + 1); if (count > 0) for (;;); }",
    ),
  },
  async (shell) => {
    const { page, open } = shell;
    await open("?view=compare");
    const [light, dark] = await waitForCards(page, "Hello Ada", 2);
    await dark!.evaluate(clickButton);
    await light!.evaluate(clickButton);
    await waitForCards(page, "Clicked 1", 2);
    await light!.evaluate(() =>
      void setTimeout(() => document.querySelector("article")!.shadowRoot!.querySelector("button")!.click())
    );
    await waitForLoop(shell);
    await waitForNotice(page, true);
    await waitForCards(page, "Clicked 1");
    await page.evaluate(() => document.querySelector<HTMLElement>(".shell-stalled button")!.click());
    await waitForCards(page, "Clicked 0");
    await waitForCards(page, "Clicked 1");
    await waitForNotice(page, false);
  },
];

/** Runs in a frame. */
function clickButton(): void {
  document.querySelector("article")!.shadowRoot!.querySelector("button")!.click();
}

/** Waits until a process of the browser uses all of its processor for a while, and returns its id. */
async function waitForLoop({ pid }: FramePage): Promise<number> {
  let before = await readTicks(pid);
  let busiest = 0;
  return await waitFor("a process in a loop", async () => {
    await new Promise((resolve) => setTimeout(resolve, 1_000)); // timer: the time that is measured
    const now = await readTicks(pid);
    const spent = [...now].map(([id, ticks]) => [id, ticks - (before.get(id) ?? ticks)] as const);
    const [id, ticks] = spent.reduce((one, other) => other[1] > one[1] ? other : one);
    before = now;
    const isSame = id === busiest && ticks > 20;
    busiest = id;
    return isSame ? id : null;
  });
}

/** Uses the keyboard in the page around the frame. */
async function usePicker({ page }: FramePage): Promise<void> {
  await waitFor("the picker", () => page.evaluate(() => document.querySelector(".shell-rows a") && 1));
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press("/");
  await page.keyboard.type("zzz");
  await waitFor(
    "no row in the picker",
    () => page.evaluate(() => document.querySelector(".shell-rows a") === null ? 1 : null),
  );
  await page.keyboard.press("Escape");
}

async function waitForNotice(page: FramePage["page"], isShown: boolean): Promise<void> {
  await waitFor(
    `${isShown ? "a" : "no"} notice`,
    () =>
      page.evaluate(
        (isShown) => (document.querySelector(".shell-stalled") !== null) === isShown || null,
        isShown,
      ),
  );
}

/** Runs in the page: the width and height of the slot, and so of the card as the readout says it. */
function measureSlot(): number[] {
  const { offsetWidth, offsetHeight } = document.querySelector<HTMLElement>(".shell-slot")!;
  return [offsetWidth, offsetHeight];
}

/** Runs in the frame. */
function measureCard(): { card: number[]; bars: number[]; colorScheme: string } {
  const { offsetWidth, offsetHeight } = document.querySelector<HTMLElement>("article.tck-card")!;
  const { documentElement: root } = document;
  return {
    card: [offsetWidth, offsetHeight],
    bars: [innerWidth - root.clientWidth, innerHeight - root.clientHeight],
    colorScheme: getComputedStyle(root).colorScheme,
  };
}
