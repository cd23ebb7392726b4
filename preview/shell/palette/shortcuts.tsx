import { lazy, type ReactElement, Suspense, useEffect, useEffectEvent, useState } from "react";
import { errorMessage } from "../../../core/errors/mod.ts";
import { useShell, useShellDependencies } from "../shell_context.ts";
import { type Command, listFixedCommands } from "./commands.ts";
import { isPaletteKey } from "../controls/palette_key.ts";

const Palette = lazy(async () => ({ default: (await import("./palette.tsx")).Palette }));
const HelpSheet = lazy(async () => ({ default: (await import("./help_sheet.tsx")).HelpSheet }));

/** How long an outcome is shown, in milliseconds. */
const OUTCOME_MS = 3_000;

/** What the page says of a command. */
interface Notice {
  readonly text: string;
  /** False while the command runs. */
  readonly isOutcome: boolean;
}

/** The keys of the shell, the command palette and the sheet of the keys. */
export function Shortcuts(): ReactElement {
  const dependencies = useShellDependencies();
  const { store } = dependencies;
  const overlay = useShell((state) => state.overlay);
  const [wasOpen, setWasOpen] = useState<readonly string[]>([]);
  const [notice, setNotice] = useState<Notice | null>(null);
  if (overlay !== null && !wasOpen.includes(overlay)) setWasOpen([...wasOpen, overlay]);
  const run = async (command: Command) => {
    if (command.progress !== undefined) setNotice({ text: command.progress, isOutcome: false });
    const result = await Promise.resolve(command.run(dependencies)).catch(errorMessage);
    setNotice(result ? { text: result, isOutcome: true } : null);
  };
  useEffect(() => {
    if (!notice?.isOutcome) return;
    const timer = setTimeout(() => setNotice(null), OUTCOME_MS);
    return () => clearTimeout(timer);
  }, [notice]);
  const close = () => store.setState({ overlay: null });
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (isPaletteKey(event)) {
      event.preventDefault();
      return store.setState({ overlay: overlay === "palette" ? null : "palette" });
    }
    if (event.metaKey || event.ctrlKey || event.altKey || overlay !== null) return;
    if (event.key === "Escape" && !event.defaultPrevented) return store.setState({ isFullScreen: false });
    if (isTyping(event)) return;
    if (!store.getState().hasSingleKeys) return;
    const command = listFixedCommands(store.getState()).find(({ key }) => key === event.key);
    if (command !== undefined) void run(command);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event);
    globalThis.addEventListener("keydown", listener);
    return () => globalThis.removeEventListener("keydown", listener);
  }, []);
  return (
    <>
      <p className="shell-outcome-toast" role="status">{notice?.text}</p>
      <Suspense>
        {wasOpen.includes("palette") && (
          <Palette
            isOpen={overlay === "palette"}
            onClose={close}
            onRun={(command) => void run(command)}
          />
        )}
        {wasOpen.includes("help") && <HelpSheet isOpen={overlay === "help"} onClose={close} />}
      </Suspense>
    </>
  );
}

/** Whether a key is for a field or a widget: the target in a shadow root is the first of the path. */
function isTyping(event: KeyboardEvent): boolean {
  const [target] = event.composedPath();
  return target instanceof HTMLElement &&
    (target.matches("input:not([type=radio], [type=checkbox]), textarea, select") ||
      target.isContentEditable ||
      target.getRootNode() instanceof ShadowRoot);
}
