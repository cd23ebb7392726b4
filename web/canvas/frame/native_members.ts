/**
 * Members of the browser's prototypes, taken before any widget runs. A widget may replace a member, but not what was taken:
 * the binding calls nothing that a widget can reach.
 */
const bindCall = Function.prototype.bind.bind(Function.prototype.call) as (
  native: unknown,
) => (owner: unknown, ...args: readonly unknown[]) => unknown;

/** Takes a method of a prototype: a function of the owner and the arguments. */
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
