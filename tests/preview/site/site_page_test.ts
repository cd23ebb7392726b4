// budget: 25 s: it builds a site, opens nine pages of it in Chromium, and one in Firefox
import assert from "node:assert/strict";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { openChromium } from "../../browser/chromium.ts";
import { hasPrograms } from "../../servers/programs.ts";
import { buildTestSite, createTellingProject, serveFolder } from "./site_folder.ts";
import { checkPolicy, checkSite, inFirefox, openFirstCard } from "./site_page_cases.ts";

async function inChromium(url: string, folder: string): Promise<void> {
  const browser = await openChromium();
  try {
    const page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage();
    const [errors, requests]: [string[], string[]] = [[], []];
    page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
    page.on("pageerror", (error) => errors.push(String(error)));
    page.on("request", (request) => requests.push(request.url()));
    const open = async (address: string) => void await page.goto(address);
    await checkSite({ errors, requests, open, run: (expression) => page.evaluate(expression) }, url, folder);
  } finally {
    await browser.close();
  }
}

const hasFirefox = await hasPrograms(["firefox-esr"], "a site in Firefox", "firefox-esr");

// claim: site-has-the-policy-of-a-feed
Deno.test("a site shows its cards below any path, without a request to elsewhere, an error or a finding of axe", async (t) => {
  await using project = await createTellingProject();
  const out = join(project.path, "site");
  await buildTestSite(project.folder, out);
  await using served = await serveFolder(out, "/some/path/site/");
  await t.step("in Chromium", () => inChromium(served.url, out));
  // All pages in Firefox are in site_page_soak.ts.
  await t.step({
    name: "in Firefox, by the policy of its first page",
    ignore: !hasFirefox,
    fn: () =>
      inFirefox(async (page) => {
        await openFirstCard(page, served.url);
        await checkPolicy(page, served.url);
      }),
  });
});

Deno.test("a narrow window asks for no module after others before its first card, and for a drawer's code when one is opened", async (t) => {
  await using project = await createTellingProject();
  const out = join(project.path, "site");
  const browser = await openChromium();
  try {
    const check = async () => {
      await buildTestSite(project.folder, out);
      await using served = await serveFolder(out, "/");
      const page = await browser.newPage({ viewport: { width: 390, height: 800 } });
      await page.goto(served.url);
      await page.locator("article.tck-card").first().waitFor();
      const late = await page.evaluate(() => {
        const named = new Set(
          [...document.querySelectorAll<HTMLLinkElement>("link[rel=modulepreload]")].map(({ href }) => href),
        );
        named.add(document.querySelector<HTMLScriptElement>("script[type=module]")!.src);
        const asked = performance.getEntriesByType("resource").map(({ name }) => name);
        return asked.filter((address) => /\.m?js$/.test(address) && !named.has(address));
      });
      // It is read when the card is there.
      assert.deepEqual(late.filter((address) => !/\/data\/review-/.test(address)), []);
      await page.getByRole("button", { name: "Details" }).click();
      const drawer = page.getByRole("dialog");
      await drawer.waitFor();
      await page.keyboard.press("Escape");
      await drawer.waitFor({ state: "hidden" });
      await page.close();
    };
    await t.step("with widgets", check);
    await rm(join(project.folder, "widgets"), { recursive: true });
    await t.step("with bundles only", check);
  } finally {
    await browser.close();
  }
});
