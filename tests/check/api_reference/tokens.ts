/** A design token of the host with its value in each theme, or one value for both. */
export interface Token {
  name: string;
  light: string;
  dark: string;
}

/** Reads the tokens from the host's stylesheet, in its order. */
export function readTokens(stylesheet: string): Token[] {
  const withoutComments = stylesheet.replace(/\/\*[^]*?\*\//g, "");
  const light = new Map<string, string>();
  const dark = new Map<string, string>();
  for (const [, selector, body] of withoutComments.matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
    const values = selector!.includes('[data-theme="dark"]') ? dark : light;
    for (const [, name, value] of body!.matchAll(/(--[\w-]+):\s*([^;]+);/g)) values.set(name!, value!.trim());
  }
  return [...light].map(([name, value]) => ({ name, light: value, dark: dark.get(name) ?? value }));
}
