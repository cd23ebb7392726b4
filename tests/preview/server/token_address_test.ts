import assert from "node:assert/strict";
import { openChromium } from "../../browser/chromium.ts";
import { openFirefox } from "../../browser/firefox.ts";
import { hasPrograms } from "../../servers/programs.ts";
import { makeBundle } from "../session/bundles.ts";
import { Project } from "../session/project.ts";
import { chromiumVariables } from "../snapshot/chromium_variables.ts";
import { type RunningPreview, startPreviewProcess } from "./preview_process.ts";

/** What the test uses of a page of either browser. */
interface AnyPage {
  goto(url: string): Promise<unknown>;
  click(selector: string): Promise<void>;
  url(): string;
  evaluate<Result>(run: () => Result | Promise<Result>): Promise<Result>;
  evaluate<Argument, Result>(
    run: (argument: Argument) => Result | Promise<Result>,
    argument: Argument,
  ): Promise<Result>;
}

/** Waits until the shell has started, in whatever document the page has. */
async function waitForShell(page: AnyPage): Promise<void> {
  const hasShell = () =>
    document.querySelector("#root, main, nav") !== null && document.body.innerText !== "";
  for (const end = Date.now() + 60_000; Date.now() < end;) {
    if (await page.evaluate(hasShell).catch(() => false)) return;
    await new Promise((resolve) => setTimeout(resolve, 50)); // timer: between two questions
  }
  throw new Error("The shell did not start");
}

const opened = new AsyncDisposableStack();
let preview: RunningPreview;
Deno.test.beforeAll(async () => {
  const project = opened.use(await Project.create({ "dist/001_a.tckb": await makeBundle("a") }));
  const args = ["--cwd", project.path, "--host", "0.0.0.0"];
  preview = opened.use(await startPreviewProcess(args, null, await chromiumVariables()));
});
Deno.test.afterAll(() => opened.disposeAsync());

/** Opens the printed address of a preview in the network by a link of another site, and looks where the token is. */
async function lookForToken(newPage: () => Promise<AnyPage>, takesPicture: boolean): Promise<void> {
  const { origin, searchParams } = new URL(preview.url);
  const token = searchParams.get("tck-token")!;
  const received: string[] = [];
  const other = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, ({ headers }) => {
    received.push(headers.get("cookie") ?? "");
    const link = `<a href="${preview.url}&theme=dark">preview</a>`;
    return new Response(link, { headers: { "content-type": "text/html" } });
  });
  try {
    const page = await newPage();
    await page.goto(`http://127.0.0.1:${other.addr.port}/`);
    await page.click("a");
    await waitForShell(page);
    assert.equal(new URL(page.url()).searchParams.get("tck-token"), null, page.url());
    assert.equal(new URL(page.url()).searchParams.get("theme"), "dark", page.url());
    assert.ok(!(await page.evaluate(() => document.cookie + document.referrer)).includes(token));
    const status = await page.evaluate(async () => (await fetch("/__tck/bundles")).status);
    assert.equal(status, 200, "the cookie is sent instead");

    const again = await newPage();
    await again.goto(`${origin}/`);
    await waitForShell(again);
    if (takesPicture) await takePicture(again);
    received.length = 0;
    await again.goto(`http://localhost:${other.addr.port}/`);
    assert.match(received[0]!, /tck-token-\d+=[\w-]{43}/);
    assert.ok(!received[0]!.includes(token), "a server on another port of the host gets the cookie");
  } finally {
    await other.shutdown();
  }
}

/** The picture's own page is opened by the address with the token, too. */
async function takePicture(page: AnyPage): Promise<void> {
  const card = {
    kind: "bundle",
    theme: "light",
    size: null,
    width: null,
    state: null,
    stateData: null,
    locale: null,
  };
  const picture = await page.evaluate(async (card) => {
    const { bundles: [{ id }] } = await (await fetch("/__tck/bundles")).json();
    const headers = { "content-type": "application/json" };
    const response = await fetch("/__tck/picture", {
      method: "POST",
      headers,
      body: JSON.stringify({ ...card, id }),
    });
    return [response.status, response.headers.get("content-type")];
  }, card);
  assert.deepEqual(picture, [200, "image/png"]);
}

// claim: preview-token-leaves-address
// claim: preview-cookie-not-token
Deno.test("Chromium: the token leaves the address, and the cookie is not the token", async () => {
  await using browser = await openChromium();
  const context = await browser.newContext();
  await lookForToken(async () => await context.newPage() as unknown as AnyPage, true);
});

if (await hasPrograms(["firefox-esr"], "the preview's token in Firefox", "firefox-esr")) {
  // claim: preview-token-leaves-address
  // claim: preview-cookie-not-token
  Deno.test("Firefox: the token leaves the address, and the cookie is not the token", async () => {
    const firefox = await openFirefox();
    try {
      await lookForToken(async () => await firefox.newPage() as unknown as AnyPage, false); // The pictures are of Chromium.
    } finally {
      await firefox.close();
    }
  });
}
