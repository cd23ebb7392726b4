import type { Browser } from "playwright-core";
import { launchBrowser } from "./browser.ts";
import { DrawingPage } from "./drawing_page.ts";
import { type FontFolder, OWN_FAMILIES, type SnapshotFonts } from "../fonts/mod.ts";
import type { CameraReport } from "../report/report.ts";

/** A headless browser with the fonts of pictures. */
export class PictureBrowser {
  private constructor(
    readonly browser: Browser,
    /** The page on which pictures are drawn that are not of cards. */
    readonly drawing: DrawingPage,
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
      const drawing = await DrawingPage.open(browser);
      // A browser in a container of its own, such as a snap's, has other settings.
      const hasFonts = await drawing.readFamily() === OWN_FAMILIES["sans-serif"][0];
      return new PictureBrowser(browser, drawing, folder, {
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

  async close(): Promise<void> {
    await this.browser.close();
    await this.folder?.delete();
  }
}
