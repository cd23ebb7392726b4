import axe from "axe-core";
import type { LiveWidget } from "../../protocol.ts";
import type { OpenPreview } from "../start.ts";
import { browserIdentity } from "./camera/browser.ts";
import type { CameraSettings } from "./camera/camera_settings.ts";
import type { SnapshotFonts } from "./fonts/mod.ts";
import { loadMeasuringScript } from "./measuring/mod.ts";
import { hashKey } from "./baseline/picture_store.ts";
import type { Shot } from "./plan_shots.ts";
import type { Subject } from "./subjects.ts";

/** Increase it when the observations of an unchanged page change. */
const RULES_VERSION = 5;

/** Hashes of what pictures depend on: the widget, the host and the kit, the settings, the browser. */
export class SubjectHashes {
  readonly #subjects = new Map<string, Promise<string | null>>();
  #surroundings: Promise<string | null> | null = null;

  constructor(
    private readonly preview: OpenPreview,
    private readonly settings: CameraSettings,
    private readonly fonts: SnapshotFonts | null,
  ) {}

  /** Of a live widget's modules and stylesheets; null when one does not compile. */
  ofLiveWidget({ name, moduleUrl, stylesUrl }: LiveWidget): Promise<string | null> {
    const known = this.#subjects.get(name) ?? this.preview.sources.hash([moduleUrl, stylesUrl]);
    this.#subjects.set(name, known);
    return known;
  }

  /** The hash of one picture; null when it cannot be kept. */
  async ofShot({ subject, size, width, theme, state, locale }: Shot): Promise<string | null> {
    const [widget, surroundings] = [await this.#ofSubject(subject), await this.#ofSurroundings()];
    if (widget === null || surroundings === null) return null;
    return hashKey("picture", surroundings, widget, subject.name, size, width, theme, state, locale);
  }

  async #ofSubject({ kind, id, manifest }: Subject): Promise<string | null> {
    if (manifest === null) return null;
    if (kind === "bundle") return id;
    const widget = this.preview.liveWidgets().find(({ name }) => name === id);
    return widget === undefined ? null : await this.ofLiveWidget(widget);
  }

  /** The hash of the browser and its fonts. */
  async ofBrowser(): Promise<string> {
    return hashKey("browser", await browserIdentity(), this.fonts?.identity);
  }

  #ofSurroundings(): Promise<string | null> {
    return this.#surroundings ??= this.#hashSurroundings();
  }

  async #hashSurroundings(): Promise<string | null> {
    const page = await this.preview.sources.hash(this.preview.pageModules);
    if (page === null) return null;
    const script = await loadMeasuringScript();
    return hashKey(page, script, this.settings, await this.ofBrowser(), axe.version, RULES_VERSION);
  }
}
