const HOST_TOKEN = /^--(?:color|font|radius|shadow|space|text)-/;

/**
 * Whether a custom property has one of the prefixes of the host's design tokens. A widget may set such a property in its
 * own styles, but not register it with `@property`, because a registration applies to the whole page.
 *
 * @param name with its two hyphens
 *
 * @example
 * ```ts
 * import { isHostToken } from "@tck/tckb";
 * isHostToken("--color-accent"); // true
 * isHostToken("--angle"); // false
 * ```
 */
export function isHostToken(name: string): boolean {
  return HOST_TOKEN.test(name);
}
