import { spawn } from "node:child_process";
import process from "node:process";

/** How each system opens an address with what its user has chosen for it. */
const OPENERS: { readonly [platform: string]: readonly [command: string, ...args: string[]] } = {
  darwin: ["open"],
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};

/**
 * Opens an address in the default browser.
 *
 * @returns whether there was something to open it with
 */
export async function openBrowser(url: string): Promise<boolean> {
  const [command, ...args] = OPENERS[process.platform] ?? ["xdg-open"];
  const child = spawn(command, [...args, url], { stdio: "ignore", detached: true });
  return await new Promise((resolve) => {
    child.once("spawn", () => {
      child.unref();
      resolve(true);
    });
    child.once("error", () => resolve(false));
  });
}
