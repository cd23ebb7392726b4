import assert from "node:assert/strict";
import type { Frame, Page } from "playwright-core";
import { withPage } from "../widget_site.ts";

declare global {
  /** Resolves when the window of the page under test has received a message. */
  var received: Promise<void>;
  /** Ends listening for theme messages. */
  var stopListening: () => void;
}

Deno.test("mountHost manages the document's theme and stylesheet", async (t) => {
  await withPage(async (page, site) => {
    const open = async () => {
      await page.goto(`${site.origin}/probe`);
      await page.waitForFunction(() => globalThis.probe !== undefined);
    };

    await t.step("an existing stylesheet link is used", async () => {
      await open();
      assert.equal(await mountAndCountLinks(page), 1);
    });

    await t.step("a link is added to a page without one, and dispose removes it", async () => {
      await open();
      await page.evaluate(() => document.querySelector("link[data-tck-host-style]")!.remove());
      assert.equal(await mountAndCountLinks(page), 1);
      const link = page.locator("head > link[data-tck-host-style]");
      assert.equal(await link.getAttribute("href"), "/__tck/v1/style.css");
      await page.evaluate(() => globalThis.control.dispose());
      assert.equal(await link.count(), 0);
    });

    await t.step("after dispose, a theme change has no effect on the control and its listeners", async () => {
      await open();
      await mountAndCountLinks(page);
      const seen = await page.evaluate(async () => {
        const { control } = globalThis;
        let calls = 0;
        control.subscribe(() => calls++);
        control.dispose();
        document.documentElement.dataset.theme = "light";
        await new Promise((resolve) => setTimeout(resolve, 0));
        return { calls, theme: control.theme, attribute: document.documentElement.dataset.theme };
      });
      assert.deepEqual(seen, { calls: 0, theme: "dark", attribute: "light" });
    });

    await t.step("setTheme writes data-theme and notifies subscribers, once per change", async () => {
      await open();
      await mountAndCountLinks(page);
      const themes = await page.evaluate(() => {
        const { control } = globalThis;
        const themes: string[] = [document.documentElement.dataset.theme!];
        const stop = control.subscribe(() =>
          themes.push(`${control.theme} ${document.documentElement.dataset.theme}`)
        );
        control.setTheme("light");
        control.setTheme("light");
        stop();
        control.setTheme("dark");
        return themes;
      });
      assert.deepEqual(themes, ["dark", "light light"]);
    });

    await t.step("a theme that the application sets is followed", async () => {
      await open();
      await mountAndCountLinks(page);
      await page.evaluate(() => {
        globalThis.control.subscribe(() => document.title = globalThis.control.theme);
        document.documentElement.dataset.theme = "neither";
        document.documentElement.dataset.theme = "light";
      });
      await page.waitForFunction(() => document.title === "light");
    });

    await t.step("with manageTheme false the control never writes the attribute", async () => {
      await open();
      const themes = await page.evaluate(() => {
        const options = { theme: "dark" as const, hostCssUrl: "/style.css", manageTheme: false };
        const control = globalThis.probe.mount.mountHost(document, options);
        control.setTheme("dark");
        return [control.theme, document.documentElement.dataset.theme];
      });
      assert.deepEqual(themes, ["light", "light"]);
    });
  });
});

Deno.test("a theme message changes the theme only if its source is trusted", async (t) => {
  await withPage(async (page, site) => {
    const stranger = site.origin.replace("127.0.0.1", "localhost");
    const listen = async (allowedOrigins: string[]) => {
      await page.goto(`${site.origin}/probe`);
      await page.waitForFunction(() => globalThis.probe !== undefined);
      await mountAndCountLinks(page);
      await page.evaluate((allowedOrigins) => {
        const { listenForTheme } = globalThis.probe.mount;
        globalThis.stopListening = listenForTheme(globalThis.control, { allowedOrigins });
      }, allowedOrigins);
    };
    const theme = () => page.evaluate(() => globalThis.control.theme);

    await t.step("the page itself is trusted", async () => {
      await listen([]);
      await post(page, { type: "tck:theme", theme: "light" });
      assert.equal(await theme(), "light");
    });

    await t.step("a listener that has ended changes nothing", async () => {
      await listen([]);
      await page.evaluate(() => globalThis.stopListening());
      await post(page, { type: "tck:theme", theme: "light" });
      assert.equal(await theme(), "dark");
    });

    await t.step("a message of another shape changes nothing", async () => {
      await listen([]);
      for (const message of [null, "light", { theme: "light" }, { type: "tck:theme", theme: "blue" }]) {
        await post(page, message);
      }
      assert.equal(await theme(), "dark");
    });

    await t.step("a frame of the same origin is trusted", async () => {
      await listen([]);
      await postFromFrame(page, `${site.origin}/login`);
      assert.equal(await theme(), "light");
    });

    await t.step(
      "a frame of another origin is not trusted, even if the origin is allowed for embedding pages",
      async () => {
        await listen([stranger]);
        await postFromFrame(page, `${stranger}/login`);
        assert.equal(await theme(), "dark");
      },
    );

    await t.step("a sandboxed frame is not trusted", async () => {
      await listen(["null"]);
      await postFromFrame(page, `${site.origin}/login`, "allow-scripts");
      assert.equal(await theme(), "dark");
    });
  });
});

