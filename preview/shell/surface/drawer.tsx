import type { ReactElement, ReactNode, RefObject } from "react";
import { Dialog } from "@base-ui/react/dialog";

interface DrawerProps {
  /** The side of the window at which it opens. */
  readonly side: "start" | "end";
  readonly name: string;
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  /** Takes the focus when the drawer is closed. */
  readonly returnFocus: RefObject<HTMLElement | null>;
  readonly children: ReactNode;
}

/** A part of the surface that covers the content in a narrow window. Escape and a click beside it close it. */
export function DrawerDialog(props: DrawerProps): ReactElement {
  const { side, name, isOpen, onOpenChange, returnFocus, children } = props;
  return (
    <Dialog.Root
      open={isOpen}
      onOpenChange={onOpenChange}
      // Base UI gives the focus to tabbable elements only, which the main content is not.
      onOpenChangeComplete={(isOpen) => isOpen || returnFocus.current?.focus()}
    >
      <Dialog.Portal className="shell-portal">
        <Dialog.Backdrop className="shell-backdrop" />
        <Dialog.Popup className="shell-drawer" data-side={side} finalFocus={false}>
          <div className="shell-dialog-head">
            <Dialog.Title className="shell-dialog-title">{name}</Dialog.Title>
            <Dialog.Close className="shell-button">Close</Dialog.Close>
          </div>
          <div className="shell-drawer-body">{children}</div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
