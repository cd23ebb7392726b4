/**
 * What the view asks its host for (`csp` of MCP Apps, 2026-01-26): addresses that are in the document itself. Pictures of cards
 * have such addresses, and a host may allow none that were not asked for: without them the MCP Inspector sends
 * `img-src 'none'`, and a host that does as the specification says loads no `blob:`. What a host leaves out of these, it allows as it would without them. No origin is among them, so no host opens the network for a card.
 *
 * By them a host allows scripts with such addresses too; the policies of the view and of the frame with the cards do not.
 */
export const VIEW_CSP: { readonly connectDomains: string[]; readonly resourceDomains: string[] } = {
  connectDomains: [],
  resourceDomains: ["data:", "blob:"],
};
