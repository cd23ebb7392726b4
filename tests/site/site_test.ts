// budget: 60 s: it builds the site with three cards, starts Chromium and Firefox, and checks pages in both themes at three widths
// @reads docs/
// @reads web/tck/api/
// @reads fixtures/projects/
import assert from "node:assert/strict";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, normalize } from "node:path";
import * as esbuild from "esbuild";
import type { BrowserContextOptions, Page } from "playwright-core";
import { parse } from "parse5";
import { VERSION } from "../../core/contract/mod.ts";
import { checkVersionsFolder, listVersions } from "../../docs/site/site_versions.ts";
import { SITE_MARK, writeSite } from "../../docs/site/write_site.ts";
import { addAxe } from "../browser/axe.ts";
import { openChromium } from "../browser/chromium.ts";
import { openFirefox } from "../browser/firefox.ts";
import { serveFolder } from "../preview/site/site_folder.ts";
import { hasPrograms } from "../servers/programs.ts";
import { readFragment } from "../../docs/site/playground/page/source_link.ts";
import { until } from "../waiting/mod.ts";

/** A sample with a sheet of its own, a block, and one whose bundle has no markup. */
const CARDS = ["note", "stat", "line-chart"];

const folder = await mkdtemp(join(tmpdir(), "tck-site-"));
Deno.test.afterAll(async () => {
  await esbuild.stop();
  await rm(folder, { recursive: true });
});

/** The folder of the sites of all versions. */
const versions = join(folder, "versions");

const out = join(versions, VERSION);
const options = { work: join(folder, "gallery") };
await writeSite({ ...options, out, wanted: (name) => CARDS.includes(name), isVersioned: true });
const files = (await readdir(out, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
  .map(({ parentPath, name }) => join(parentPath, name).slice(out.length + 1));
const pages = files.filter((file) =>
  file.endsWith(".html") && !/^(?:gallery\/workbench|playground)\//.test(file)
);

interface Element {
  readonly nodeName: string;
  readonly attrs?: readonly { readonly name: string; readonly value: string }[];
  readonly childNodes?: readonly Element[];
  readonly content?: Element;
}

function listElements(node: Element): Element[] {
  return [node, ...[...node.childNodes ?? [], ...node.content ? [node.content] : []].flatMap(listElements)];
}

const parsed = new Map<string, Element[]>();
for (const page of pages) {
  parsed.set(page, listElements(parse(await readFile(join(out, page), "utf8")) as Element));
}

Deno.test("no two elements of a page have the same id", () => {
  const twice = [...parsed].flatMap(([page, elements]) => {
    const ids = elements.flatMap((element) => valueOf(element, "id") ?? []);
    return ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `${page}: ${id}`);
  });
  assert.deepEqual(twice, []);
});

const valueOf = (element: Element, name: string) => element.attrs?.find((one) => one.name === name)?.value;

Deno.test("each link of the site, and each of its anchors, leads somewhere in it", () => {
  const names = new Map(
    Array.from(parsed, ([page, elements]) => [page, new Set(elements.map((one) => valueOf(one, "id")))]),
  );
  const broken = [...parsed].flatMap(([page, elements]) =>
    elements.flatMap((element) => ["href", "src", "srcset"].flatMap((name) => valueOf(element, name) ?? []))
      .filter((link) => !/^(?:https?|mailto):|#code=/.test(link))
      .filter((link) => {
        const [path = "", anchor] = link.split("#");
        const target = path === "" ? page : normalize(join(dirname(page), decodeURI(path)));
        return !files.includes(target) || anchor !== undefined && !names.get(target)?.has(decodeURI(anchor));
      }).map((link) => `${page}: ${link}`)
  );
  assert.deepEqual(broken, []);
});

Deno.test("no page has a script, a style or an event's code in its text, or loads something of another origin", () => {
  const faults = [...parsed].filter(([page]) => !page.startsWith("gallery/painted/")).flatMap(
    ([page, elements]) =>
      elements.filter((element) => {
        const isInline = element.nodeName === "style" ||
          element.nodeName === "script" && valueOf(element, "src") === undefined ||
          (element.attrs ?? []).some(({ name }) => name === "style" || name.startsWith("on"));
        const loaded = valueOf(element, "src") ??
          (element.nodeName === "link" ? valueOf(element, "href") : "");
        return isInline || /^(?:[a-z]+:)?\/\//.test(loaded!);
      }).map(({ nodeName }) => `${page}: ${nodeName}`),
  );
  assert.deepEqual(faults, []);
});

Deno.test("each picture has its size in the markup, so that nothing moves when it is loaded", () => {
  const pictures = [...parsed].flatMap(([page, elements]) =>
    elements.filter(({ nodeName }) => nodeName === "img").map((element) => ({
      page,
      src: valueOf(element, "src"),
      sides: ["width", "height"].map((side) => Number(valueOf(element, side))),
    }))
  );
  assert.deepEqual(pictures.filter(({ sides }) => !sides.every((side) => side > 0)), []);
  const first = pictures.find(({ page, src }) => page === "index.html" && src!.includes("/widget."))!;
  assert.deepEqual(first.sides, [216, 216]);
});

Deno.test("llms.txt lists the Markdown of pages, which is beside each of them", async () => {
  const listed = Array.from((await readFile(join(out, "llms.txt"), "utf8")).matchAll(/\]\(([^)]+)\): \S/g))
    .map(([, file]) => file!);
  assert.ok(listed.includes("docs/tutorial.md") && listed.includes("web/tck/api/content.md"));
  assert.deepEqual(listed.filter((file) => !files.includes(file)), []);
  assert.equal(await readFile(join(out, "docs/kit.md"), "utf8"), await readFile("docs/kit.md", "utf8"));
});

