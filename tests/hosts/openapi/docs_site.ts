import assert from "node:assert/strict";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";
import { buildOpenApi, createApiDescription } from "../../../hosts/openapi/mod.ts";
import { readViewerFile } from "../../../hosts/openapi/viewer_file.ts";
import { addAxe } from "../../browser/axe.ts";
import { openChromium } from "../../browser/chromium.ts";
import { listen, type TestServer } from "../routes/sockets.ts";

/** The description on a socket. */
export interface DocsSite extends TestServer {
  /** The cookies of each request for a path. */
  cookiesOf(path: string): (string | null)[];
}

/** Serves the description beside an application with a session. Browsers keep no response, so that each request arrives. */
export async function serveDocs(): Promise<DocsSite> {
  const routes = await createApiDescription({ loadApiViewer: readViewerFile });
  const requests: { path: string; cookie: string | null }[] = [];
  const server = listen(async (request) => {
    requests.push({ path: new URL(request.url).pathname, cookie: request.headers.get("Cookie") });
    const response = await routes.fetch(request);
    response.headers.append("Set-Cookie", "tck_session=secret; Path=/");
    if (request.headers.has("Sec-Fetch-Mode")) response.headers.set("Cache-Control", "no-store");
    return response;
  });
  const cookiesOf = (path: string) => requests.filter((one) => one.path === path).map(({ cookie }) => cookie);
  return { ...server, cookiesOf };
}

/** An operation of the description. */
export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
}

/** All of them. */
export const OPERATIONS: readonly Operation[] = Object.values(buildOpenApi().paths).flatMap((methods) =>
  Object.values(methods) as unknown as Operation[]
);

/** Goes to an operation, and waits until it is shown. */
export function showOperation({ operationId, tags: [tag], summary }: Operation): string {
  return `location.hash = "#/${tag}/${operationId.toLowerCase()}"; ${waitForHeading(summary)}`;
}

/** Waits until a heading has a text. */
function waitForHeading(text: string): string {
  return `new Promise((resolve) => {
    const check = () => {
      const headings = [...document.querySelectorAll("h1, h2")];
      if (headings.some(({ textContent }) => textContent.includes(${JSON.stringify(text)}))) resolve();
      else setTimeout(check, 50);
    };
    check();
  })`;
}

/** A colour scheme and a width of the window. */
export type Look = readonly [colorScheme: "light" | "dark", width: number];

/** Asserts that axe finds nothing serious on the page in some looks, and that it is as wide as its window. */
export async function assertNothingSerious(looks: readonly Look[]): Promise<void> {
  const site = await serveDocs();
  const browser = await openChromium();
  try {
    for (const [colorScheme, width] of looks) {
      const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 } });
      const page = await context.newPage();
      const loaded = new Set<string>();
      page.on("requestfinished", (request) => loaded.add(new URL(request.url()).origin));
      await page.goto(`${site.url}/docs`);
      await page.evaluate(waitForHeading("Daily pages"));
      await addAxe(page);
      assert.deepEqual(await listSerious(page), [], `${colorScheme} ${width}`);
      for (const operation of OPERATIONS.filter(({ operationId }) => /^list|^end/.test(operationId))) {
        await page.evaluate(showOperation(operation));
        assert.deepEqual(await listSerious(page), [], `${colorScheme} ${width} ${operation.operationId}`);
      }
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
      assert.deepEqual(loaded, new Set([site.url]));
      await context.close();
    }
  } finally {
    await browser.close();
    await site.close();
  }
}

/** What axe finds that is serious or critical. */
async function listSerious(page: Page): Promise<string[]> {
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState }) => playState !== "running")
  );
  const { violations } = await page.evaluate(() =>
    (globalThis as unknown as { axe: { run(): Promise<AxeResults> } }).axe.run()
  );
  const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  return serious.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}
