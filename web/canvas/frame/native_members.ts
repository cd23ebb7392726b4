/**
 * Members of the browser's prototypes, taken before any widget runs. A widget may replace a member, but not what was taken:
 * the binding calls nothing that a widget can reach.
 */
const bindCall = Function.prototype.bind.bind(Function.prototype.call) as (
  native: unknown,
) => (owner: unknown, ...args: readonly unknown[]) => unknown;

/** Reads a method of a prototype, as a function of its `this` and its arguments. */
export function takeMethod<Prototype extends object, Name extends keyof Prototype>(
  prototype: Prototype,
  name: Name,
): Prototype[Name] extends (...args: infer Args) => infer Result ? (owner: Prototype, ...args: Args) => Result
  : never {
  return bindCall(prototype[name]) as never;
}

/** Takes the getter of a prototype's property: a function of the owner. */
export function takeGetter<Prototype extends object, Name extends keyof Prototype>(
  prototype: Prototype,
  name: Name,
): (owner: Prototype) => Prototype[Name] {
  return bindCall(Object.getOwnPropertyDescriptor(prototype, name)!.get) as (
    owner: Prototype,
  ) => Prototype[Name];
}

const readPrototype = Object.getPrototypeOf;
const ofTypeErrors = TypeError.prototype;

/**
 * Whether a getter of the browser reads an object, which is of its interface then. It throws at the end of the stack, where a
 * widget may call it, and where nothing can be read.
 */
export function isReadBy<Owner>(read: (owner: Owner) => unknown, owner: unknown): owner is Owner {
  try {
    read(owner as Owner);
    return true;
  } catch (error) {
    if (readPrototype(error) !== ofTypeErrors) throw error;
    return false;
  }
}
