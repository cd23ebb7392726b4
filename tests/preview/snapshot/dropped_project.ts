import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { CardProblem, Rendering, SnapshotReport } from "../../../preview/server/snapshot/mod.ts";
import type { PreviewResult } from "../server/preview_process.ts";
import { Project } from "../session/project.ts";
import { runSnapshotHere } from "./command_here.ts";
import { DROPPED_WIDGET, EMPTY_WIDGET } from "./dropped_widgets.ts";
import { ROOM_CONTENTS, writeRoomWidget } from "./room_widget.ts";

export const SOURCE = "widgets/001_dropped/widget.tck.tsx";
export const ROOM_SOURCE = "widgets/003_room/widget.tck.tsx";

/** A project with the widgets whose cards do not show everything. */
export function createDroppedProject(): Promise<Project> {
  return Project.create({
    [SOURCE]: DROPPED_WIDGET,
    "widgets/002_empty/widget.tck.tsx": EMPTY_WIDGET,
    [ROOM_SOURCE]: writeRoomWidget(
      new Map(Object.keys(ROOM_CONTENTS).map((state) => [state, { state, pixels: 0 }])),
    ),
    "node_modules/.keep": "",
  });
}

/** Takes its pictures in the light theme. */
export async function takeLight(
  project: Project,
  ...flags: readonly string[]
): Promise<{ result: PreviewResult; renderings: readonly Rendering[] }> {
  const result = await runSnapshotHere(["--cwd", project.path, "--theme", "light", ...flags]);
  const report: SnapshotReport = JSON.parse(
    await readFile(join(project.path, ".tck/snapshot/report.json"), "utf8"),
  );
  return { result, renderings: report.renderings };
}

/** The findings about what is not shown in a state of a widget. @param usual the default state */
export function droppedOf(
  name: string,
  usual: string,
  renderings: readonly Rendering[],
): (state: string) => readonly CardProblem[] {
  return (state) =>
    renderings.find((one) => one.widget === name && (one.state ?? usual) === state)!.findings
      .filter(({ rule }) => /dropped|bare/.test(rule));
}

/** What a finding says is missing: `ListItem “Phase 4”, the first of 6 of 9,`. */
export function countOf({ message }: CardProblem): string {
  return message.replace(/ is (?:not shown|cut off): .*/, "");
}
