import { type Browser, launch } from "puppeteer-core";
import { findProgram } from "../servers/programs.ts";

/** Launches Debian's Firefox with an empty profile, driven by WebDriver BiDi. */
export async function launchFirefox(): Promise<Browser> {
  const executablePath = await findProgram("firefox-esr");
  if (executablePath === null) throw new Error("Cannot launch Firefox: there is no program firefox-esr");
  return await launch({ browser: "firefox", executablePath, headless: true });
}