Deno.test("a gallery page opens the playground with all its sources", async () => {
  const links = parsed.get("gallery/note.html")!.flatMap((element) => valueOf(element, "href") ?? []);
  const [, fragment] = links.map((link) => link.split("../playground/index.html")).find(([, rest]) => rest)!;
  const linked = await readFragment(fragment!);
  const note = new URL("../../fixtures/projects/morning-brief/widgets/005_note/", import.meta.url);
  assert.deepEqual([...linked!.keys()].sort(), (await readdir(note)).sort());
  for (const [name, text] of linked!) assert.equal(text, await readFile(new URL(name, note), "utf8"));
  assert.ok(files.includes("playground/index.html"));
});

Deno.test("the playground of the site leads to its other parts", async () => {
  const elements = listElements(parse(await readFile(join(out, "playground/index.html"), "utf8")) as Element);
  const links = elements.flatMap((element) => valueOf(element, "href") ?? []).filter((link) =>
    link.startsWith("../")
  );
  assert.equal(links.length, 3);
  assert.deepEqual(links.filter((link) => !files.includes(normalize(join("playground", link)))), []);
});

Deno.test("a folder that holds something else is not replaced by a site", async () => {
  const other = join(folder, "other");
  await mkdir(other);
  await writeFile(join(other, "letter.txt"), "dear");
  await assert.rejects(
    writeSite({ ...options, out: other, wanted: () => true }),
    /it holds something else/,
  );
  assert.equal(await readFile(join(other, "letter.txt"), "utf8"), "dear");
});

/** Serves all versions; the address is that of this one. */
async function serveVersion(): Promise<{ readonly url: string; readonly site: string } & AsyncDisposable> {
  const served = await serveFolder(versions, "/some/path/");
  return {
    site: served.url,
    url: `${served.url}${VERSION}/`,
    [Symbol.asyncDispose]: () => served[Symbol.asyncDispose](),
  };
}

/** Sites of other versions beside this one, with a first page each, and folders of something else. */
async function writeOtherVersions(): Promise<void> {
  for (const version of ["0.1.0", "0.10.0", "0.11.0-rc.2", "0.11.0-rc.10"]) {
    await mkdir(join(versions, version), { recursive: true });
    await writeFile(join(versions, version, SITE_MARK), JSON.stringify({ version }));
    await writeFile(join(versions, version, "index.html"), `the first page of ${version}`);
  }
  await mkdir(join(versions, "copy"), { recursive: true });
  await writeFile(join(versions, "copy", SITE_MARK), JSON.stringify({ version: "0.1.0" }));
  await mkdir(join(versions, "drafts"), { recursive: true });
}

Deno.test("sites of versions are listed by their release, and a pre-release is not the newest", async () => {
  await checkVersionsFolder(join(folder, "not", "yet"));
  await writeFile(join(versions, "letter.txt"), "dear");
  await assert.rejects(checkVersionsFolder(versions), /it holds something else; give another --out/);
  await writeOtherVersions();
  const listed = await listVersions(versions);
  assert.deepEqual(listed.versions, ["0.11.0-rc.10", "0.11.0-rc.2", "0.10.0", VERSION, "0.1.0"]);
  assert.equal(listed.newest, "0.10.0");
  assert.match(await readFile(join(versions, "index.html"), "utf8"), /url=0\.10\.0\/index\.html/);
  await checkVersionsFolder(versions);
  await rm(join(versions, "0.10.0"), { recursive: true });
  assert.equal((await listVersions(versions)).newest, VERSION);
});

