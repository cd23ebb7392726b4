// budget: 90 s: a widget and types that never end are waited for, and each test loads the compilers in a page of its own
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { deflateRawSync } from "node:zlib";
import {
  inPlayground,
  SHOWN_FRAME,
  waitForCards,
  waitForStatus,
  waitForText,
  widgetThatShows,
  writeSource,
} from "./playground_page.ts";

/** The fragment of a link, as anybody can write one. */
function linkTo(source: unknown): string {
  return `#code=${deflateRawSync(JSON.stringify(source), { level: 9 }).toString("base64url")}`;
}

// claim: playground-link-waits
Deno.test("the widget of a link is text until the reader lets it run, also while the reader changes it", () =>
  inPlayground(async ({ page, site }) => {
    const css = ".shown { margin: 0 }";
    const controls = "\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069";
    const source = {
      "widget.tck.tsx": `import "./widget.css"; // ${controls}\n${widgetThatShows("of a link")}`,
      "widget.css": css,
    };
    await page.goto(site.url + linkTo(source));
    await waitForStatus(page, "This widget is from a link");
    assert.match((await page.locator(".cm-content").textContent())!, /of a link/);
    assert.equal(
      await page.locator(".cm-specialChar").count(),
      controls.length,
      "what reorders text is seen",
    );
    await writeSource(page, widgetThatShows("of a link and changed"));
    assert.match((await page.textContent("#status"))!, /^This widget is from a link/);
    assert.equal(page.workers().length, 0);
    assert.equal(await page.locator(SHOWN_FRAME).count(), 0);
    await page.click("#run");
    await waitForStatus(page, "Built");
    await waitForText(page, "of a link and changed");
  }));

Deno.test("a link has the whole source, and no server is sent it", () =>
  inPlayground(async ({ page, site }) => {
    await page.goto(site.url);
    await waitForStatus(page, "Built");
    await writeSource(page, widgetThatShows("kept in the link"));
    await waitForCards(page, 1);
    await page.click("#share");
    await waitForStatus(page, "The link is in the address bar");
    const address = page.url();
    await page.goto("about:blank");
    await page.goto(address);
    await waitForStatus(page, "This widget is from a link");
    assert.match((await page.locator(".cm-content").textContent())!, /kept in the link/);
    assert.ok(site.requests.every((path) => !path.includes("code=")));
  }));

Deno.test("of two links that are opened one right after the other the last one is shown", () =>
  inPlayground(async ({ page, site }) => {
    await page.addInitScript(() => {
      const { prototype } = ReadableStreamDefaultReader;
      const { read } = prototype;
      const done = Promise.withResolvers<void>();
      Object.assign(globalThis, { readFirst: done.promise });
      const frames = async (isEnough: (count: number) => boolean) => {
        for (let count = 0; !isEnough(count); count++) await new Promise(requestAnimationFrame);
      };
      // What is read first waits until the second link is shown.
      prototype.read = async function () {
        prototype.read = read;
        await frames(() => document.getElementById("status")!.textContent.startsWith("This widget"));
        void frames((count) => count === 10).then(done.resolve);
        return await read.call(this);
      };
    });
    await page.goto(site.url);
    await waitForStatus(page, "Built");
    const [first, last] = ["the first link", "the last link"].map((text) =>
      linkTo({ "widget.tck.tsx": widgetThatShows(text) })
    );
    await page.evaluate(([first, last]) => {
      addEventListener("hashchange", () => location.hash = last!, { once: true });
      location.hash = first!;
    }, [first, last]);
    await waitForStatus(page, "This widget is from a link");
    await page.evaluate(() => (globalThis as unknown as { readFirst: Promise<void> }).readFirst);
    assert.match((await page.locator(".cm-content").textContent())!, /the last link/);
  }));

// claim: playground-text-only
Deno.test("markup in the names, texts and diagnostics of a link is text", () =>
  inPlayground(async ({ page, site }) => {
    const markup = "</script><img src=x onerror=document.title='run'>";
    await page.goto(site.url + linkTo({ "widget.tck.tsx": "", [`${markup}.tsx`]: "" }));
    await waitForStatus(page, "The widget of the link is not shown");
    await page.goto("about:blank");
    await page.goto(site.url + linkTo({ "widget.tck.tsx": `throw new Error(${JSON.stringify(markup)});` }));
    await waitForStatus(page, "This widget is from a link");
    await page.click("#run");
    await waitForStatus(page, "1 error");
    assert.match((await page.textContent("#problems"))!, /<img src=x/);
    assert.equal(await page.locator("img").count(), 0);
    assert.notEqual(await page.title(), "run");
  }));

// claim: playground-fragment-limits
Deno.test("a link that is too long, inflates to too much, is damaged, or has a long line or other than texts is not shown", () =>
  inPlayground(async ({ page, site }) => {
    const cases = [
      [linkTo({ "widget.tck.tsx": " ".repeat(20_000_000) }), "The widget of the link is too large"],
      [`#code=${"A".repeat(40_000)}`, "The link is too long"],
      ["#code=%%%", "The link is damaged"],
      [linkTo({ "widget.tck.tsx": "", "a.ts": "", "A.ts": "" }), "The widget of the link is not shown"],
      [`#code=${Buffer.from("no deflate").toString("base64url")}`, "The link is damaged"],
      [linkTo({ "widget.tck.tsx": "\u05d0a1".repeat(87_000) }), "The widget of the link is not shown"],
      [
        linkTo({ "widget.tck.tsx": "", "notes.txt": `\na${"\u0301".repeat(5_000)}` }),
        "The widget of the link is not shown",
      ],
      [linkTo({ "widget.tck.tsx": 1 }), "The link is damaged"],
      [linkTo({ "other.tsx": "" }), "The widget of the link is not shown"],
      [linkTo({ "widget.tck.tsx": "", "../up.ts": "" }), "The widget of the link is not shown"],
      [
        linkTo({
          "widget.tck.tsx": "",
          ...Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`a${at}.ts`, ""])),
        }),
        "The widget of the link is not shown",
      ],
    ] as const;
    for (const [fragment, status] of cases) {
      await page.goto("about:blank");
      await page.goto(site.url + fragment);
      await waitForStatus(page, status);
    }
  }));

