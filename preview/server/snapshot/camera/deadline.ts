/**
 * The result of a promise, or an error when it takes longer. What the promise stands for goes on: its caller ends it.
 *
 * @param late makes the error
 */
export async function withinTime<Result>(
  milliseconds: number,
  acting: Promise<Result>,
  late: () => Error,
): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), milliseconds);
  });
  acting.catch(() => {}); // It can fail later.
  try {
    return await Promise.race([acting, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
