import { useEffect, useMemo } from "react";
import { useShell, useShellDependencies } from "../shell_context.ts";
import { chooseCompared, type CompareChoice, type CompareSubject, listChoices } from "./choices.ts";

/** All that can be compared of a widget, by the axis of the address. */
export function useChoices(subject: CompareSubject): readonly CompareChoice[] {
  const axis = useShell(({ url }) => url.compare);
  const live = useShell((state) => state.liveWidgets);
  const bundles = useShell(({ server }) => server.bundles);
  const { widget, name, manifest } = subject;
  return useMemo(
    () => listChoices(axis, { widget, name, manifest }, { live, bundles: bundles ?? [] }),
    [axis, widget, name, manifest, live, bundles],
  );
}

/** What the address names; what it names and the widget does not have leaves it with a notice. */
export function useChosen(choices: readonly CompareChoice[], widget: string): readonly CompareChoice[] {
  const { navigation } = useShellDependencies();
  const url = useShell((state) => state.url);
  // Versions are known when the bundles are.
  const isKnown = useShell(({ server }) => url.compare !== "versions" || server.bundles !== null);
  const chosen = useMemo(() => chooseCompared(choices, url.compared), [choices, url.compared]);
  useEffect(() => {
    const { size, state, stateData, compared } = url;
    if (isKnown && chosen === null) {
      navigation.replaceUnknown(
        { compared: null },
        `The address had compared=${
          (compared ?? "").slice(0, 60)
        }, which is not a list of two to six that the widget has. ` +
          "Shown: the first ones.",
      );
    } else if (url.widget !== widget) {
      navigation.navigate({ widget, size, state, stateData, compared }, "replace");
    }
  }, [navigation, isKnown, chosen, url, widget]);
  return chosen ?? chooseCompared(choices, null)!;
}
