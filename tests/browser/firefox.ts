import process from "node:process";
import { type Browser, launch, type LaunchOptions } from "puppeteer-core";
import { findProgram } from "../servers/programs.ts";
import { findFonts } from "./fonts.ts";

/** Launches Debian's Firefox with an empty profile and the fonts of the tests, driven by WebDriver BiDi. */
export async function launchFirefox(
  options: Pick<LaunchOptions, "acceptInsecureCerts"> = {},
): Promise<Browser> {
  const executablePath = await findProgram("firefox-esr");
  if (executablePath === null) throw new Error("Cannot launch Firefox: there is no program firefox-esr");
  const { settings, folders } = await findFonts();
  return await launch({
    browser: "firefox",
    executablePath,
    headless: true,
    env: { ...process.env, FONTCONFIG_FILE: settings },
    // The processes that draw pages are in a sandbox, which may not read every folder.
    extraPrefsFirefox: { "security.sandbox.content.read_path_whitelist": folders.map(asFolder).join() },
    ...options,
  });
}

/** With a slash at its end, a path of the list stands for all that is below it. */
function asFolder(path: string): string {
  return path.endsWith("/") ? path : `${path}/`;
}
