import type { ReactElement } from "react";
import { FilePlace } from "../controls/place_button.tsx";
import { useShell } from "../shell_context.ts";
import { findConfigFaults } from "./config_faults.ts";

/** What is wrong with the configuration, one by one, or which of its functions failed and what is shown instead. */
export function ConfigurationPanel(): ReactElement {
  const server = useShell((state) => state.server);
  return (
    <ol className="shell-diagnostics" role="list" aria-label="Problems">
      {findConfigFaults(server).map(({ code, message, file, line }, index) => (
        <li key={index}>
          <p className="shell-diagnostic-message">{message}</p>
          <p className="shell-diagnostic-place">
            {file !== null && <FilePlace file={file} line={line} />} <code>{code}</code>
          </p>
        </li>
      ))}
    </ol>
  );
}
