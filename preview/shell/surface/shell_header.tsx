import type { ReactElement, ReactNode } from "react";
import { Icon } from "../controls/icon.tsx";
import { ShellLink } from "../controls/shell_link.tsx";
import { useShell, useShellDependencies } from "../shell_context.ts";
import { MoreMenu } from "./more_menu.tsx";

/** A part of the surface that a button of the header opens. */
export interface Part {
  /** Its name in one word. */
  readonly name: string;
  /** Whether it covers the content. */
  readonly isDrawer: boolean;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

interface ShellHeaderProps {
  /** Null while it is always shown. */
  readonly sidebar: Part | null;
  readonly rail: Part;
  /** The controls of the surface; null when they are elsewhere. */
  readonly controls: ReactNode;
}

/** The keys of the commands, as the reader's system writes them. */
const COMMAND_KEY = /Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘ K" : "Ctrl K";

/** The one row above the content: the surfaces, the controls of the open one, and what applies everywhere. */
export function ShellHeader({ sidebar, rail, controls }: ShellHeaderProps): ReactElement {
  return (
    <header className="shell-header">
      {sidebar !== null && <PartButton part={sidebar} icon="list" />}
      <p className="shell-brand">tck preview</p>
      <SurfaceLinks />
      {controls}
      <div className="shell-header-end">
        <CommandsButton />
        <MoreMenu hasRail={!rail.isDrawer} />
        <PartButton part={rail} icon="panels" />
      </div>
    </header>
  );
}

function SurfaceLinks(): ReactElement {
  const view = useShell(({ url }) => url.view);
  const differing = useShell(({ review }) => review.entries?.length ?? 0);
  const views = useShell((state) => state.views);
  const all = [["stage", "Stage"], ["compare", "Compare"], ["chat", "Chat"], ["feed", "Canvas"]] as const;
  const links = all.filter(([to]) => views.includes(to));
  return (
    <nav className="shell-tabs" aria-label="Surface">
      {links.map(([to, name]) => (
        <ShellLink key={to} className="shell-tab" to={{ view: to }} current={view === to}>{name}</ShellLink>
      ))}
      {(differing > 0 || view === "review") && (
        <ShellLink className="shell-tab" to={{ view: "review" }} current={view === "review"}>
          Review <span className="shell-tab-count">{differing}</span>
        </ShellLink>
      )}
    </nav>
  );
}

function PartButton({ part, icon }: { part: Part; icon: "list" | "panels" }): ReactElement {
  const { name, isDrawer, isOpen, onToggle } = part;
  return (
    <button
      type="button"
      className="shell-button"
      title={name}
      aria-haspopup={isDrawer ? "dialog" : undefined}
      aria-expanded={isOpen}
      onClick={onToggle}
    >
      <Icon name={icon} />
      <span className="shell-button-name">{name}</span>
    </button>
  );
}

function CommandsButton(): ReactElement {
  const { store } = useShellDependencies();
  return (
    <button
      type="button"
      className="shell-button"
      title={`Commands, ${COMMAND_KEY}`}
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={() => store.setState({ overlay: "palette" })}
    >
      <Icon name="commands" />
      <span className="shell-button-name">Commands</span>
      <kbd aria-hidden="true">{COMMAND_KEY}</kbd>
    </button>
  );
}
