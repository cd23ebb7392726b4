import { errorMessage, escapeControls } from "../../../../core/errors/mod.ts";
import { checkTypes, findTypesObstacle, type RatedDiagnostic } from "../bundler.ts";
import type { ProjectWidgets } from "./project_widgets.ts";

/** What {@link BackgroundTypes} works with. */
interface BackgroundTypesDependencies {
  /** The project folder, as a real path. */
  readonly project: string;
  /** Receives what the checks find. */
  readonly widgets: ProjectWidgets;
  /** Waits until the widgets are checked, a page was loaded and the server is idle, or until it is aborted. */
  readonly idle: (signal: AbortSignal) => Promise<void>;
  readonly report: (message: string) => void;
}

/** The check of a project's types. */
interface TypesCheck {
  readonly checkTypes: typeof checkTypes;
  readonly findTypesObstacle: typeof findTypesObstacle;
}

/** The failures in a row after which TypeScript is not started again. */
const MAX_FAILURES = 3;

/** Checks the types of the project after each edit, by the TypeScript that it has, in a process of its own. */
export class BackgroundTypes {
  readonly #closed = new AbortController();
  #isWanted = false;
  #failures = 0;
  #run: Promise<void> | null = null;

  /** @param typescript checks the types, in a process of its own */
  constructor(
    private readonly dependencies: BackgroundTypesDependencies,
    private readonly typescript: TypesCheck = { checkTypes, findTypesObstacle },
  ) {}

  /** Asks for a check of the sources as they are now. */
  request(): void {
    this.#isWanted = true;
    this.#begin();
  }

  /** Ends TypeScript, and starts it no more. */
  async close(): Promise<void> {
    this.#closed.abort();
    await this.#run;
  }

  get #isGivenUp(): boolean {
    return this.#failures === MAX_FAILURES;
  }

  #begin(): void {
    const isEnded = this.#closed.signal.aborted || this.#isGivenUp;
    if (isEnded || this.#run !== null || !this.#isWanted) return;
    this.#run = this.#check().catch(this.#reportError).finally(() => {
      this.#run = null;
      this.#begin();
    });
  }

  async #check(): Promise<void> {
    const { project, widgets, idle } = this.dependencies;
    const { signal } = this.#closed;
    const obstacle = await this.typescript.findTypesObstacle(project);
    if (obstacle === null) await idle(signal);
    if (signal.aborted) return;
    this.#isWanted = false;
    const found = obstacle === null ? await this.typescript.checkTypes(project, { signal }) : [obstacle];
    if (signal.aborted) return;
    const unchecked = found.find(({ code }) => code === "types.not_checked") ?? null;
    // A file that does not parse is no failure of TypeScript.
    if (obstacle === null) this.#countFailure(unchecked?.file === null ? unchecked : null);
    // What was found in sources that were edited meanwhile is not shown.
    if (this.#isWanted && !this.#isGivenUp) return;
    widgets.setTypes(found.filter((one) => one !== unchecked), unchecked);
  }

  readonly #reportError = (error: unknown): void => {
    this.#isWanted = false;
    this.dependencies.report(`Cannot check the types: ${errorMessage(error)}`);
  };

  #countFailure(failure: RatedDiagnostic | null): void {
    this.#failures = failure === null ? 0 : this.#failures + 1;
    if (failure === null) return;
    const next = this.#isGivenUp ? "no further check is made" : "the next edit is checked again";
    this.dependencies.report(escapeControls(`${failure.message}; ${next}`));
  }
}
