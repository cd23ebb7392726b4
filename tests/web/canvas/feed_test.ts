import assert from "node:assert/strict";
import axe from "axe-core";
import type { Locator, Page } from "playwright-core";
import { formatKitLine, KIT_VERSION, WIDGET_PREFIX } from "../../../core/contract/mod.ts";
import type { JsonObject } from "../../../core/manifest/mod.ts";
import { withPage } from "../widget_site.ts";

const BATCHES = "/api/daily-pages/v2/batches";

Deno.test("the feed mounts the widgets of its batch", async (t) => {
  await withPage(async (page, site) => {
    const errors = collectErrors(page);

    await t.step("every card is mounted in the batch's order, with one import map", async () => {
      await site.addBatch("20260304-morning-brief", [widget("One"), widget("Two", "grid"), widget("Three")]);
      await page.goto(`${site.origin}/feed/20260304-morning-brief`);
      await mounted(page).nth(2).waitFor();
      assert.deepEqual(await cardIds(page, "mounted"), [
        "20260304-morning-brief-1",
        "20260304-morning-brief-2",
        "20260304-morning-brief-3",
      ]);
      assert.equal(await page.locator("script[type=importmap]").count(), 1);
      assert.equal(await page.locator("ol > li article").count(), 3);
    });

    await t.step(
      "widgets of one hash with different manifests are all mounted, and load it once",
      async () => {
        const twin = (title: string) => ({ ...widget("Pair"), manifest: widget(title).manifest });
        await site.addBatch("20260303-morning-brief", [twin("First"), twin("Second")]);
        const { hash } = site.batches[0]!.widgets[0]!.bundle;
        assert.equal(site.batches[0]!.widgets[1]!.bundle.hash, hash);
        await page.goto(`${site.origin}/feed/20260303-morning-brief`);
        await page.getByText("I am First").waitFor();
        await page.getByText("I am Second").waitFor();
        assert.equal(site.countRequests(`${WIDGET_PREFIX}${hash}/widget.mjs`), 1);
      },
    );

    await t.step("a bundle of two widgets is loaded once", async () => {
      await site.addBatch("20260305-morning-brief", [widget("Twin"), widget("Twin")]);
      const [first] = site.batches[0]!.widgets;
      await page.goto(`${site.origin}/feed/20260305-morning-brief`);
      await mounted(page).nth(1).waitFor();
      for (const name of ["widget.mjs", "widget.css", "widget.properties.css"]) {
        assert.equal(site.countRequests(`${WIDGET_PREFIX}${first!.bundle.hash}/${name}`), 1, name);
      }
    });

    await t.step("a slow card keeps its position while the others are shown", async () => {
      await site.addBatch("20260306-morning-brief", [widget("Slow"), widget("Fast")]);
      const { promise, resolve } = Promise.withResolvers<void>();
      site.gates.set(`${WIDGET_PREFIX}${site.batches[0]!.widgets[0]!.bundle.hash}/widget.mjs`, promise);
      await page.goto(`${site.origin}/feed/20260306-morning-brief`);
      await page.getByText("I am Fast").waitFor();
      const slow = card(page, "20260306-morning-brief-1", "loading");
      assert.equal(await slow.getAttribute("aria-label"), "Slow");
      assert.ok(await page.locator("li:first-child [data-state=loading]").isVisible());
      resolve();
      await page.getByText("I am Slow").waitFor();
    });

    await t.step("a batch without widgets shows a message", async () => {
      await site.addBatch("20260307-morning-brief", []);
      await page.goto(`${site.origin}/feed/20260307-morning-brief`);
      await page.getByText("There are no cards yet.").waitFor();
    });

    await t.step("the bootstrap adds the import map to a page without one", async () => {
      await page.goto(`${site.origin}/late/20260304-morning-brief`);
      await page.getByText("I am Three").waitFor();
      const map = page.locator("head > script[type=importmap]");
      assert.deepEqual(Object.keys(JSON.parse(await map.textContent() ?? "")), ["scopes", "integrity"]);
    });

    await t.step("the embedded page shows the newest batch", async () => {
      await site.addBatch("20260308-diary", [widget("Newest")]);
      await page.goto(`${site.origin}/embed`);
      await page.getByText("I am Newest").waitFor();
      assert.equal(await page.locator("article").count(), 1);

      await site.addBatch("20260308-morning-brief", [widget("Later")]);
      site.batches[0] = { ...site.batches[0]!, committedAt: "2026-03-08T06:00:00Z" };
      await site.addBatch("20260308-welcome", [widget("Earlier")]);
      await page.goto(`${site.origin}/embed`);
      await page.getByText("I am Later").waitFor();
      assert.equal(await page.locator("article").count(), 1);
    });

    assert.deepEqual(errors, []);
  });
});