Deno.test("a page leads to other versions, and says that it is not of the newest", async () => {
  await writeOtherVersions();
  await listVersions(versions);
  await using served = await serveFolder(versions, "/some/path/");
  await using browser = await openSiteBrowser(served.url);
  const page = await browser.open({});
  await page.goto(`${served.url}${VERSION}/docs/kit.html`);
  await page.getByText(`This page is of version ${VERSION}. The newest is version 0.10.0.`).waitFor();
  const choice = page.getByRole("combobox", { name: "Version" });
  assert.equal(await choice.inputValue(), VERSION);
  await choice.selectOption("0.1.0");
  await page.getByText("the first page of 0.1.0").waitFor();
  assert.equal(page.url(), `${served.url}0.1.0/index.html`);
  await mkdir(join(versions, "0.10.0/docs"));
  await writeFile(join(versions, "0.10.0/docs/kit.html"), "the kit of 0.10.0");
  await page.goto(`${served.url}${VERSION}/docs/kit.html`);
  await page.getByRole("link", { name: "version 0.10.0" }).click();
  await page.getByText("the kit of 0.10.0").waitFor();
  for (const version of ["0.10.0", "0.11.0-rc.2", "0.11.0-rc.10"]) {
    await rm(join(versions, version), { recursive: true });
  }
  await listVersions(versions);
  await page.goto(`${served.url}${VERSION}/docs/kit.html`);
  await choice.waitFor();
  assert.equal(await page.locator(".old-version").count(), 0);
});

/** A page of each kind. */
const CHECKED = ["index.html", "docs/chat.html", "gallery/index.html", "gallery/note.html"];

/** Those with the widest tables and the longest words; axe takes seconds for each. */
const WIDE = ["docs/settings.html", "docs/limits.html", "web/tck/api/types.html"];

