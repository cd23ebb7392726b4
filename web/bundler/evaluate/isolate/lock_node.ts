/** What `process` gives access to: native code, other processes, other modules. */
const REMOVED = [
  "_debugEnd",
  "_debugProcess",
  "_kill",
  "_linkedBinding",
  "abort",
  "binding",
  "chdir",
  "dlopen",
  "execve",
  "getBuiltinModule",
  "kill",
  "mainModule",
  "reallyExit",
];

/** Node's `process`, as far as it is used here. */
interface NodeProcess {
  getBuiltinModule(name: "node:module"): {
    registerHooks(hooks: { resolve(specifier: string, context: unknown, next: Resolve): unknown }): void;
  };
  [name: string]: unknown;
}

type Resolve = (specifier: string, context: unknown) => unknown;

/**
 * Removes from Node what its permission model leaves open to code that gets hold of `process`: built-in modules (sockets,
 * SQLite), native bindings and signals. Does nothing on Deno, where permissions cover all of it.
 *
 * @param isAllowed whether a module may still be imported
 */
export function lockNode(isAllowed: (specifier: string) => boolean): void {
  if ("Deno" in globalThis) return;
  const { process } = globalThis as unknown as { process: NodeProcess };
  process.getBuiltinModule("node:module").registerHooks({
    resolve(specifier, context, next) {
      if (isAllowed(specifier)) return next(specifier, context);
      throw new TypeError("a widget cannot import a module of the runtime");
    },
  });
  for (const name of REMOVED) {
    try {
      process[name] = undefined;
    } catch {
      // Some are accessors without a setter; deleting them works then.
    }
    Reflect.deleteProperty(process, name);
  }
}
