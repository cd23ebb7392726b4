import assert from "node:assert/strict";
import { openChromium } from "../../browser/chromium.ts";
import { createImportMap } from "../../../web/assets/mod.ts";
import { ApplicationSite, compareReacts, readDocumentedMap } from "./application_site.ts";
import { openSignedIn } from "./sealed_site.ts";

Deno.test("the import map of the guide resolves what the canvas and widgets import", () => {
  assert.deepEqual(readDocumentedMap(), { scopes: createImportMap([]).scopes });
});

// claim: application-own-react
Deno.test("an application and the canvas beside it have a React each, by either import map", async (t) => {
  const application = await ApplicationSite.open();
  const browser = await openChromium();
  try {
    const context = await openSignedIn(browser, application.site);
    for (const kind of ["html", "late", "documented"] as const) {
      await t.step(`import map: ${kind}`, async () => {
        const page = await context.newPage();
        const errors: string[] = [];
        page.on("pageerror", ({ message }) => errors.push(message));
        await page.goto(application.pageUrl(kind));
        await page.getByRole("button", { name: "widget 0" }).click();
        await page.getByRole("button", { name: "widget 1" }).waitFor();
        if (kind !== "documented") {
          await page.getByRole("button", { name: "application 0, its theme" }).click();
          await page.getByRole("button", { name: "application 1, its theme" }).waitFor();
        }
        assert.deepEqual(await page.evaluate(compareReacts), { apart: true, kept: true });
        const maps = await page.locator("script[type=importmap]").count();
        assert.equal(maps, { html: 1, late: 2, documented: 3 }[kind]);
        // The browser reports a map of the application that is not JSON.
        assert.deepEqual(errors.filter((error) => !error.includes("import map")), []);
        await page.close();
      });
    }
  } finally {
    await browser.close();
    await application.close();
  }
});
