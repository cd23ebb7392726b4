import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { type Probe, withPage } from "../widget_site.ts";
import { showCards, widgetModule } from "./card_page.ts";

Deno.test("a widget is mounted in a card of its own", async (t) => {
  await withPage(async (page, site) => {
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(error.message));
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type()) && !message.text().includes("404")) {
        errors.push(message.text());
      }
    });
    const hello = widgetModule(`jsx("p", { children: "Hello" })`);

    await t.step(
      "its article has an open shadow root, which strict mode's second effect reuses",
      async () => {
        await showCards(page, site, [{ module: hello }]);
        const article = page.locator('article[data-widget-id="card-1"][data-state="mounted"]');
        await article.waitFor();
        assert.equal(await article.evaluate(({ shadowRoot }) => shadowRoot?.mode), "open");
        assert.equal(await article.locator("p").textContent(), "Hello");
        assert.equal(await page.locator("[data-tck-content]").count(), 1);
        assert.equal(await page.locator("footer").count(), 0, "it has no slots");
      },
    );

    await t.step("it shares React and the context with the host", async () => {
      const module = `${widgetModule(`jsx("p", { children: context.instanceId })`)}
        globalThis.widgetModules = { React, kit };`;
      await showCards(page, site, [{ module }]);
      await page.getByText("card-1").waitFor();
      const shared = await page.evaluate(() => {
        const { widgetModules } = globalThis as unknown as { widgetModules: Probe };
        return [
          widgetModules.React.useState === globalThis.probe.React.useState,
          widgetModules.kit.useWidgetContext === globalThis.probe.kit.useWidgetContext,
        ];
      });
      assert.deepEqual(shared, [true, true]);
    });

    await t.step("it adopts the shared reset sheet, then its bundle's sheet", async () => {
      const green = { module: hello, css: "p { color: rgb(0, 128, 0) }", manifest: { id: "twin" } };
      await showCards(page, site, [green, green, {
        module: widgetModule(`jsx("p", { children: "Plain" })`),
      }]);
      await page.getByText("Plain").waitFor();
      const sheets = await page.evaluate(() => {
        const all = [...document.querySelectorAll("article")].map(({ shadowRoot }) =>
          shadowRoot!.adoptedStyleSheets
        );
        const distinct = [...new Set(all.flat())];
        return all.map((adopted) => adopted.map((sheet) => distinct.indexOf(sheet)));
      });
      assert.deepEqual(sheets, [[0, 1], [0, 1], [0, 2]]);
      assert.equal(await color(page, "card-1", "p"), "rgb(0, 128, 0)");
      assert.notEqual(await color(page, "card-3", "p"), "rgb(0, 128, 0)");
    });

    await t.step("its own rules override the shared sheet, even from a layer", async () => {
      const module = widgetModule(`jsxs("div", { children: [
        jsx("p", { children: "Paragraph" }),
        jsx(kit.Badge, { tone: "positive", children: "Badge" }),
      ] })`);
      const css = `@layer utilities { p { margin: 7px } } span { color: rgb(7, 7, 7) }`;
      await showCards(page, site, [{ module, css }]);
      const style = (text: string, property: string) =>
        page.getByText(text).evaluate(
          (element, name) => getComputedStyle(element).getPropertyValue(name),
          property,
        );
      assert.equal(await style("Paragraph", "margin-top"), "7px");
      assert.equal(await style("Badge", "color"), "rgb(7, 7, 7)");
      assert.equal(await style("Badge", "font-weight"), "600");
    });

    await t.step("it does not inherit the page's styles, only the tokens", async () => {
      await showCards(page, site, [{ module: hello, css: "p { background: var(--color-surface) }" }]);
      await page.getByText("Hello").waitFor();
      await page.locator("body").evaluate((body) => {
        body.style.cssText =
          "color: red; font-size: 50px; letter-spacing: 9px; --color-surface: rgb(1, 2, 3)";
      });
      const style = await page.getByText("Hello").evaluate((p) => {
        const { color, fontSize, letterSpacing, backgroundColor } = getComputedStyle(p);
        return { color, fontSize, letterSpacing, backgroundColor };
      });
      assert.notEqual(style.color, "rgb(255, 0, 0)");
      assert.equal(style.fontSize, "16px");
      assert.equal(style.letterSpacing, "normal");
      assert.equal(style.backgroundColor, "rgb(1, 2, 3)");
    });

    await t.step(
      "its @property rules are registered once, and its other rules are not added to the page",
      async () => {
        const angle = "@property --angle { syntax: '<angle>'; inherits: false; initial-value: 7deg; }";
        const hue = "@property --hue { syntax: '<number>'; inherits: true; initial-value: 3; }";
        await showCards(page, site, [
          { module: hello, propertiesCss: `${angle} body { display: none } @import "/evil.css";` },
          {
            module: widgetModule(`jsx("p", { children: "Two" })`),
            propertiesCss: `${angle} ${hue} ${hue.replace("3", "4")}`,
          },
        ]);
        await page.getByText("Two").waitFor();
        const rules = await page.evaluate(() => {
          const styles = [...document.head.querySelectorAll<HTMLStyleElement>("style[data-tck-properties]")];
          return styles.map(({ sheet }) =>
            [...sheet!.cssRules].map((rule) => (rule as CSSPropertyRule).name)
          );
        });
        assert.deepEqual(rules, [["--angle", "--hue"]]);
        const initial = await page.getByText("Hello").evaluate((p) =>
          getComputedStyle(p).getPropertyValue("--angle")
        );
        assert.equal(initial, "7deg");
        assert.equal(site.countRequests("/evil.css"), 0);
      },
    );

    // claim: styles-no-host-tokens
    await t.step("its @property rules for the host's own properties are ignored", async () => {
      const token = "@property --color-text { syntax: '<color>'; inherits: false; initial-value: red; }";
      const escaped = "@property --font-s\\61ns { syntax: '*'; inherits: false; initial-value: x; }";
      const area = "@property --canvas-area { syntax: '<color>'; inherits: false; initial-value: red; }";
      const own = "@property --own { syntax: '<number>'; inherits: true; initial-value: 3; }";
      await showCards(page, site, [
        { module: hello, propertiesCss: `${token} ${escaped} ${area} ${own}` },
        { module: widgetModule(`jsx("p", { children: "Neighbour" })`) },
      ]);
      const [first, second] = [page.getByText("Hello"), page.getByText("Neighbour")];
      await second.waitFor();
      const own3 = await first.evaluate((p) => getComputedStyle(p).getPropertyValue("--own"));
      assert.equal(own3, "3");
      assert.notEqual(await color(page, "card-2", "p"), "rgb(255, 0, 0)");
      const sans = await second.evaluate((p) => getComputedStyle(p).getPropertyValue("--font-sans"));
      assert.match(sans, /sans-serif/);
      const place = await second.evaluate((p) => getComputedStyle(p).getPropertyValue("--canvas-area"));
      assert.equal(place, "");
    });

    await t.step(
      "its portal target covers the card and ignores pointer events, its children do not",
      async () => {
        const module = widgetModule(`jsxs("button", {
        style: { width: 300, height: 100 },
        onClick: () => globalThis.clicks.push("below"),
        children: ["Below", createPortal(
          jsx("button", { onClick: () => globalThis.clicks.push("above"), children: "Above" }),
          context.portalTarget,
        )],
      })`);
        await page.addInitScript(() => Object.assign(globalThis, { clicks: [] }));
        await showCards(page, site, [{ module }]);
        await page.getByText("Above").click();
        await page.getByText("Below").click({ position: { x: 250, y: 80 } });
        const clicks = await page.evaluate(() => (globalThis as unknown as { clicks: string[] }).clicks);
        assert.deepEqual([clicks[0], clicks.at(-1)], ["above", "below"]);
        const covers = await page.locator("article").evaluate((article) => {
          const target = article.shadowRoot!.querySelector("[data-tck-portal]")!;
          return [target.clientWidth, target.clientHeight].join() ===
            [article.clientWidth, article.clientHeight].join();
        });
        assert.ok(covers);
      },
    );

    await t.step("its context is for presentation only", async () => {
      const module = `${widgetModule(`(globalThis.context = context, "Seen")`)}`;
      await showCards(page, site, [{ module, manifest: { defaultState: { degrees: 12 }, sizes: ["2x1"] } }]);
      await page.getByText("Seen").waitFor();
      const seen = await page.evaluate(() => {
        const { context } = globalThis as unknown as { context: import("@tck/kit").WidgetContext };
        let error: unknown;
        try {
          context.applyPatch([{ op: "replace", path: "/degrees", value: 13 }]);
        } catch (thrown) {
          error = thrown;
        }
        const { agent, size, slots } = context;
        const isReadOnly = error instanceof globalThis.probe.kit.ReadOnlySurfaceError;
        const hasTimeZone = context.timeZone === Intl.DateTimeFormat().resolvedOptions().timeZone;
        return { agent, size, slots, document: context.getDoc(), isReadOnly, hasTimeZone };
      });
      assert.deepEqual(seen, {
        agent: null,
        size: "2x1",
        slots: { actions: [], updatedAt: null },
        document: { state: { degrees: 12 }, version: 0 },
        isReadOnly: true,
        hasTimeZone: true,
      });
    });

    await t.step("it renders again after a theme change", async () => {
      await showCards(page, site, [{
        module: widgetModule(`jsx("p", { children: "It is " + context.theme })`),
        css: `p { color: light-dark(rgb(8, 8, 8), rgb(9, 9, 9)) }`,
      }]);
      await page.getByText("It is light").waitFor();
      await page.evaluate(() => globalThis.control.setTheme("dark"));
      await page.getByText("It is dark").waitFor();
      assert.equal(await color(page, "card-1", "p"), "rgb(9, 9, 9)");
    });

    await t.step("its article has the name, the language and the direction of the card", async () => {
      const texts = {
        module: `${hello}// Arabic`,
        locale: "ar-EG",
        manifest: { languages: ["ar"], title: { ar: "الطقس", en: "Weather" } },
      };
      await showCards(page, site, [texts, { module: hello }]);
      const [first, second] = [page.locator("article").nth(0), page.locator("article").nth(1)];
      await second.getByText("Hello").waitFor();
      const attributes = (locator: typeof first) =>
        Promise.all(["lang", "dir", "aria-label"].map((name) => locator.getAttribute(name)));
      assert.deepEqual(await attributes(first), ["ar", "rtl", "الطقس"]);
      assert.deepEqual(await attributes(second), ["en", "ltr", "widget-2"]);
    });

    await t.step("its update time and its actions with a link are drawn below it", async () => {
      const slots = {
        actions: [
          { id: "open", label: { en: "Open", de: "Öffnen" }, href: "/weather", variant: "primary" as const },
          { id: "idle", label: "Nothing to do" },
        ],
        updatedAt: { timestamp: "2026-03-04T05:00:00Z", label: "This morning" },
      };
      await showCards(page, site, [{ module: hello, manifest: { slots } }]);
      const footer = page.locator("article > footer");
      await footer.getByText("This morning").waitFor();
      assert.equal(await footer.getByRole("link").count(), 1);
      assert.equal(await footer.getByRole("link", { name: "Open" }).getAttribute("href"), "/weather");
      assert.ok(await footer.isVisible());
    });

    assert.deepEqual(errors, []);
  });
});

