import { findChromium } from "../../browser/chromium.ts";

/** The environment variables for the Chromium of the tests. */
export async function chromiumVariables(): Promise<{ [name: string]: string }> {
  const { executablePath, env } = await findChromium();
  return { ...env, TCK_CHROMIUM: executablePath };
}
