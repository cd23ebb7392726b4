import { testListenedRoutes } from "../session/route_cases.ts";
import { serveByVite } from "./served_by_vite.ts";

// The other routes behind it are in protocol_soak.ts, and without it all are in ../session/routes_test.ts.
testListenedRoutes("behind the dev server's listener", serveByVite, Deno.test);
