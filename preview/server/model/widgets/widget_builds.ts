import { discoverWidgets, openBundler, type PreviewBundler, type RatedCheck } from "../bundler.ts";

/** Builds single widgets on request, one after another. Its processes end when there is nothing to build. */
export class WidgetBuilds {
  #bundler: PreviewBundler | null = null;

  /** @param project the project folder, as a real path @param open opens a bundler */
  constructor(
    private readonly project: string,
    private readonly open: () => PreviewBundler = openBundler,
  ) {}

  /** Builds a widget as its source is now. One whose folder has an invalid name is not built, as in a build. */
  async build(name: string): Promise<RatedCheck> {
    const { widgets, diagnostics } = await discoverWidgets(this.project);
    if (widgets.some((widget) => widget.name === name)) {
      this.#bundler ??= this.open();
      return await this.#bundler.checkWidget(this.project, name);
    }
    const found = diagnostics.filter(({ widget }) => widget === name);
    return {
      diagnostics: found.map((one) => ({ ...one, severity: "error" })),
      manifest: null,
      bundle: null,
    };
  }

  async close(): Promise<void> {
    await this.#bundler?.close();
  }
}
