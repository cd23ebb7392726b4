import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { cp, readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import type { PageBundler } from "../../docs/site/playground/page_bundler.ts";
import { type Diagnostic, isNote, isWarning } from "../../web/bundler/mod.ts";
import { openChromium } from "../browser/chromium.ts";
import { ProjectFolder } from "../web/bundler/project_folder.ts";
import { PlaygroundSite } from "./playground_site.ts";

const PROJECTS = fileURLToPath(new URL("../../fixtures/projects", import.meta.url));

/** Milliseconds that a page evaluates a widget: it has the processor for itself less often than a process. */
const DEADLINE = 20_000;

/** What a build says of a widget. */
interface Result {
  name: string;
  /** The `.tckb`, in base64; null when the widget is not valid. */
  envelope: string | null;
  /** Errors, then warnings, then notes. */
  diagnostics: Diagnostic[];
}

/** Builds projects of the fixtures by the command and in a page. */
export async function compareBuilds(test: Deno.TestContext, names: readonly string[]): Promise<void> {
  await using site = await PlaygroundSite.open();
  const browser = await openChromium();
  try {
    const page = await (await browser.newContext()).newPage();
    await page.goto(`${site.url}empty.html`);
    for (const name of names) {
      await test.step(name, async () => {
        await using project = await ProjectFolder.create({});
        await cp(join(PROJECTS, name), project.path, { recursive: true });
        const files = await readFiles(project.path);
        const [expected, found] = [await buildByCommand(project), await buildInPage(page, site, files)];
        assert.deepEqual(found.map(readComparable), expected.map(readComparable));
        if (name !== "invalid") {
          assert.ok(found.some(({ envelope }) => envelope !== null) || name === "workday");
        }
      });
    }
  } finally {
    await browser.close();
  }
}

/** Without what differs on purpose: how long a widget may take, and why there is no Tailwind. */
function readComparable({ name, envelope, diagnostics }: Result): Result {
  const shown = diagnostics.map((one) =>
    one.code === "tailwind.missing"
      ? { ...one, message: "" }
      : { ...one, message: one.message.replace(/ after \d+ s\b/, " after … s") }
  );
  return { name, envelope, diagnostics: shown };
}

async function readFiles(folder: string): Promise<[path: string, content: string][]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return await Promise.all(paths.map(async (path): Promise<[string, string]> => [
    relative(folder, path),
    (await readFile(path)).toString("base64"),
  ]));
}

async function buildByCommand(project: ProjectFolder): Promise<Result[]> {
  const { widgets } = await project.build();
  return await Promise.all(widgets.map(async ({ name, status, diagnostics, warnings, notes }) => ({
    name,
    envelope: status === "failed"
      ? null
      : Buffer.from(await project.read(`dist/${name}.tckb`)).toString("base64"),
    diagnostics: [...diagnostics, ...warnings, ...notes],
  })));
}

async function buildInPage(
  page: Page,
  { url, playground }: PlaygroundSite,
  files: readonly [path: string, content: string][],
): Promise<Result[]> {
  const address = url + playground.bundler;
  const results = await page.evaluate(async ({ address, files, deadline }) => {
    const { openPageBundler } = await import(address);
    const kept = globalThis as { bundler?: PageBundler };
    kept.bundler ??= openPageBundler(deadline) as PageBundler;
    const decode = (text: string) => Uint8Array.from(atob(text), (one) => one.charCodeAt(0));
    const encode = (bytes: Uint8Array) =>
      btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
    const { widgets } = await kept.bundler.build(new Map(files.map(([path, text]) => [path, decode(text)])));
    return widgets.map(({ name, valid, diagnostics }) => ({
      name,
      envelope: valid && encode(valid.bundle.envelope),
      diagnostics,
    }));
  }, { address, files, deadline: DEADLINE });
  return results.map(({ name, envelope, diagnostics }) => ({
    name,
    envelope,
    diagnostics: [
      ...diagnostics.filter((one) => !isWarning(one) && !isNote(one)),
      ...diagnostics.filter(isWarning),
      ...diagnostics.filter(isNote),
    ],
  }));
}
