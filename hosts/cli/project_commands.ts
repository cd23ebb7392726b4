import { type Commands, SERVICE_COMMANDS } from "./service_commands.ts";

export const PROJECT_COMMANDS: Commands = {
  demo: () => import("./commands/demo.ts"),
  build: () => import("./commands/build.ts"),
  ...SERVICE_COMMANDS,
  pack: () => import("./commands/pack.ts"),
};
