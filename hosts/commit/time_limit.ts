import type { Clock } from "./clock.ts";

/**
 * What a promise gives, unless that takes longer than so many milliseconds. Nothing ends what is behind the promise: it
 * may still happen.
 */
export async function limitTime<Result>(
  clock: Clock,
  milliseconds: number,
  promise: Promise<Result>,
): Promise<Result> {
  const settled = new AbortController();
  const late = clock.sleep(milliseconds, settled.signal).then(() => {
    throw new Error(`no answer within ${milliseconds} ms`);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    settled.abort();
  }
}
