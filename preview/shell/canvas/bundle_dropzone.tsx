import { type DragEvent, type ReactElement, type ReactNode, useState } from "react";

interface BundleDropzoneProps {
  /** Called with the files that are dropped. */
  readonly onDrop: (files: readonly File[]) => void;
  readonly children: ReactNode;
}

/** The whole Canvas sidebar, on which files can be dropped anywhere. */
export function BundleDropzone({ onDrop, children }: BundleDropzoneProps): ReactElement {
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    onDrop([...event.dataTransfer.files]);
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
    <div
      className="shell-dropzone"
      data-over={over}
      onDragOver={dragOver}
      onDragLeave={dragLeave}
      onDrop={drop}
    >
      {children}
    </div>
  );
}
