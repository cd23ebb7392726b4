import type { ReactElement } from "react";
import { useShell } from "../shell_context.ts";

/** Why the configuration cannot be used, or which of its functions threw and what is shown instead. */
export function ConfigurationPanel(): ReactElement {
  const faults = useShell(({ server }) => server.problems).filter(({ source }) => source === "config");
  const problems = [...faults, ...useShell(({ server }) => server.compositionProblems)];
  return (
    <ul className="shell-fault" role="list">
      {problems.map(({ code, message }, index) => (
        <li key={index}>
          {message} <code>{code}</code>
        </li>
      ))}
    </ul>
  );
}
