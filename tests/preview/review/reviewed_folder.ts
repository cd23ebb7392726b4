import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ReviewStore } from "../../../preview/server/review/mod.ts";
import { comparePictures } from "../../../preview/server/snapshot/baseline/compare_pictures.ts";
import { Project } from "../session/project.ts";
import { drawPicture } from "./changed_project.ts";

/** The picture that differs. */
export const PICTURE = "001_box.2x1.light.default.png";
/** It before and after. */
export const [BEFORE, AFTER] = [drawPicture(40, 30, [0, 0, 0]), drawPicture(50, 20, [255, 0, 0])];

/** A project whose snapshot has one changed picture. */
export async function createReviewed(
  finding: { [field: string]: unknown } = {},
  baseline: { [field: string]: unknown } = {},
): Promise<{ project: Project; store: ReviewStore; report: () => Promise<string> }> {
  const project = await Project.create({
    [`.tck/snapshot/${PICTURE}`]: AFTER,
    ".tck/snapshot/001_box.2x1.light.default.before.png": BEFORE,
    ".tck/snapshot/001_box.2x1.light.default.diff.png": comparePictures(BEFORE, AFTER)!.picture!,
    [`snapshots/${PICTURE}`]: BEFORE,
    ".tck/snapshot/report.json": JSON.stringify({
      format: 2,
      scale: 1,
      clean: false,
      renderings: [],
      baseline: {
        folder: "/elsewhere",
        findings: [{
          rule: "picture.changed",
          message: "100 %",
          picture: PICTURE,
          difference: "001_box.2x1.light.default.diff.png",
          ...finding,
        }],
        ...baseline,
      },
    }),
  });
  const snapshot = join(project.path, ".tck/snapshot");
  const store = new ReviewStore({ snapshot, baseline: join(project.path, "snapshots") });
  return { project, store, report: () => readFile(join(snapshot, "report.json"), "utf8") };
}
