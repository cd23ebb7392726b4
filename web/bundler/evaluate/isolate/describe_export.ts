/** What React marks its values with. Taken before a widget is loaded. */
const KINDS: readonly (readonly [mark: symbol, kind: string])[] = [
  [Symbol.for("react.transitional.element"), "a React element"],
  [Symbol.for("react.memo"), "what memo() returns"],
  [Symbol.for("react.forward_ref"), "what forwardRef() returns"],
  [Symbol.for("react.lazy"), "what lazy() returns"],
];

/** What a module's default export is, for its author: `function`, or such as `an object`. Throws what reading it throws. */
export function describeExport(value: unknown): string {
  if (value === null) return "null";
  if (value === undefined || typeof value === "function") return typeof value;
  if (typeof value !== "object") return `a ${typeof value}`;
  const mark = (value as { $$typeof?: unknown }).$$typeof;
  for (let index = 0; index < KINDS.length; index++) {
    if (KINDS[index]![0] === mark) return KINDS[index]![1];
  }
  return Array.isArray(value) ? "an array" : "an object";
}
