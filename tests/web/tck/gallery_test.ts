import assert from "node:assert/strict";
import axe from "axe-core";
import type { Locator, Page } from "playwright-core";
import { withPage } from "../widget_site.ts";
import { type GalleryView, showGallery } from "./gallery.ts";

const VIEWS: GalleryView[] = ["words", "list", "small"];

Deno.test("the building blocks look right at every width, in both themes and directions", async (t) => {
  await withPage(async (page, site) => {
    const errors = collectErrors(page);

    for (const locale of ["en", "ar"] as const) {
      await t.step(`in ${locale} nothing overflows a card, from 160 to 720 pixels`, async () => {
        await showGallery(page, site, VIEWS.map((view) => ({ view, locale })));
        for (const width of [160, 280, 360, 720]) {
          await page.setViewportSize({ width, height: 900 });
          assert.deepEqual(await page.evaluate(findJutting), [], `at ${width} pixels`);
        }
      });

      await t.step(`in ${locale} there is no accessibility fault, in either theme`, async () => {
        await page.evaluate(axe.source);
        for (const width of [280, 720]) {
          await page.setViewportSize({ width, height: 900 });
          for (const theme of ["light", "dark"] as const) {
            await page.evaluate((theme) => globalThis.control.setTheme(theme), theme);
            // Wait for colour transitions between the themes to end.
            await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)));
            assert.deepEqual(await page.evaluate(findAccessibilityFaults), [], `${theme} at ${width} pixels`);
          }
        }
      });
    }

    await t.step("right to left, rows begin at the right", async () => {
      await page.setViewportSize({ width: 360, height: 900 });
      const first = page.locator(".kit-badge").first();
      const last = page.locator(".kit-badge").nth(1);
      assert.ok((await left(first)) > (await left(last)));
    });

    await t.step("with forced colours every box keeps a visible edge", async () => {
      await page.emulateMedia({ forcedColors: "active" });
      const canvas = await systemColor(page, "Canvas");
      for (const box of [".kit-badge", ".kit-button[data-variant=primary]"]) {
        assert.equal(await styleOf(page.locator(box).first(), "border-top-style"), "solid");
        assert.notEqual(await styleOf(page.locator(box).first(), "border-top-color"), canvas);
      }
      await page.emulateMedia({ forcedColors: "none" });
    });

    await t.step(
      "under the pointer a button changes gradually, and with reduced motion at once",
      async () => {
        const button = page.locator(".kit-button").first();
        await button.hover();
        assert.equal(await styleOf(button, "transition-duration"), "0.15s");
        await page.emulateMedia({ reducedMotion: "reduce" });
        assert.equal(await styleOf(button, "transition-duration"), "0s");
        await page.emulateMedia({ reducedMotion: "no-preference" });
        await page.mouse.move(0, 0);
      },
    );

    assert.deepEqual(errors, []);
  });
});

Deno.test("a popover opens beside its button, in the portal target and above the card", async (t) => {
  await withPage(async (page, site) => {
    const errors = collectErrors(page);
    await page.setViewportSize({ width: 320, height: 600 });
    await showGallery(page, site, [{ view: "floating" }]);
    const button = page.getByRole("button", { name: "Sources" });
    const dialog = page.getByRole("dialog", { name: "Sources" });

    await t.step("Enter opens it and moves the focus into it", async () => {
      await button.focus();
      assert.equal(await button.getAttribute("aria-expanded"), "false");
      await page.keyboard.press("Enter");
      await dialog.waitFor();
      await hasFocus(dialog);
      assert.equal(await button.getAttribute("aria-expanded"), "true");
      assert.ok(await dialog.evaluate((dialog) => dialog.parentElement!.matches("[data-tck-portal]")));
    });

    await t.step("the card does not clip it, and it is inside the window", async () => {
      const box = (await dialog.boundingBox())!;
      const card = (await page.locator("article").boundingBox())!;
      assert.ok(box.y + box.height > card.y + card.height);
      assert.ok(box.x >= 0 && box.x + box.width <= 320);
      assert.ok(box.y >= (await button.boundingBox())!.y);
      const atEdge = { x: box.x + box.width / 2, y: box.y + box.height - 3 };
      assert.ok(
        await page.locator("article").evaluate(
          (article, { x, y }) =>
            article.shadowRoot!.elementFromPoint(x, y)?.closest("[role=dialog]") !== null,
          atEdge,
        ),
      );
    });

    await t.step("it has no accessibility fault, in either theme", async () => {
      await page.evaluate(axe.source);
      for (const theme of ["light", "dark"] as const) {
        await page.evaluate((theme) => globalThis.control.setTheme(theme), theme);
        await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)));
        assert.deepEqual(await page.evaluate(findAccessibilityFaults), [], theme);
      }
    });

    await t.step("Tab moves the focus to its content", async () => {
      await page.keyboard.press("Tab");
      await hasFocus(page.getByRole("link", { name: "Harbour office" }));
    });

    await t.step("Escape closes it and the focus returns to the button", async () => {
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "hidden" });
      await hasFocus(button);
      await button.and(page.locator('[aria-expanded="false"]')).waitFor();
    });

    await t.step("the button closes it as well, and so does a click elsewhere", async () => {
      await button.click();
      await dialog.waitFor();
      await button.click();
      await dialog.waitFor({ state: "hidden" });
      await button.click();
      await dialog.waitFor();
      await page.mouse.click(300, 590);
      await dialog.waitFor({ state: "hidden" });
    });

    await t.step(
      "without room below it opens above, and it stays beside its button when the page scrolls",
      async () => {
        await page.locator("main").evaluate((main) => main.style.cssText = "padding-block: 500px 900px");
        await page.evaluate(() => scrollTo(0, 100));
        await button.click();
        await dialog.waitFor();
        const gap = async () => (await button.boundingBox())!.y - (await dialog.boundingBox())!.y;
        const above = await gap();
        assert.ok(above > 0);
        await page.evaluate(() =>
          new Promise((done) => {
            addEventListener("scroll", () => requestAnimationFrame(done), { once: true });
            scrollTo(0, 140);
          })
        );
        assert.equal(Math.round(await gap()), Math.round(above));
      },
    );

    assert.deepEqual(errors, []);
  });
});

