import type { Page } from "puppeteer-core";
import { openFirefox, type TestFirefox } from "../../browser/firefox.ts";
import { sessionCookie } from "../../hosts/routes/stack.ts";

let firefox: TestFirefox | null = null;
Deno.test.afterAll(async () => await firefox?.close());

/**
 * Runs with a page that has a session of user "ada", in a Firefox that all tests of a file share: its start takes seconds. A
 * Firefox that a test has ended is started again.
 */
export async function withFirefoxPage(run: (page: Page) => Promise<void>): Promise<void> {
  if (firefox?.connected !== true) firefox = await openFirefox();
  await withSignedInPage(firefox, run);
}

/** Runs with a page of a Firefox that has a session of user "ada". */
export async function withSignedInPage(
  browser: Pick<TestFirefox, "createBrowserContext">,
  run: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.createBrowserContext();
  const [name = "", value = ""] = (await sessionCookie("ada")).split("=");
  await context.setCookie({ name, value, domain: "127.0.0.1", path: "/", httpOnly: true, sameSite: "Lax" });
  try {
    await run(await context.newPage());
  } finally {
    await context.close();
  }
}
