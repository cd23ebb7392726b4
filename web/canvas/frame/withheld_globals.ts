import { takeMethod } from "./native_members.ts";

/**
 * What can send data from a frame although its content policy allows no connections: no directive restricts WebRTC, and the
 * browser, not the frame, loads the pictures of the media that are playing, and asks the host that a credential is said to be
 * of whether it knows the page's.
 */
const WITHHELD = [
  "RTCPeerConnection",
  "webkitRTCPeerConnection",
  "mozRTCPeerConnection",
  "RTCDataChannel",
  "RTCIceGatherer",
  "MediaMetadata",
  "PublicKeyCredential",
  // It reads colours of the whole screen.
  "EyeDropper",
] as const;

/**
 * Methods that move through the history of the whole page, or fill it; that give the document another address of its site, at
 * which the browser's menu opens an inert link; that offer the reader a handler of a scheme, which Firefox does not deny to a
 * sandboxed frame, and that mark the installed application; those that open the document again, which removes the listeners of
 * the frame's own code; the window of a video, which stays above all others; and those that look for credentials, at a host of
 * any name.
 */
const WITHHELD_METHODS = {
  CredentialsContainer: ["get", "create", "store", "preventSilentAccess"],
  Document: ["open", "write", "writeln"],
  HTMLVideoElement: ["requestPictureInPicture"],
  History: ["back", "forward", "go", "pushState", "replaceState"],
  Navigation: ["back", "forward", "traverseTo", "navigate"],
  Navigator: ["registerProtocolHandler", "setAppBadge", "clearAppBadge"],
} as const;

/**
 * Removes globals from the frame and clears what an earlier document may have left in it. Called before any widget
 * runs. A widget cannot take the globals from a frame within the frame, which has another origin.
 */
export function withholdGlobals(): void {
  self.name = "";
  history.replaceState(null, "");
  for (const name of WITHHELD) withhold(globalThis, name);
  for (const [name, methods] of Object.entries(WITHHELD_METHODS)) {
    const { prototype } = (globalThis as unknown as { [name: string]: { prototype?: object } })[name] ?? {};
    if (prototype !== undefined) { for (const method of methods) withhold(prototype, method); }
  }
}

/**
 * Opens no dialog of the browser by a command for an editor, which prints in Chromium. Called before any widget runs, where a
 * sandbox does not deny dialogs.
 */
export function denyPrintCommand(): void {
  const execute = takeMethod(Document.prototype, "execCommand");
  const match = takeMethod(RegExp.prototype, "exec");
  Document.prototype.execCommand = function (command, ...rest) {
    // Converted once, since an object can give another text each time.
    const name = `${command}`;
    return match(/^print$/i, name) === null && execute(this, name, ...rest);
  };
}

/** Makes a member of an object permanently undefined. */
export function withhold(owner: object, name: string): void {
  Reflect.deleteProperty(owner, name);
  Object.defineProperty(owner, name, { value: undefined, configurable: false, writable: false });
}
