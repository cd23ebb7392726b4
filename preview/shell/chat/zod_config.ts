/** The schemas of MCP ask whether code can be made from a text, which the page's policy blocks: the console had that. */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
