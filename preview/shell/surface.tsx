import { type ReactElement, type ReactNode, Suspense, useRef, useState } from "react";
import { ShellBoundary } from "./shell_boundary.tsx";
import { useBundleState, useCompileFault, useShellParts } from "./shell_context.ts";
import { ShellHeader } from "./shell_header.tsx";

/** What a surface is made of. */
export interface SurfaceProps {
  /** What the sidebar holds, in a word. */
  readonly sidebarName: string;
  /** The sidebar, given what closes it where the window is narrow. */
  readonly sidebar: (close: () => void) => ReactNode;
  /** What the rail is about. */
  readonly railName: string;
  readonly rail: ReactNode;
  /** What is shown. */
  readonly children: ReactNode;
  /** What is shown, as a key: after a fault of the shell, another one is another attempt. */
  readonly subject: string;
}

/** The frame of the Stage and the Canvas: header, sidebar, what is shown, and the rail. Each fails by itself. */
export function Surface(props: SurfaceProps): ReactElement {
  const { sidebarName, sidebar, railName, rail, children, subject } = props;
  const [open, setOpen] = useState(false);
  const main = useRef<HTMLElement>(null);
  const close = () => {
    if (open) main.current?.focus(); // what had the focus is about to be hidden
    setOpen(false);
  };
  return (
    <>
      <ShellHeader sidebar={sidebarName} open={open} onToggle={() => setOpen(!open)} />
      <div id="shell-sidebar" className="shell-sidebar" data-open={open}>
        <ShellBoundary part="The sidebar">{sidebar(close)}</ShellBoundary>
      </div>
      <main ref={main} id="shell-main" className="shell-main" tabIndex={-1}>
        <ServerFaultBanner />
        <CompileFaultBanner />
        <ShellBoundary key={subject} part="What belongs here">{children}</ShellBoundary>
      </main>
      <aside className="shell-rail" aria-label={railName}>
        <ShellBoundary key={subject} part="The rail">
          <Suspense>{rail}</Suspense>
        </ShellBoundary>
      </aside>
    </>
  );
}

/** That the bundles could not be heard of is said above what is shown, and takes nothing of it away. */
function ServerFaultBanner(): ReactElement | null {
  const { bundles } = useShellParts();
  const { error } = useBundleState();
  if (error === null) return null;
  return (
    <div className="shell-banner" role="alert">
      <p>{error}</p>
      <button type="button" className="shell-button" onClick={() => void bundles.refresh()}>Try again</button>
    </div>
  );
}

/** The card below is that of before the edit. */
function CompileFaultBanner(): ReactElement | null {
  const fault = useCompileFault();
  if (fault === null) return null;
  return (
    <div className="shell-banner" role="alert">
      <p>{fault.file === null ? "A source cannot be compiled." : `Cannot compile ${fault.file}`}</p>
      <pre tabIndex={0} role="region" aria-label="Message of the compiler">{fault.message}</pre>
    </div>
  );
}
