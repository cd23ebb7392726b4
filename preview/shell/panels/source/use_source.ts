import { useMemo } from "react";
import { useShell, useShellDependencies } from "../../shell_context.ts";
import { type ReadState, useRead } from "./use_read.ts";

/** The text of a source of the project after the last edit. */
export function useSource(file: string | null): ReadState<string> {
  const { client } = useShellDependencies();
  const edits = useShell((state) => state.edits);
  const read = useMemo(
    () => file === null ? null : () => client.readSource(file),
    [client, file, edits],
  );
  return useRead(file, read);
}
