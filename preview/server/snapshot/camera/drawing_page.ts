import { Buffer } from "node:buffer";
import type { Browser, CDPSession, Page } from "playwright-core";
import { capturePicture } from "./capture_picture.ts";

/** Answered by the page's route; there is no such host. */
const PICTURES = "http://pictures.invalid/";

export function pictureAddress(index: number): string {
  return `${PICTURES}${index}.png`;
}

/** A page without scripts, of which pictures are taken. */
export class DrawingPage {
  #pictures: readonly Uint8Array[] = [];

  private constructor(private readonly page: Page, private readonly session: CDPSession) {}

  /** Opens the page in a context of its own. */
  static async open(browser: Browser): Promise<DrawingPage> {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    const drawing = new DrawingPage(page, await context.newCDPSession(page));
    await page.route(`${PICTURES}*`, async (route) => {
      const index = Number.parseInt(route.request().url().slice(PICTURES.length));
      // The next drawing has other pictures at the same addresses.
      const headers = { "cache-control": "no-store" };
      await route.fulfill({
        body: Buffer.from(drawing.#pictures[index]!),
        contentType: "image/png",
        headers,
      });
    });
    return drawing;
  }

  /** The family of a text without one, of the browser's settings. */
  async readFamily(): Promise<string | undefined> {
    await this.page.setContent('<p style="font-family: sans-serif">a</p>');
    await this.session.send("DOM.enable");
    await this.session.send("CSS.enable");
    const { root } = await this.session.send("DOM.getDocument");
    const { nodeId } = await this.session.send("DOM.querySelector", { nodeId: root.nodeId, selector: "p" });
    const { fonts } = await this.session.send("CSS.getPlatformFontsForNode", { nodeId });
    await this.session.send("CSS.disable");
    await this.session.send("DOM.disable");
    return fonts[0]?.familyName;
  }

  /**
   * Draws HTML, and takes a picture of it in PNG.
   *
   * @param pictures what the page's `img` elements show: the n-th has the address `pictureAddress(n)`. They are not data
   * URLs, which Chromium copies into each event of the network
   */
  async draw(
    html: string,
    { width, height }: { readonly width: number; readonly height: number },
    pictures: readonly Uint8Array[],
  ): Promise<Uint8Array> {
    this.#pictures = pictures;
    await this.page.setViewportSize({ width, height });
    await this.page.setContent(html);
    return await capturePicture(this.session, { x: 0, y: 0, width, height });
  }
}
