import { useCallback, useEffect, useState } from "react";

/** What is read from the server: not there yet, there, or the message of the error. */
export interface ReadState<Value> {
  readonly value: Value | null;
  readonly fault: string | null;
  /** Reads again after an error. */
  readonly retry: () => void;
}

/**
 * Reads from the server, and again when what is asked for has changed. What was there before is shown meanwhile.
 *
 * @param subject what it is about; null for nothing
 * @param read with a stable identity as long as the same is asked for
 */
export function useRead<Value>(subject: unknown, read: (() => Promise<Value>) | null): ReadState<Value> {
  const [state, setState] = useState<{ of: unknown; value: Value | null; fault: string | null } | null>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (read === null) return;
    let isCurrent = true;
    read().then(
      (value) => isCurrent && setState({ of: subject, value, fault: null }),
      (error: Error) => isCurrent && setState({ of: subject, value: null, fault: error.message }),
    );
    return () => {
      isCurrent = false;
    };
  }, [subject, read, attempt]);
  const retry = useCallback(() => setAttempt((attempts) => attempts + 1), []);
  const { value, fault } = state !== null && state.of === subject ? state : { value: null, fault: null };
  return { value, fault, retry };
}
