/** The beginning of the names of marks and of their locks. */
const PREFIX = "tck:cards:";

/**
 * Finds the marks of pages of this address that have ended while they showed cards. Firefox has cards in the process of their
 * page, which one of them can end, again each time the page is loaded. A page that shows cards, live or as the server has
 * painted them, has a mark in the storage while it is visible and, as long as it lives, a lock of the same name: the mark of
 * one that has ended has no lock.
 *
 * @returns null, at once, where there are no marks
 */
export function findEndedPages(): Promise<readonly string[]> | null {
  const marks = findMarks();
  return marks.length === 0 ? null : navigator.locks.query().then(({ held = [] }) => {
    const living = new Set(held.map(({ name }) => name));
    return marks.filter((mark) => !living.has(mark));
  }, () => []);
}

/**
 * Finds the marks of pages of this address, those that are open too. A page of an application may have no storage, and one that
 * is not in a secure context has no locks: nothing is known there.
 */
export function findMarks(): readonly string[] {
  const store = findStore();
  return store === null
    ? []
    : Object.keys(store).filter((key) => key.startsWith(PREFIX) && store.getItem(key) === location.pathname);
}

/** Removes the marks of pages that have ended. */
export function forgetEndedPages(marks: readonly string[]): void {
  const store = findStore();
  for (const mark of marks) store?.removeItem(mark);
}

/**
 * Marks this page until a signal is aborted. A hidden page has no mark: browsers end such pages to save memory.
 *
 * @returns resolves when it is marked and has the lock, and cards may run
 */
export async function markPage(signal: AbortSignal): Promise<void> {
  const store = findStore();
  if (store === null || signal.aborted) return;
  const mark = PREFIX + Math.random();
  const ended = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const write = () => {
    try {
      if (document.visibilityState === "visible") store.setItem(mark, location.pathname);
      else store.removeItem(mark);
    } catch {
      // A storage that is full keeps no cards away.
    }
  };
  const left = new AbortController();
  const leave = () => {
    left.abort();
    store.removeItem(mark);
    ended.resolve();
  };
  write();
  navigator.locks.request(mark, () => {
    locked.resolve();
    return ended.promise;
  }).catch(() => {
    // Without a lock, the mark would be that of a page that has ended.
    leave();
    locked.resolve();
  });
  const until = { signal: AbortSignal.any([signal, left.signal]) };
  document.addEventListener("visibilitychange", write, until);
  // Browsers keep no page with a lock for going back.
  globalThis.addEventListener("pagehide", leave, until);
  globalThis.addEventListener("pageshow", ({ persisted }) => void (persisted && markPage(signal)), {
    once: true,
    signal,
  });
  signal.addEventListener("abort", leave);
  await locked.promise;
}

/** Null where the browser denies it, or has no locks. */
function findStore(): Storage | null {
  try {
    return (navigator as { locks?: LockManager }).locks === undefined ? null : localStorage;
  } catch {
    return null;
  }
}
