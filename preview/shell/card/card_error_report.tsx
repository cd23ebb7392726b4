import { type ReactElement, useEffect, useState } from "react";
import type { StackFrame } from "../../protocol.ts";
import { stackOf } from "../content/thrown_stacks.ts";
import { ErrorReport } from "../controls/error_report.tsx";
import { useShell, useShellDependencies } from "../shell_context.ts";

/** What a card has thrown, with the line of the project that it comes from. */
export function CardErrorReport({ error }: { error: unknown }): ReactElement {
  return <ErrorReport error={error} place={useErrorPlace(error)} />;
}

/**
 * The line of the project that a thrown value comes from, which the server finds; null until then, and where there is none.
 * A picture does not wait for it.
 */
function useErrorPlace(error: unknown): StackFrame["source"] {
  const { client } = useShellDependencies();
  const isAsked = useShell(({ url }) => url.chrome !== "shots");
  const [found, setFound] = useState<{ error: unknown; place: StackFrame["source"] } | null>(null);
  useEffect(() => {
    const stack = stackOf(error);
    if (stack === null || !isAsked) return;
    client.mapStack(stack).then(
      (frames) => setFound({ error, place: frames.find(({ source }) => source !== null)?.source ?? null }),
      () => {},
    );
  }, [client, error, isAsked]);
  return found?.error === error ? found?.place ?? null : null;
}
