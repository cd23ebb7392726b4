import type { CDPSession } from "playwright-core";

/**
 * A JavaScript world of a page: it has the page's document, and globals and built-ins of its own, which the page's scripts
 * cannot reach. It ends when the page navigates.
 */
export class IsolatedWorld {
  private constructor(private readonly session: CDPSession, private readonly context: number) {}

  /** Makes a world of the main frame, and runs a script in it. */
  static async open(session: CDPSession, script: string): Promise<IsolatedWorld> {
    const { frameTree } = await session.send("Page.getFrameTree");
    const { executionContextId } = await session.send("Page.createIsolatedWorld", {
      frameId: frameTree.frame.id,
      worldName: "tck-measuring",
    });
    const world = new IsolatedWorld(session, executionContextId);
    await world.run(script);
    return world;
  }

  async run(script: string): Promise<void> {
    const { exceptionDetails } = await this.session.send("Runtime.evaluate", {
      expression: script,
      contextId: this.context,
    });
    throwIfThrown(exceptionDetails);
  }

  /** Calls a function, with JSON as its argument. Returns JSON. */
  async call<Argument>(act: (argument: Argument) => unknown, argument: Argument): Promise<unknown> {
    const { result, exceptionDetails } = await this.session.send("Runtime.callFunctionOn", {
      functionDeclaration: `${act}`,
      executionContextId: this.context,
      arguments: [{ value: argument }],
      awaitPromise: true,
      returnByValue: true,
    });
    throwIfThrown(exceptionDetails);
    return result.value;
  }
}

function throwIfThrown(
  details: { readonly text: string; readonly exception?: { readonly description?: string } } | undefined,
): void {
  if (details !== undefined) throw new Error(details.exception?.description ?? details.text);
}
