import type { ReactElement } from "react";
import { Menu } from "@base-ui/react/menu";
import { COMMANDS } from "../palette/commands.ts";
import { runCommand } from "../palette/run_command.ts";
import { useShellDependencies } from "../shell_context.ts";

/** The commands about the Stage's card, by id. */
const OF_CARD = ["alone", "picture", "copy-picture", "link", "diagnostics"];

/** The menu of what can be done with the Stage's card, for those who do not use the keys. */
export function CardMenu(): ReactElement {
  const dependencies = useShellDependencies();
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger className="shell-button">More</Menu.Trigger>
      <Menu.Portal className="shell-portal">
        <Menu.Positioner className="shell-menu-place" sideOffset={4} align="end">
          <Menu.Popup className="shell-menu">
            {COMMANDS.filter(({ id }) => OF_CARD.includes(id)).map((command) => (
              <Menu.Item
                key={command.id}
                onClick={() => void runCommand(command, dependencies)}
              >
                <span>{command.title}</span>
                <kbd>{command.key}</kbd>
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
