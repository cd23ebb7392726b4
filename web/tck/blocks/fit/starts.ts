/**
 * The main lines of a list's items begin at one place: what is before them is as wide as the widest of it. All items are
 * shown.
 */
export function alignStarts(stack: HTMLElement): void {
  for (const list of stack.querySelectorAll<HTMLElement>(".kit-list")) {
    list.style.removeProperty("--kit-start");
    const starts = [...list.querySelectorAll(":scope > .kit-item > .kit-item-start")];
    const widths = starts.map((start) => start.getBoundingClientRect().width);
    const widest = Math.max(...widths);
    if (widths.length > 1 && widest - Math.min(...widths) >= 1) {
      list.style.setProperty("--kit-start", `${Math.ceil(widest)}px`);
    }
  }
}
