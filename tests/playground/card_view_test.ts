import assert from "node:assert/strict";
import { CardView } from "../../docs/site/playground/page/card_view.ts";
import type { BuiltCard } from "../../web/bundler/steps/mod.ts";
import { CARDS_GREETING } from "../../web/canvas/chat/messages.ts";
import { createPage, type FrameChannel, settle } from "../web/canvas/frame_page.ts";
import { PageElement } from "../web/canvas/page_elements.ts";
import { withGlobals } from "../web/canvas/page_globals.ts";

const LOOK = { theme: "light", locale: null, size: null, state: null } as const;

function card(...sizes: string[]): BuiltCard {
  const bundle = { hash: "A".repeat(64), envelope: new Uint8Array() };
  return { manifest: { id: "a", sizes }, bundle } as unknown as BuiltCard;
}

/** A view in a page without a browser. */
function createView(page: ReturnType<typeof createPage>) {
  const place = new PageElement("main");
  const reports: string[] = [];
  const document = new URL("https://docs.example/cards.html");
  const view = new CardView(place as unknown as HTMLElement, document, {
    report: (message) => reports.push(message),
  });
  let greeted = 0;
  /** Starts the frames that were opened since. */
  const start = async (): Promise<FrameChannel[]> => {
    const channels: FrameChannel[] = [];
    for (const frame of page.frames.slice(greeted)) channels.push(await page.greet(frame, CARDS_GREETING));
    greeted = page.frames.length;
    return channels;
  };
  const lose = async (frame: PageElement) => {
    for (let load = 0; load < 2; load++) frame.dispatchEvent(new Event("load"));
    await settle();
  };
  /** The sizes of the cards that are shown, and of those that wait. */
  const sizes = () => {
    const figures = place.children.filter(({ isRemoved, className }) => !isRemoved && className === "card");
    const list = (waits: boolean) =>
      figures.filter(({ dataset }) => (dataset["waits"] !== undefined) === waits)
        .map((figure) => figure.find("figcaption")[0]!.textContent);
    return { shown: list(false), waiting: list(true) };
  };
  return { view, reports, start, lose, sizes };
}

const SHOWN = { type: "shown", failed: 0 };

/** Whether a promise is fulfilled, read later. */
function follow(promise: Promise<void>): { isDone: boolean } {
  const followed = { isDone: false };
  void promise.then(() => followed.isDone = true);
  return followed;
}

Deno.test("new cards take the place of those before when all of them are painted, in frames that were loaded ahead", async () => {
  const page = createPage();
  await withGlobals(page.globals, async () => {
    const { view, start, sizes } = createView(page);
    const first = follow(view.show(card("1x1", "2x1"), LOOK));
    const [one, other] = await start();
    one!.receive(SHOWN);
    await settle();
    assert.deepEqual([first.isDone, sizes()], [false, { shown: [], waiting: ["1x1", "2x1"] }]);
    other!.receive(SHOWN);
    await settle();
    assert.deepEqual([first.isDone, sizes()], [true, { shown: ["1x1", "2x1"], waiting: [] }]);
    assert.equal(page.frames.length, 4, "two for the next cards");
    const spares = await start();
    const second = follow(view.show(card("2x2"), LOOK));
    view.setTheme("dark");
    await settle();
    assert.deepEqual([page.frames.length, sizes()], [4, { shown: ["1x1", "2x1"], waiting: ["2x2"] }]);
    for (const channel of [one!, other!, spares[0]!]) {
      assert.deepEqual(channel.sent.at(-1) as unknown, { type: "look", look: { theme: "dark" } });
    }
    spares[0]!.receive(SHOWN);
    await settle();
    assert.deepEqual([second.isDone, sizes()], [true, { shown: ["2x2"], waiting: [] }]);
    view.clear();
    assert.deepEqual(sizes(), { shown: [], waiting: [] });
  });
});

Deno.test("cards that are replaced before they are painted are waited for no longer, and change nothing later", async () => {
  const page = createPage();
  await withGlobals(page.globals, async () => {
    const { view, start, sizes } = createView(page);
    const overtaken = follow(view.show(card("1x1"), LOOK));
    const [former] = await start();
    const last = follow(view.show(card("2x1"), LOOK));
    const [next] = await start();
    await settle();
    assert.deepEqual([overtaken.isDone, last.isDone, sizes()], [true, false, {
      shown: [],
      waiting: ["2x1"],
    }]);
    former!.receive(SHOWN);
    await settle();
    assert.deepEqual([last.isDone, sizes().shown], [false, []]);
    next!.receive(SHOWN);
    await settle();
    assert.deepEqual([last.isDone, sizes().shown], [true, ["2x1"]]);
  });
});

Deno.test("a card that is lost is waited for no longer, and the others are shown without it", async () => {
  const page = createPage();
  await withGlobals(page.globals, async () => {
    const { view, reports, start, lose, sizes } = createView(page);
    const alone = follow(view.show(card("1x1"), LOOK));
    await start();
    await lose(page.frames[0]!);
    assert.deepEqual([alone.isDone, reports.splice(0).length], [true, 1]);
    const both = follow(view.show(card("1x1", "2x1"), LOOK));
    const [, other] = await start();
    await lose(page.frames[1]!);
    assert.equal(both.isDone, false);
    other!.receive({ type: "shown", failed: 1 });
    await settle();
    assert.deepEqual([both.isDone, sizes()], [true, { shown: ["2x1"], waiting: [] }]);
    assert.deepEqual(reports, [
      "The card of size 1x1 does not respond, and was removed",
      "The card fails while it runs: it says why",
    ]);
    const spare = page.frames.at(-1)!;
    await lose(spare);
    assert.equal(reports.length, 2, "of a frame without a card nothing is said");
    view.show(card("2x2"), LOOK);
    assert.notEqual(page.frames.at(-1), spare, "and it gets none");
  });
});
