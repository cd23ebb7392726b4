import { type ReactElement, type ReactNode, Suspense, useRef, useState } from "react";
import { ShellBoundary } from "./shell_boundary.tsx";
import { useBundleState, useCompileFault, useShellDependencies } from "./shell_context.ts";
import { ShellHeader } from "./shell_header.tsx";

interface SurfaceProps {
  /** The name of the sidebar, in one word. */
  readonly sidebarName: string;
  /** Renders the sidebar; `close` closes it in a narrow window. */
  readonly sidebar: (close: () => void) => ReactNode;
  /** The accessible name of the rail. */
  readonly railName: string;
  readonly rail: ReactNode;
  /** The main content. */
  readonly children: ReactNode;
  /** A key of the main content: after an error, a change of it renders the content again. */
  readonly subject: string;
}

/** The layout of the Stage and the Canvas: header, sidebar, main content and rail, each with an error boundary. */
export function Surface(props: SurfaceProps): ReactElement {
  const { sidebarName, sidebar, railName, rail, children, subject } = props;
  const [open, setOpen] = useState(false);
  const main = useRef<HTMLElement>(null);
  const close = () => {
    if (open) main.current?.focus(); // the focused element is about to be hidden
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
        <ShellBoundary key={subject} part="The content">{children}</ShellBoundary>
      </main>
      <aside className="shell-rail" aria-label={railName}>
        <ShellBoundary key={subject} part="The rail">
          <Suspense>{rail}</Suspense>
        </ShellBoundary>
      </aside>
    </>
  );
}

/** Shown above the content while the server cannot be reached; the content stays. */
function ServerFaultBanner(): ReactElement | null {
  const { bundles } = useShellDependencies();
  const { error } = useBundleState();
  if (error === null) return null;
  return (
    <div className="shell-banner" role="alert">
      <p>{error}</p>
      <button type="button" className="shell-button" onClick={() => void bundles.refresh()}>Try again</button>
    </div>
  );
}

/** Shown above the content, which is that of before the edit. */
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
