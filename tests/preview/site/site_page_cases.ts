import assert from "node:assert/strict";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import axe from "axe-core";
import { openFirefox } from "../../browser/firefox.ts";
import { until } from "../../waiting/mod.ts";

/** A page of either browser. */
export interface SitePage {
  open(url: string): Promise<void>;
  run<Result>(expression: string): Promise<Result>;
  /** What the console and the page have reported as an error. */
  readonly errors: string[];
  /** The addresses that were requested. */
  readonly requests: string[];
}

/** Whether a card is shown: its text is in its shadow root. */
const cardWith = (text: string) =>
  `[...document.querySelectorAll("article.tck-card")].some((card) =>
    [card, ...card.querySelectorAll("*")].some(({ shadowRoot }) => shadowRoot?.textContent.includes("${text}")))`;

/** Opens the pages of a site from a server, and what is left of it from the disk. */
export async function checkSite(page: SitePage, url: string, folder: string): Promise<void> {
  await openFirstCard(page, url);
  await untilTrue(page, `document.querySelectorAll(".shell-rows a").length === 3`);
  await untilTrue(
    page,
    `[...document.querySelectorAll(".shell-header .shell-tab")].map(({ textContent }) => textContent).join() ===
      "Stage,Compare,Canvas,Review 1"`,
  );
  await checkAccessibility(page);

  await page.open(`${url}?widget=002_agenda&state=free-day&theme=dark&size=4x4`);
  await untilTrue(page, `document.documentElement.dataset.theme === "dark"`);
  await untilTrue(page, cardWith("Nothing planned"));
  await checkAccessibility(page);

  await page.open(`${url}index.html?view=compare&compare=themes`);
  await untilTrue(page, `document.querySelectorAll(".shell-frame").length === 2`);
  await untilTrue(
    page,
    `[...document.querySelectorAll(".shell-frame")].every(({ contentDocument }) =>
      contentDocument?.querySelector("article.tck-card") != null)`,
  );

  await page.open(`${url}?view=feed`);
  await untilTrue(page, `document.body.textContent.includes("002_broken")`);
  await untilTrue(page, `document.querySelector(".shell-main article.tck-card") !== null`);
  assert.equal(await page.run(`document.querySelector("input[type=file]")`), null, "nothing can be uploaded");
  await checkAccessibility(page);

  await page.open(`${url}?view=review`);
  await untilTrue(page, `document.body.textContent.includes("1 without a verdict")`);
  await untilTrue(
    page,
    `[...document.querySelectorAll("[data-view=beside] img")].filter(({ complete, naturalHeight }) =>
    complete && [200, 300].includes(naturalHeight)).length === 2`,
  );
  assert.doesNotMatch(
    await page.run(`document.querySelector(".shell-review").textContent`),
    /Accept|Reject|Take back/,
  );
  await checkAccessibility(page);

  await page.open(`${url}?widget=005_note&theme=light`);
  await untilTrue(
    page,
    `document.querySelector(".shell-rail, aside, .shell") !== null &&
    [...document.querySelectorAll("summary, button")].some(({ textContent }) => textContent === "Last snapshot")`,
  );
  await page.run(`[...document.querySelectorAll("summary, button")].find(({ textContent }) =>
    textContent === "Last snapshot").click()`);
  await untilTrue(page, `document.body.textContent.includes("Cut: widgets/005_note")`);
  await untilTrue(page, `document.querySelector(".shell-accepted img")?.naturalHeight === 300`);

  await page.open(`${url}?view=chat`);
  await untilTrue(page, `document.body.textContent.includes("view=chat, which this site does not have")`);
  await untilTrue(page, cardWith("Fog until nine"));

  await checkPolicy(page, url);

  await page.open(pathToFileURL(join(folder, "index.html")).href);
  await untilTrue(page, `document.getElementById("tck-file").checkVisibility()`);
  assert.match(
    await page.run("document.body.innerText"),
    /^Browsers load the modules of this page from a server only/,
  );
}

