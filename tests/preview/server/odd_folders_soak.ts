import { startPreview } from "../../../preview/server/mod.ts";
import { findNode } from "../../packages/mod.ts";
import { startPreviewProcess } from "./preview_process.ts";
import { openChromium } from "../../browser/chromium.ts";
import { openFirefox } from "../../browser/firefox.ts";
import { hasPrograms } from "../../servers/programs.ts";
import { checkFolder, createProjectIn, ODD } from "./odd_folders.ts";

Deno.test("a project is shown and edited in a folder whose name has one of the characters of addresses", async (t) => {
  await using browser = await openChromium();
  const page = await browser.newPage();
  for (const folder of ["#a", "50%", "my%20x", "a?b", "a:b", "a b", "ä&'$(1)", "{a,b} [x] *"]) {
    await t.step(folder, () => checkFolder(page, folder));
  }
});

Deno.test("on Node a project is shown and edited in a folder whose name has characters of addresses", async () => {
  await using browser = await openChromium();
  const node = await findNode();
  await checkFolder(await browser.newPage(), ODD, async (cwd) => {
    const { url, stop } = await startPreviewProcess(["--cwd", cwd], { node });
    return { url, close: () => stop("SIGTERM") };
  });
});

if (await hasPrograms(["firefox-esr"], "the preview of odd folders in Firefox", "firefox-esr")) {
  Deno.test("Firefox: a project is shown and edited in a folder whose name has characters of addresses", async () => {
    const { project, cwd } = await createProjectIn(ODD);
    await using _ = project;
    const preview = await startPreview({ cwd, port: 0 });
    const firefox = await openFirefox();
    try {
      const page = await firefox.newPage();
      await page.goto(new URL("?widget=001_hello", preview.url).href);
      const waitForText = (text: string) =>
        page.waitForFunction(
          (text) =>
            document.querySelector("article[data-widget-id]")?.shadowRoot?.querySelector("p")?.textContent
              .includes(text),
          { timeout: 90_000 },
          text,
        );
      await waitForText("first words part linked data:imag");
      await project.write(`${ODD}/widgets/001_hello/words.ts`, 'export const words = "edited";');
      await waitForText("first edited");
    } finally {
      await firefox.close();
      await preview.close();
    }
  });
}
