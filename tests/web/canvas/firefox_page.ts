import type { Browser, Page } from "puppeteer-core";
import { sessionCookie } from "../../hosts/routes/stack.ts";

/** Opens a page of Firefox with a session of user "ada". */
export async function withFirefoxPage(firefox: Browser, run: (page: Page) => Promise<void>): Promise<void> {
  const context = await firefox.createBrowserContext();
  const [name = "", value = ""] = (await sessionCookie("ada")).split("=");
  await context.setCookie({ name, value, domain: "127.0.0.1", path: "/", httpOnly: true, sameSite: "Lax" });
  try {
    await run(await context.newPage());
  } finally {
    await context.close();
  }
}
