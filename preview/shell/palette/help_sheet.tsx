import type { ReactElement } from "react";
import { Dialog } from "@base-ui/react/dialog";
import { COMMANDS } from "./commands.ts";

/** The keys that are not those of a command. */
const OTHER_KEYS: readonly (readonly [key: string, title: string])[] = [
  ["Ctrl K or ⌘ K", "Search all commands"],
  ["/", "Search the widgets"],
  ["?", "Show these keys"],
  ["Escape", "Close a drawer, the palette or this sheet"],
];

/** The sheet of the keys. */
export function HelpSheet({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }): ReactElement {
  const keys = [
    ...OTHER_KEYS,
    ...COMMANDS.flatMap(({ key, title }) => key === undefined ? [] : [[key, title]]),
  ];
  return (
    <Dialog.Root open={isOpen} onOpenChange={(isOpen) => isOpen || onClose()}>
      <Dialog.Portal className="shell-portal">
        <Dialog.Backdrop className="shell-backdrop" />
        <Dialog.Popup className="shell-palette shell-help">
          <div className="shell-dialog-head">
            <Dialog.Title className="shell-dialog-title">Keys</Dialog.Title>
            <Dialog.Close className="shell-button">Close</Dialog.Close>
          </div>
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
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
