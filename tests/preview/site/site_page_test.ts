// budget: 25 s: it builds a site, opens nine pages of it in Chromium, and one in Firefox
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