Deno.test("pages are clean for axe in both themes, as wide as the window, and complete below any path", async (t) => {
  await using served = await serveVersion();
  await using browser = await openSiteBrowser(served.site);
  for (const width of [390, 900, 1440]) {
    for (const colorScheme of ["light", "dark"] as const) {
      await t.step(`${width} pixels, ${colorScheme}`, async () => {
        const page = await browser.open({ viewport: { width, height: 900 }, colorScheme });
        for (const path of [...CHECKED, ...colorScheme === "light" ? WIDE : []]) {
          await page.goto(served.url + path);
          const overhang = await page.evaluate(() =>
            document.documentElement.scrollWidth - document.documentElement.clientWidth
          );
          assert.equal(overhang, 0, path);
          if (WIDE.includes(path)) continue;
          assert.equal(await page.locator("html").getAttribute("data-theme"), colorScheme);
          await addAxe(page);
          const found = await page.evaluate<string[]>(
            `axe.run(document, { resultTypes: ["violations"], iframes: false }).then(({ violations }) =>
              violations.map(({ id, nodes }) => id + " " + nodes.map(({ target }) => String(target)).join(", ")))`,
          );
          assert.deepEqual(found, [], path);
        }
      });
    }
  }
  await t.step("the search is opened and followed by keys", async () => {
    const page = await browser.open({ viewport: { width: 1280, height: 900 } });
    await page.goto(`${served.url}docs/tutorial.html`);
    await page.keyboard.press("/");
    await page.keyboard.type("tombstone");
    await until("a result", async () => await page.locator(".search-dialog li a").count() > 0);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await until("its page", () => Promise.resolve(!page.url().endsWith("docs/tutorial.html")));
    assert.match(await page.locator("main").innerText(), /tombstone/i);
  });
  await t.step("the chosen theme is kept, and pictures follow it", async () => {
    const page = await browser.open({ colorScheme: "light" });
    await page.goto(`${served.url}index.html`);
    const picture = () =>
      page.evaluate(() =>
        document.querySelector<HTMLImageElement>(".hero img")!.currentSrc.split("/").at(-1)
      );
    await until("the light picture", async () => await picture() === "widget.light.webp");
    await page.getByRole("button", { name: "Light or dark" }).click();
    await until("the dark picture", async () => await picture() === "widget.dark.webp");
    await page.goto(`${served.url}docs/kit.html`);
    assert.equal(await page.locator("html").getAttribute("data-theme"), "dark");
  });
  await t.step("an example is copied", async () => {
    const page = await browser.open({ permissions: ["clipboard-read", "clipboard-write"] });
    await page.goto(`${served.url}index.html`);
    await page.getByRole("button", { name: "Copy" }).first().click();
    await page.getByText("Copied", { exact: true }).waitFor();
    assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^import \{ Card, CardHeader/);
  });
  await t.step("a card of the gallery is live, in the size and language that is chosen", async () => {
    const page = await browser.open({ viewport: { width: 1440, height: 900 }, colorScheme: "dark" });
    await page.goto(`${served.url}gallery/note.html`);
    await page.frameLocator(".item-card iframe").getByText("Before the workshop").waitFor();
    const live = page.locator(".item-card .live");
    assert.equal(await live.count(), 0, "painted until the page is used");
    await page.mouse.move(20, 20);
    const frame = page.frameLocator(".item-card .live");
    await frame.getByText("Before the workshop").waitFor();
    assert.equal(await frame.locator("html").getAttribute("data-theme"), "dark");
    await page.getByRole("radio", { name: "de" }).check();
    await frame.getByText("Vor dem Workshop").waitFor();
    await page.goto(`${served.url}gallery/stat.html`);
    await page.getByRole("radio", { name: "1x1" }).check();
    await until(
      "the frame of 1x1",
      async () => (await live.boundingBox())?.width === 168 + 48,
    );
    await frame.getByText("€1,240").waitFor();
    await page.goto(`${served.url}gallery/line-chart.html`);
    await frame.locator("svg").first().waitFor(); // It has no painted card.
  });
  await t.step(
    "a painted card is replaced at once where the reader has chosen another theme than the system's",
    async () => {
      const page = await browser.open({ colorScheme: "light" });
      await page.goto(`${served.url}index.html`);
      await page.evaluate(() => localStorage.setItem("tck-site-theme", "dark"));
      await page.goto(`${served.url}gallery/note.html`);
      await page.frameLocator(".item-card .live").locator("html[data-theme=dark]").waitFor();
    },
  );
  await t.step("a card without markup is live in the overview", async () => {
    const page = await browser.open({});
    await page.goto(`${served.url}gallery/index.html`);
    const tile = page.locator(".tile", { hasText: "LineChart" });
    await tile.scrollIntoViewIfNeeded();
    await page.frameLocator('iframe[title="LineChart"]').locator("svg").first().waitFor();
  });
  await t.step(
    "without JavaScript the docs are there, the pages beside them too, and cards are painted",
    async () => {
      const page = await browser.open({ javaScriptEnabled: false, viewport: { width: 390, height: 900 } });
      await page.goto(`${served.url}docs/kit.html`);
      await page.getByRole("button", { name: "Pages" }).click();
      await page.getByRole("link", { name: "Embedding the feed" }).click();
      await page.getByRole("heading", { name: "In a frame" }).waitFor();
      assert.equal(await page.getByRole("button", { name: "Search" }).count(), 0);
      await page.goto(`${served.url}gallery/note.html`);
      await page.frameLocator(".item-card iframe").getByText("Before the workshop").waitFor();
    },
  );
  assert.deepEqual(browser.faults, []);
});

const hasFirefox = await hasPrograms(["firefox-esr"], "the site in Firefox", "firefox-esr");

Deno.test({
  name: "the search and a live card work in Firefox, without an error",
  ignore: !hasFirefox,
  async fn() {
    await using served = await serveVersion();
    const browser = await openFirefox();
    try {
      const page = await browser.newPage();
      const errors: string[] = [];
      page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
      page.on("pageerror", (error) => errors.push(String(error)));
      await page.goto(`${served.url}gallery/stat.html`);
      const read = (expression: string) => async () => await page.evaluate(expression) === true;
      await page.keyboard.press("Tab");
      await until(
        "the live card",
        read(`document.querySelector(".item-card .live")?.contentDocument
        ?.querySelector("article.tck-card") != null`),
      );
      await page.keyboard.press("/");
      await page.keyboard.type("tombstone");
      await until("a result", read(`document.querySelector(".search-dialog li a") !== null`));
      assert.deepEqual(errors, []);
    } finally {
      await browser.close();
    }
  },
});

/** Opens pages, and collects their errors and their requests to elsewhere. */
async function openSiteBrowser(url: string): Promise<
  {
    readonly faults: readonly string[];
    open(options: BrowserContextOptions): Promise<Page>;
  } & AsyncDisposable
> {
  const browser = await openChromium();
  const faults: string[] = [];
  return {
    faults,
    async open(options) {
      const page = await (await browser.newContext(options)).newPage();
      page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
      page.on("pageerror", (error) => faults.push(String(error)));
      page.on("request", (request) => {
        if (!request.url().startsWith(url) && !/^(?:data|blob):/.test(request.url())) {
          faults.push(request.url());
        }
      });
      return page;
    },
    [Symbol.asyncDispose]: () => browser.close(),
  };
}
