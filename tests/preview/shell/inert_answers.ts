import assert from "node:assert/strict";
import { FILES } from "./blocked_card.ts";
import type { FrameCase } from "./frame_cases.ts";
import { waitForCards } from "./frame_page.ts";

/** A card that asks its own origin. */
export const INERT_ANSWERS: FrameCase = [
  "a card in a frame reads no file that nothing imports, and no answer gives it a document without a policy",
  { ...FILES, "data.txt": "s3cret" },
  async ({ page, open, project }) => {
    await open("?widget=001_blocked&mount=iframe");
    const [card] = await waitForCards(page, "plain");
    const { texts, documents } = await card!.evaluate(tryAnswers, `/@fs${project.path}/data.txt?raw`);
    assert.deepEqual(texts.filter((text) => /s3cret/.test(text)), []);
    assert.deepEqual(documents.filter((open) => open !== ""), []);
  },
];

/** Reads a file and the protocol, and shows answers in frames. Runs in the frame of a card. */
async function tryAnswers(file: string): Promise<{ texts: string[]; documents: string[] }> {
  const texts: string[] = [];
  for (const path of [file, file.replace("?raw", "?import&raw"), "/__tck/source?file=data.txt"]) {
    texts.push(await (await fetch(path)).text());
  }
  const documents: string[] = [];
  const show = async (path: string) => {
    const frame = document.createElement("iframe");
    frame.src = path;
    document.body.append(frame);
    // Firefox sends no event for some of them.
    await new Promise((resolve) => {
      frame.addEventListener("load", resolve);
      setTimeout(resolve, 3_000); // timer: a deadline
    });
    documents.push(frame.contentDocument === null ? "" : path);
    frame.remove();
  };
  for (const path of ["/__tck/bundles", "/__tck/nothing"]) {
    await show(path);
  }
  return { texts, documents };
}
