import type { ReactElement } from "react";
import { RadioGroup } from "./radio_group.tsx";
import { useShellDependencies, useShellState } from "./shell_context.ts";
import { ShellLink } from "./shell_link.tsx";

interface ShellHeaderProps {
  /** The name of the sidebar. In a narrow window, the header has a button that opens it. */
  readonly sidebar: string;
  readonly open: boolean;
  readonly onToggle: () => void;
}

/** The header: the links to the two surfaces, and the controls that apply to both. */
export function ShellHeader({ sidebar, open, onToggle }: ShellHeaderProps): ReactElement {
  const { shell } = useShellDependencies();
  const { url } = useShellState();
  return (
    <header className="shell-header">
      <p className="shell-brand">tck preview</p>
      <nav className="shell-tabs" aria-label="Surface">
        <ShellLink className="shell-tab" to={{ view: "stage" }} current={url.view === "stage"}>
          Stage
        </ShellLink>
        <ShellLink className="shell-tab" to={{ view: "feed" }} current={url.view === "feed"}>
          Canvas
        </ShellLink>
      </nav>
      <button
        type="button"
        className="shell-button shell-sidebar-toggle"
        aria-expanded={open}
        aria-controls="shell-sidebar"
        onClick={onToggle}
      >
        {sidebar}
      </button>
      <div className="shell-header-choices">
        <RadioGroup
          legend="Theme"
          values={[["light", "Light"], ["dark", "Dark"]]}
          value={url.theme}
          onChoose={(theme) => shell.navigate({ theme })}
        />
        <RadioGroup
          legend="Background"
          values={[["grid", "Grid"], ["sky", "Sky"]]}
          value={url.background}
          onChoose={(background) => shell.navigate({ background })}
        />
      </div>
    </header>
  );
}