Deno.test("a failing card does not affect the others", async (t) => {
  await withPage(async (page, site) => {
    const openBatch = async (batchId: string, widgets: ReturnType<typeof widget>[]) => {
      await site.addBatch(batchId, widgets);
      return () => page.goto(`${site.origin}/feed/${batchId}`);
    };
    const moduleOf = (index: number) =>
      `${WIDGET_PREFIX}${site.batches[0]!.widgets[index]!.bundle.hash}/widget.mjs`;

    await t.step("a module that could not be fetched can be retried", async () => {
      const open = await openBatch("20260304-morning-brief", [widget("Flaky"), widget("Steady")]);
      site.failures.set(moduleOf(0), [500, 502]);
      await open();
      await page.getByText("I am Steady").waitFor();
      const failed = card(page, "20260304-morning-brief-1", "failed");
      await failed.getByRole("button", { name: "Try again" }).click();
      await failed.waitFor();
      assert.equal(await failed.getAttribute("aria-label"), "Flaky");
      await failed.getByRole("button", { name: "Try again" }).click();
      await page.getByText("I am Flaky").waitFor();
      assert.deepEqual(await cardIds(page, "failed"), []);
    });

    await t.step("a card is loading while its retry is pending", async () => {
      const open = await openBatch("20260302-morning-brief", [widget("Pending")]);
      site.failures.set(moduleOf(0), [500]);
      await open();
      const failed = card(page, "20260302-morning-brief-1", "failed");
      await failed.waitFor();
      const { promise, resolve } = Promise.withResolvers<void>();
      site.gates.set(moduleOf(0), promise);
      await failed.getByRole("button", { name: "Try again" }).click();
      await card(page, "20260302-morning-brief-1", "loading").waitFor();
      assert.equal(await failed.count(), 0);
      resolve();
      await page.getByText("I am Pending").waitFor();
    });

    await t.step("the focus stays on the card that is retried", async () => {
      const open = await openBatch("20260305-morning-brief", [widget("Focused")]);
      site.failures.set(moduleOf(0), [500]);
      await open();
      await card(page, "20260305-morning-brief-1", "failed").getByRole("button").press("Enter");
      await page.getByText("I am Focused").waitFor();
      assert.ok(await page.locator("li").evaluate((slot) => slot === document.activeElement));
    });

    // claim: bytes-checked-by-browser
    await t.step("the browser rejects a module whose bytes do not match its hash", async () => {
      const open = await openBatch("20260306-morning-brief", [widget("Genuine"), widget("Replaced")]);
      const { hash } = site.batches[0]!.widgets[1]!.bundle;
      site.changeModule(hash, "globalThis.isForged = true; export default () => 'Forged';");
      await open();
      await page.getByText("I am Genuine").waitFor();
      await card(page, "20260306-morning-brief-2", "failed").waitFor();
      assert.equal(await page.evaluate(() => "isForged" in globalThis), false);
    });

    await t.step("a widget that throws while rendering is mounted again by a retry", async () => {
      const open = await openBatch("20260301-morning-brief", [throwing("Throwing"), widget("Calm")]);
      await open();
      const failed = card(page, "20260301-morning-brief-1", "failed");
      await failed.waitFor();
      await page.getByText("I am Calm").waitFor();
      await page.evaluate(() => Object.assign(globalThis, { isCalm: true }));
      await failed.getByRole("button", { name: "Try again" }).click();
      await page.getByText("I am Throwing").waitFor();
      const isNewInstance = await page.evaluate(() => {
        const { documents } = globalThis as unknown as { documents: object[] };
        return documents[0] !== documents.at(-1);
      });
      assert.ok(isNewInstance, "the retry mounts a new instance, as after every other failure");
    });

    await t.step("a widget without a manifest fails its card", async () => {
      const { manifest: _, ...nameless } = widget("Nameless");
      const open = await openBatch("20260228-morning-brief", [
        nameless as ReturnType<typeof widget>,
        widget("Named"),
      ]);
      await open();
      await page.getByText("I am Named").waitFor();
      const failed = card(page, "20260228-morning-brief-1", "failed");
      await failed.waitFor();
      assert.equal(await failed.getAttribute("aria-label"), "Card");
    });

    await t.step("an error in the page's own code around a card fails that card", async () => {
      const broken = {
        ...widget("Broken"),
        manifest: { ...widget("Broken").manifest, title: { en: "Breaks" } },
      };
      const open = await openBatch("20260227-morning-brief", [broken, widget("Sound")]);
      await page.addInitScript(() => {
        const { values } = Object;
        Object.values = (object: object) => {
          if ((object as { en?: string }).en === "Breaks") throw new Error("layout");
          return values(object);
        };
      });
      await open();
      await page.getByText("I am Sound").waitFor();
      await card(page, "20260227-morning-brief-1", "failed").waitFor();
    });

    // claim: manifest-canvas-checks
    await t.step("an invalid manifest fails its card", async () => {
      const wrong = { ...widget("Wrong"), manifest: { id: "wrong", title: "Wrong", sizes: ["3x3"] } };
      const open = await openBatch("20260307-morning-brief", [wrong, widget("Right")]);
      await open();
      await page.getByText("I am Right").waitFor();
      const failed = card(page, "20260307-morning-brief-1", "failed");
      assert.equal(await failed.getAttribute("aria-label"), "Wrong");
    });

    await t.step("the host's own elements have no accessibility fault, in either theme", async () => {
      await page.evaluate(axe.source);
      for (const theme of ["light", "dark"]) {
        await page.evaluate((theme) => document.documentElement.dataset.theme = theme, theme);
        assert.deepEqual(await page.evaluate(findAccessibilityFaults), []);
      }
    });

    await t.step("the error card is in the language of the page", async () => {
      await page.goto(`${site.origin}/feed/20260307-morning-brief?lang=de-CH`);
      await page.getByRole("button", { name: "Erneut versuchen" }).waitFor();
      const title = page.locator(".tck-card-failure-title").first();
      await title.evaluate((element) => element.textContent = "מזג האוויר, היום!");
      assert.equal(await title.evaluate((element) => getComputedStyle(element).direction), "rtl");
    });
  });
});

