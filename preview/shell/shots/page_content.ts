/** Waits until what was rendered has been painted. */
export async function nextPaint(): Promise<void> {
  for (let frame = 0; frame < 3; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
}

/** Waits until fonts and images are loaded, including those in open shadow roots. */
export async function pageContentLoaded(): Promise<void> {
  const images = listRoots(document).flatMap((root) => [...root.querySelectorAll("img")]);
  // A picture shows the whole page, so that images below the window are needed as well.
  for (const image of images) image.loading = "eager";
  await Promise.all(images.map((image) => image.decode().catch(() => {})));
  await document.fonts.ready;
}

/** Ends finite animations, and takes endless ones to their beginning. */
export function stopAnimations(): void {
  for (const root of listRoots(document)) {
    for (const animation of root.getAnimations()) {
      if (animation.effect?.getComputedTiming().endTime === Infinity) animation.cancel();
      else if (animation.playState !== "finished") animation.finish();
    }
  }
}

function listRoots(root: Document | ShadowRoot): (Document | ShadowRoot)[] {
  const inside = [...root.querySelectorAll("*")].flatMap(({ shadowRoot }) => shadowRoot ?? []);
  return [root, ...inside.flatMap(listRoots)];
}
