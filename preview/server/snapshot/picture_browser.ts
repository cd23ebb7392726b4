import type { Browser } from "playwright-core";
import { launchBrowser } from "./browser.ts";
import { type FontFolder, OWN_FAMILIES, type SnapshotFonts } from "./fonts/mod.ts";
import type { CameraReport } from "./report.ts";

/** A headless browser with the fonts of pictures. */
export class PictureBrowser {
  private constructor(
    readonly browser: Browser,
    private readonly folder: FontFolder | null,
    /** What the report says of it. */
    readonly description: CameraReport,
  ) {}

  /**
   * Starts the browser.
   *
   * @param fonts null for those of the machine
   * @throws {SnapshotError} `browser.missing`
   */
  static async open(fonts: SnapshotFonts | null): Promise<PictureBrowser> {
    const folder = await fonts?.open() ?? null;
    let browser: Browser | null = null;
    try {
      browser = await launchBrowser(folder === null ? {} : { env: folder.environment });
      const hasFonts = await readFamily(browser) === OWN_FAMILIES["sans-serif"][0];
      return new PictureBrowser(browser, folder, {
        browser: browser.browserType().name(),
        version: browser.version(),
        fonts: hasFonts ? fonts?.names ?? null : null,
      });
    } catch (error) {
      await browser?.close();
      await folder?.delete();
      throw error;
    }
  }

  /** Ends the browser. */
  async close(): Promise<void> {
    await this.browser.close();
    await this.folder?.delete();
  }
}

/** The family of a text without one. A browser in a container of its own, such as a snap's, has other settings. */
async function readFamily(browser: Browser): Promise<string | undefined> {
  const page = await browser.newPage();
  try {
    await page.setContent('<p style="font-family: sans-serif">a</p>');
    const session = await page.context().newCDPSession(page);
    await session.send("DOM.enable");
    await session.send("CSS.enable");
    const { root } = await session.send("DOM.getDocument");
    const { nodeId } = await session.send("DOM.querySelector", { nodeId: root.nodeId, selector: "p" });
    const { fonts } = await session.send("CSS.getPlatformFontsForNode", { nodeId });
    return fonts[0]?.familyName;
  } finally {
    await page.close();
  }
}
