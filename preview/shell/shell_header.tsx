import type { ReactElement } from "react";
import { Choice } from "./choice.tsx";
import { useShellParts, useShellState } from "./shell_context.ts";
import { ShellLink } from "./shell_link.tsx";

/** What the header is given. */
export interface ShellHeaderProps {
  /** What the sidebar holds. Where the window is narrow, the header opens it. */
  readonly sidebar: string;
  readonly open: boolean;
  readonly onToggle: () => void;
}

/** The name, the two surfaces, and what holds for both. */
export function ShellHeader({ sidebar, open, onToggle }: ShellHeaderProps): ReactElement {
  const { shell } = useShellParts();
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
        <Choice
          legend="Theme"
          values={[["light", "Light"], ["dark", "Dark"]]}
          value={url.theme}
          onChoose={(theme) => shell.go({ theme })}
        />
        <Choice
          legend="Background"
          values={[["grid", "Grid"], ["sky", "Sky"]]}
          value={url.background}
          onChoose={(background) => shell.go({ background })}
        />
      </div>
    </header>
  );
}
