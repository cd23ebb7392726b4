import { type KeyboardEvent, type ReactElement, useEffect, useId, useMemo, useRef, useState } from "react";
import { Dialog } from "@base-ui/react/dialog";
import { fuzzySearch } from "../fuzzy_search.ts";
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
  const id = useId();
  const [query, setQuery] = useState("");
  const [active, setActive] = useState(0);
  const list = useRef<HTMLUListElement>(null);
  const commands = useMemo(() => listCommands(store.getState()), [store]);
  const found = useMemo(() => {
    const all = query.trim() === "" ? commands : fuzzySearch(commands, query, ({ title }) => [title]);
    return all.slice(0, MAX_SHOWN);
  }, [commands, query]);
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest" });
  }, [active, found]);
  const press = (event: KeyboardEvent) => {
    const command = found[active];
    const by = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (by === 0 && event.key !== "Enter") return;
    event.preventDefault();
    if (by !== 0 && found.length > 0) setActive((active + by + found.length) % found.length);
    if (event.key === "Enter" && command !== undefined) onRun(command);
  };
  return (
    <>
      <input
        className="shell-field"
        role="combobox"
        aria-label="Search commands"
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={found.length > 0 ? `${id}-${active}` : undefined}
        placeholder="What to do"
        value={query}
        onChange={({ currentTarget: { value } }) => {
          setQuery(value);
          setActive(0);
        }}
        onKeyDown={press}
      />
      <ul ref={list} id={`${id}-list`} className="shell-commands" role="listbox" aria-label="Commands">
        {found.map((command, index) => (
          <li
            key={command.id}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            onPointerMove={() => setActive(index)}
            onClick={() => onRun(command)}
          >
            <span>{command.title}</span>
            {command.key !== undefined && <kbd>{command.key}</kbd>}
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className="shell-hint" role="status">No command matches.</p>}
    </>
  );
}
