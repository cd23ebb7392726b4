import assert from "node:assert/strict";
import type { Diagnostic } from "../../../web/bundler/mod.ts";
import { MANIFEST, ProjectFolder, SOURCE, WIDGET } from "./project_folder.ts";
import { bundleOf, createTailwindProject, STYLES } from "./tailwind_project.ts";

const UTILITIES = '@import "tailwindcss/theme"; @import "tailwindcss/utilities";';

/** A project that has Tailwind installed, with one widget whose paragraph has these classes. */
function createProject(
  classes: string,
  css: string,
  files: { [file: string]: string } = {},
): Promise<ProjectFolder> {
  return createTailwindProject(widget(classes), css, files);
}

function widget(classes: string): string {
  return `import "./widget.css"; ${MANIFEST}
    export default function Hello() { return <p className="${classes}">hello</p>; }`;
}

async function buildCss(project: ProjectFolder): Promise<{ css: string; propertiesCss: string }> {
  const { css, propertiesCss } = await bundleOf(project);
  const decoder = new TextDecoder();
  return { css: decoder.decode(css!), propertiesCss: decoder.decode(propertiesCss!) };
}

async function diagnose(
  classes: string,
  css: string,
  files: { [file: string]: string } = {},
): Promise<readonly Diagnostic[]> {
  await using project = await createProject(classes, css, files);
  return (await project.build()).diagnostics;
}

Deno.test("a widget's CSS has the classes that it uses, the theme on the host, and @property rules apart", async () => {
  await using project = await createProject("mt-3 rotate-x-6 grid", '@import "tailwindcss";');
  const { css, propertiesCss } = await buildCss(project);
  assert.match(css, /\.mt-3\{margin-top:calc\(var\(--spacing\) \* 3\)\}/);
  assert.match(css, /:host\{[^}]*--spacing:\.25rem/);
  assert.doesNotMatch(css, /:root|html|@property|@import|\.mt-4/);
  assert.match(propertiesCss, /^(@property --tw-[a-z-]+\{[^}]+\})+$/);
});

