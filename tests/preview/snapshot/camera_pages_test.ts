import assert from "node:assert/strict";
import type { LiveWidget } from "../../../preview/protocol.ts";
import { Camera } from "../../../preview/server/snapshot/camera/camera.ts";
import { PictureBrowser } from "../../../preview/server/snapshot/camera/picture_browser.ts";
import type { Shot } from "../../../preview/server/snapshot/plan_shots.ts";
import {
  type PageErrors,
  ReloadedPage,
  ShotPage,
  UnresponsivePage,
  UnstartedPage,
} from "../../../preview/server/snapshot/camera/shot_page.ts";
import { withGlobals } from "../../web/canvas/page_globals.ts";

/** What a page does when it is asked for cards: each answer is used once, and then all is well. */
type Answer = "hangs" | "reloads" | "logs" | "cannot start";

/** A page without a browser. */
class Page {
  isOpen = true;
  hasShown = false;
  readonly errors: { page: string[]; console: string[]; policy: PageErrors["policy"] } = {
    page: [],
    console: [],
    policy: [],
  };

  constructor(readonly number: number, private readonly ask: (what: string) => Answer | undefined) {}

  #act(what: string): void {
    const answer = this.ask(`${this.number}: ${what}`);
    if (answer === "hangs") throw new UnresponsivePage("it does not respond");
    if (answer === "reloads") throw new ReloadedPage();
    if (answer === "logs") this.errors.console.push("an error");
  }

  show = (requests: readonly { id: string }[]) => {
    this.hasShown = true;
    this.#act(requests.map(({ id }) => id).join());
    return Promise.resolve(requests.map(() => ({ box: { x: 0, y: 0, width: 1, height: 1 }, mountMs: 1 })));
  };
  readManifests = ([url]: readonly string[]) => {
    this.#act(`manifest ${url}`);
    return Promise.resolve([JSON.stringify({ id: url, cardType: "feed", sizes: ["2x2"] })]);
  };
  picture = () => Promise.resolve(new Uint8Array([this.number]));
  examine = () =>
    Promise.resolve({
      layouts: Array(99).fill({ faults: [], overflow: null }),
      violations: Array(99).fill([]),
    });
  cardErrors = () => Promise.resolve(Array(99).fill(null));
  findBlocked = () => Promise.resolve();
  close = () => {
    this.isOpen = false;
    return Promise.resolve();
  };
}

/** A camera whose pages give these answers, one after another. */
async function withPages(
  run: (
    opened: { camera: Camera; pages: Page[]; asked: string[]; answers: (Answer | undefined)[] },
  ) => Promise<void>,
): Promise<void> {
  const [pages, asked, answers]: [Page[], string[], (Answer | undefined)[]] = [[], [], []];
  const former = [PictureBrowser.open, ShotPage.open] as const;
  const context = { addInitScript: () => Promise.resolve() };
  const browser = { newContext: () => Promise.resolve(context), isConnected: () => true };
  PictureBrowser.open = () =>
    Promise.resolve({ browser, close: () => Promise.resolve() } as unknown as PictureBrowser);
  ShotPage.open = () => {
    if (answers[0] === "cannot start") {
      answers.shift();
      asked.push("no page");
      return Promise.reject(new UnstartedPage("it did not start"));
    }
    pages.push(new Page(pages.length + 1, (what) => (asked.push(what), answers.shift())));
    return Promise.resolve(pages.at(-1) as unknown as ShotPage);
  };
  try {
    await run({ camera: await Camera.open("http://localhost:1/", null), pages, asked, answers });
  } finally {
    [PictureBrowser.open, ShotPage.open] = former;
  }
}

const subjectOf = (id: string) =>
  ({ name: id, kind: "live", id, manifest: null }) as unknown as Shot["subject"];
const [A, B] = ["a", "b"].map(subjectOf);

function shotOf(subject = A!, theme: Shot["theme"] = "light"): Shot {
  return { subject, size: "2x2", width: null, theme, state: null, locale: null };
}

/** Takes pictures. @returns of each the page, or why there is none */
async function take(camera: Camera, shots: readonly Shot[]): Promise<(number | string)[]> {
  const taken: (number | string)[] = [];
  await camera.takeAll("light", shots, (_shot, { png, cardError }) => {
    taken.push(png?.[0] ?? cardError!);
    return Promise.resolve();
  });
  return taken;
}

const openPages = (pages: readonly Page[]) =>
  pages.filter(({ isOpen }) => isOpen).map(({ number }) => number);

