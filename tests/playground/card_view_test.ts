import assert from "node:assert/strict";
import { CardView } from "../../docs/site/playground/page/card_view.ts";
import type { BuiltCard } from "../../web/bundler/steps/mod.ts";
import { CARDS_GREETING } from "../../web/canvas/chat/messages.ts";
import { createPage, settle } from "../web/canvas/frame_page.ts";
import { PageElement } from "../web/canvas/page_elements.ts";
import { withGlobals } from "../web/canvas/page_globals.ts";

const LOOK = { theme: "light", locale: null, size: null, state: null } as const;

function card(...sizes: string[]): BuiltCard {
  const bundle = { hash: "A".repeat(64), envelope: new Uint8Array() };
  return { manifest: { id: "a", sizes }, bundle } as unknown as BuiltCard;
}

/** A view in a page without a browser. */
function createView(page: ReturnType<typeof createPage>) {
  const reports: string[] = [];
  const document = new URL("https://docs.example/cards.html");
  const [place, painted] = [new PageElement("main"), new PageElement("iframe")];
  const view = new CardView(
    place as unknown as HTMLElement,
    painted as unknown as HTMLElement,
    document,
    { report: (message) => reports.push(message) },
  );
  const start = (frame: number) => page.greet(page.frames[frame]!, CARDS_GREETING);
  const lose = async (frame: number) => {
    for (let load = 0; load < 2; load++) page.frames[frame]!.dispatchEvent(new Event("load"));
    await settle();
  };
  /** The frames that are there, by their numbers: those that are shown, and those that wait for their cards. */
  const frames = () => {
    const list = (waits: boolean) =>
      page.frames.flatMap(({ isRemoved, dataset }, number) =>
        !isRemoved && (dataset["waits"] !== undefined) === waits ? [number] : []
      );
    return { shown: list(false), waiting: list(true) };
  };
  return { view, painted, reports, start, lose, frames };
}

const SHOWN = { type: "shown", failed: 0 };

/** Whether a promise is fulfilled, read later. */
function follow(promise: Promise<void>): { isDone: boolean } {
  const followed = { isDone: false };
  void promise.then(() => followed.isDone = true);
  return followed;
}

Deno.test("new cards take the place of those before when they are painted, in a frame that was loaded ahead", async () => {
  const page = createPage();
  await withGlobals(page.globals, async () => {
    const { view, painted, start, frames } = createView(page);
    const first = follow(view.show(card("1x1", "2x1"), LOOK));
    const one = await start(0);
    await settle();
    assert.deepEqual([first.isDone, frames()], [false, { shown: [], waiting: [0] }]);
    assert.equal(painted.isRemoved, false);
    const { cards } = one.sent.at(-1) as unknown as { cards: { widget: string; size: string }[] };
    assert.deepEqual(cards.map(({ widget, size }) => [widget, size]), [["1x1", "1x1"], ["2x1", "2x1"]]);
    one.receive(SHOWN);
    await settle();
    assert.deepEqual([first.isDone, frames()], [true, { shown: [0], waiting: [1] }]);
    assert.equal(painted.isRemoved, true);
    const two = await start(1);
    const second = follow(view.show(card("2x2"), LOOK));
    view.setTheme("dark");
    await settle();
    assert.deepEqual(frames(), { shown: [0], waiting: [1] });
    for (const channel of [one, two]) {
      assert.deepEqual(channel.sent.at(-1) as unknown, { type: "look", look: { theme: "dark" } });
    }
    two.receive(SHOWN);
    await settle();
    assert.deepEqual([second.isDone, frames()], [true, { shown: [1], waiting: [2] }]);
    view.clear();
    assert.deepEqual(frames(), { shown: [], waiting: [2] });
  });
});

Deno.test("cards that are replaced before they are painted are waited for no longer, and change nothing later", async () => {
  const page = createPage();
  await withGlobals(page.globals, async () => {
    const { view, start, frames } = createView(page);
    const overtaken = follow(view.show(card("1x1"), LOOK));
    const former = await start(0);
    const last = follow(view.show(card("2x1"), LOOK));
    const next = await start(1);
    await settle();
    assert.deepEqual([overtaken.isDone, last.isDone, frames()], [true, false, { shown: [], waiting: [1] }]);
    former.receive(SHOWN);
    await settle();
    assert.deepEqual([last.isDone, frames().shown], [false, []]);
    next.receive(SHOWN);
    await settle();
    assert.deepEqual([last.isDone, frames().shown], [true, [1]]);
  });
});

Deno.test("cards that are lost are waited for no longer, and the next ones have another frame", async () => {
  const page = createPage();
  await withGlobals(page.globals, async () => {
    const { view, reports, start, lose, frames } = createView(page);
    const lost = follow(view.show(card("1x1"), LOOK));
    await start(0);
    await lose(0);
    assert.deepEqual([lost.isDone, reports.splice(0)], [true, [
      "The card does not respond, and was removed",
    ]]);
    const next = follow(view.show(card("1x1"), LOOK));
    (await start(1)).receive({ type: "shown", failed: 1 });
    await settle();
    assert.deepEqual([next.isDone, frames()], [true, { shown: [1], waiting: [2] }]);
    assert.deepEqual(reports.splice(0), ["The card fails while it runs: it says why"]);
    await lose(2);
    assert.deepEqual(reports, [], "of a frame without a card nothing is said");
    view.show(card("2x2"), LOOK);
    assert.deepEqual(frames(), { shown: [1], waiting: [3] }, "and it gets none");
    await lose(1);
    assert.deepEqual([reports.length, frames()], [1, { shown: [], waiting: [3] }]);
  });
});
