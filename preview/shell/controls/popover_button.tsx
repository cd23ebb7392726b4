import { type ReactElement, type ReactNode, useId, useState } from "react";
import { Icon, type IconName } from "./icon.tsx";

interface PopoverButtonProps {
  /** The name of the button and of what it opens. */
  readonly name: string;
  readonly icon: IconName;
  /** Whether something in it has another value than at first. @default false */
  readonly isChanged?: boolean;
  readonly children: ReactNode;
}

/** A button that opens controls below it, in the browser's top layer. Escape and a click elsewhere close them. */
export function PopoverButton({ name, icon, isChanged = false, children }: PopoverButtonProps): ReactElement {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className="shell-button shell-popover-button"
        popoverTarget={id}
        aria-expanded={isOpen}
        title={name}
      >
        <Icon name={icon} />
        <span className="shell-button-name">{name}</span>
        {isChanged && <span className="shell-changed">(changed)</span>}
      </button>
      <div
        id={id}
        popover="auto"
        className="shell-popover"
        role="group"
        aria-label={name}
        onToggle={({ newState }) => setOpen(newState === "open")}
      >
        {isOpen && children}
      </div>
    </>
  );
}
