import assert from "node:assert/strict";
import { buildProject, defaultIsolation } from "../../../web/bundler/mod.ts";
import { LIMITS } from "../../../core/contract/mod.ts";
import { openPreview } from "../../../preview/server/start.ts";
import { Project } from "../session/project.ts";
import { openStage, type StagePage } from "./stage_page.ts";

const PNG = Uint8Array.from(
  atob(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  ),
  (character) => character.charCodeAt(0),
);

/** Its data URL is percent-encoded, with each kind of character that is escaped, or not. */
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8">
\t<path fill="#fff" d="M0 0h8v8z"/>\r\n<text>100%25 of 50% ü</text></svg>\n \n`;

const WIDGET = `import "./widget.css";
import names from "./names.module.css";
import sign from "./sign.svg";
import photo from "./pictures/photo one.png";
import words from "./words.txt";
export const manifest = { id: "assets", cardType: "feed", sizes: ["fill-auto"] };
export default function Assets() {
  return <p className={names.framed}><img src={sign} alt="sign" /><img src={photo} alt="photo" />{words}</p>;
}
`;

const FILES = {
  "widgets/001_assets/widget.tck.tsx": WIDGET,
  "widgets/001_assets/widget.css": `p { background-image: url(./sign.svg), url("pictures/photo one.png"); }`,
  "widgets/001_assets/names.module.css": `.framed { border-image-source: url('./sign.svg'); }`,
  "widgets/001_assets/sign.svg": SVG,
  "widgets/001_assets/pictures/photo one.png": PNG,
  "widgets/001_assets/words.txt": "\ufeffà la\r\ncarte \u2028",
  "node_modules/.keep": "",
};

Deno.test("a live widget gets the values of its bundle for the images and texts that it imports", async () => {
  await using project = await Project.create(FILES);
  const { diagnostics } = await buildProject(project.path, { isolation: defaultIsolation() });
  assert.deepEqual(diagnostics, []);
  const preview = await openPreview({ cwd: project.path, port: 0 });
  await using _ = { [Symbol.asyncDispose]: preview.close };
  await preview.model.ready;
  const [bundle] = preview.model.listBundles().bundles;
  await using live = await openStage(preview.url, "?widget=001_assets");
  await using built = await openStage(preview.url, `?widget=${bundle!.id}`);
  const values = await readValues(live);
  assert.deepEqual(values, await readValues(built));
  assert.deepEqual(values.images.map((value) => value.slice(0, 22)), [
    "data:image/svg+xml,<sv",
    "data:image/png;base64,",
  ]);
  assert.equal(values.text, "à la\r\ncarte \u2028");
  assert.match(values.background, /^url\("data:image\/svg\+xml,.*"\), url\("data:image\/png;base64,.*"\)$/);
  assert.match(values.border, /^url\("data:image\/svg\+xml,/);

  await project.write("widgets/001_assets/sign.svg", SVG.replace("#fff", "#f00"));
  await live.page.waitForFunction(() => {
    const root = document.querySelector("article[data-widget-id]")!.shadowRoot!;
    const { backgroundImage } = getComputedStyle(root.querySelector("p")!);
    return root.querySelector("img")!.src.includes("%23f00") && backgroundImage.includes("%23f00");
  });
  await project.write("widgets/001_assets/words.txt", "by the glass");
  await live.page.locator("article[data-widget-id]").getByText("by the glass").waitFor();
  assert.deepEqual([...live.errors, ...built.errors], []);
});

Deno.test("an image that is too large for a bundle is too large for the live widget", async () => {
  for (
    const use of [
      { source: `import photo from "./photo.png";`, image: "src={photo}", css: "" },
      { source: "", image: "", css: "p { background: url(./photo.png); }" },
    ]
  ) {
    await using project = await Project.create({
      "widgets/001_large/widget.tck.tsx": `import "./widget.css"; ${use.source}
export const manifest = { id: "large", cardType: "feed", sizes: ["fill-auto"] };
export default function Large() { return <p>Text<img ${use.image} alt="" /></p>; }
`,
      "widgets/001_large/widget.css": use.css,
      "widgets/001_large/photo.png": new Uint8Array(LIMITS.assetBytes + 1),
      "node_modules/.keep": "",
    });
    const messages: string[] = [];
    const preview = await openPreview({ cwd: project.path, port: 0, report: (line) => messages.push(line) });
    await using _ = { [Symbol.asyncDispose]: preview.close };
    const message = `"photo.png" has ${
      LIMITS.assetBytes + 1
    } bytes, at most ${LIMITS.assetBytes} are allowed`;
    const diagnostics = await preview.model.checkWidgets();
    assert.deepEqual(diagnostics.map(({ code }) => code), ["asset.too_large"]);
    assert.ok(diagnostics[0]!.message.includes(message), diagnostics[0]!.message);
    assert.equal(
      await preview.sources.hash(preview.liveWidgets().flatMap((one) => [one.moduleUrl, one.stylesUrl])),
      null,
    );
    assert.ok(messages.some((line) => line.includes(message)), messages.join("\n"));
  }
});

async function readValues(
  { page }: StagePage,
): Promise<{ images: string[]; text: string; background: string; border: string }> {
  return await page.locator("article[data-widget-id]").evaluate((article) => {
    const text = article.shadowRoot!.querySelector("p")!;
    const { backgroundImage, borderImageSource } = getComputedStyle(text);
    const images = [...text.querySelectorAll("img")].map((image) => image.src);
    return { images, text: text.textContent!, background: backgroundImage, border: borderImageSource };
  });
}
