import { type DragEvent, type ReactElement, useId, useState } from "react";
import { useShellDependencies } from "../shell_context.ts";
import { uploadFeed } from "./upload_feed.ts";

/** Uploads dropped or chosen `.tckb` files as a temporary feed of the running server. */
export function BundleDropzone(): ReactElement {
  const { client, server, navigation } = useShellDependencies();
  const [over, setOver] = useState(false);
  const [errors, setErrors] = useState<readonly string[]>([]);
  const id = useId();
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
    event.preventDefault();
    setOver(true);
  };
  return (
    <div
      className="shell-drop"
      data-over={over}
      onDragOver={dragOver}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <label htmlFor={id}>
        Drop or choose <code>.tckb</code> files to show them as a feed until the server stops
      </label>
      <input
        id={id}
        type="file"
        accept=".tckb"
        multiple
        onChange={({ currentTarget }) => {
          void upload([...currentTarget.files ?? []]);
          currentTarget.value = "";
        }}
      />
      <ul className="shell-fault" role="alert">
        {errors.map((error) => <li key={error}>{error}</li>)}
      </ul>
    </div>
  );
}
