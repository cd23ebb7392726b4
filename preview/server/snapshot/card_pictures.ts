import { errorMessage } from "../../../core/errors/mod.ts";
import type { PictureRequest } from "../../protocol.ts";
import { problemError } from "../problem.ts";
import { Camera } from "./camera/camera.ts";
import { SnapshotError } from "./errors.ts";
import { SnapshotFonts } from "./fonts/mod.ts";
import { UnresponsivePage } from "./camera/shot_page.ts";

/** Takes pictures of single cards for the pages of a preview, one after another, each with a browser of its own. */
export class CardPictures {
  readonly #url: string;
  readonly #project: string;
  #camera: Camera | null = null;
  #isClosed = false;
  #last: Promise<unknown> = Promise.resolve();

  /** @param url the preview's, with its token @param project the folder with the packages of fonts */
  constructor(url: string, project: string) {
    this.#url = url;
    this.#project = project;
  }

  /**
   * Takes a picture in PNG.
   *
   * @throws {ProblemError} `browser.missing`; `picture.failed` when the card fails or does not respond
   */
  take(request: PictureRequest): Promise<Uint8Array> {
    const picture = this.#last.then(() => this.#take(request));
    this.#last = picture.catch(() => {});
    return picture;
  }

  /** Ends the browser, which makes a picture that is being taken fail. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#camera?.close();
    await this.#last;
  }

  async #take({ theme, ...card }: PictureRequest): Promise<Uint8Array> {
    const camera = await this.#openCamera();
    try {
      const { png, cardError } = await camera.takePicture(theme, card);
      if (cardError === null) return png;
      throw problemError("picture.failed", `Cannot take the picture: the card is not shown: ${cardError}`);
    } catch (error) {
      if (!(error instanceof UnresponsivePage)) throw error;
      throw problemError("picture.failed", `Cannot take the picture: ${errorMessage(error)}`, {
        cause: error,
      });
    } finally {
      this.#camera = null;
      await camera.close();
    }
  }

  async #openCamera(): Promise<Camera> {
    if (this.#isClosed) throw new Error("Cannot take the picture: the preview has ended");
    try {
      this.#camera = await Camera.open(this.#url, await SnapshotFonts.find(this.#project));
    } catch (error) {
      if (!(error instanceof SnapshotError)) throw error;
      throw problemError("browser.missing", error.message, { cause: error });
    }
    if (!this.#isClosed) return this.#camera;
    await this.#camera.close();
    throw new Error("Cannot take the picture: the preview has ended");
  }
}
