import { type MediaPreferences, simulateMedia } from "./media_preferences.ts";

/**
 * Makes the stylesheets of a card follow simulated preferences, those that the widget adds later too.
 *
 * @returns ends it
 */
export function simulateRules(article: HTMLElement, preferences: MediaPreferences): () => void {
  const root = article.shadowRoot;
  if (root === null) return () => {};
  const originals = new Map<CSSMediaRule, string>();
  const update = () => {
    for (const rule of mediaRulesOf(root)) {
      if (originals.has(rule)) continue;
      const { mediaText } = rule.media;
      const simulated = simulateMedia(mediaText, preferences);
      if (simulated === mediaText) continue;
      originals.set(rule, mediaText);
      rule.media.mediaText = simulated;
    }
  };
  update();
  const changes = new MutationObserver(update);
  changes.observe(root, { childList: true, subtree: true, characterData: true });
  return () => {
    changes.disconnect();
    for (const [rule, mediaText] of originals) rule.media.mediaText = mediaText;
  };
}

function mediaRulesOf(root: ShadowRoot): CSSMediaRule[] {
  return [...root.adoptedStyleSheets, ...root.styleSheets].flatMap(({ cssRules }) =>
    mediaRulesAmong(cssRules)
  );
}

function mediaRulesAmong(rules: CSSRuleList): CSSMediaRule[] {
  return [...rules].flatMap((rule) => [
    ...(rule instanceof CSSMediaRule ? [rule] : []),
    // Of @layer, @supports, @container and nested rules too.
    ...("cssRules" in rule ? mediaRulesAmong(rule.cssRules as CSSRuleList) : []),
  ]);
}
