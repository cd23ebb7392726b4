/** Formatters that cannot be changed once they are made. */
const KINDS = [
  "Collator",
  "DateTimeFormat",
  "DisplayNames",
  "ListFormat",
  "NumberFormat",
  "PluralRules",
  "RelativeTimeFormat",
] as const;

type Formatter = new (...values: unknown[]) => object;

const { stringify } = JSON;
const { construct } = Reflect;

/**
 * Has each formatter made once for the same locale and options. Making them is by far the most of what it costs to render
 * a widget in each size and state, as a page hardly ever does.
 */
export function keepFormatters(): void {
  const intl = Intl as unknown as { [kind: string]: Formatter };
  for (const kind of KINDS) {
    const made = new Map<string, object>();
    const kept: Formatter = new Proxy(intl[kind]!, {
      construct(target, values, newTarget) {
        const key = newTarget === kept ? keyOf(values) : null;
        if (key === null) return construct(target, values, newTarget);
        const formatter = made.get(key) ?? construct(target, values);
        made.set(key, formatter);
        return formatter;
      },
    });
    Object.defineProperty(Intl, kind, { value: kept, writable: true, enumerable: false, configurable: true });
  }
}

/** A text that stands for the arguments, or null when they are more than plain values. */
function keyOf(values: readonly unknown[]): string | null {
  const parts: unknown[] = [];
  for (const value of values) {
    if (isPlain(value)) parts.push(value);
    else if (Array.isArray(value) && value.every(isPlain)) parts.push(value);
    else if (
      Object.getPrototypeOf(value) === Object.prototype && Object.values(value as object).every(isPlain)
    ) {
      parts.push(value);
    } else return null;
  }
  return stringify(parts);
}

function isPlain(value: unknown): boolean {
  return value === undefined || ["string", "number", "boolean"].includes(typeof value);
}
