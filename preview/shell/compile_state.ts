/** Why a source cannot be compiled. */
export interface CompileFault {
  /** As the dev server names it. */
  readonly file: string | null;
  /** What is wrong, in several lines. */
  readonly message: string;
}

/** What the dev server says of a source that it could not compile. */
export interface CompileError {
  readonly id?: string;
  readonly message: string;
}

/** Whether the last edit of a source could be compiled. */
export class CompileState {
  readonly #listeners = new Set<() => void>();
  #fault: CompileFault | null = null;

  /** What is wrong now, or null. */
  readonly getFault = (): CompileFault | null => this.#fault;

  /** Calls the listener after each change, until the function that it returns is called. */
  readonly subscribe = (listener: () => void): () => void => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Another edit is on its way. */
  begin(): void {
    this.#change(null);
  }

  /** The edit could not be compiled. */
  fail({ id, message }: CompileError): void {
    this.#change({ file: id ?? null, message: message.replaceAll(TERMINAL_STYLE, "").slice(0, 4_000) });
  }

  #change(fault: CompileFault | null): void {
    this.#fault = fault;
    for (const listener of [...this.#listeners]) listener();
  }
}

/** The dev server's messages are made for a terminal. */
// deno-lint-ignore no-control-regex -- the character that begins a style
const TERMINAL_STYLE = /\u001b\[[0-9;]*m/g;
