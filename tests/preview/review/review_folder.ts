/** The words of a rejection, with what a page or a terminal must not take for its own. */
export const WORDS = 'Too <b>red</b> & "loud"</script>\u001b[31m';

/** What a page of the folder says of itself. It runs in the page. */
export function inspectPage(): { [fact: string]: unknown } {
  const images = [...document.querySelectorAll("img")];
  return {
    counts: document.querySelector(".review-bar p")!.textContent,
    headings: [...document.querySelectorAll("h2")].map(({ textContent }) => textContent),
    words: document.querySelector("blockquote")?.textContent,
    markup: document.querySelectorAll("blockquote *, button, form, a").length,
    shown: images.filter((image) => image.checkVisibility()).map(({ alt }) => alt.split(":")[0]).join(),
    at: document.querySelector<HTMLElement>(".review-slider")!.style.getPropertyValue("--at"),
    background: getComputedStyle(document.querySelector("article")!).backgroundColor,
  };
}

/** Whether the visible pictures have been loaded. It runs in the page. */
export function areLoaded(): boolean {
  const images = [...document.querySelectorAll("img")].filter((image) => image.checkVisibility());
  for (const image of images) image.loading = "eager";
  return images.length > 0 && images.every(({ complete, naturalWidth }) => complete && naturalWidth > 0);
}

/** Moves the slider of the first changed picture. It runs in the page. */
export function moveSlider(): void {
  const slider = document.querySelector<HTMLInputElement>("[type=range]")!;
  slider.value = "80";
  slider.dispatchEvent(new Event("input", { bubbles: true }));
}

/** What the page says of itself when one picture was rejected. */
export const AFTER_START = {
  counts: "1 rejected, 4 without a verdict",
  headings: ["001_box", "002_added", "009_gone"],
  words: WORDS,
  markup: 0,
};