Deno.test("a tooltip works with pointer, keyboard and screen reader", async (t) => {
  await withPage(async (page, site) => {
    const errors = collectErrors(page);
    await page.setViewportSize({ width: 320, height: 600 });
    await showGallery(page, site, [{ view: "floating" }]);
    const words = page.getByRole("button", { name: "Bft" });
    const tooltip = page.getByRole("tooltip");

    await t.step("it is in the portal target and describes the words", async () => {
      const described = await words.evaluate((words) => {
        const root = words.getRootNode() as ShadowRoot;
        const tooltip = root.getElementById(words.getAttribute("aria-describedby")!)!;
        return [tooltip.textContent, tooltip.parentElement!.matches("[data-tck-portal]")];
      });
      assert.deepEqual(described, ["Beaufort, the mean of ten minutes", true]);
      assert.equal(await tooltip.count(), 0);
    });

    await t.step("focusing the words shows it, and Escape hides it without moving the focus", async () => {
      await page.keyboard.press("Tab");
      await hasFocus(words);
      await tooltip.waitFor();
      assert.ok((await tooltip.boundingBox())!.y < (await words.boundingBox())!.y);
      await page.evaluate(axe.source);
      assert.deepEqual(await page.evaluate(findAccessibilityFaults), []);
      await page.keyboard.press("Escape");
      await tooltip.waitFor({ state: "hidden" });
      await hasFocus(words);
    });

    await t.step("it is hidden when the words lose the focus", async () => {
      await page.keyboard.press("Shift+Tab");
      await page.keyboard.press("Tab");
      await tooltip.waitFor();
      await page.keyboard.press("Tab");
      await tooltip.waitFor({ state: "hidden" });
    });

    await t.step("hovering shows it, also over the tooltip itself, and leaving hides it", async () => {
      await page.mouse.move(0, 0); // From outside the card, straight to the words.
      await words.hover();
      await tooltip.waitFor();
      await tooltip.hover();
      assert.ok(await tooltip.isVisible());
      await page.mouse.move(300, 590);
      await tooltip.waitFor({ state: "hidden" });
    });

    await t.step("Escape hides it when it was shown by hovering", async () => {
      await words.hover();
      await tooltip.waitFor();
      await page.keyboard.press("Escape");
      await tooltip.waitFor({ state: "hidden" });
    });

    await t.step("a tap shows it, and a tap elsewhere hides it", async () => {
      const touched = await page.context().browser()!.newPage({ hasTouch: true });
      await showGallery(touched, site, [{ view: "floating" }]);
      await touched.getByRole("button", { name: "Bft" }).tap();
      await touched.getByRole("tooltip").waitFor();
      await touched.getByRole("button", { name: "Sources" }).tap();
      await touched.getByRole("tooltip").waitFor({ state: "hidden" });
    });

    assert.deepEqual(errors, []);
  });
});

function collectErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type()) && !message.text().includes("404")) {
      errors.push(message.text());
    }
  });
  return errors;
}

/** Runs in the page: the elements that are wider than their card, without those for screen readers only. */
function findJutting(): string[] {
  return [...document.querySelectorAll("article")].flatMap((article) => {
    const card = article.getBoundingClientRect();
    return [...article.shadowRoot!.querySelectorAll<HTMLElement>(".kit-card *")]
      .filter((element) => element.closest(".kit-visually-hidden, svg *") === null)
      .filter((element) => {
        const { left, right, width } = element.getBoundingClientRect();
        return width > 0 && (left < card.left || right > card.right);
      })
      .map((element) => element.outerHTML.slice(0, 120));
  });
}

/** Runs in the page. The `region` rule is off because the landmarks around the cards are not under test. */
async function findAccessibilityFaults(): Promise<string[]> {
  const { axe } = globalThis as unknown as { axe: typeof import("axe-core") };
  const { violations } = await axe.run("main", { rules: { region: { enabled: false } } });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join()}`);
}

async function hasFocus(locator: Locator): Promise<void> {
  const active = (element: Element) => (element.getRootNode() as ShadowRoot).activeElement === element;
  assert.ok(await locator.evaluate(active));
}

async function left(locator: Locator): Promise<number> {
  return (await locator.boundingBox())!.x;
}

async function styleOf(locator: Locator, property: string): Promise<string> {
  return await locator.evaluate(
    (element, name) => getComputedStyle(element).getPropertyValue(name),
    property,
  );
}

async function systemColor(page: Page, name: string): Promise<string> {
  return await page.evaluate((name) => {
    document.body.style.color = name;
    return getComputedStyle(document.body).color;
  }, name);
}
