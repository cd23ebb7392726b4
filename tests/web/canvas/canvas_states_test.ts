// budget: 25 s: each case opens a page of its own
import assert from "node:assert/strict";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { createBuiltFixtures } from "../../../hosts/routes/mod.ts";
import { openChromium } from "../../browser/chromium.ts";
import { makeEnvelope } from "../../hosts/routes/envelopes.ts";
import { sessionCookie } from "../../hosts/routes/stack.ts";
import { until } from "../../waiting/mod.ts";
import { openHostAssets } from "../host_assets.ts";
import { isSoak, waitFor } from "./each_browser.ts";
import { cardFrame, openSignedIn, SealedSite } from "./sealed_site.ts";

type Canvas = "open" | "sealed";
const CANVASES = ["open", "sealed"] as const;

const sites = new Map<Canvas, SealedSite>();
let browser: Browser;

Deno.test.beforeAll(async () => {
  const [assets, sample] = [await openHostAssets(), await makeEnvelope({ module: cardModule("A sample") })];
  const mockFixtures = createBuiltFixtures(() => Promise.resolve([sample.bytes]), () => Date.UTC(2026, 2, 1));
  for (const canvas of CANVASES) sites.set(canvas, await SealedSite.open(canvas, { assets, mockFixtures }));
  browser = await openChromium();
});
Deno.test.afterAll(async () => {
  await browser.close();
  for (const site of sites.values()) await site.close();
});

/** Runs a test on a signed-in page of a context of its own. */
async function withPage(
  canvas: Canvas,
  run: (page: Page, site: SealedSite, context: BrowserContext) => Promise<void>,
  options: Parameters<Browser["newContext"]>[0] = {},
): Promise<void> {
  const site = sites.get(canvas)!;
  const context = await openSignedIn(browser, site, options);
  try {
    await run(await context.newPage(), site, context);
  } finally {
    await context.close();
  }
}

function cardModule(text: string): string {
  return `import { createElement } from "react";
    export default () => createElement("p", null, ${JSON.stringify(text)});`;
}

const LIST = "**/api/daily-pages/v2/batches?*";

