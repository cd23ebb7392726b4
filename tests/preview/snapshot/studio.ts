import {
  Camera,
  findSubjects,
  observe,
  planShots,
  type Rendering,
  type Selection,
  SnapshotFonts,
  THEMES,
  toRendering,
} from "../../../preview/server/snapshot/mod.ts";
import { type OpenPreview, openPreview } from "../../../preview/server/start.ts";
import { Project } from "../session/project.ts";
import { setPreviewVariables } from "./command_here.ts";

const EVERYTHING: Selection = { widgets: [], sizes: [], themes: [], states: [], locales: [] };

/**
 * A project with one preview and one browser, which takes the pictures of a snapshot as often as a test asks: without
 * sheets, files, and the checks of the build.
 */
export class Studio implements AsyncDisposable {
  private constructor(
    private readonly project: Project,
    private readonly preview: OpenPreview,
    private readonly camera: Camera,
  ) {}

  /** Opens a preview on a project of some files. */
  static async open(files: { readonly [path: string]: string }): Promise<Studio> {
    using _variables = await setPreviewVariables();
    const project = await Project.create({ ...files, "node_modules/.keep": "" });
    const preview = await openPreview({ cwd: project.path, host: "127.0.0.1", port: 0 });
    const camera = await Camera.open(preview.url, await SnapshotFonts.find(project.path));
    return new Studio(project, preview, camera);
  }

  /** Writes a source of which the next pictures are taken. */
  async write(path: string, text: string): Promise<void> {
    await this.project.write(path, text);
    await this.preview.refresh();
    await this.camera.reset();
  }

  /** Takes the pictures of what is selected. */
  async take(selected: Partial<Selection> = {}): Promise<Rendering[]> {
    const selection = { ...EVERYTHING, ...selected };
    const live = this.preview.liveWidgets();
    const shots = planShots(
      await findSubjects(live, [], selection.widgets, this.camera.readManifests),
      selection,
    );
    const renderings = await Promise.all(THEMES.map(async (theme) => {
      const taken: Rendering[] = [];
      await this.camera.takeAll(
        theme,
        shots.filter((shot) => shot.theme === theme),
        async (shot, photograph) => {
          const seen = await observe(photograph, (stacks) => this.preview.sources.locate(stacks));
          taken.push(toRendering(shot, seen, photograph.png && "taken"));
        },
      );
      return taken;
    }));
    return renderings.flat();
  }

  /** Ends the browser and the preview, and deletes the project. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.camera.close();
    await this.preview.close();
    await this.project[Symbol.asyncDispose]();
  }
}