Deno.test("a feed that cannot be loaded shows the reason", async (t) => {
  await withPage(async (page, site) => {
    await site.addBatch("20260304-morning-brief", [widget("One")]);
    await t.step(
      "without a session the browser goes to the login page, with the URL to return to",
      async () => {
        site.failures.set(BATCHES, [401]);
        await page.goto(`${site.origin}/feed/20260304-morning-brief?lang=de`);
        await page.waitForURL("**/login?**");
        const next = new URL(page.url()).searchParams.get("next");
        assert.equal(next, "/feed/20260304-morning-brief?lang=de#signed-in");
      },
    );

    await t.step("after a server failure it can be loaded again", async () => {
      site.failures.set(BATCHES, [502]);
      await page.goto(`${site.origin}/feed/20260304-morning-brief`);
      const message = page.getByRole("alert");
      await message.getByText("The cards could not be loaded.").waitFor();
      await message.getByRole("button", { name: "Try again" }).click();
      await page.getByText("I am One").waitFor();
    });

    await t.step("a list that does not come in time can be loaded again", async () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      site.gates.set(BATCHES, promise);
      await page.evaluate(() => sessionStorage.setItem("isHasty", "true"));
      await page.addInitScript(() => {
        const start = AbortSignal.timeout.bind(AbortSignal);
        if (sessionStorage.getItem("isHasty")) AbortSignal.timeout = () => start(100);
      });
      try {
        await page.goto(`${site.origin}/feed/20260304-morning-brief`);
        const message = page.getByRole("alert");
        await message.getByText("The cards could not be loaded.").waitFor({ timeout: 60_000 });
        await page.evaluate(() => sessionStorage.clear());
      } finally {
        resolve(); // A site with an open request does not close.
      }
      await page.reload();
      await page.getByText("I am One").waitFor();
    });

    await t.step("an unknown batch has a message of its own, and is no error of the page", async () => {
      const errors = collectErrors(page);
      await page.goto(`${site.origin}/feed/20991231-morning-brief`);
      await page.getByRole("alert").getByText("This page does not exist, or you do not have access to it.")
        .waitFor();
      assert.deepEqual(errors, []);
    });
  });
});