// The soak has the same of the open canvas.
for (const canvas of [isSoak ? "open" : "sealed"] as const) {
  Deno.test(`${canvas}: places wait for the cards until the canvas's code has arrived`, async () => {
    await withPage(canvas, async (page, site) => {
      const { url } = await site.addBatch([{ module: cardModule("Arrived") }]);
      const arrival = Promise.withResolvers<void>();
      await page.route("**/__tck/v1/*.mjs", async (route) => {
        await arrival.promise;
        await route.continue();
      });
      await page.goto(url, { waitUntil: "commit" });
      const places = page.locator(".canvas-start .canvas-slot");
      await places.nth(2).waitFor();
      assert.ok((await places.first().boundingBox())!.height > 100);
      const late = page.getByText("This takes longer than usual.");
      assert.equal(await late.isVisible(), false);
      await late.evaluate((notice) => notice.getAnimations().forEach((delay) => delay.finish()));
      await page.getByRole("link", { name: "Reload the page" }).waitFor();
      arrival.resolve();
      await (await cardFrame(page, canvas)).getByText("Arrived").waitFor();
      await places.first().waitFor({ state: "hidden" });
      await late.waitFor({ state: "hidden" });
    });
  });

  Deno.test(`${canvas}: offline the canvas says so, and loads its cards when the connection is back`, async () => {
    await withPage(canvas, async (page, site, context) => {
      const { url } = await site.addBatch([{ module: cardModule("Back again") }]);
      let requests = 0;
      await page.route(LIST, async (route) => {
        if (++requests > 1) return await route.continue();
        await (await cardFrame(page, canvas)).getByRole("status").waitFor();
        await context.setOffline(true);
        await route.abort("internetdisconnected");
      });
      await page.goto(url);
      const frame = await cardFrame(page, canvas);
      await frame.getByRole("alert").getByText("You are offline.").waitFor();
      await context.setOffline(false);
      await frame.getByText("Back again").waitFor();
      assert.equal(requests, 2);
    });
  });

  Deno.test(`${canvas}: a batch without cards, and a reader without batches, have a calm message`, async () => {
    await withPage(canvas, async (page, site, context) => {
      const { url } = await site.addBatch([{ module: cardModule("Gone") }]);
      await page.route(LIST, async (route) => {
        const response = await route.fetch();
        const list = await response.json();
        list.batches[0].widgets = [];
        await route.fulfill({ response, json: list });
      });
      await page.goto(url);
      await (await cardFrame(page, canvas)).getByRole("status").getByText("There are no cards yet.")
        .waitFor();
      await page.unroute(LIST);
      const [name = "", value = ""] = (await sessionCookie("eve")).split("=");
      await context.addCookies([{ name, value, url: site.origin, httpOnly: true, sameSite: "Lax" }]);
      await page.goto(`${site.origin}/embed/daily-page/v2`);
      await (await cardFrame(page, canvas)).getByRole("status").getByText("There are no cards yet.")
        .waitFor();
      await page.goto(`${site.origin}/feed`);
      await page.getByText("There are no pages yet. The first one appears here as soon as it is ready.")
        .waitFor();
    });
  });

  Deno.test(`${canvas}: the embedded page shows the fixtures with mock=true, without a session and a worker`, async () => {
    const site = sites.get(canvas)!;
    const context = await browser.newContext();
    const page = await context.newPage();
    const failed: string[] = [];
    page.on("response", (response) => response.status() >= 400 && failed.push(response.url()));
    await page.goto(`${site.origin}/embed/daily-page/v2?mock=true`);
    await (await cardFrame(page, canvas)).getByText("A sample").waitFor();
    assert.deepEqual(
      await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length),
      0,
    );
    // A bundle that says nothing of its stylesheets is asked for them.
    assert.deepEqual(failed.filter((url) => !url.includes(".css")), []);
    await context.close();
  });

  Deno.test(`${canvas}: a widget that suspends forever is a skeleton at first, and a failed card at its deadline`, async () => {
    await withPage(canvas, async (page, site) => {
      const { url } = await site.addBatch([{
        module: `const never = new Promise(() => {}); export default () => { throw never; };`,
        manifest: { title: "Waits", slots: { updatedAt: { timestamp: "2026-01-01T06:00:00Z" } } },
      }, { module: cardModule("Calm") }]);
      await page.clock.install();
      await page.goto(url);
      const frame = await cardFrame(page, canvas);
      const waiting = frame.locator("article[aria-busy=true][lang]");
      await waiting.locator(".tck-card-skeleton").waitFor();
      await frame.getByText("Calm").waitFor();
      assert.equal(await frame.locator("article[data-state=mounted]").count(), 1);
      await page.clock.fastForward(21_000);
      const failed = frame.locator("article[data-state=failed]");
      await failed.getByText("This card took too long to load.").waitFor();
      assert.equal(await failed.getAttribute("data-failure"), "timeout");
      assert.equal(await frame.locator("article[data-state=mounted]").count(), 1);
      await failed.getByRole("button", { name: "Try again" }).click();
      await waiting.waitFor();
    });
  });

  Deno.test(`${canvas}: the ages of all cards follow the clock, and a visible page renews its session`, async () => {
    await withPage(canvas, async (page, site, context) => {
      const slots = { updatedAt: { timestamp: "2026-01-31T08:00:00Z" } };
      const { url } = await site.addBatch([
        { module: cardModule("First"), manifest: { slots } },
        { module: cardModule("Second"), manifest: { slots } },
      ]);
      const renewals: number[] = [];
      page.on("response", (response) => {
        if (response.url().endsWith("/session/renew")) renewals.push(response.status());
      });
      await page.clock.install({ time: "2026-01-31T08:05:10Z" });
      await page.goto(url);
      const frame = await cardFrame(page, canvas);
      const expectAges = async (age: string) => {
        await frame.waitForFunction(
          (age) =>
            [...document.querySelectorAll("time")].filter(({ textContent }) => textContent === age).length ===
              2,
          age,
        );
      };
      await expectAges("5 minutes ago");
      await page.clock.fastForward("02:00");
      await expectAges("7 minutes ago");
      assert.deepEqual(renewals, []);

      const cookieOf = async () =>
        (await context.cookies()).find(({ name }) => name === "tck_session")!.value;
      const before = await cookieOf();
      await page.clock.fastForward("01:00:00");
      await expectAges("1 hour ago");
      await until("the session is renewed", () => renewals.length === 1);
      assert.deepEqual(renewals, [200]);
      assert.notEqual(await cookieOf(), before);

      await page.evaluate(() =>
        Object.defineProperty(document, "hidden", { value: true, configurable: true })
      );
      await page.clock.fastForward("02:00:00");
      await expectAges("3 hours ago");
      assert.equal(renewals.length, 1, "a hidden page renews its session");
      await page.evaluate(() => {
        Object.defineProperty(document, "hidden", { value: false });
        document.dispatchEvent(new Event("visibilitychange"));
      });
      await until("the session is renewed again", () => renewals.length === 2);
    });
  });

  Deno.test(`${canvas}: pages are left and come back by keyboard, and by the browser's history`, async () => {
    await withPage(canvas, async (page, site) => {
      const older = await site.addBatch([{ module: cardModule(`Older ${canvas}`) }]);
      const newer = await site.addBatch([{ module: cardModule(`Newer ${canvas}`) }]);
      await page.goto(newer.url);
      await (await cardFrame(page, canvas)).getByText(`Newer ${canvas}`).waitFor();
      for (let presses = 0; presses < 10; presses++) {
        await page.keyboard.press("Tab");
        if (await page.evaluate(() => document.activeElement?.getAttribute("rel") === "prev")) break;
      }
      await page.keyboard.press("Enter");
      await page.waitForURL(older.url);
      await (await cardFrame(page, canvas)).getByText(`Older ${canvas}`).waitFor();
      await page.goBack();
      await page.waitForURL(newer.url);
      await (await cardFrame(page, canvas)).getByText(`Newer ${canvas}`).waitFor();
      await page.goForward();
      await (await cardFrame(page, canvas)).getByText(`Older ${canvas}`).waitFor();
    });
  });

  Deno.test(`${canvas}: cards are in the reader's language and direction, still for who wants it, and in the system's theme`, async () => {
    await withPage(canvas, async (page, site) => {
      const { url } = await site.addBatch([
        {
          module: cardModule("مرحبا"),
          manifest: { languages: ["en", "ar"], slots: { updatedAt: { timestamp: "2026-01-01T06:00:00Z" } } },
        },
        { module: cardModule("שלום"), manifest: { languages: ["en", "he"] } },
        { module: cardModule("Hello"), manifest: { languages: ["en"] } },
      ]);
      await page.addInitScript(() => Object.defineProperty(navigator, "languages", { value: ["ar", "he"] }));
      let release = () => {};
      const released = new Promise<void>((resolve) => release = resolve);
      await page.route(LIST, async (route) => {
        await released;
        await route.continue();
      });
      await page.goto(url);
      const frame = await cardFrame(page, canvas);
      const line = frame.locator(".tck-card-skeleton > span").first();
      // A line that is replaced meanwhile has no style.
      const animation = await waitFor(() =>
        line.evaluate((line) => getComputedStyle(line).animationName || null)
      );
      assert.equal(animation, "none");
      release();
      await frame.getByText("Hello").waitFor();
      await frame.getByText("שלום").waitFor();
      const cards = await frame.locator("article").evaluateAll((articles) =>
        articles.map((article) => {
          const { direction, textAlign } = getComputedStyle(article.shadowRoot!.querySelector("p")!);
          return [article.getAttribute("lang"), article.getAttribute("dir"), direction, textAlign];
        })
      );
      assert.deepEqual(cards, [
        ["ar", "rtl", "rtl", "start"],
        ["he", "rtl", "rtl", "start"],
        ["en", "ltr", "ltr", "start"],
      ]);
      const [time, card] = [
        await frame.locator(".tck-card-updated").boundingBox(),
        await frame.locator("article").first().boundingBox(),
      ];
      assert.ok(
        card!.x + card!.width - (time!.x + time!.width) < 40,
        "the update time is at the end of the line",
      );
      for (const one of [page.mainFrame(), frame]) {
        assert.equal(await one.evaluate(() => document.documentElement.dataset["theme"]), "dark");
        assert.equal(
          await one.evaluate(() => getComputedStyle(document.documentElement).colorScheme),
          "dark",
        );
      }
    }, { locale: "ar", reducedMotion: "reduce", colorScheme: "dark", viewport: { width: 390, height: 800 } });
  });

  // claim: bytes-checked-by-browser
  Deno.test(`${canvas}: a host asset that was changed on its way is rejected by the browser`, async () => {
    await withPage(canvas, async (page, site) => {
      const { url } = await site.addBatch([{ module: cardModule("Never shown") }]);
      await page.route("**/__tck/v1/react-runtime.mjs", async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, body: `document.title = "forged";\n${await response.text()}` });
      });
      const rejected = page.waitForEvent("console", (message) => /integrity/i.test(message.text()));
      await page.goto(url);
      await rejected;
      // A frame that cannot start is removed.
      if (canvas === "sealed") {
        await page.getByRole("alert").getByText("The cards could not be loaded.").waitFor();
      }
      assert.deepEqual(page.frames(), [page.mainFrame()]);
      assert.notEqual(await page.title(), "forged");
      assert.equal(await page.getByText("Never shown").count(), 0);
    });
  });
}

