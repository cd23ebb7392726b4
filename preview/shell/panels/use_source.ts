import { useEffect, useState } from "react";
import { useShell, useShellDependencies } from "../shell_context.ts";

/** The text of a source of the project after the last edit; null until it is there, and when there is none. */
export function useSource(file: string | null): string | null {
  const { client } = useShellDependencies();
  const edits = useShell((state) => state.edits);
  const [source, setSource] = useState<{ file: string; text: string } | null>(null);
  useEffect(() => {
    if (file === null) return;
    let isCurrent = true;
    client.readSource(file).then(
      (text) => isCurrent && setSource({ file, text }),
      () => isCurrent && setSource(null),
    );
    return () => {
      isCurrent = false;
    };
  }, [client, file, edits]);
  return source?.file === file ? source.text : null;
}
