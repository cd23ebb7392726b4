/**
 * Writes `docs/images/preview/chat.webp`: a card of the sample project in the chat of the preview.
 *
 * @module
 */
import { Buffer } from "node:buffer";
import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { startPreview } from "../../../preview/server/mod.ts";
import { openChromium } from "../../browser/chromium.ts";
import { type TestedPage, waitForCards } from "./frame_page.ts";

const PICTURE = fileURLToPath(new URL("../../../docs/images/preview/chat.webp", import.meta.url));

const PROJECT = fileURLToPath(new URL("../../../fixtures/projects/travel", import.meta.url));

const preview = await startPreview({ cwd: PROJECT, port: 0 });
const chromium = await openChromium();
try {
  const page = await chromium.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(new URL("?view=chat&widget=001_boarding-pass&theme=light&chatWidth=400", preview.url).href);
  await waitForCards(page as unknown as TestedPage, "HAM");
  await page.getByText("The build accepts this widget").waitFor();
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: 80 });
  await writeFile(PICTURE, Buffer.from(data, "base64"));
} finally {
  await chromium.close();
  await preview.close();
}
