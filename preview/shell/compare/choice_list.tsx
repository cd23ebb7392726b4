import type { ReactElement } from "react";
import { useShellDependencies } from "../shell_context.ts";
import { type CompareChoice, MAX_CARDS, MIN_CARDS, writeCompared } from "./choices.ts";

interface ChoiceListProps {
  readonly choices: readonly CompareChoice[];
  readonly chosen: readonly CompareChoice[];
}

/** Which variants are side by side: at least two, at most six. */
export function ChoiceList({ choices, chosen }: ChoiceListProps): ReactElement {
  const { navigation } = useShellDependencies();
  const change = (changed: CompareChoice, isShown: boolean) => {
    const ids = choices.filter((choice) => choice === changed ? isShown : chosen.includes(choice))
      .map(({ id }) => id);
    navigation.navigate({ compared: writeCompared(choices, ids) });
  };
  return (
    <fieldset className="shell-compare-choices">
      <legend>Side by side</legend>
      {choices.map((choice) => {
        const isShown = chosen.includes(choice);
        const isFixed = isShown ? chosen.length <= MIN_CARDS : chosen.length >= MAX_CARDS;
        return (
          <label key={choice.id} className="shell-check">
            <input
              type="checkbox"
              checked={isShown}
              disabled={isFixed}
              onChange={({ currentTarget: { checked } }) => change(choice, checked)}
            />
            {choice.label}
          </label>
        );
      })}
    </fieldset>
  );
}
