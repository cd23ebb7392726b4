/**
 * Makes the language's own objects unchangeable: the runtime's code reads properties that an object of its own inherits from
 * them, such as an option that is not set, and a getter there would be called with that object.
 *
 * A property of a prototype can still be replaced in an object that inherits it, as `error.name = "…"` does: it becomes an
 * accessor that defines it there. An assignment to the prototype itself is ignored, and a new property of it throws.
 *
 * @param roots the constructors of which all prototypes and methods are locked
 */
export function lockIntrinsics(roots: readonly unknown[]): void {
  for (const found of findIntrinsics([...roots, ...SYNTAX])) lock(found);
}

/** Objects of syntax, which no global names. */
const SYNTAX: readonly unknown[] = [
  [][Symbol.iterator](),
  ""[Symbol.iterator](),
  new Map().entries(),
  new Set().entries(),
  "".matchAll(/./g),
  function* () {},
  async () => {},
  async function* () {},
  (function* () {})(),
  (async function* () {})(),
  Object.getPrototypeOf(Int8Array),
];

function findIntrinsics(roots: readonly unknown[]): Set<object> {
  const found = new Set<object>();
  const add = (value: unknown) => {
    if (Object(value) === value) found.add(value as object);
  };
  roots.forEach(add);
  for (const object of found) { // What is added meanwhile is visited too.
    add(Object.getPrototypeOf(object));
    for (const { value, get, set } of Object.values(Object.getOwnPropertyDescriptors(object))) {
      [value, get, set].forEach(add);
    }
    for (const symbol of Object.getOwnPropertySymbols(object)) {
      add(Object.getOwnPropertyDescriptor(object, symbol)!.value);
    }
  }
  found.delete(globalThis);
  return found;
}

function lock(object: object): void {
  for (const key of Reflect.ownKeys(object)) {
    const descriptor = Object.getOwnPropertyDescriptor(object, key)!;
    if (!descriptor.configurable) continue;
    const isInherited = "value" in descriptor && !UNCHANGED.has(key);
    Object.defineProperty(object, key, {
      ...(isInherited ? overridable(object, key, descriptor) : {}),
      configurable: false,
    });
  }
  Object.preventExtensions(object);
}

/** V8 reads these as data: a function's own name and length, and how long the stack of an error is. */
const UNCHANGED = new Set<PropertyKey>(["name", "length", "prototype", "stackTraceLimit"]);

function overridable(
  home: object,
  key: PropertyKey,
  { value, enumerable }: PropertyDescriptor,
): PropertyDescriptor {
  return {
    enumerable: enumerable ?? false,
    get: () => value,
    set(this: unknown, replacement: unknown) {
      if (this === home || Object(this) !== this) return;
      Object.defineProperty(this, key, {
        value: replacement,
        writable: true,
        enumerable: true,
        configurable: true,
      });
    },
  };
}
