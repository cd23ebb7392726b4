/** What can send data from a frame although its content policy allows no connections: no directive restricts WebRTC. */
const WITHHELD = [
  "RTCPeerConnection",
  "webkitRTCPeerConnection",
  "mozRTCPeerConnection",
  "RTCDataChannel",
  "RTCIceGatherer",
] as const;

/**
 * Removes globals from the frame and clears what an earlier document may have left in it. Called before any widget
 * runs. A frame within the frame has an origin of its own, so that a widget cannot take the globals from there.
 */
export function withholdGlobals(): void {
  for (const name of WITHHELD) {
    Reflect.deleteProperty(globalThis, name);
    Object.defineProperty(globalThis, name, { value: undefined, configurable: false, writable: false });
  }
  self.name = "";
  history.replaceState(null, "");
}
