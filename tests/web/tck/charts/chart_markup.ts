/** The texts of the first table's cells, by rows. */
export function cellsOf(markup: string): string[][] {
  return Array.from(
    markup.matchAll(/<tr>(.*?)<\/tr>/g),
    ([, row]) => Array.from(row!.matchAll(/<t[hd][^>]*?(?:\/>|>(.*?)<\/t[hd]>)/g), ([, text]) => text ?? ""),
  );
}

/** The texts beside the drawing. */
export function textsOf(markup: string): string[] {
  return Array.from(markup.matchAll(/<span [^>]*>([^<]+)<\/span>/g), ([, text]) => text!);
}

/** The bars: their left edges, and where they start and end, in pixels. */
export function barsOf(markup: string): { left: number; start: number; end: number }[] {
  return Array.from(
    markup.matchAll(/ d="M([\d.-]+),([\d.-]+)V[\d.-]+Q[\d.-]+,([\d.-]+),/g),
    ([, ...numbers]) => {
      const [left, start, end] = numbers.map(Number);
      return { left: left!, start: start!, end: end! };
    },
  );
}
