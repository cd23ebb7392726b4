import {
  lazy,
  type ReactElement,
  type ReactNode,
  Suspense,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { ShellBoundary } from "../controls/shell_boundary.tsx";
import { projectFolder } from "../client/editor.ts";
import { PlaceButton } from "../controls/place_button.tsx";
import { useShell, useShellDependencies } from "../shell_context.ts";
import type { CompileFault } from "../state/shell_state.ts";
import { ShellHeader } from "./shell_header.tsx";

const DrawerDialog = lazy(async () => ({ default: (await import("./drawer.tsx")).DrawerDialog }));

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

/** The least width of a window that shows the sidebar and the rail beside the content. */
const WIDE = "(min-width: 72rem)";

/**
 * The layout of the Stage and the Canvas: header, sidebar, main content and rail, each with an error boundary. In a narrow
 * window the sidebar and the rail are drawers.
 */
export function Surface(props: SurfaceProps): ReactElement {
  const { sidebarName, sidebar, railName, rail, children, subject } = props;
  const isWide = useMediaQuery(WIDE);
  const [open, setOpen] = useState<"sidebar" | "rail" | null>(null);
  const main = useRef<HTMLElement>(null);
  const returnFocus = useRef<HTMLElement>(null);
  const toggle = (part: "sidebar" | "rail") => {
    returnFocus.current = document.activeElement as HTMLElement | null;
    setOpen(open === part ? null : part);
  };
  const choose = () => {
    returnFocus.current = main.current;
    setOpen(null);
  };
  const drawers = [
    { id: "sidebar", name: sidebarName, isOpen: open === "sidebar", onToggle: () => toggle("sidebar") },
    { id: "rail", name: "Details", isOpen: open === "rail", onToggle: () => toggle("rail") },
  ] as const;
  const side = (
    <ShellBoundary part="The sidebar">
      <Suspense>{sidebar(choose)}</Suspense>
    </ShellBoundary>
  );
  const details = (
    <ShellBoundary key={subject} part="The rail">
      <Suspense>{rail}</Suspense>
    </ShellBoundary>
  );
  return (
    <>
      <ShellHeader drawers={isWide ? [] : drawers} />
      {isWide && <div className="shell-sidebar">{side}</div>}
      <main ref={main} id="shell-main" className="shell-main" tabIndex={-1}>
        <Notices />
        <ServerFaultBanner />
        <CompileFaultBanner />
        <ShellBoundary key={subject} part="The content">{children}</ShellBoundary>
      </main>
      {isWide ? <aside className="shell-rail" aria-label={railName}>{details}</aside> : (
        <Suspense>
          <DrawerDialog
            side={open === "rail" ? "end" : "start"}
            name={open === "rail" ? railName : sidebarName}
            isOpen={open !== null}
            onOpenChange={(isOpen) => isOpen || setOpen(null)}
            returnFocus={returnFocus}
          >
            {open === "rail" && details}
            {open === "sidebar" && side}
          </DrawerDialog>
        </Suspense>
      )}
    </>
  );
}

/** Whether a media query matches. */
function useMediaQuery(query: string): boolean {
  const list = useMemo(() => matchMedia(query), [query]);
  const subscribe = useMemo(() => (listener: () => void) => {
    list.addEventListener("change", listener);
    return () => list.removeEventListener("change", listener);
  }, [list]);
  return useSyncExternalStore(subscribe, () => list.matches);
}

/** What was in the address and is not shown. */
function Notices(): ReactElement | null {
  const { navigation } = useShellDependencies();
  const notices = useShell((state) => state.notices);
  if (notices.length === 0) return null;
  return (
    <div className="shell-banner" data-kind="notice" role="status">
      <ul role="list">{notices.map((notice) => <li key={notice}>{notice}</li>)}</ul>
      <button type="button" className="shell-button" onClick={navigation.dismissNotices}>Dismiss</button>
    </div>
  );
}

/** Shown above the content while the server cannot be reached; the content stays. */
function ServerFaultBanner(): ReactElement | null {
  const { server } = useShellDependencies();
  const error = useShell((state) => state.server.error);
  if (error === null) return null;
  return (
    <div className="shell-banner" role="alert">
      <p>{error}</p>
      <button type="button" className="shell-button" onClick={() => void server.refresh()}>Try again</button>
    </div>
  );
}

/** Shown above the content, which is that of before the edit. */
function CompileFaultBanner(): ReactElement | null {
  const fault = useShell((state) => state.compileFault);
  if (fault === null) return null;
  return (
    <div className="shell-banner" role="alert">
      <p>
        {fault.file === null ? "A source cannot be compiled." : (
          <>
            Cannot compile <FaultPlace {...fault} file={fault.file} />
          </>
        )}
      </p>
      <pre tabIndex={0} role="region" aria-label="Message of the compiler">{fault.message}</pre>
    </div>
  );
}

/** The place of a compile error; in the project it opens the editor. */
function FaultPlace({ file, line, column }: CompileFault & { file: string }): ReactElement {
  const project = useShell(({ liveWidgets }) => projectFolder(liveWidgets));
  const isOwn = project !== null && file.startsWith(`${project}/`);
  return isOwn
    ? <PlaceButton file={file.slice(project.length + 1)} line={line} column={column} />
    : <>{[file, line, column].filter((part) => part !== null).join(":")}</>;
}
