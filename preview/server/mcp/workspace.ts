import { resolve } from "node:path";
import type { LiveWidget } from "../../protocol.ts";
import { type ReviewFolders, reviewFoldersOf } from "../review/mod.ts";
import type { WidgetManifest } from "../../../core/manifest/mod.ts";
import { Camera, SnapshotFonts } from "../snapshot/mod.ts";
import { type OpenPreview, openPreview, type PreviewOptions } from "../start.ts";

/** The project of a session of the protocol. */
export type WorkspaceOptions = Pick<PreviewOptions, "cwd" | "config" | "report">;

/**
 * The preview and the browser of a session. Each starts with the first tool that needs it; after a failure, the next
 * tool tries again.
 */
export class Workspace {
  readonly #options: WorkspaceOptions;
  #preview: OpenPreview | null = null;
  #camera: Camera | null = null;
  #last: Promise<unknown> = Promise.resolve();
  /** The manifests of the last reading, by the hashes of their widgets' sources. */
  #manifests: ReadonlyMap<string, WidgetManifest> = new Map();

  constructor(options: WorkspaceOptions) {
    this.#options = options;
  }

  /** Where the project's last snapshot and its accepted pictures are. */
  get reviewFolders(): ReviewFolders {
    return reviewFoldersOf(resolve(this.#options.cwd ?? "."));
  }

  /** Runs a tool after the earlier ones: pages of a browser slow each other down. */
  enqueue<Result>(run: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(run);
    this.#last = result.catch(() => {});
    return result;
  }

  /** The preview, after it has read the disk again. */
  async freshPreview(): Promise<OpenPreview> {
    const preview = await this.openPreview();
    await preview.refresh();
    return preview;
  }

  async openPreview(): Promise<OpenPreview> {
    this.#preview ??= await openPreview({ ...this.#options, host: "127.0.0.1", port: 0 });
    await this.#preview.model.ready;
    return this.#preview;
  }

  /** The browser on a preview; a new one when the last has ended. */
  async openCamera({ url, model }: OpenPreview): Promise<Camera> {
    if (this.#camera?.isOpen) {
      await this.#camera.reset(); // Its pages have the modules of the last call.
      return this.#camera;
    }
    this.#camera = await Camera.open(url, await SnapshotFonts.find(model.projectDirectory));
    return this.#camera;
  }

  /** Reads the manifests of all live widgets, by name. Each costs a page: those of sources that have not changed are known. */
  async readManifests(preview: OpenPreview): Promise<ReadonlyMap<string, WidgetManifest | null>> {
    const manifests = new Map<string, WidgetManifest | null>();
    const known = new Map<string, WidgetManifest>();
    for (const widget of preview.liveWidgets()) {
      const hash = await preview.sources.hash([widget.moduleUrl, widget.stylesUrl]);
      const former = hash === null ? undefined : this.#manifests.get(hash);
      const manifest = former ?? await this.#readManifest(preview, widget);
      manifests.set(widget.name, manifest);
      if (hash !== null && manifest !== null) known.set(hash, manifest);
    }
    this.#manifests = known;
    return manifests;
  }

  async #readManifest(preview: OpenPreview, widget: LiveWidget): Promise<WidgetManifest | null> {
    const camera = await this.openCamera(preview);
    return (await camera.readManifests([widget])).get(widget.name) ?? null;
  }

  /** Ends the browser, which makes the running tool fail, and then the preview. */
  async close(): Promise<void> {
    await this.#camera?.close();
    await this.#last;
    await this.#camera?.close();
    await this.#preview?.close();
  }
}
