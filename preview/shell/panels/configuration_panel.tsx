import type { ReactElement } from "react";
import { useShell } from "../shell_context.ts";

/** The functions of the configuration that threw, and what is shown instead. */
export function ConfigurationPanel(): ReactElement {
  const problems = useShell(({ server }) => server.compositionProblems);
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
