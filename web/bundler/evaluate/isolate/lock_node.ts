/**
 * What Node's own code reads of `process` after its start: events, warnings, ticks and uncaught errors. Everything else leads to
 * streams and so to sockets, to handles, native code, other processes or modules.
 */
const KEPT = new Set<PropertyKey>([
  "_eventsCount",
  "_events",
  "_exiting",
  "_fatalException",
  "_maxListeners",
  "_tickCallback",
  "domain",
  "emitWarning",
  "exitCode",
  "nextTick",
  "platform",
  "version",
  "versions",
]);

/** Node's `process`, as far as it is used here. */
interface NodeProcess {
  getBuiltinModule(
    name: "node:v8",
  ): { serialize(value: unknown): Uint8Array; deserialize(bytes: Uint8Array): never };
  getBuiltinModule(name: "node:module"): {
    registerHooks(hooks: { resolve(specifier: string, context: unknown, next: Resolve): unknown }): void;
  };
  removeAllListeners(event: string): void;
}

type Resolve = (specifier: string, context: unknown) => unknown;

/**
 * Removes from Node what its permission model leaves open to code that gets hold of `process`: built-in modules (sockets,
 * SQLite), native bindings and signals.
 *
 * @param isAllowed whether a module may still be imported
 */
export function lockNode(isAllowed: (specifier: string) => boolean): void {
  const { process } = globalThis as unknown as { process: NodeProcess };
  process.getBuiltinModule("node:module").registerHooks({
    resolve(specifier, context, next) {
      if (isAllowed(specifier)) return next(specifier, context);
      throw new TypeError("a widget cannot import a module of the runtime");
    },
  });
  // Node's own lets an object name the class that its clone is made of, Node's internal ones among them.
  const { serialize, deserialize } = process.getBuiltinModule("node:v8");
  globalThis.structuredClone = (value) => deserialize(serialize(value));
  // The first prints warnings, the others watch signals.
  for (const event of ["warning", "newListener", "removeListener"]) process.removeAllListeners(event);
  for (const key of Reflect.ownKeys(process)) {
    if (KEPT.has(key) || typeof key === "symbol") continue;
    // An accessor without a setter can only be deleted, and what cannot be deleted only be replaced.
    if (!Reflect.deleteProperty(process, key)) Reflect.set(process, key, undefined);
  }
  Object.defineProperty(process, "env", { value: Object.freeze({ __proto__: null }) });
}
