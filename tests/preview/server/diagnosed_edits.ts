import assert from "node:assert/strict";
import { LIVE_WIDGETS_CHANGED_EVENT, type LiveWidget } from "../../../preview/protocol.ts";
import type { Project } from "../session/project.ts";
import { openStage } from "./stage_page.ts";

const FILE = "widgets/001_hello/widget.tck.tsx";

const source = (text: string) =>
  `export const manifest = { id: "hello", cardType: "feed", sizes: ["fill-auto"] };
export default function Hello() { return <p>{${text}}</p>; }
`;

/** The project of a widget that the build accepts. */
export const DIAGNOSED_FILES = { [FILE]: source(`"one"`), "node_modules/.keep": "" };

/** Edits the widget so that the build accepts it no more, and again. */
export async function checkDiagnosedEdits(project: Project, url: string): Promise<void> {
  await using stage = await openStage(url, "?widget=001_hello");
  const { page } = stage;
  const diagnostics = () =>
    (stage.events(LIVE_WIDGETS_CHANGED_EVENT) as LiveWidget[][]).map(([widget]) => [
      widget!.isOutdated ? "outdated" : "current",
      ...widget!.diagnostics?.map(({ code, file, line }) => `${code} ${file}:${line}`) ?? [],
    ]);
  await page.getByText("The build accepts this widget.").waitFor({ timeout: 60_000 });
  await project.write(FILE, source(`"two" + localStorage.length`));
  await page.getByText("two0").waitFor();
  await page.getByText("localStorage is forbidden in a widget").first().waitFor({ timeout: 60_000 });
  await project.write(FILE, source(`"three"`));
  await page.getByText("three").waitFor();
  await page.getByText("The build accepts this widget.").waitFor({ timeout: 60_000 });
  const fault = `forbidden.storage ${FILE}:2`;
  assert.deepEqual(diagnostics(), [
    ["current"],
    ["outdated"],
    ["current", fault],
    ["outdated", fault],
    ["current"],
  ]);
  assert.equal(stage.loads(), 1);
  assert.deepEqual(stage.errors, []);
}