Deno.test("a widget that throws while rendering has an error card, and the other cards do not change", async (t) => {
  await withPage(async (page, site) => {
    await page.addInitScript(() => Object.assign(globalThis, { broken: true }));
    const fragile = widgetModule(
      `globalThis.broken ? (() => { throw new Error("boom") })() : jsx("p", { children: "Whole" })`,
    );
    await showCards(page, site, [
      { module: fragile, manifest: { title: "Weather" } },
      { module: widgetModule(`jsx("p", { children: "Steady" })`) },
    ]);
    const failed = page.locator('article[data-widget-id="card-1"][data-state="failed"]');
    const retry = failed.getByRole("button", { name: "Try again" });

    await t.step("the error card has the widget's name and a button", async () => {
      await retry.waitFor();
      assert.equal(await failed.getAttribute("aria-label"), "Weather");
      assert.ok(await failed.getByText("Weather").isVisible());
      assert.ok(await page.getByText("Steady").isVisible());
    });

    await t.step("a retry that throws again shows the error card again", async () => {
      await retry.click();
      await retry.waitFor();
      assert.deepEqual(await page.evaluate(() => globalThis.recovered), []);
    });

    await t.step("a retry by keyboard mounts the widget when it no longer throws", async () => {
      await page.evaluate(() => Object.assign(globalThis, { broken: false }));
      await page.keyboard.press("Tab");
      assert.ok(await retry.evaluate((button) => button === document.activeElement));
      await page.keyboard.press("Enter");
      await page.getByText("Whole").waitFor();
      const article = page.locator('article[data-widget-id="card-1"][data-state="mounted"]');
      assert.equal(await article.evaluate(({ shadowRoot }) => shadowRoot?.mode), "open");
      assert.deepEqual(await page.evaluate(() => globalThis.recovered), ["card-1"]);
    });
  });
});

