import assert from "node:assert/strict";
import { withGlobals } from "../web/canvas/page_globals.ts";

/** Opens a page of the site, with what its reader has chosen before. */
async function inPage(
  stored: string | null,
  run: (page: {
    readonly dark: EventTarget & { matches: boolean };
    readonly storage: { item: string | null; isBlocked: boolean };
    readonly press: () => void;
    readonly seen: () => readonly [theme: string, picture: string];
    readonly told: () => number;
  }) => void,
): Promise<void> {
  const dark = Object.assign(new EventTarget(), { matches: false });
  const storage = { item: stored, isBlocked: stored === "blocked" };
  const reject = () => {
    if (storage.isBlocked) throw new DOMException("no storage", "SecurityError");
  };
  const picture = { media: "" };
  const button = Object.assign(new EventTarget(), { hidden: true });
  let told = 0;
  const document = Object.assign(new EventTarget(), {
    documentElement: { dataset: {} as { theme?: string } },
    querySelectorAll: () => [picture],
    querySelector: () => button,
  });
  document.addEventListener("site-theme", () => told++);
  const localStorage = {
    getItem: () => (reject(), storage.item),
    setItem: (_key: string, value: string) => (reject(), storage.item = value),
  };
  await withGlobals({ matchMedia: () => dark, document, localStorage }, async () => {
    await import(new URL(`../../docs/site/client/theme.ts?${Math.random()}`, import.meta.url).href);
    document.dispatchEvent(new Event("DOMContentLoaded"));
    assert.equal(button.hidden, false);
    run({
      dark,
      storage,
      press: () => button.dispatchEvent(new Event("click")),
      seen: () => [document.documentElement.dataset.theme!, picture.media],
      told: () => told,
    });
  });
}

const LIGHT = ["light", "not all"];
const DARK = ["dark", "all"];

Deno.test("a page has the theme of the system until its reader chooses one, in this page or in another", async () => {
  await inPage(null, ({ dark, storage, press, seen, told }) => {
    assert.deepEqual(seen(), LIGHT);
    const change = (matches: boolean) => {
      dark.matches = matches;
      dark.dispatchEvent(new Event("change"));
    };
    change(true);
    assert.deepEqual(seen(), DARK);
    press();
    assert.deepEqual([seen(), storage.item], [LIGHT, "light"]);
    change(false);
    change(true);
    assert.deepEqual(seen(), LIGHT, "the choice stays");
    const before = told();
    storage.item = "dark";
    globalThis.dispatchEvent(new Event("storage"));
    assert.deepEqual([seen(), told() - before], [DARK, 1]);
    press();
    press();
    assert.deepEqual([seen(), storage.item], [DARK, "dark"]);
  });
  await inPage("dark", ({ seen }) => assert.deepEqual(seen(), DARK));
});

Deno.test("where nothing can be stored, the theme of the page is changed again and again", async () => {
  await inPage("blocked", ({ press, seen }) => {
    for (const theme of [LIGHT, DARK, LIGHT, DARK]) {
      assert.deepEqual(seen(), theme);
      press();
    }
  });
});
