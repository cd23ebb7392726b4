import type { ReactElement, ReactNode } from "react";
import { Dialog } from "@base-ui/react/dialog";

interface SheetProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A dialog with a title and a button that closes it. */
export function Sheet({ title, isOpen, onClose, children }: SheetProps): ReactElement {
  return (
    <Dialog.Root open={isOpen} onOpenChange={(isOpen) => isOpen || onClose()}>
      <Dialog.Portal className="shell-portal">
        <Dialog.Backdrop className="shell-backdrop" />
        <Dialog.Popup className="shell-palette shell-help">
          <div className="shell-dialog-head">
            <Dialog.Title className="shell-dialog-title">{title}</Dialog.Title>
            <Dialog.Close className="shell-button">Close</Dialog.Close>
          </div>
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Keys, and what each does. */
export function KeyList(
  { keys }: { keys: readonly (readonly [key: string, title: string])[] },
): ReactElement {
  return (
    <dl className="shell-keys">
      {keys.map(([key, title]) => (
        <div key={key}>
          <dt>
            <kbd>{key}</kbd>
          </dt>
          <dd>{title}</dd>
        </div>
      ))}
    </dl>
  );
}