/** Checks that the page, which has a card, has asked for nothing elsewhere, and that its policy stops what a card may not do. */
export async function checkPolicy(page: SitePage, url: string): Promise<void> {
  assert.deepEqual(page.errors, []);
  const elsewhere = page.requests.filter((address) =>
    !address.startsWith(url) && !/^(data|blob|about):/.test(address)
  );
  assert.deepEqual(elsewhere, []);

  const outcomes = await page.run(
    `(async () => [
      await fetch(location.href).then(() => "sent", () => "denied"),
      await new Promise((done) => {
        const image = new Image();
        image.onload = () => done("shown");
        image.onerror = () => done("denied");
        image.src = "app/picture.png?text";
      }),
      (() => { try { return eval("1"), "run"; } catch { return "denied"; } })(),
      await import("data:text/javascript,").then(() => "run", () => "denied"),
    ])()`,
  );
  assert.deepEqual(outcomes, ["denied", "denied", "denied", "denied"]);

  // A server of files gives none of them a policy, no answer without a file, and none that is an error, as of the last.
  const { pathname } = new URL(url);
  const others = ["app/none", "none", "", "index.htm", "index.html/", "../", "..", "index.html%2Fnone"]
    .concat("index.html", `index.html?${"a".repeat(20_000)}`);
  const framed = await page.run<string[]>(
    `(async () => {
      const outcomes = [];
      for (const address of [
        document.querySelector("script[src]").src,
        document.querySelector("link[rel=stylesheet]").href,
        ...${JSON.stringify(others)}.map((name) => ${JSON.stringify(pathname)} + name),
        "data:text/html,",
        URL.createObjectURL(new Blob(["text"], { type: "text/html" })),
        "about:blank",
      ]) {
        const frame = document.createElement("iframe");
        // Firefox says of a frame that its policy denies only that.
        const ended = new AbortController();
        let outcome = "denied";
        const tryWindow = () => {
          try {
            frame.contentWindow.eval("1");
            outcome = "run in " + address.slice(0, 60);
          } catch { /* denied */ }
        };
        // Also before the document has said its policy.
        const { port1, port2 } = new MessageChannel();
        let first = null;
        port1.onmessage = () => {
          if (frame.contentDocument !== null && frame.contentDocument !== first) tryWindow();
          first = frame.contentDocument;
          if (!ended.signal.aborted) port2.postMessage(null);
        };
        await new Promise((done) => {
          document.addEventListener("securitypolicyviolation", ({ effectiveDirective }) =>
            effectiveDirective === "frame-src" && done(), ended);
          frame.onload = done;
          frame.src = address;
          document.body.append(frame);
          first = frame.contentDocument;
          port2.postMessage(null);
        });
        ended.abort();
        tryWindow();
        outcomes.push(outcome);
        frame.remove();
      }
      return outcomes;
    })()`,
  );
  assert.deepEqual(framed, framed.map(() => "denied"));
}

/** Opens a page with a card, and waits until it is shown. */
export async function openFirstCard(page: SitePage, url: string): Promise<void> {
  await page.open(url);
  await untilTrue(page, cardWith("Fog until nine"));
}

/** A wait of the drivers would evaluate a text in the page, which its policy denies. */
async function untilTrue(page: SitePage, expression: string): Promise<void> {
  await until(expression, () => page.run<boolean>(`Boolean(${expression})`));
}

async function checkAccessibility(page: SitePage): Promise<void> {
  await page.run(`{ ${axe.source}; }`);
  const found = await page.run<string[]>(
    `axe.run({ resultTypes: ["violations"] }).then(({ violations }) => violations.map(({ id, nodes }) =>
      id + " " + nodes.map(({ target }) => String(target)).join(", ")))`,
  );
  assert.deepEqual(found, []);
}

/** Runs a check on a page of Firefox. */
export async function inFirefox(check: (page: SitePage) => Promise<void>): Promise<void> {
  const browser = await openFirefox();
  try {
    const page = await browser.newPage();
    await page.setViewport({ width: 1280, height: 900 });
    const [errors, requests]: [string[], string[]] = [[], []];
    page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
    page.on("pageerror", (error) => errors.push(String(error)));
    page.on("request", (request) => requests.push(request.url()));
    const open = async (address: string) => void await page.goto(address);
    const run = async <Result>(expression: string) => await page.evaluate(expression) as Result;
    await check({ errors, requests, open, run });
  } finally {
    await browser.close();
  }
}
