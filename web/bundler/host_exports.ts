import * as kit from "@tck/kit";
import { exportedNames } from "../assets/react_runtime.ts";

/** The names that each shared specifier exports in a page. */
export const EXPORTS: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ...["react", "react/jsx-runtime", "react-dom"].map((specifier) =>
    [specifier, ["default", ...exportedNames(specifier)]] as const
  ),
  ["@tck/kit", Object.keys(kit)],
]);
