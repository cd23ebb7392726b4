import { type DragEvent, type ReactElement, useId, useState } from "react";
import { useShellParts } from "../shell_context.ts";
import { createFeedOf } from "./feed_batch.ts";

/** Takes `.tckb` files, dropped or chosen, as a temporary feed of the running server. */
export function DroppedBundles(): ReactElement {
  const { client, bundles, shell } = useShellParts();
  const [over, setOver] = useState(false);
  const [errors, setErrors] = useState<readonly string[]>([]);
  const id = useId();
  const take = async (files: readonly File[]) => {
    if (files.length === 0) return;
    const { feed, errors } = await createFeedOf(files, `local-${crypto.randomUUID()}`, client);
    setErrors(errors);
    await bundles.refresh();
    if (feed !== null) shell.go({ view: "feed", canvasTab: "feed", canvasView: feed.id });
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void take([...event.dataTransfer.files]);
  };
  const hold = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };
  return (
    <div
      className="shell-drop"
      data-over={over}
      onDragOver={hold}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <label htmlFor={id}>
        Drop <code>.tckb</code> files here, or choose them, for a feed that lasts as long as the server
      </label>
      <input
        id={id}
        type="file"
        accept=".tckb"
        multiple
        onChange={({ currentTarget }) => {
          void take([...currentTarget.files ?? []]);
          currentTarget.value = "";
        }}
      />
      <ul className="shell-fault" role="alert">
        {errors.map((error) => <li key={error}>{error}</li>)}
      </ul>
    </div>
  );
}
