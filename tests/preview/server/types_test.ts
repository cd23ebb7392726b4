import assert from "node:assert/strict";
import { mkdir, readFile, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { startPreview } from "../../../preview/server/start.ts";
import { checkTypes } from "../../../web/bundler/types/mod.ts";
import { findNode, installTypeScript } from "../../packages/mod.ts";
import { until, untilFound } from "../../waiting/mod.ts";
import { Project } from "../session/project.ts";
import { startPreviewProcess } from "./preview_process.ts";
import { openStage } from "./stage_page.ts";

const ROOT = new URL("../../../", import.meta.url);
const FILE = "widgets/001_hello/widget.tck.tsx";
const SHARED = "widgets/shared/unit.ts";

const source = (text: string, unit = "°C") =>
  `import type { Unit } from "../shared/unit.ts";
export const manifest = { id: "hello", cardType: "feed", sizes: ["fill-auto"] };
const unit: Unit = ${JSON.stringify(unit)};
export default function Hello() { return <p>{${text}} {unit}</p>; }
`;

const FILES = {
  [FILE]: source(`"one"`),
  [SHARED]: 'export type Unit = "°C";\n',
  "tsconfig.json": await Deno.readTextFile(new URL("web/scaffold/template/tsconfig.json", ROOT)),
  "package.json": "{}",
  "node_modules/.keep": "",
};

/** An error as the panel shows it. */
type Shown = Pick<
  Awaited<ReturnType<typeof checkTypes>>[number],
  "file" | "line" | "column" | "message" | "code"
>;

async function link(project: Project, name: string, target: string): Promise<void> {
  const path = join(project.path, "node_modules", name);
  await mkdir(dirname(path), { recursive: true });
  await symlink(target, path);
}

Deno.test("on Node 24, type errors of an edit are shown as check reports them, and disappear with a fix", async (t) => {
  await using typescript = await installTypeScript();
  await using project = await Project.create(FILES);
  await link(project, "typescript", typescript.folder);
  await link(project, "@types/react", fileURLToPath(new URL("node_modules/@types/react", ROOT)));
  await using preview = await startPreviewProcess(["--cwd", project.path], { node: await findNode() });
  await using stage = await openStage(preview.url, "?widget=001_hello");
  const panel = stage.page.locator(".shell-diagnostics");
  const accepted = stage.page.getByText("The build accepts this widget.");
  const shows = async ({ file, line, column, message, code }: Shown) => {
    const shown = panel.locator(":scope:not([data-outdated]) > li").first();
    await shown.getByText(message).waitFor({ timeout: 60_000 });
    await shown.getByRole("button", { name: `${file}:${line}:${column}` }).waitFor();
    await shown.getByText(code, { exact: true }).waitFor();
    assert.equal(await panel.locator(":scope > li").count(), 1);
  };
  await accepted.waitFor({ timeout: 60_000 });

  await t.step("an edit of the widget", async () => {
    await project.write(FILE, source(`"two".missing`));
    const errors = await checkTypes(project.path);
    assert.equal(errors.length, 1);
    await shows(errors[0]!);
    await project.write(FILE, source(`"three"`));
    await accepted.waitFor({ timeout: 60_000 });
  });

  await t.step("an edit of a file of which the widget imports a type only", async () => {
    await project.write(SHARED, 'export type Unit = "°F";\n');
    await shows({
      ...{ file: FILE, line: 3, column: 7, code: "types.error" },
      message: `Type '"°C"' is not assignable to type '"°F"'`,
    });
    await project.write(SHARED, 'export type Unit = "°C";\n');
    await accepted.waitFor({ timeout: 60_000 });
  });

  await t.step("an error outside of the folders of widgets", async () => {
    await project.write(SHARED, 'export type Unit = "°C";\nexport const count: number = "";\n');
    await shows({
      ...{ file: SHARED, line: 2, column: 14, code: "types.error" },
      message: "Type 'string' is not assignable to type 'number'",
    });
  });

  await t.step("what TypeScript finds beside the bundler", async () => {
    await project.write(SHARED, FILES[SHARED]);
    await project.write(FILE, source("localStorage.getItem(1)"));
    await panel.getByText("localStorage is forbidden in a widget").first().waitFor({ timeout: 60_000 });
    await panel.locator(":scope:not([data-outdated])").getByText("(TS2345)").waitFor({ timeout: 60_000 });
    const codes = await panel.locator(".shell-diagnostic-place code").allTextContents();
    assert.deepEqual(codes, ["forbidden.storage", "types.error"]);
  });
  assert.deepEqual([preview.errors(), stage.errors, stage.loads()], ["", [], 1]);
});

Deno.test("a project without TypeScript has a note, and the preview says nothing", async () => {
  await using project = await Project.create(FILES);
  const reports: string[] = [];
  const preview = await startPreview({ cwd: project.path, port: 0, report: (line) => reports.push(line) });
  await using _ = { [Symbol.asyncDispose]: preview.close };
  await using stage = await openStage(preview.url, "?widget=001_hello");
  const note = stage.page.getByText("types are not checked: TypeScript is not installed");
  await note.waitFor({ timeout: 60_000 });
  await stage.page.getByText("pnpm add -D typescript").waitFor();
  await stage.page.getByText("The build accepts this widget.", { exact: true }).waitFor({ timeout: 60_000 });
  assert.deepEqual(reports, []);
});

/** It writes its process id, and waits to be killed, unless the sources are accepted. */
const WAITING_TSC = `const { appendFileSync, existsSync } = require("node:fs");
appendFileSync("tsc.log", process.pid + "\\n");
if (!existsSync("tsc.accepts")) setInterval(() => {}, 1000);
`;

Deno.test("a TypeScript that ends is started again by an edit, three times, and ends with the preview", async (t) => {
  await using project = await Project.create({
    ...FILES,
    "node_modules/typescript/package.json": '{ "version": "9.9.9", "bin": { "tsc": "./tsc.cjs" } }',
    "node_modules/typescript/tsc.cjs": WAITING_TSC,
  });
  const processes = async () => {
    const log = await readFile(join(project.path, "tsc.log"), "utf8").catch(() => "");
    return log.split("\n").slice(0, -1).map(Number);
  };
  const started = (count: number) =>
    untilFound(`process ${count} has started`, async () => (await processes())[count - 1] ?? null);
  const reports: string[] = [];
  const report = (line: string) => void reports.push(line);
  const kill = async (count: number, next: string) => {
    process.kill(await started(count), "SIGKILL");
    const number = reports.length;
    const reported = await untilFound(`report ${number + 1}`, () => reports[number] ?? null);
    assert.equal(reported, `types are not checked: TypeScript 9.9.9 fails: SIGKILL; ${next}`);
  };
  const withoutPage = await startPreview({ cwd: project.path, port: 0, report });
  await using _ = { [Symbol.asyncDispose]: withoutPage.close };
  const preview = await startPreview({ cwd: project.path, port: 0, report });
  const stage = await openStage(preview.url, "?widget=001_hello");
  const { page } = stage;
  const accepted = page.getByText("The build accepts this widget.", { exact: true });
  try {
    await started(1);

    await t.step("the other diagnostics do not wait for it", async () => {
      await accepted.waitFor({ timeout: 60_000 });
      await project.write(FILE, source(`"two" + localStorage.length`));
      await page.getByText("localStorage is forbidden in a widget").first().waitFor({ timeout: 60_000 });
      assert.equal((await processes()).length, 1, "one at a time, and none without a page");
    });

    await t.step("each end is one line, and an edit starts it again", async () => {
      await kill(1, "the next edit is checked again"); // There was an edit meanwhile.
      await kill(2, "the next edit is checked again");
      await page.getByText("types are not checked: TypeScript 9.9.9 fails: SIGKILL").waitFor();
    });

    await t.step("a success between them begins to count again", async () => {
      await project.write("tsc.accepts", "");
      await project.write(FILE, source(`"three"`));
      await started(3);
      const failed = page.getByText("types are not checked: TypeScript 9.9.9 fails: SIGKILL");
      await failed.waitFor({ state: "detached", timeout: 60_000 });
      await project.remove("tsc.accepts");
      for (const count of [4, 5]) {
        await project.write(FILE, source(`"edit ${count}"`));
        await kill(count, "the next edit is checked again");
      }
      await project.write(FILE, source(`"edit 6"`));
      await kill(6, "no further check is made");
    });

    await t.step("after three ends it is not started again", async () => {
      for (const text of ["four", "five"]) {
        await project.write(FILE, source(`"${text}"`));
        await page.getByText(text).waitFor();
        await accepted.waitFor({ timeout: 60_000 });
      }
      assert.deepEqual([(await processes()).length, reports.length], [6, 5]);
    });
  } finally {
    await stage[Symbol.asyncDispose]();
    await preview.close();
  }

  await t.step("the end of the preview ends it", async () => {
    const stage = await openStage(withoutPage.url, "?widget=001_hello");
    const id = await started(7);
    await stage[Symbol.asyncDispose]();
    await withoutPage.close();
    await until("the process has ended", () => !isRunning(id));
    assert.equal(reports.length, 5);
  });
});

function isRunning(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch {
    return false;
  }
}
