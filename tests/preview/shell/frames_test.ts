import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import {
  type FramePage,
  readTicks,
  testFrames,
  testInChromium,
  waitFor,
  waitForCards,
} from "./frame_page.ts";
import { counterSource } from "./shell_page.ts";

const SOURCE = "widgets/001_counter/widget.tck.tsx";
const FILES = {
  [SOURCE]: counterSource({ sizes: '["fill-auto", "2x2", "4x4"]' }),
  "widgets/001_counter/widget.css": ".counter { padding: 20px; aspect-ratio: 1 / 1.0675 }",
};

testFrames(
  "a framed card has exactly the room that it is given, and its frame has no bars",
  FILES,
  async ({ page, open }) => {
    for (const [size, width] of [["fill-auto", 480], ["2x2", 352], ["4x4", 720]] as const) {
      await open(`?mount=iframe&theme=dark&size=${size}`);
      const [card] = await waitForCards(page, "Hello Ada");
      const measured = await waitFor(`a card of ${width} pixels in its slot`, async () => {
        const [outer, inner] = [await page.evaluate(measureSlot), await card!.evaluate(measureCard)];
        return outer.join() === inner.card.join() && outer[0] === width ? inner : null;
      });
      assert.deepEqual([measured.bars, measured.colorScheme], [[0, 0], "dark"], size);
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
);

testFrames("a frame that loads its page again shows the card", FILES, async ({ page, open }) => {
  await open("?mount=iframe");
  const [card] = await waitForCards(page, "Clicked 0");
  assert.match(card!.url(), /^http:\/\/frame-0-0-[0-9a-f]{8}\.localhost:/);
  await card!.evaluate(clickButton);
  const [clicked] = await waitForCards(page, "Clicked 1");
  await clicked!.evaluate(() => void setTimeout(() => location.reload()));
  await waitForCards(page, "Clicked 0");
});

testFrames(
  "where a token is needed, frames are of the page's own site",
  FILES,
  async ({ page, open, preview }) => {
    await open("?mount=iframe&theme=dark");
    const [card] = await waitForCards(page, "en dark");
    assert.equal(new URL(card!.url()).origin, preview);
  },
  { token: "a-token" },
);

/** Runs in a frame. */
function clickButton(): void {
  document.querySelector("article")!.shadowRoot!.querySelector("button")!.click();
}

const LOOPS = {
  "while it renders": counterSource().replace("const [count", "for (;;);\n  const [count"),
  "while its module is evaluated": `for (;;);\n${counterSource()}`,
};

for (const [when, source] of Object.entries(LOOPS)) {
  testFrames(
    `an edit by which a framed card loops ${when} stops only its frame, and the next edit replaces it`,
    FILES,
    async (shell) => {
      const { project, page, open } = shell;
      await open("?mount=iframe");
      await waitForCards(page, "Hello Ada");
      await project.write(SOURCE, source);
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
  );
}

// Firefox does not leave a page while a frame of it does not respond.
testInChromium(
  "a page that is loaded again while its framed card loops shows the card of the corrected widget",
  FILES,
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
);

testFrames(
  "a project whose widget loops from the start opens, and shows the corrected widget",
  { ...FILES, [SOURCE]: LOOPS["while its module is evaluated"] },
  async (shell) => {
    const { project, page, open } = shell;
    for (const query of ["?mount=iframe", "?view=compare"]) {
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
);

testFrames(
  "a framed card that a click stops is loaded again by the button, and the other compared cards go on",
  {
    ...FILES,
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
);

// claim: preview-own-origin
testInChromium(
  "a page of another site cannot show the preview in a frame, whatever referrer it gives",
  FILES,
  async ({ page, preview }) => {
    await using other = await openOtherSite();
    const { port } = new URL(preview);
    for (const site of [`http://frame-0-0.localhost:${port}`, preview]) {
      for (const attributes of ["", 'referrerpolicy="no-referrer"', 'sandbox="allow-scripts"']) {
        await page.goto(other.url);
        const address = `${site}/?chrome=none&widget=001_counter`;
        await page.evaluate(loadFrame, `<iframe ${attributes} src="${address}"></iframe>`);
        const frame = page.frames().find((each) => each !== page.mainFrame())!;
        const shown = await frame.evaluate(() => document.documentElement.textContent ?? "");
        assert.match(shown, /request\.forbidden/, attributes);
      }
    }
  },
);

/** Runs in the page. */
function loadFrame(markup: string): Promise<void> {
  document.body.innerHTML = markup;
  const frame = document.querySelector("iframe")!;
  return new Promise((resolve) => frame.addEventListener("load", () => resolve()));
}

/** A page of another port of this machine. */
async function openOtherSite(): Promise<{ url: string } & AsyncDisposable> {
  const server = createServer((_request, response) => {
    response.setHeader("content-type", "text/html");
    response.end("<!doctype html><title>Other</title><body></body>");
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await once(server.close(), "close");
    },
  };
}

/** Waits until a process of the browser uses all of its processor for a while, and returns its id. */
async function waitForLoop({ pid }: FramePage): Promise<number> {
  let before = await readTicks(pid);
  let busiest = 0;
  return await waitFor("a process in a loop", async () => {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
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
