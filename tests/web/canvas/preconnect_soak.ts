import assert from "node:assert/strict";
import { once } from "node:events";
import { type AddressInfo, createServer, type Server } from "node:net";
import { launchFirefoxAsInstalled } from "../../browser/firefox.ts";
import { hasPrograms } from "../../servers/programs.ts";
import { until } from "../../waiting/mod.ts";
import { openChat, openSaved, openSealed } from "./card_places.ts";
import { ChatSite } from "./chat/chat_site.ts";
import type { BrowserPage } from "./each_browser.ts";
import { withSignedInPage } from "./firefox_page.ts";
import { running } from "./floods.ts";

/** How a script makes Firefox connect to a host, which no content policy restricts. Each is the body of a function. */
const WAYS: { readonly [name: string]: string } = {
  "a property": `
    const link = document.createElement("link");
    Object.assign(link, { rel: "preconnect", href: address });
    document.head.append(link);`,
  "an attribute of a link in the document": `
    const link = document.createElement("link");
    document.head.append(link);
    link.rel = "preconnect";
    link.setAttribute("href", address);`,
  "an attribute that is a node": `
    const attribute = document.createAttribute("href");
    attribute.value = address;
    const link = document.createElement("link");
    link.rel = "preconnect";
    link.setAttributeNode(attribute);
    document.head.append(link);`,
  "markup": `
    const element = document.createElement("div");
    document.body.append(element);
    element.innerHTML = markup;`,
  "markup beside an element": `document.head.insertAdjacentHTML("beforeend", markup);`,
  "a parsed document": `
    const parsed = new DOMParser().parseFromString(markup, "text/html");
    document.head.append(document.adoptNode(parsed.querySelector("link")));`,
  "a document of XML": `
    const xml = '<link xmlns="http://www.w3.org/1999/xhtml" rel="preconnect" href="' + address + '"/>';
    const parsed = new DOMParser().parseFromString(xml, "application/xhtml+xml");
    document.head.append(document.adoptNode(parsed.documentElement));`,
  "a fragment of a range": `document.head.append(document.createRange().createContextualFragment(markup));`,
  "a copy of a template": `
    const template = document.createElement("template");
    template.innerHTML = markup;
    document.head.append(template.content.cloneNode(true));`,
};

/** Tries each way. One that throws makes no other one fail. */
function tryAll(addresses: { readonly [way: string]: string }): string {
  return Object.entries(WAYS).map(([way, body]) =>
    `try { (function (address, markup) {${body}})(${JSON.stringify(addresses[way])}, ${
      JSON.stringify(`<link rel=preconnect href="${addresses[way]}">`)
    }); } catch {}`
  ).join("\n");
}

/** An address for each way, each of a server that notes that something has connected. */
class Listeners implements AsyncDisposable {
  readonly connected = new Set<string>();
  readonly addresses: { [way: string]: string } = {};
  readonly #servers: Server[] = [];

  static async open(): Promise<Listeners> {
    const listeners = new Listeners();
    for (const way of Object.keys(WAYS)) await listeners.#listen(way);
    return listeners;
  }

  async #listen(way: string): Promise<void> {
    const server = createServer((socket) => {
      this.connected.add(way);
      socket.destroy();
    });
    this.#servers.push(server);
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    this.addresses[way] = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const server of this.#servers) {
      server.close();
      await once(server, "close");
    }
  }
}

let site: ChatSite;
Deno.test.beforeAll(async () => void (site = await ChatSite.open()));
Deno.test.afterAll(() => site.close());

/** Asserts that each way connects in a document without a policy. What was to connect before it has done so by then. */
async function expectAllConnect(page: Pick<BrowserPage, "goto">): Promise<void> {
  await using listeners = await Listeners.open();
  const html = `<!doctype html><title>Page</title><body><script>${tryAll(listeners.addresses)}</script>`;
  site.sealed.intercept = () =>
    Promise.resolve(new Response(html, { headers: { "Content-Type": "text/html" } }));
  await page.goto(`${site.sealed.origin}/feed.html`);
  site.sealed.intercept = (_request, answer) => answer();
  const expected = Object.keys(WAYS).length;
  await until("each way has connected", () => listeners.connected.size === expected);
}

// Puppeteer's own Firefox connects for no page, and the Chromium of the tests neither.
if (await hasPrograms(["firefox-esr"], "connections in Firefox", "firefox-esr")) {
  // claim: sealed-no-connections
  Deno.test("Firefox as installed: a widget in a sealed canvas, a saved file or a chat makes it connect to no host", async () => {
    await using firefox = await launchFirefoxAsInstalled();
    for (
      const [place, open] of Object.entries({
        "a sealed canvas": openSealed,
        "a saved file": openSaved,
        "a chat": openChat(),
      })
    ) {
      await using listeners = await Listeners.open();
      await withSignedInPage(firefox.browser, async (signedIn) => {
        const page = signedIn as unknown as BrowserPage;
        const module = running(
          `${tryAll(listeners.addresses)}; document.documentElement.dataset.tried = "";`,
        );
        const frame = await open(site, page, { module });
        await until(
          "the widget has tried all",
          () => frame.evaluate(() => "tried" in document.documentElement.dataset),
        );
        // A page of its own: one that has left a page with an opener policy is another one for WebDriver.
        await withSignedInPage(firefox.browser, expectAllConnect);
      });
      assert.deepEqual([...listeners.connected], [], place);
    }
  });
}
