import { takeMethod } from "./native_members.ts";

/** A method, with its owner as the first argument. */
export type Native = (owner: unknown, ...args: readonly unknown[]) => unknown;

/** A property, with its owner as the first argument. */
export interface Accessor {
  readonly get: (owner: unknown) => unknown;
  readonly set: (owner: unknown, value: unknown) => unknown;
}

/** Replaces a method that has at most four parameters, if the browser has it. */
export function replaceMethod(prototype: object, name: string, make: (native: Native) => Native): void {
  const members = prototype as { [name: string]: (...args: unknown[]) => unknown };
  if (typeof members[name] !== "function") return;
  const replaced = make(takeMethod(members, name) as Native);
  // No list is spread: a widget may have replaced what takes it apart.
  members[name] = function (
    this: unknown,
    first?: unknown,
    second?: unknown,
    third?: unknown,
    fourth?: unknown,
  ) {
    return replaced(this, first, second, third, fourth);
  };
}

/** Replaces the accessors of a property, if the browser has it. */
export function replaceProperty(
  prototype: object,
  name: string,
  make: (native: Accessor) => Partial<Accessor>,
): void {
  const descriptor = Object.getOwnPropertyDescriptor(prototype, name);
  if (descriptor?.get === undefined) return;
  const native = takeAccessor(descriptor);
  const { get = native.get, set = native.set } = make(native);
  Object.defineProperty(prototype, name, {
    ...descriptor,
    get() {
      return get(this);
    },
    ...(descriptor.set === undefined ? {} : {
      set(value: unknown) {
        set(this, value);
      },
    }),
  });
}

/** Takes the accessors of a property that is there. */
export function takeProperty(prototype: object, name: string): Accessor {
  return takeAccessor(Object.getOwnPropertyDescriptor(prototype, name)!);
}

function takeAccessor({ get, set }: PropertyDescriptor): Accessor {
  return {
    get: takeMethod({ get: get! }, "get") as unknown as Accessor["get"],
    set: set === undefined ? () => {} : takeMethod({ set }, "set") as unknown as Accessor["set"],
  };
}