// claim: embed-listed-origins
Deno.test("an embedding page changes the theme if its origin is allowed", async (t) => {
  await withPage(async (page, site) => {
    const stranger = site.origin.replace("127.0.0.1", "localhost");
    for (
      const [allowed, origin, expected] of [
        [stranger, stranger, "light"],
        ["", stranger, "dark"],
        ["null", "null", "dark"], // The origin of every sandboxed page.
      ] as const
    ) {
      await t.step(
        `if "${allowed}" is allowed, a message of "${origin}" makes the theme ${expected}`,
        async () => {
          await page.goto(`${stranger}/frame?${site.origin}/probe`);
          const frame = page.frames().find((frame) => frame.url() === `${site.origin}/probe`)!;
          await frame.waitForFunction(() => globalThis.probe !== undefined);
          await frame.evaluate((allowedOrigins) => {
            const { mountHost, listenForTheme } = globalThis.probe.mount;
            globalThis.control = mountHost(document, { theme: "dark", hostCssUrl: "/__tck/v1/style.css" });
            listenForTheme(globalThis.control, { allowedOrigins });
          }, [allowed]);
          await watchForMessage(frame);
          if (origin === "null") {
            await frame.evaluate(() => {
              const data = { type: "tck:theme", theme: "light" };
              dispatchEvent(new MessageEvent("message", { data, origin: "null", source: globalThis.parent }));
            });
          } else {
            await page.evaluate(() =>
              globalThis.frames[0]!.postMessage({ type: "tck:theme", theme: "light" }, "*")
            );
          }
          await frame.evaluate(() => globalThis.received);
          assert.equal(await frame.evaluate(() => globalThis.control.theme), expected);
        },
      );
    }
  });
});

async function mountAndCountLinks(page: Page): Promise<number> {
  return await page.evaluate(() => {
    globalThis.control = globalThis.probe.mount.mountHost(document, {
      theme: "dark",
      hostCssUrl: "/__tck/v1/style.css",
    });
    return document.querySelectorAll("link[data-tck-host-style]").length;
  });
}

/** Resolves when the message has been delivered: listeners are called in the order in which they were added. */
async function post(page: Page, message: unknown): Promise<void> {
  await page.evaluate((message) =>
    new Promise<void>((resolve) => {
      globalThis.addEventListener("message", () => resolve(), { once: true });
      globalThis.postMessage(message, "*");
    }), message);
}

/** Makes a frame post the theme `light` to its parent, and resolves when the message has been delivered. */
async function postFromFrame(page: Page, url: string, sandbox?: string): Promise<void> {
  await page.evaluate(async ([url, sandbox]) => {
    const frame = document.createElement("iframe");
    if (sandbox !== undefined) frame.setAttribute("sandbox", sandbox);
    frame.src = url!;
    const loaded = new Promise((resolve) => frame.addEventListener("load", resolve, { once: true }));
    document.body.append(frame);
    await loaded;
  }, [url, sandbox] as const);
  await watchForMessage(page.mainFrame());
  await page.frames().at(-1)!.evaluate(() => parent.postMessage({ type: "tck:theme", theme: "light" }, "*"));
  await page.evaluate(() => globalThis.received);
}

/** Sets `received`, which resolves when the frame's window has received a message. */
async function watchForMessage(frame: Frame): Promise<void> {
  await frame.evaluate(() => {
    globalThis.received = new Promise((resolve) => {
      globalThis.addEventListener("message", () => resolve(), { once: true });
    });
  });
}
