/** What the pictures depend on, besides the widgets. */
export interface CameraSettings {
  /** The fixed time of `Date` in all pages, in milliseconds since 1970. */
  readonly clock: number;
  /** An IANA time zone. */
  readonly timeZone: string;
  /** Pixels of a picture for one CSS pixel. */
  readonly scale: number;
}

/** The settings without flags. Pictures of two days are the same. */
export const DEFAULT_CAMERA: CameraSettings = { clock: Date.UTC(2026, 0, 15, 9), timeZone: "UTC", scale: 1 };