// claim: playground-loop-ends
Deno.test("a widget that never ends is ended, and the editor answers meanwhile", () =>
  inPlayground(async ({ page, site }) => {
    await page.goto(site.url);
    await waitForStatus(page, "Built");
    await writeSource(page, `while (true);\n${widgetThatShows("never")}`);
    await waitForStatus(page, "Building");
    await writeSource(page, `while (true);\n${widgetThatShows("never, and edited")}`);
    await waitForStatus(page, "1 error");
    assert.match((await page.textContent("#problems"))!, /module\.timeout/);
    await writeSource(page, widgetThatShows("after it"));
    await waitForText(page, "after it");
  }));

// claim: playground-types-end
Deno.test("types that are endless work hold up neither the card nor the types of the next source", () =>
  inPlayground(async ({ page, site }) => {
    const endless = `type Grow<A, D extends 0[] = []> = D["length"] extends 40 ? A
  : Grow<[A, 0], [...D, 0]> extends infer X ? Grow<[A, 1], [...D, 0]> extends infer Y ? [X, Y] : never : never;
${
      Array.from({ length: 50 }, (_, at) => `const grown${at}: Grow<${at}> | undefined = undefined;`).join(
        "\n",
      )
    }`;
    await page.goto(site.url);
    await waitForCards(page, 2);
    await writeSource(page, `${widgetThatShows("shown at once")}${endless}`);
    await waitForText(page, "shown at once");
    await page.locator("#problems", { hasText: "types are not checked" }).waitFor();
    await writeSource(page, widgetThatShows("after it").replace("<Text>", '<Text tone="none">'));
    await page.locator("#problems", { hasText: "TS2322" }).waitFor();
    await waitForText(page, "after it");
  }));

// claim: playground-frames-sealed
Deno.test("the code of a widget has no network and no storage, and other sites cannot have it run in the page's origin", () =>
  inPlayground(async ({ page, site }) => {
    const frame = [...site.playground.files.keys()].find((path) => path.startsWith("isolate-frame"))!;
    await page.goto(`${site.url}empty.html`);
    const attack = (sandbox: string | null) =>
      page.evaluate(async ({ address, probe, sandbox }) => {
        const element = document.createElement("iframe");
        if (sandbox !== null) element.setAttribute("sandbox", sandbox);
        element.src = address;
        const loaded = new Promise((resolve) => element.onload = resolve);
        document.body.append(element);
        await loaded;
        const { port1, port2 } = new MessageChannel();
        const answer = new Promise((resolve) => port1.onmessage = ({ data }) => resolve(data));
        const program = `(async () => {
          const attempts = {
            fetch: () => fetch(${JSON.stringify(probe)}),
            script: () => importScripts(${JSON.stringify(probe)}),
            module: () => import(${JSON.stringify(probe)}),
            socket: () => new Promise((resolve, reject) => {
              const socket = new WebSocket(${JSON.stringify(probe.replace("http", "ws"))});
              socket.onopen = resolve;
              socket.onerror = reject;
            }),
            database: () => new Promise((resolve, reject) => {
              const request = indexedDB.open("kept");
              request.onsuccess = resolve;
              request.onerror = reject;
            }),
          };
          const done = [];
          for (const [name, attempt] of Object.entries(attempts)) {
            await (async () => attempt())().then(() => done.push(name), () => {});
          }
          postMessage({ origin: self.origin, done });
        })();`;
        element.contentWindow!.postMessage(program, "*", [port2]);
        (globalThis as { unsealed?: unknown }).unsealed ??= null;
        if (sandbox !== null) return await answer;
        void answer.then((data) => (globalThis as { unsealed?: unknown }).unsealed = data);
        return null;
      }, { address: site.url + frame, probe: `${site.url}probe.js`, sandbox });
    await attack(null);
    assert.deepEqual(await attack("allow-scripts"), { origin: "null", done: [] });
    assert.equal(await page.evaluate(() => (globalThis as { unsealed?: unknown }).unsealed), null);
    assert.ok(!site.requests.some((path) => path.includes("probe")));
  }));

// claim: playground-frames-sealed
Deno.test("the document of a card takes no cards where another site has it in a frame that is not sealed", () =>
  inPlayground(async ({ page, site }) => {
    const cards = [...site.playground.files.keys()].find((path) => path.startsWith("cards"))!;
    await page.goto(`${site.url}empty.html`);
    const senders = await page.evaluate(async (address) => {
      const open = async (name: string) => {
        const element = document.createElement("iframe");
        if (name === "sealed") element.setAttribute("sandbox", "allow-scripts");
        element.name = name;
        element.src = address;
        const loaded = new Promise((resolve) => element.onload = resolve);
        document.body.append(element);
        await loaded;
        return element;
      };
      const greetings: string[] = [];
      const isGreeted = new Promise<void>((resolve) => {
        addEventListener("message", ({ source }) => {
          const frames = Array.from(document.querySelectorAll("iframe"));
          const { name } = frames.find(({ contentWindow }) => contentWindow === source)!;
          greetings.push(name);
          if (name === "sealed") resolve();
        });
      });
      await open("open");
      await open("sealed");
      await isGreeted;
      return greetings;
    }, site.url + cards);
    assert.deepEqual(senders, ["sealed"]);
  }));
