import { type DragEvent, type ReactElement, type ReactNode, useId, useState } from "react";
import { useShellDependencies } from "../shell_context.ts";
import { uploadFeed } from "./upload_feed.ts";

interface BundleDropzoneProps {
  /** The accessible name of the navigation. */
  readonly name: string;
  /** Whether files can be chosen in a field too. */
  readonly hasField: boolean;
  readonly children: ReactNode;
}

/**
 * The Canvas sidebar: uploads `.tckb` files that are dropped anywhere on it, or chosen, as a temporary feed of the running
 * server.
 */
export function BundleDropzone({ name, hasField, children }: BundleDropzoneProps): ReactElement {
  const { client, server, navigation } = useShellDependencies();
  const [over, setOver] = useState(false);
  const [errors, setErrors] = useState<readonly string[]>([]);
  const upload = async (files: readonly File[]) => {
    if (files.length === 0) return;
    const { feed, errors } = await uploadFeed(files, `local-${crypto.randomUUID()}`, client);
    setErrors(errors);
    await server.refresh();
    if (feed !== null) navigation.navigate({ view: "feed", canvasTab: "feed", canvasView: feed.id });
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void upload([...event.dataTransfer.files]);
  };
  const dragOver = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    setOver(true);
  };
  const dragLeave = ({ currentTarget, relatedTarget }: DragEvent) => {
    if (!currentTarget.contains(relatedTarget as Node | null)) setOver(false);
  };
  return (
    <nav
      className="shell-picker"
      aria-label={name}
      data-over={over}
      onDragOver={dragOver}
      onDragLeave={dragLeave}
      onDrop={drop}
    >
      {children}
      {hasField && <FileField onChoose={(files) => void upload(files)} />}
      <ul className="shell-fault" role="alert">
        {errors.map((error) => <li key={error}>{error}</li>)}
      </ul>
    </nav>
  );
}

function FileField({ onChoose }: { onChoose: (files: readonly File[]) => void }): ReactElement {
  const id = useId();
  return (
    <div className="shell-drop">
      <label htmlFor={id}>
        Drop <code>.tckb</code>{" "}
        files anywhere here, or choose them, to show them as a feed until the server stops
      </label>
      <input
        id={id}
        type="file"
        accept=".tckb"
        multiple
        onChange={({ currentTarget }) => {
          onChoose([...currentTarget.files ?? []]);
          currentTarget.value = "";
        }}
      />
    </div>
  );
}
