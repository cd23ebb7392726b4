import { tryLateDeletion } from "./late_deletion.ts";
import { hasGateway, openServers } from "./servers.ts";

Deno.test({
  name: "a late deletion does not delete what a commit has written since",
  ignore: !hasGateway,
  async fn() {
    const servers = await openServers();
    try {
      await tryLateDeletion(servers, servers.gateway!);
    } finally {
      await servers.stop();
    }
  },
});
