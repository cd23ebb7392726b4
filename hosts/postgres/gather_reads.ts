/** A read that takes longer than this, in milliseconds, may have stalled: the next one does not wait for it. */
const MAX_WAIT_MS = 100;

/**
 * Reads the values of many callers with few statements: those who ask while a read is running are served together by the
 * next one. A value is therefore never older than the call.
 *
 * @param read reads the values of keys, in their order
 */
export function gatherReads<Key, Value>(
  read: (keys: readonly Key[]) => Promise<readonly Value[]>,
): (key: Key) => Promise<Value> {
  let waiting: { readonly key: Key; readonly answer: PromiseWithResolvers<Value> }[] = [];
  let startedAt = -Infinity;
  const start = async () => {
    const asked = waiting;
    const started = startedAt = performance.now();
    waiting = [];
    try {
      const values = await read(asked.map(({ key }) => key));
      asked.forEach(({ answer }, index) => answer.resolve(values[index]!));
    } catch (error) {
      for (const { answer } of asked) answer.reject(error);
    }
    if (startedAt !== started) return;
    startedAt = -Infinity;
    if (waiting.length > 0) void start();
  };
  return (key) => {
    const answer = Promise.withResolvers<Value>();
    waiting.push({ key, answer });
    if (performance.now() - startedAt > MAX_WAIT_MS) void start();
    return answer.promise;
  };
}
