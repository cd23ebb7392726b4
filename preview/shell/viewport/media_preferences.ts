import type { UrlState } from "../state/url_state.ts";

/** The reader's preferences that the Stage simulates; `auto` is what the browser says. */
export type MediaPreferences = Pick<UrlState, "motion" | "contrast">;

/** A media feature, alone or with a value, as browsers write it. */
const FEATURE = /\(\s*prefers-(reduced-motion|contrast)\s*(?::\s*([a-z-]+)\s*)?\)/gi;

/** A condition that every window meets, and one that no window meets. */
const [ALWAYS, NEVER] = ["(min-width: 0px)", "(max-width: 0px)"];

/** A media query in which the simulated preferences are replaced by what they evaluate to. */
export function simulateMedia(query: string, { motion, contrast }: MediaPreferences): string {
  return query.replaceAll(FEATURE, (feature, name: string, value: string | undefined) => {
    const simulated = name.toLowerCase() === "contrast" ? contrast : motion;
    if (simulated === "auto") return feature;
    const isMet = value === undefined ? simulated !== "no-preference" : value.toLowerCase() === simulated;
    return isMet ? ALWAYS : NEVER;
  });
}
