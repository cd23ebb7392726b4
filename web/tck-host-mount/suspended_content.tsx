import { type ReactElement, useEffect, useLayoutEffect, useState } from "react";
import { HostError } from "@tck/kit/host";
import { quote } from "../../core/errors/mod.ts";

/** How long a widget may wait for something while it is rendered, in milliseconds. */
const DEADLINE_MS = 20_000;

interface SuspendedContentProps {
  /** The widget's name. */
  readonly manifestId: string;
  /** Called with whether the widget waits. */
  readonly onChange: (isSuspended: boolean) => void;
}

/**
 * Stands for the content of a widget that has suspended, that is, has thrown a promise while rendering. A promise that is
 * not settled in time fails the card.
 */
export function SuspendedContent({ manifestId, onChange }: SuspendedContentProps): ReactElement | null {
  const [isLate, setLate] = useState(false);
  useLayoutEffect(() => {
    onChange(true);
    return () => onChange(false);
  }, [onChange]);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), DEADLINE_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!isLate) return null;
  throw new HostError(
    "render.timeout",
    `Cannot show widget ${quote(manifestId)}: it has waited for ${DEADLINE_MS / 1000} s while rendering`,
  );
}