Deno.test("cards of a widget are on one page, those of a group that logs one by one, and each after an error on another page", () =>
  withPages(async ({ camera, pages, asked, answers }) => {
    assert.deepEqual(await take(camera, [shotOf(), shotOf(), shotOf(B)]), [1, 1, 2]);
    assert.deepEqual([asked, openPages(pages)], [["1: a,a", "2: b"], [2]]);
    asked.length = 0;
    answers.push("logs", "logs", undefined, undefined);
    assert.deepEqual(await take(camera, [shotOf(), shotOf(), shotOf()]), [4, 5, 5]);
    assert.deepEqual(asked, ["3: a,a,a", "4: a", "5: a", "5: a"]);
    assert.deepEqual(openPages(pages), [5]);
  }));

Deno.test("after two cards of a widget that hang, its others are not tried, also in its next groups, and those of others are", () =>
  withPages(async ({ camera, asked, answers }) => {
    // A page has 24 cards at most.
    answers.push("hangs", "hangs", undefined, "hangs");
    const shots = [...Array(26).fill(shotOf()), shotOf(B)];
    const taken = await take(camera, shots);
    const left = "The card was not tried: 2 other cards of the widget did not respond";
    const hung = "it does not respond";
    assert.deepEqual(taken, [hung, 3, hung, ...Array(23).fill(left), 4]);
    assert.deepEqual(asked.map((what) => what.slice(0, 4)), ["1: a", "2: a", "3: a", "3: a", "4: b"]);
  }));

Deno.test("a page that is loaded again is left for another, four times at most and within one time", () =>
  withPages(async ({ camera, pages, asked, answers }) => {
    answers.push("reloads", "reloads", "reloads");
    assert.deepEqual(await take(camera, [shotOf()]), [4]);
    assert.deepEqual([asked.length, openPages(pages)], [4, [4]]);
    answers.push("reloads", "reloads", "reloads", "reloads");
    const [error] = await take(camera, [shotOf()]);
    assert.match(`${error}`, /^The page was loaded again, or another one in its place, 4 times/);
    assert.deepEqual(openPages(pages), []);
    // Each attempt takes half of the time that all may take.
    let now = 0;
    const times: number[] = [];
    const { setTimeout } = globalThis;
    answers.push("reloads", undefined);
    await withGlobals({
      performance: { now: () => now += 60_000 },
      setTimeout: (
        run: () => void,
        milliseconds: number,
      ) => (times.push(milliseconds), setTimeout(run, milliseconds)),
    }, () => take(camera, [shotOf()]).then(() => {}));
    assert.deepEqual(times, [120_000, 60_000]);
  }));

Deno.test("a page that does not start is tried once more, and no page is tried after four in a row", () =>
  withPages(async ({ camera, asked, answers }) => {
    for (let times = 0; times < 5; times++) {
      answers.push("cannot start");
      assert.equal(typeof (await take(camera, [shotOf(subjectOf(`${times}`))]))[0], "number");
    }
    asked.length = 0;
    answers.push(...Array(9).fill("cannot start"));
    assert.deepEqual(await take(camera, [shotOf(), shotOf(B), shotOf(subjectOf("c"))]), [
      "it did not start",
      "it did not start",
      "The card was not tried: the preview's page did not start 4 times",
    ]);
    assert.deepEqual(asked, Array(4).fill("no page"));
  }));

Deno.test("pages that have read manifests are kept for their widgets, until the camera is reset, or their widget has failed", () =>
  withPages(async ({ camera, pages, asked, answers }) => {
    const read = async (...names: string[]) => {
      const widgets = names.map((name) => ({ name, moduleUrl: name }) as LiveWidget);
      return [...await camera.readManifests(widgets)].map(([name, manifest]) => [name, manifest?.id ?? null]);
    };
    answers.push(undefined, "hangs", "logs");
    assert.deepEqual(await read("a", "b", "c"), [["a", "a"], ["b", null], ["c", "c"]]);
    assert.deepEqual(openPages(pages), [1], "pages of failed modules are left");
    assert.deepEqual(await take(camera, [shotOf(B), shotOf()]), [4, 1]);
    await read("a");
    await camera.reset();
    assert.deepEqual(openPages(pages), [], "the next pages have the modules as they are then");
    asked.length = 0;
    assert.deepEqual(await take(camera, [shotOf()]), [5]);
    await read("b");
    assert.deepEqual(asked, ["5: a", "6: manifest b"]);
    await camera.take(shotOf(A, "dark"));
    await camera.reset();
    assert.deepEqual(openPages(pages), []);
    answers.push("hangs");
    await read("b");
    assert.deepEqual(await take(camera, [shotOf(B)]), [9], "the page that its module blocks shows no card");
  }));
