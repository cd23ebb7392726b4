/**
 * The headers of every response: browsers do not guess its type, no page of another origin may load it, and a module, a
 * stylesheet or an API answer that is opened as a document can run and load nothing. A page has a policy of its own.
 */
export const ISOLATION_HEADERS = {
  "X-Content-Type-Options": "nosniff",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Content-Security-Policy": "default-src 'none'; sandbox",
} as const;

/**
 * The browser's features that neither a page nor a widget has a use for, as the value of `Permissions-Policy`. Those for
 * advertising (`attribution-reporting`, `join-ad-interest-group`, `run-ad-auction`, `shared-storage`) are not among them:
 * Chromium has removed them, and warns about a name that it does not know. Before that, they need requests to be of use.
 */
export const DENIED_FEATURES = [
  "accelerometer",
  "autoplay",
  "browsing-topics",
  "camera",
  "captured-surface-control",
  "clipboard-read",
  "clipboard-write",
  "compute-pressure",
  "cross-origin-isolated",
  "deferred-fetch",
  "deferred-fetch-minimal",
  "digital-credentials-create",
  "digital-credentials-get",
  "display-capture",
  "encrypted-media",
  "fullscreen",
  "geolocation",
  "gyroscope",
  "hid",
  "identity-credentials-get",
  "idle-detection",
  "interest-cohort",
  "keyboard-map",
  "language-detector",
  "language-model",
  "local-fonts",
  "local-network",
  "local-network-access",
  "loopback-network",
  "magnetometer",
  "microphone",
  "midi",
  "on-device-speech-recognition",
  "otp-credentials",
  "payment",
  "picture-in-picture",
  "private-state-token-issuance",
  "private-state-token-redemption",
  "publickey-credentials-create",
  "publickey-credentials-get",
  "screen-wake-lock",
  "serial",
  "speaker-selection",
  "storage-access",
  "summarizer",
  "translator",
  "usb",
  "window-management",
  "xr-spatial-tracking",
].map((name) => `${name}=()`).join(", ");

/** Those of some headers that are set. */
export function pickHeaders(headers: Headers, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => headers.has(name) ? [[name, headers.get(name)!]] : []));
}
