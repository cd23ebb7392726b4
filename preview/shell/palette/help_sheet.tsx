import type { ReactElement } from "react";
import { KeyList, Sheet } from "../controls/sheet.tsx";
import { useShell, useShellDependencies } from "../shell_context.ts";
import { storeSingleKeys } from "../state/preferences.ts";
import { listFixedCommands } from "./commands.ts";

/** The keys that are not those of a command. */
const OTHER_KEYS: readonly (readonly [key: string, title: string])[] = [
  ["Ctrl K or ⌘ K", "Search all commands"],
  ["/", "Search the widgets"],
  ["← →", "Close or open the states of a widget in the list"],
  ["Escape", "Close a drawer, the palette or this sheet; leave the full screen"],
];

export function HelpSheet({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }): ReactElement {
  const isSite = useShell((state) => state.isSite);
  const views = useShell((state) => state.views);
  const keys = [
    ...OTHER_KEYS,
    ...listFixedCommands({ isSite, views }).flatMap(({ key, title }) =>
      key === undefined ? [] : [[key, title] as const]
    ),
  ];
  return (
    <Sheet title="Keys" isOpen={isOpen} onClose={onClose}>
      <SingleKeys />
      <KeyList keys={keys} />
    </Sheet>
  );
}

/** Turns the keys of one character off, for readers who speak to their computer or press keys by mistake (WCAG 2.1.4). */
function SingleKeys(): ReactElement {
  const { store, storage } = useShellDependencies();
  const isOn = useShell(({ hasSingleKeys }) => hasSingleKeys);
  const change = (hasSingleKeys: boolean) => {
    store.setState({ hasSingleKeys });
    storeSingleKeys(storage, hasSingleKeys);
  };
  return (
    <label className="shell-check">
      <input type="checkbox" checked={isOn} onChange={({ target }) => change(target.checked)} />
      Keys of one character run commands
    </label>
  );
}
