import assert from "node:assert/strict";
import { SealedSite, withSealedPage } from "./sealed_site.ts";

let site: SealedSite;
Deno.test.beforeAll(async () => void (site = await SealedSite.open()));
Deno.test.afterAll(() => site.close());

Deno.test("a browser can install the application: its manifest is loaded and valid, and each icon has its size", async () => {
  await withSealedPage(site, async (page) => {
    await page.goto(`${site.origin}/`);
    const session = await page.context().newCDPSession(page);
    const { url, data, errors } = await session.send("Page.getAppManifest");
    assert.deepEqual([url, errors], [`${site.origin}/manifest.webmanifest`, []]);
    const manifest = JSON.parse(data!);
    assert.deepEqual([manifest.name, manifest.display, manifest.start_url], [
      "Daily pages",
      "standalone",
      "/",
    ]);
    const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
    // Contexts of tests are incognito.
    assert.deepEqual(
      installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== "in-incognito"),
      [],
    );
    const drawn = await page.evaluate(
      async (icons: { src: string; sizes: string }[]) =>
        await Promise.all(icons.map(async ({ src }) => {
          const image = Object.assign(new Image(), { src });
          await image.decode();
          return `${image.naturalWidth}x${image.naturalHeight}`;
        })),
      manifest.icons,
    );
    assert.deepEqual(drawn.slice(1), manifest.icons.slice(1).map(({ sizes }: { sizes: string }) => sizes));
    assert.equal(manifest.icons[0].sizes, "any");
  });
});

Deno.test("the manifest has the reader's language", async () => {
  const read = async (language: string) => {
    const headers = { "Accept-Language": language };
    const response = await fetch(`${site.origin}/manifest.webmanifest`, { headers });
    assert.equal(response.headers.get("Vary"), "Accept-Language");
    const { lang, name } = await response.json();
    return [lang, name];
  };
  assert.deepEqual(await read("de-CH, en;q=0.5"), ["de", "Tagesseiten"]);
  assert.deepEqual(await read("fr"), ["en", "Daily pages"]);
});
