import { type OpenPreview, openPreview, type PreviewOptions } from "../start.ts";
import { Camera } from "../snapshot/mod.ts";

/** The project that a session of the protocol works on. */
export type WorkspaceOptions = Pick<PreviewOptions, "cwd" | "config" | "report">;

/**
 * What a session's tools work with. The preview starts when a tool first needs it, the browser when one needs that; what
 * could not be started is tried again by the next tool.
 */
export class Workspace {
  readonly #options: WorkspaceOptions;
  #preview: OpenPreview | null = null;
  #camera: Camera | null = null;
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: WorkspaceOptions) {
    this.#options = options;
  }

  /** Runs a tool after those that were asked for before: many browsers' pages at once would only wait for each other. */
  inTurn<Result>(run: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(run);
    this.#last = result.catch(() => {});
    return result;
  }

  /** The preview, with everything on disk as it is now. */
  async freshPreview(): Promise<OpenPreview> {
    const preview = await this.openPreview();
    await preview.refresh();
    return preview;
  }

  /** The preview, with what it has noticed so far. */
  async openPreview(): Promise<OpenPreview> {
    this.#preview ??= await openPreview({ ...this.#options, host: "127.0.0.1", port: 0 });
    await this.#preview.session.ready;
    return this.#preview;
  }

  /** The browser on a preview; a new one when the last has ended by itself. */
  async openCamera({ url }: OpenPreview): Promise<Camera> {
    if (this.#camera?.isOpen) return this.#camera;
    this.#camera = await Camera.open(url);
    return this.#camera;
  }

  /** Ends what was started, after the tool that is running. */
  async close(): Promise<void> {
    await this.#camera?.close(); // The tool that is running fails; nobody waits for it any more.
    await this.#last;
    await this.#camera?.close();
    await this.#preview?.close();
  }
}
