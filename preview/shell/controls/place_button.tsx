import type { ReactElement } from "react";
import { type EditorPlace, openInEditor, projectFolder } from "../client/editor.ts";
import { useShell } from "../shell_context.ts";

/** The place of a source as a button that opens it in the editor. */
export function PlaceButton({ file, line = null, column = null }: EditorPlace): ReactElement {
  const project = useShell(({ liveWidgets }) => projectFolder(liveWidgets));
  const place = [file, line, line === null ? null : column].filter((part) => part !== null).join(":");
  if (project === null) return <span>{place}</span>;
  return (
    <button
      type="button"
      className="shell-place-link"
      title="Open in the editor"
      onClick={() => void openInEditor(project, { file, line, column })}
    >
      {place}
    </button>
  );
}

interface FilePlaceProps {
  /** Absolute, with forward slashes. */
  readonly file: string;
  readonly line?: number | null;
  readonly column?: number | null;
}

/** A place in any file; in the project it opens the editor. */
export function FilePlace({ file, line = null, column = null }: FilePlaceProps): ReactElement {
  const project = useShell(({ liveWidgets }) => projectFolder(liveWidgets));
  const isOwn = project !== null && file.startsWith(`${project}/`);
  return isOwn
    ? <PlaceButton file={file.slice(project.length + 1)} line={line} column={column} />
    : <>{[file, line, column].filter((part) => part !== null).join(":")}</>;
}
