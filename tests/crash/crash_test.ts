import { tryLateDeletion } from "./late_deletion.ts";
import { nameGatewayTest, openServers } from "./servers.ts";

Deno.test({
  ...nameGatewayTest("a late deletion does not delete what a commit has written since"),
  async fn() {
    const servers = await openServers();
    try {
      await tryLateDeletion(servers, servers.gateway!);
    } finally {
      await servers.stop();
    }
  },
});