if (!isSoak) {
  Deno.test("sealed: a page whose frame cannot be loaded offline says so, and shows the cards when the connection is back", async () => {
    await withPage("sealed", async (page, site, context) => {
      const { url } = await site.addBatch([{ module: cardModule("Back at last") }]);
      let isOffline = true;
      await page.route("**/canvas.html?*", async (route) => {
        if (!isOffline) return await route.continue();
        await page.waitForLoadState("load").catch(() => {});
        await context.setOffline(true);
        await route.abort("internetdisconnected");
      });
      await page.goto(url, { waitUntil: "commit" });
      await page.getByRole("alert").getByText("You are offline.").waitFor();
      isOffline = false;
      await context.setOffline(false);
      await (await cardFrame(page, "sealed")).getByText("Back at last").waitFor();
      assert.equal(await page.getByRole("alert").count(), 0);
    });
  });

  Deno.test("sealed: the keyboard goes through the cards and back to the page", async () => {
    await withPage("sealed", async (page, site) => {
      const action = { id: "go", label: "Go on", href: "/feed" };
      const { url } = await site.addBatch([{
        module: cardModule("Reached"),
        manifest: { slots: { actions: [action] } },
      }]);
      await page.goto(url);
      const frame = await cardFrame(page, "sealed");
      const link = frame.getByRole("link", { name: "Go on" });
      await link.waitFor();
      const isLinkFocused = () =>
        link.evaluate((element) => element === document.activeElement && document.hasFocus());
      const readFocus = async () => {
        const inPage = await page.evaluate(() => document.activeElement!.outerHTML);
        return `${inPage} ${await isLinkFocused()}`;
      };
      // A key is held until the focus is elsewhere, as a finger does: a frame has to see where it is released.
      const press = async (key: string, reached: () => Promise<boolean>) => {
        for (let presses = 0; presses < 12 && !await reached(); presses++) {
          const before = await readFocus();
          await page.keyboard.down(key);
          await until("the focus has moved", async () => await readFocus() !== before);
          await page.keyboard.up(key);
        }
        assert.ok(await reached(), key);
      };
      await press("Tab", isLinkFocused);
      await page.keyboard.down("Shift");
      await press(
        "Tab",
        () => page.evaluate(() => document.activeElement?.matches("[data-theme-switch]") === true),
      );
      await page.keyboard.up("Shift");
      await press("Tab", isLinkFocused);
      await page.keyboard.press("Enter");
      await page.waitForURL(`${site.origin}/feed`);
    });
  });

  // claim: pages-integrity
  Deno.test("open: the browser loads no module that the page's import map does not know", async () => {
    await withPage("open", async (page, site) => {
      const { url } = await site.addBatch([{ module: cardModule("Known") }]);
      const { url: other } = await site.addBatch([{
        module: `globalThis.isUnknown = true; ${cardModule("Unknown")}`,
      }]);
      await page.goto(other);
      await page.getByText("Unknown").waitFor();
      const [added] = await page.evaluate(async () => {
        const { batches } = await (await fetch("/api/daily-pages/v2/batches?limit=1")).json();
        return batches[0].widgets;
      });
      await page.route(LIST, async (route) => {
        const response = await route.fetch();
        const list = await response.json();
        list.batches[0].widgets.push(added);
        await route.fulfill({ response, json: list });
      });
      await page.goto(url);
      await page.getByText("Known").waitFor();
      await page.locator("article[data-state=failed][data-failure=integrity]").waitFor();
      assert.equal(await page.evaluate(() => "isUnknown" in globalThis), false);
    });
  });
}
