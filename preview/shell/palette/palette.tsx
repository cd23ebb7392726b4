import { type ReactElement, useMemo, useState } from "react";
import { Autocomplete } from "@base-ui/react/autocomplete";
import { Dialog } from "@base-ui/react/dialog";
import { fuzzySearch } from "../controls/fuzzy_search.ts";
import { useShellDependencies } from "../shell_context.ts";
import { type Command, listCommands } from "./commands.ts";

interface PaletteProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onRun: (command: Command) => void;
}

/** How many commands are shown. */
const MAX_SHOWN = 50;

/** The command palette: a field that searches all commands, and the list of what it finds. */
export function Palette({ isOpen, onClose, onRun }: PaletteProps): ReactElement {
  return (
    <Dialog.Root open={isOpen} onOpenChange={(isOpen) => isOpen || onClose()}>
      <Dialog.Portal className="shell-portal">
        <Dialog.Backdrop className="shell-backdrop" />
        <Dialog.Popup className="shell-palette" aria-label="Commands">
          <Search
            onRun={(command) => {
              onClose();
              onRun(command);
            }}
          />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Search({ onRun }: { onRun: (command: Command) => void }): ReactElement {
  const { store } = useShellDependencies();
  const [query, setQuery] = useState("");
  const commands = useMemo(() => listCommands(store.getState()), [store]);
  const found = useMemo(() => {
    const all = query.trim() === "" ? commands : fuzzySearch(commands, query, ({ title }) => [title]);
    return all.slice(0, MAX_SHOWN);
  }, [commands, query]);
  return (
    <Autocomplete.Root
      inline
      open
      items={commands}
      filteredItems={found}
      itemToStringValue={({ title }: Command) => title}
      value={query}
      onValueChange={setQuery}
      autoHighlight="always"
      keepHighlight
    >
      <Autocomplete.Input
        className="shell-field"
        aria-label="Search commands"
        placeholder="What to do"
      />
      <Autocomplete.List className="shell-commands" aria-label="Commands">
        {(command: Command) => (
          <Autocomplete.Item
            key={command.id}
            value={command}
            onClick={() => onRun(command)}
          >
            <span>{command.title}</span>
            {command.key !== undefined && <kbd>{command.key}</kbd>}
          </Autocomplete.Item>
        )}
      </Autocomplete.List>
      <Autocomplete.Empty className="shell-hint">No command matches.</Autocomplete.Empty>
    </Autocomplete.Root>
  );
}