Deno.test("a failed card that is given another bundle mounts it", async () => {
  await withPage(async (page, site) => {
    await page.goto(`${site.origin}/probe`);
    await page.waitForFunction(() => globalThis.probe !== undefined);
    await page.evaluate(() => {
      const { React, createRoot, host: { DailyHost }, mount: { mountHost, WidgetMount } } = globalThis.probe;
      const [url, position] = ["/__tck/v1/style.css", { col: 0, row: 0 }];
      const control = mountHost(document, { theme: "light", hostCssUrl: url });
      const root = createRoot(document.body.appendChild(document.createElement("main")));
      const show = async (hash: string, component: () => string) => {
        const host = new DailyHost({ loader: () => Promise.resolve({ default: component }) });
        const manifest = { id: "hello", cardType: "feed", sizes: ["fill-auto"] };
        host.register({ hash, manifest, bundleUrl: url, cssUrl: url });
        const instance = await host.mountWidget({ manifestId: "hello", widgetId: "card-1", position });
        root.render(React.createElement(WidgetMount, { instance, control, mode: "inline" }));
      };
      Object.assign(globalThis, { show });
    });
    const show = (hash: string, text: string) =>
      page.evaluate(([hash, text]) => {
        const { show } = globalThis as unknown as {
          show(hash: string, component: () => string): Promise<void>;
        };
        return show(hash!, () => {
          if (text === "") throw new Error("boom");
          return text!;
        });
      }, [hash, text]);
    await show("A".repeat(64), "");
    await page.locator('article[data-state="failed"]').waitFor();
    await show("B".repeat(64), "Second bundle");
    await page.getByText("Second bundle").waitFor();
  });
});

