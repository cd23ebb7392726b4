import { type ReactElement, useState } from "react";
import { errorMessage } from "../../../core/errors/mod.ts";
import { printFeed, saveFeed } from "../controls/feed_page.ts";
import { type ShellDependencies, useShellDependencies } from "../shell_context.ts";

/** Prints the shown feed, and saves it as one file. */
export function FeedCommands(): ReactElement {
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
