import type { ReactElement } from "react";
import { RadioGroup } from "../controls/radio_group.tsx";
import { useShell, useShellDependencies } from "../shell_context.ts";
import { ShellLink } from "../controls/shell_link.tsx";

/** A part of the surface that is a drawer in a narrow window. */
export interface Drawer {
  readonly id: "sidebar" | "rail";
  /** Its name in one word, for the button that opens it. */
  readonly name: string;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

/** The keys of the commands, as the reader's system writes them. */
const COMMAND_KEY = /Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘ K" : "Ctrl K";

/** The header: the links to the surfaces, the buttons of the drawers, and the controls that apply everywhere. */
export function ShellHeader({ drawers }: { drawers: readonly Drawer[] }): ReactElement {
  const { store, navigation } = useShellDependencies();
  const view = useShell(({ url }) => url.view);
  const theme = useShell(({ url }) => url.theme);
  const background = useShell(({ url }) => url.background);
  return (
    <header className="shell-header">
      <p className="shell-brand">tck preview</p>
      <nav className="shell-tabs" aria-label="Surface">
        <ShellLink className="shell-tab" to={{ view: "stage" }} current={view === "stage"}>
          Stage
        </ShellLink>
        <ShellLink className="shell-tab" to={{ view: "compare" }} current={view === "compare"}>
          Compare
        </ShellLink>
        <ShellLink className="shell-tab" to={{ view: "feed" }} current={view === "feed"}>
          Canvas
        </ShellLink>
      </nav>
      {drawers.map(({ id, name, isOpen, onToggle }) => (
        <button
          key={id}
          type="button"
          className="shell-button"
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={onToggle}
        >
          {name}
        </button>
      ))}
      <button
        type="button"
        className="shell-button"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => store.setState({ overlay: "palette" })}
      >
        Commands <kbd aria-hidden="true">{COMMAND_KEY}</kbd>
      </button>
      <div className="shell-header-choices">
        <RadioGroup
          legend="Theme"
          values={[["light", "Light"], ["dark", "Dark"]]}
          value={theme}
          onChoose={(theme) => navigation.navigate({ theme })}
        />
        <RadioGroup
          legend="Background"
          values={[["grid", "Grid"], ["sky", "Sky"]]}
          value={background}
          onChoose={(background) => navigation.navigate({ background })}
        />
      </div>
    </header>
  );
}
