/**
 * The headers of every response: browsers do not guess its type, no page of another origin may load it, and a module, a
 * stylesheet or an API answer that is opened as a document can run and load nothing. A page has a policy of its own.
 */
export const ISOLATION_HEADERS = {
  "X-Content-Type-Options": "nosniff",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Content-Security-Policy": "default-src 'none'; sandbox",
} as const;

/** The browser's features that neither a page nor a widget has a use for, as the value of `Permissions-Policy`. */
export const DENIED_FEATURES = [
  "accelerometer",
  "autoplay",
  "camera",
  "clipboard-read",
  "clipboard-write",
  "display-capture",
  "encrypted-media",
  "fullscreen",
  "geolocation",
  "gyroscope",
  "hid",
  "microphone",
  "midi",
  "payment",
  "picture-in-picture",
  "publickey-credentials-get",
  "screen-wake-lock",
  "serial",
  "usb",
  "xr-spatial-tracking",
].map((name) => `${name}=()`).join(", ");
