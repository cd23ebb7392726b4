// budget: 25 s: one Firefox and all attacks in it, of which each is a document of its own to show that it works
import assert from "node:assert/strict";
import { writeMarkup } from "../../../web/card-markup/mod.ts";
import { testInPage, type TestPage } from "../../browser/test_in_page.ts";
import { EFFECTIVE_ATTACKS, MARKUP_ATTACKS } from "./markup_attacks.ts";
import { randomMarkup } from "./random_markup.ts";

const ATTACKS = Object.entries(MARKUP_ATTACKS);

/** What is written of each attack. */
const WRITTEN = ATTACKS.map(([, source]) => writeMarkup(source)!);

/** How many texts are parsed in each way: the attacks, and random markup. */
const MANY = 2_000;

/** A page without a policy, so that all that markup can do is done: it notes what runs. */
function writePage(body: string): string {
  return `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><body>
    <script>const calls = []; globalThis.ran = (n) => calls.push(n);</script>${body}`;
}

/** Each text as the content of a declarative shadow root, in the stream of the document. */
function writeRoots(texts: readonly string[]): string {
  return texts.map((text, index) =>
    `<div id="card-${index}"><template shadowrootmode="open" shadowrootserializable>${text}</template></div>`
  ).join("\n");
}

const PAGES: { readonly [path: string]: string } = {
  "/empty": writePage(""),
  "/written": writePage(
    writeRoots(WRITTEN.map(({ html, css }) => `<style>${css}</style>${html}`)) + '<p id="end">end</p>',
  ),
};

/** Serves the pages, and each attack as it is, and notes what else is asked for. */
async function withSite(run: (origin: string, asked: string[]) => Promise<void>): Promise<void> {
  const asked: string[] = [];
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, ({ url }) => {
    const { pathname } = new URL(url);
    const attack = ATTACKS[Number(/^\/attack-(\d+)$/.exec(pathname)?.[1] ?? NaN)];
    const page = attack ? writePage(attack[1].toWellFormed()) : PAGES[pathname];
    if (page === undefined) asked.push(pathname);
    return new Response(page ?? "", {
      status: page === undefined ? 404 : 200,
      headers: { "Content-Type": "text/html" },
    });
  });
  try {
    await run(`http://127.0.0.1:${server.addr.port}`, asked);
  } finally {
    await server.shutdown();
  }
}

/** Written markup is the same tree in the browser, runs nothing and loads nothing. */
async function compareTrees(page: TestPage): Promise<void> {
  await withSite(async (origin, asked) => {
    assert.equal(await page.open(`${origin}/written`), 200);
    const found = await page.run<{ roots: (string | null)[]; outside: string; calls: number }>(`(() => {
      const roots = [...document.querySelectorAll("body > div")].map(({ id, shadowRoot }) => {
        const style = shadowRoot?.firstElementChild;
        style?.remove();
        return shadowRoot?.innerHTML ?? null;
      });
      const outside = [...document.body.children].map(({ localName }) => localName).join(" ");
      return { roots, outside, calls: calls.length };
    })()`);
    for (const [index, { html }] of WRITTEN.entries()) {
      assert.equal(found.roots[index], html, ATTACKS[index]![0]);
    }
    assert.equal(found.roots.length, WRITTEN.length);
    assert.match(found.outside, /^script( div)+ p$/);
    assert.equal(found.calls, 0);

    const texts = WRITTEN.map(({ html }) => html);
    const names = ATTACKS.map(([what]) => what);
    for (const source of randomMarkup(1)) {
      if (texts.length === MANY) break;
      texts.push(writeMarkup(source)!.html);
      names.push(source);
    }
    const parsed = await page.run<{ [way: string]: string[] }>(`(() => {
      const texts = ${JSON.stringify(texts)};
      const by = (parse) => texts.map((text) => parse(text).innerHTML);
      const set = (element, text) => (element.innerHTML = text, element);
      return {
        element: by((text) => set(document.createElement("div"), text)),
        connected: by((text) => set(document.body.appendChild(document.createElement("section")), text)),
        template: by((text) => set(document.createElement("template"), text)),
        unsafe: by((text) => {
          const host = document.createElement("div");
          host.setHTMLUnsafe('<div><template shadowrootmode="open">' + text + "</template></div>");
          return host.firstChild.shadowRoot;
        }),
        document: by((text) => new DOMParser().parseFromString("<div>" + text + "</div>", "text/html").body.firstChild),
        cell: by((text) => set(document.createElement("td"), text)),
      };
    })()`);
    for (const [way, found] of Object.entries(parsed)) {
      for (const [index, text] of texts.entries()) {
        assert.equal(found[index], text, `${way}: ${names[index]}`);
      }
    }
    assert.equal(
      await page.run(
        "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(calls.length))))",
      ),
      0,
    );
    assert.deepEqual(asked, []);
  });
}

/** The attacks on a document work on one that has the markup as it is. */
async function showThatAttacksWork(page: TestPage): Promise<void> {
  await withSite(async (origin, asked) => {
    for (const [index, [what]] of ATTACKS.entries()) {
      if (!EFFECTIVE_ATTACKS.includes(what)) continue;
      asked.length = 0;
      await page.open(`${origin}/attack-${index}`);
      const calls = await page.run<number>("calls.length");
      assert.ok(calls > 0 || asked.length > 0, what);
    }
  });
}

/** The rules of written styles apply in their own tree, and win over those of a sheet. */
async function compareStyles(page: TestPage): Promise<void> {
  const { html, css } = writeMarkup('<p style="color:rgb(1, 2, 3)" class="a">a</p>')!;
  await withSite(async (origin) => {
    await page.open(`${origin}/empty`);
    const colors = await page.run(`(() => {
      const host = document.body.appendChild(document.createElement("div"));
      host.setHTMLUnsafe(${
      JSON.stringify(
        `<div><template shadowrootmode="open"><style>p.a.a.a{color:rgb(9,9,9)}</style><style>${css}</style>${html}</template></div>`,
      )
    });
      const outside = document.body.appendChild(document.createElement("p"));
      outside.setAttribute("data-card-style", "0");
      return [host.firstChild.shadowRoot.querySelector("p"), outside].map((element) => getComputedStyle(element).color);
    })()`);
    assert.deepEqual(colors, ["rgb(1, 2, 3)", "rgb(0, 0, 0)"]);
  });
}

// claim: markup-written-again
testInPage(
  "what is written of a stranger's markup is the same tree in the browser, runs nothing and loads nothing",
  async (page) => {
    await compareTrees(page);
    await showThatAttacksWork(page);
    await compareStyles(page);
  },
);
