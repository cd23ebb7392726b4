/** One of several parts of a run: `2/3` is the second of three. */
export interface Shard {
  /** One-based. */
  readonly index: number;
  readonly count: number;
}

/** Reads `I/N`. Returns null for any other text. */
export function parseShard(text: string): Shard | null {
  const [, index, count] = /^([1-9]\d?)\/([1-9]\d?)$/.exec(text)?.map(Number) ?? [];
  return index !== undefined && count !== undefined && index <= count ? { index, count } : null;
}

/** The files of a shard. All shards together have each file once, and take about equally long. */
export function filesOfShard(
  files: readonly string[],
  { index, count }: Shard,
  secondsOf: (file: string) => number,
): string[] {
  const shards = Array.from({ length: count }, () => ({ seconds: 0, files: [] as string[] }));
  for (const file of putLongestFirst(files, secondsOf)) {
    const shortest = shards.reduce((least, shard) => shard.seconds < least.seconds ? shard : least);
    shortest.seconds += secondsOf(file);
    shortest.files.push(file);
  }
  return shards[index - 1]!.files;
}

/** By time, then by name: the same order in every process. */
export function putLongestFirst(files: readonly string[], secondsOf: (file: string) => number): string[] {
  return [...files].sort((one, other) => secondsOf(other) - secondsOf(one) || (one < other ? -1 : 1));
}