Deno.test("Tailwind's rules for elements are in the layer of the card's reset, below the kit's blocks", async () => {
  await using project = await createProject(
    "mt-3",
    '@import "tailwindcss"; @layer base { p { color: red } }',
  );
  const { css } = await buildCss(project);
  assert.match(css, /^[^{]*@layer theme\{.*@layer tck\.reset\{.*@layer components;@layer utilities\{/s);
  assert.match(css, /@layer tck\.reset\{.*p\{color:red\}/);
  assert.doesNotMatch(css, /@layer base/);
});

Deno.test("@theme, @apply, @utility and a CSS module with @reference compile", async () => {
  await using project = await createProject(
    "text-brand tab-4",
    `${UTILITIES} @theme { --color-brand: #123456 }
    @utility tab-4 { tab-size: 4 } .note { @apply underline text-brand }`,
  );
  await project.write(
    SOURCE,
    `import styles from "./part.module.css"; ${widget("text-brand tab-4")}; export { styles };`,
  );
  await project.write(
    "widgets/001_hello/part.module.css",
    '@reference "./widget.css"; .part { @apply text-brand italic }',
  );
  const { css } = await buildCss(project);
  assert.match(css, /--color-brand:#123456/);
  assert.match(css, /\.tab-4\{tab-size:4\}/);
  assert.match(css, /\.note\{color:var\(--color-brand\);text-decoration-line:underline\}/);
  assert.match(css, /\.\w+\{color:var\(--color-brand,#123456\);font-style:italic\}/);
  assert.equal(css.match(/\.tab-4/g)!.length, 1, "a reference brings no rules");
});

Deno.test("classes are looked for in the files that the widget imports, and not in those of other widgets", async () => {
  await using project = await createProject("mt-1", UTILITIES, {
    "parts/label.tsx": 'export const label = "mt-5";',
    "widgets/001_hello/unused.ts": 'export const unused = "mt-6";',
    "widgets/002_other/widget.tck.tsx": widget("mt-7"),
    "widgets/002_other/widget.css": UTILITIES,
    "node_modules/part/index.js": 'export const part = "mt-8";',
  });
  await project.write(
    SOURCE,
    `import { label } from "../../parts/label.tsx"; import { part } from "part";
    ${widget("mt-1")}; export { label, part };`,
  );
  const { css } = await buildCss(project);
  assert.deepEqual(css.match(/mt-\d/g), ["mt-1", "mt-5"]);
});

Deno.test("a class that is added in the source is added to the CSS, and nothing else is built", async () => {
  await using project = await createProject("mt-1", UTILITIES, {
    [SOURCE.replace("001_hello", "002_other")]: WIDGET,
  });
  await buildCss(project);
  const statuses = async () => (await project.build()).widgets.map(({ status }) => status);
  assert.deepEqual(await statuses(), ["unchanged", "unchanged"]);
  await project.write(SOURCE, widget("mt-1 mt-2"));
  assert.deepEqual(await statuses(), ["built", "unchanged"]);
  assert.match((await buildCss(project)).css, /mt-2/);
});

for (
  const [what, file] of Object.entries({
    "a stylesheet that Tailwind imports": "styles/theme.css",
    "a file that only its classes are taken from": "widgets/001_hello/data.json",
  })
) {
  Deno.test(`a widget is built again when ${what} changes`, async () => {
    await using project = await createProject(
      "text-brand",
      `@import "../../styles/theme.css"; ${UTILITIES}`,
      {
        "styles/theme.css": "@theme { --color-brand: #111111 }",
        "widgets/001_hello/data.json": '{ "tone": "mt-1" }',
      },
    );
    await project.write(SOURCE, `import data from "./data.json"; ${widget("text-brand")}; export { data };`);
    const before = await buildCss(project);
    const text = new TextDecoder().decode(await project.read(file));
    await project.write(file, text.replace("#111111", "#222222").replace("mt-1", "mt-2"));
    assert.notEqual((await buildCss(project)).css, before.css);
  });
}

Deno.test("the same source gives the same bytes in two folders", async () => {
  const create = () => createProject("mt-3 rotate-x-6 shadow-md @md:flex", '@import "tailwindcss";');
  await using first = await create();
  await using second = await create();
  await Promise.all([first.build(), second.build()]);
  assert.deepEqual(await first.read("dist/001_hello.tckb"), await second.read("dist/001_hello.tckb"));
});

Deno.test("an address in an imported stylesheet leads to the file beside it", async () => {
  await using project = await createProject("mt-1", `@import "../../styles/base.css"; ${UTILITIES}`, {
    "styles/base.css": ".sun { background: url(./sun.svg) } .mask { mask: url(#mask) }",
    "styles/sun.svg": "<svg/>",
  });
  const { css } = await buildCss(project);
  assert.match(css, /\.sun\{background:url\("?data:image\/svg\+xml/);
  assert.match(css, /mask:url\("?#mask/);
});

Deno.test("what Tailwind cannot apply is a diagnostic at its place", async () => {
  const [diagnostic, ...others] = await diagnose("mt-1", `${UTILITIES}\n.a { @apply mt-1 no-such-class }`);
  assert.deepEqual(others, []);
  const { code, file, line, column, message } = diagnostic!;
  assert.deepEqual([code, file, line, column], ["stylesheet.invalid", STYLES, 2, 18]);
  assert.match(message, /no-such-class/);
});

for (
  const [css, found] of Object.entries({
    '@plugin "@tailwindcss/typography";': [2, 1],
    '@config "../../tailwind.config.js";': [2, 1],
    '@source "../../../";': [2, 1],
    '@source not "./unused.ts";': [2, 1],
    '@import "tailwindcss/theme" source("../");': [2, 29],
    '@import "./other.css";': [1, 1],
  })
) {
  // claim: build-own-project
  Deno.test(`${css} is rejected, since Tailwind would run code or read files for it`, async () => {
    const other = { "widgets/001_hello/other.css": '@source "../../";' };
    const [diagnostic, ...others] = await diagnose("mt-1", `${UTILITIES}\n${css}`, other);
    assert.deepEqual(others, []);
    assert.deepEqual([diagnostic!.code, diagnostic!.line, diagnostic!.column], [
      "tailwind.forbidden",
      ...found,
    ]);
  });
}

Deno.test("a plugin in an imported stylesheet is rejected and does not run", async () => {
  await using project = await createProject("mt-1", `${UTILITIES}\n@import "./other.css";`, {
    "widgets/001_hello/other.css": '@plugin "./plugin.mjs";',
    "widgets/001_hello/plugin.mjs": 'import { writeFileSync } from "node:fs"; writeFileSync("ran", "")',
  });
  const { diagnostics } = await project.build();
  assert.deepEqual(diagnostics.map(({ code }) => code), ["tailwind.forbidden"]);
});

Deno.test("the words of a comment are not Tailwind's", async () => {
  await using project = await ProjectFolder.create({
    [SOURCE]: `import "./widget.css"; ${WIDGET}`,
    [STYLES]: "/* @apply */ p { color: red }",
  });
  assert.equal((await buildCss(project)).css, "p{color:red}");
});

Deno.test("classes of @source inline() are in the CSS, and source(none) looks for no others", async () => {
  await using project = await createProject(
    "mt-1",
    `@import "tailwindcss" source(none); @source inline("mt-{2,3}");`,
  );
  const { css } = await buildCss(project);
  assert.deepEqual(css.match(/mt-\d/g), ["mt-2", "mt-3"]);
});

Deno.test("dark: that follows the system is rejected where it stands, and one of the author's own is taken", async () => {
  const [diagnostic, ...others] = await diagnose("mt-1 md:dark:mt-2", UTILITIES);
  assert.deepEqual(others, []);
  assert.deepEqual([diagnostic!.code, diagnostic!.file, diagnostic!.line], ["tailwind.forbidden", SOURCE, 2]);
  assert.match(diagnostic!.lineText!.slice(diagnostic!.column! - 1), /^md:dark:mt-2/);
  // Letters of more than one byte before it, in its line and in the lines before.
  const umlauts = widget("dark:mt-2").replace("<p ", "<p title='äöü ☀' ").replace(
    "export",
    "/* Grüße */ export",
  );
  await using project = await createTailwindProject(umlauts, UTILITIES);
  const [later] = (await project.build()).diagnostics;
  assert.match(later!.lineText!.slice(later!.column! - 1), /^dark:mt-2/);
  const applied = await diagnose("mt-1", `${UTILITIES}\n.a { @apply dark:mt-2 }`);
  assert.deepEqual(applied.map(({ code, line }) => [code, line]), [["tailwind.forbidden", 2]]);
  const own = "@custom-variant dark (&:where([data-theme=dark] *));";
  assert.deepEqual(await diagnose("mt-1 dark:mt-2", `${UTILITIES} ${own}`), []);
});

Deno.test("a variant that hangs on the page around the widget is rejected", async () => {
  const css = `${UTILITIES} @custom-variant dark (html.dark &);`;
  const diagnostics = await diagnose("dark:mt-2", css);
  assert.deepEqual(diagnostics.map(({ code }) => code), ["stylesheet.root_selector"]);
});

Deno.test("the diagnostic of a project without Tailwind, or with an older one, says what to install", async () => {
  await using without = await ProjectFolder.create({ [SOURCE]: widget("mt-1"), [STYLES]: `\n ${UTILITIES}` });
  await using older = await ProjectFolder.create({
    [SOURCE]: widget("mt-1"),
    [STYLES]: UTILITIES,
    "node_modules/tailwindcss/package.json": '{ "version": "3.4.0" }',
  });
  const [diagnostic] = (await without.build()).diagnostics;
  assert.deepEqual([diagnostic!.code, diagnostic!.line, diagnostic!.column], ["tailwind.missing", 2, 2]);
  assert.match(diagnostic!.hint, /tailwindcss@4 @tailwindcss\/oxide@4/);
  const [{ code, message }] = (await older.build()).diagnostics as [Diagnostic];
  assert.equal(code, "tailwind.missing");
  assert.match(message, /3\.4\.0/);
});

Deno.test("a file outside the project is not imported by Tailwind either", async () => {
  const [diagnostic] = await diagnose(
    "mt-1",
    `${UTILITIES} @import "../../../outside.css"; @import "./none.css";`,
  );
  assert.equal(diagnostic!.code, "import.unresolved");
});
