/** A compile error, as shown. */
export interface CompileFault {
  /** The file's path from Vite. */
  readonly file: string | null;
  /** The message, which may have several lines. */
  readonly message: string;
}

/** A compile error, as Vite reports it. */
interface CompileError {
  readonly id?: string;
  readonly message: string;
}

/** The compile error of the last edit, if any. */
export class CompileState {
  readonly #listeners = new Set<() => void>();
  #fault: CompileFault | null = null;

  /** The current compile error, or null. */
  readonly getFault = (): CompileFault | null => this.#fault;

  /** Calls the listener after each change. Returns a function that unsubscribes. */
  readonly subscribe = (listener: () => void): () => void => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** A new edit is being compiled. */
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

/** ANSI escape sequences in Vite's messages. */
// deno-lint-ignore no-control-regex -- ESC starts each sequence
const TERMINAL_STYLE = /\u001b\[[0-9;]*m/g;
