import { lazy, type ReactElement, type ReactNode, type RefObject, Suspense, useRef, useState } from "react";
import { changeRail } from "../controls/change_rail.ts";
import { FilePlace } from "../controls/place_button.tsx";
import { ShellBoundary } from "../controls/shell_boundary.tsx";
import { ThemeControl } from "../controls/theme_control.tsx";
import { useShell, useShellDependencies } from "../shell_context.ts";
import { RailFrame } from "./rail_frame.tsx";
import { ShellHeader } from "./shell_header.tsx";
import { useFocusInFullScreen } from "./use_focus_in_full_screen.ts";
import { useMediaQuery } from "./use_window.ts";

const DrawerDialog = lazy(async () => ({ default: (await import("./drawer.tsx")).DrawerDialog }));

interface SurfaceProps {
  /** The name of the sidebar, in one word. */
  readonly sidebarName: string;
  /** Renders the sidebar; `close` closes it in a narrow window. */
  readonly sidebar: (close: () => void) => ReactNode;
  /** The accessible name of the rail. */
  readonly railName: string;
  readonly rail: ReactNode;
  /** The accessible name of the controls. */
  readonly controlsName: string;
  /** The controls of how the content is shown. */
  readonly controls: ReactNode;
  /** The main content. */
  readonly children: ReactNode;
  /** A key of the main content: after an error, a change of it renders the content again. */
  readonly subject: string;
}

/** The least width of a window that shows the sidebar and the rail beside the content. */
const WIDE = "(min-width: 56.25rem)";

/** The greatest width of a window that has the controls below the content. */
const PHONE = "(max-width: 35.99rem)";

/**
 * The layout of the Stage and the Canvas: header, sidebar, main content and rail, each with an error boundary. In a narrow
 * window the sidebar and the rail are drawers.
 */
export function Surface(props: SurfaceProps): ReactElement {
  const { sidebarName, sidebar, railName, rail, children, subject } = props;
  const isWide = useMediaQuery(WIDE);
  const isPhone = useMediaQuery(PHONE);
  const isFullScreen = useShell((state) => state.isFullScreen);
  const isRailHidden = useShell((state) => state.rail.isHidden);
  const dependencies = useShellDependencies();
  const main = useRef<HTMLElement>(null);
  const { open, wasOpened, returnFocus, toggle, close, choose } = useDrawers(main);
  const controls = <Controls {...props} />;
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
  useFocusInFullScreen(isFullScreen, main);
  return (
    <>
      <ShellHeader
        sidebar={isWide ? null : {
          name: sidebarName,
          isDrawer: true,
          isOpen: open === "sidebar",
          onToggle: () => toggle("sidebar"),
        }}
        rail={isWide
          ? {
            name: "Details",
            isDrawer: false,
            isOpen: !isRailHidden,
            onToggle: () => changeRail(dependencies, { isHidden: !isRailHidden }),
          }
          : { name: "Details", isDrawer: true, isOpen: open === "rail", onToggle: () => toggle("rail") }}
        controls={!isPhone && controls}
      />
      {isWide && <div className="shell-sidebar">{side}</div>}
      <main
        ref={main}
        id="shell-main"
        className="shell-main"
        tabIndex={-1}
        data-full-screen={isFullScreen || undefined}
      >
        {isFullScreen && <LeaveButton />}
        <Notices />
        <ServerFaultBanner />
        <CompileFaultBanner />
        <ShellBoundary key={subject} part="The content">{children}</ShellBoundary>
        {isPhone && controls}
      </main>
      {isWide && !isRailHidden && <RailFrame name={railName}>{details}</RailFrame>}
      {!isWide && wasOpened && (
        <Suspense>
          <DrawerDialog
            side={open === "rail" ? "end" : "start"}
            name={open === "rail" ? railName : sidebarName}
            isOpen={open !== null}
            onOpenChange={(isOpen) => isOpen || close()}
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

/** Which drawer is open, and where the focus goes when it closes. */
function useDrawers(main: RefObject<HTMLElement | null>) {
  const [open, setOpen] = useState<"sidebar" | "rail" | null>(null);
  const [wasOpened, setWasOpened] = useState(false);
  const returnFocus = useRef<HTMLElement>(null);
  return {
    open,
    /** Until then its code is not loaded. */
    wasOpened,
    returnFocus,
    toggle(part: "sidebar" | "rail") {
      returnFocus.current = document.activeElement as HTMLElement | null;
      setOpen(open === part ? null : part);
      setWasOpened(true);
    },
    close: () => setOpen(null),
    choose() {
      returnFocus.current = main.current;
      setOpen(null);
    },
  };
}

function Controls({ controlsName, controls }: Pick<SurfaceProps, "controlsName" | "controls">): ReactElement {
  return (
    <div className="shell-toolbar" role="group" aria-label={controlsName}>
      <ShellBoundary part="The controls">
        <Suspense>{controls}</Suspense>
      </ShellBoundary>
      <ThemeControl />
    </div>
  );
}

/** For a pointer; the Escape key and `f` do the same. */
function LeaveButton(): ReactElement {
  const { store } = useShellDependencies();
  return (
    <button
      type="button"
      className="shell-button shell-leave"
      onClick={() => store.setState({ isFullScreen: false })}
    >
      Leave full screen <kbd aria-hidden="true">Esc</kbd>
    </button>
  );
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

/** Shown above the content, which is from before the edit. */
function CompileFaultBanner(): ReactElement | null {
  const fault = useShell((state) => state.compileFault);
  if (fault === null) return null;
  return (
    <div className="shell-banner" role="alert">
      <p>
        {fault.file === null ? "A source cannot be compiled." : (
          <>
            Cannot compile <FilePlace file={fault.file} line={fault.line} column={fault.column} />
          </>
        )}
      </p>
      <pre tabIndex={0} role="region" aria-label="Message of the compiler">{fault.message}</pre>
    </div>
  );
}
