import { compileAnyWidget, compileWidget } from "./compile.ts";
import type { CompiledWidget } from "./compiled_widget.ts";
import { compilePlainWidgets, type Sources } from "./plain_widget.ts";

/** How many widgets esbuild is given at once: the more, the fewer calls, and the later the first is there. */
const GROUP_SIZE = 16;

/**
 * Compiles the widgets of a project, each to what {@linkcode compileWidget} makes of it, several by one call of esbuild.
 * While the widgets of one group are taken, the next group is compiled.
 */
export class PlainGroups {
  readonly #groups: Group[];

  /**
   * @param sources all widgets, in the order in which they will be asked for
   * @param now tells the time in milliseconds since 1970
   */
  constructor(sources: readonly Sources[], now: () => number = Date.now) {
    this.#groups = [];
    for (let start = 0; start < sources.length; start += GROUP_SIZE) {
      this.#groups.push(new Group(sources.slice(start, start + GROUP_SIZE), now));
    }
  }

  /**
   * Compiles one of the widgets.
   *
   * @throws {DiagnosticError} when the source does not compile or imports what it must not
   */
  async compile(source: Sources): Promise<CompiledWidget> {
    const index = this.#groups.findIndex(({ sources }) => sources.includes(source));
    const compiled = this.#groups[index]!.compiled();
    void compiled.then(() => this.#groups[index + 1]?.compiled());
    return await take(source, await compiled);
  }
}

class Group {
  #compiled: Promise<Map<Sources, CompiledWidget | null> | null> | null = null;

  constructor(readonly sources: readonly Sources[], private readonly now: () => number) {}

  compiled(): Promise<Map<Sources, CompiledWidget | null> | null> {
    return this.#compiled ??= this.#compile();
  }

  async #compile(): Promise<Map<Sources, CompiledWidget | null> | null> {
    const widgets = await compilePlainWidgets(this.sources, this.now()).catch(() => null);
    return widgets && new Map(this.sources.map((source, index) => [source, widgets[index]!]));
  }
}

/** What one widget of a group is warned of or fails by says nothing of the others: each is compiled alone then. */
async function take(
  source: Sources,
  compiled: Map<Sources, CompiledWidget | null> | null,
): Promise<CompiledWidget> {
  const { files, widget } = source;
  if (compiled === null) return await compileWidget(files, widget);
  const plain = compiled.get(source);
  compiled.delete(source); // A project may have a thousand widgets.
  return plain ?? await compileAnyWidget(files, widget);
}
