/** What a stylesheet of the shell's own needs to be allowed by the page's content policy. */
export function pageNonce(): string {
  return document.querySelector<HTMLMetaElement>("meta[property=csp-nonce]")?.nonce ?? "";
}