Deno.test("what a widget throws is reported once, and the style element has the page's nonce", async () => {
  await withPage(async (page, site) => {
    const propertiesCss = "@property --own { syntax: '*'; inherits: false }";
    const hash = await site.addWidget({ module: widgetModule(`jsx("p", {})`), propertiesCss });
    await page.goto(`${site.origin}/probe`);
    await page.waitForFunction(() => globalThis.probe !== undefined);
    await page.evaluate(async (hash) => {
      const { React, createRoot, host: { DailyHost }, mount: { mountHost, WidgetMount } } = globalThis.probe;
      const script = document.createElement("script");
      script.setAttribute("nonce", "dGVzdA");
      document.head.append(script);
      const component = () => {
        throw new Error("boom");
      };
      const host = new DailyHost({ loader: () => Promise.resolve({ default: component }) });
      const folder = `/api/widgets/v1/${hash}/`;
      host.register({
        hash,
        manifest: { id: "hello", cardType: "feed", sizes: ["fill-auto"] },
        bundleUrl: `${folder}widget.mjs`,
        cssUrl: `${folder}widget.css`,
        propertiesCssUrl: `${folder}widget.properties.css`,
      });
      const position = { col: 0, row: 0 };
      const instance = await host.mountWidget({ manifestId: "hello", widgetId: "card-1", position });
      const control = mountHost(document, { theme: "light", hostCssUrl: "/__tck/v1/style.css" });
      const thrown: unknown[] = [];
      const onError = (error: unknown) => void thrown.push((error as Error).message);
      const root = createRoot(document.body.appendChild(document.createElement("main")));
      root.render(React.createElement(WidgetMount, { instance, control, mode: "inline", onError }));
      Object.assign(globalThis, { thrown });
    }, hash);
    await page.locator('article[data-state="failed"]').waitFor();
    const { thrown, nonce } = await page.evaluate(() => ({
      thrown: (globalThis as unknown as { thrown: string[] }).thrown,
      nonce: document.querySelector<HTMLStyleElement>("style[data-tck-properties]")!.nonce,
    }));
    assert.deepEqual(thrown, ["boom"]);
    assert.equal(nonce, "dGVzdA");
  });
});

