/** Creates a button of the canvas. */
export function createButton(label: string, onClick: () => void): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "canvas-retry";
  button.textContent = label;
  button.addEventListener("click", onClick);
  return button;
}
