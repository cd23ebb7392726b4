import { type ReactElement, useState } from "react";
import { changeRail } from "../controls/change_rail.ts";
import { findShownFeed, printFeed, saveFeed } from "../controls/feed_page.ts";
import { PopoverButton } from "../controls/popover_button.tsx";
import { RadioGroup } from "../controls/radio_group.tsx";
import { type ShellDependencies, useShell, useShellDependencies } from "../shell_context.ts";
import { errorMessage } from "../../../core/errors/mod.ts";

/** The menu of choices that are rarely needed. @param props.hasRail whether the window is wide enough for the rail */
export function MoreMenu({ hasRail }: { hasRail: boolean }): ReactElement {
  const isStage = useShell(({ url }) => url.view === "stage");
  const hasFeed = useShell((state) => !state.isSite && findShownFeed(state) !== null);
  return (
    <PopoverButton name="More" icon="more">
      {isStage && <MountControl />}
      <BackgroundControl />
      {hasRail && <RailControl />}
      {hasFeed && <FeedCommands />}
      <MoreCommands />
    </PopoverButton>
  );
}

function MountControl(): ReactElement {
  const { navigation } = useShellDependencies();
  const mount = useShell(({ url }) => url.mount);
  return (
    <RadioGroup
      legend="Mount"
      values={[["inline", "Inline"], ["iframe", "Frame"]]}
      value={mount}
      onChoose={(mount) => navigation.navigate({ mount })}
    />
  );
}

function BackgroundControl(): ReactElement {
  const { navigation } = useShellDependencies();
  const background = useShell(({ url }) => url.background);
  return (
    <RadioGroup
      legend="Background"
      values={[["grid", "Grid"], ["sky", "Sky"]]}
      value={background}
      onChoose={(background) => navigation.navigate({ background })}
    />
  );
}

function RailControl(): ReactElement {
  const dependencies = useShellDependencies();
  const value = useShell(({ rail }) => rail.isHidden ? "hidden" : rail.place);
  return (
    <RadioGroup
      legend="Panels"
      values={[["side", "Side"], ["bottom", "Bottom"], ["hidden", "Hidden"]]}
      value={value}
      onChoose={(place) =>
        changeRail(dependencies, place === "hidden" ? { isHidden: true } : { place, isHidden: false })}
    />
  );
}

function MoreCommands(): ReactElement {
  const { store } = useShellDependencies();
  return (
    <div className="shell-row">
      <button type="button" className="shell-button" onClick={() => store.setState({ isFullScreen: true })}>
        Full screen <kbd aria-hidden="true">f</kbd>
      </button>
      <button type="button" className="shell-button" onClick={() => store.setState({ overlay: "help" })}>
        Keys <kbd aria-hidden="true">?</kbd>
      </button>
    </div>
  );
}

/** Prints the shown feed, and saves it as one file. */
function FeedCommands(): ReactElement {
  const dependencies = useShellDependencies();
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const run = async (command: (dependencies: ShellDependencies) => Promise<void>) => {
    if (isBusy) return;
    setBusy(true);
    setFault(await command(dependencies).then(() => null, errorMessage));
    setBusy(false);
  };
  return (
    <>
      <div className="shell-row">
        <button
          type="button"
          className="shell-button"
          aria-disabled={isBusy}
          onClick={() => void run(printFeed)}
        >
          Print
        </button>
        <button
          type="button"
          className="shell-button"
          aria-disabled={isBusy}
          onClick={() => void run(saveFeed)}
        >
          Save as file
        </button>
      </div>
      <p className="shell-fault" role="alert">{fault}</p>
    </>
  );
}