const FIXED_CSS =
  "p { position: fixed; inset: -300px; z-index: 9; background: red; box-shadow: 0 0 0 900px red; }";

for (
  const [what, css] of [
    ["elements with position: fixed", FIXED_CSS],
    [
      "a :host with position: fixed",
      `:host { position: fixed !important; inset: -500px !important; z-index: 9 !important; contain: none !important;
        overflow: visible !important; background: red !important; } ${FIXED_CSS}`,
    ],
    [
      "shadows and outlines",
      ":host, p { outline: 300px solid red !important; filter: drop-shadow(0 90px red); }",
    ],
  ] as const
) {
  // claim: styles-in-card
  Deno.test(`a card with ${what} neither covers nor paints on its neighbours`, async () => {
    await withPage(async (page, site) => {
      const calm = (text: string) =>
        widgetModule(`jsx("div", { style: { height: 120 }, children: "${text}" })`);
      const loud = widgetModule(`jsxs("div", { style: { height: 80 }, children: [
        jsx("p", { children: "Loud" }),
        createPortal(jsx("p", { children: "Portal" }), context.portalTarget),
      ] })`);
      await showCards(page, site, [{ module: calm("Above") }, { module: loud, css }, {
        module: calm("Below"),
      }]);
      const card = page.locator('article[data-widget-id="card-2"]');
      await page.getByText("Below").waitFor();
      await card.getByText("Loud").waitFor({ state: "attached" });
      for (const text of ["Above", "Below"]) await page.getByText(text).click();
      const places = await Promise.all(
        [1, 3].map((number) => page.locator(`article[data-widget-id="card-${number}"]`).boundingBox()),
      );
      // The middle of each neighbour, which the shadow of the card's frame does not reach.
      const clips = places.map((box) => ({ ...box!, y: box!.y + 50, height: 40 }));
      const pictures = () => Promise.all(clips.map((clip) => page.screenshot({ clip })));
      const painted = await pictures();
      await card.evaluate((article) => article.parentElement!.style.opacity = "0");
      const unpainted = await pictures();
      assert.ok(
        painted.every((picture, index) => picture.equals(unpainted[index]!)),
        "it paints on a neighbour",
      );
    });
  });
}

async function color(page: Page, widgetId: string, selector: string): Promise<string> {
  return await page.locator(`article[data-widget-id="${widgetId}"] ${selector}`)
    .evaluate((element) => getComputedStyle(element).color);
}