/** Runs in the page. The `region` rule is off because the landmarks around the feed are not under test. */
async function findAccessibilityFaults(): Promise<string[]> {
  const { axe } = globalThis as unknown as { axe: typeof import("axe-core") };
  const options = { rules: { region: { enabled: false } } };
  const { violations } = await axe.run("#canvas-feed-root", options);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join()}`);
}

/** A widget that shows its title. Two with the same title have the same bundle. */
function widget(title: string, cardType = "feed"): { module: string; manifest: JsonObject } {
  return {
    module: `
      import { jsx } from "react/jsx-runtime";
      import { useWidgetContext } from "@tck/kit";
      export default () => jsx("p", { children: "I am " + useWidgetContext().manifest.title, id: "${title}" });
    `,
    manifest: { id: title.toLowerCase(), title, cardType, sizes: ["2x1", "fill-auto"] },
  };
}

function card(page: Page, widgetId: string, state: string): Locator {
  return page.locator(`article[data-widget-id="${widgetId}"][data-state="${state}"]`);
}

function mounted(page: Page): Locator {
  return page.locator('article[data-state="mounted"]');
}

async function cardIds(page: Page, state: string): Promise<(string | undefined)[]> {
  return await page.locator(`article[data-state="${state}"]`)
    .evaluateAll((articles) => articles.map((article) => (article as HTMLElement).dataset.widgetId));
}

/** A widget that throws until `globalThis.isCalm`, and records its documents in `globalThis.documents`. */
function throwing(title: string): { module: string; manifest: JsonObject } {
  const { manifest } = widget(title);
  const module = `
    import { useWidgetContext } from "@tck/kit";
    globalThis.documents = [];
    export default () => {
      globalThis.documents.push(useWidgetContext().getDoc());
      if (!globalThis.isCalm) throw new Error("not calm");
      return "I am ${title}";
    };
  `;
  return { module, manifest };
}

/** The errors of a page, without the 404 answers for the stylesheets of bundles that have none. */
function collectErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => {
    const isMissingStylesheet = message.location().url.endsWith(".css");
    if (["error", "warning"].includes(message.type()) && !isMissingStylesheet) errors.push(message.text());
  });
  return errors;
}

Deno.test("a card that needs a newer kit says so in the page's language, and the other cards are shown", async () => {
  await withPage(async (page, site) => {
    const banner = formatKitLine("99.0.0");
    const links = {
      ...widget("Links"),
      module: `${banner}\nimport { Gauge } from "@tck/kit"; export default Gauge;`,
    };
    const renders = {
      ...widget("Renders"),
      module: `${banner}
        import * as kit from "@tck/kit";
        import { jsx } from "react/jsx-runtime";
        export default function Widget() { return jsx(kit.Gauge, {}); }`,
    };
    await site.addBatch("20260304-morning-brief", [links, renders, widget("Plain")]);
    await page.goto(`${site.origin}/feed/20260304-morning-brief`);
    const sentence = `This card needs @tck/kit 99.0.0, and this page has ${KIT_VERSION}.`;
    for (const number of [1, 2]) {
      await card(page, `20260304-morning-brief-${number}`, "failed").getByText(sentence).waitFor();
    }
    await page.getByText("I am Plain").waitFor();
  });
});
