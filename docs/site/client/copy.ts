/** Adds a button to each example that copies it. */
export function addCopyButtons(): void {
  for (const block of document.querySelectorAll(".code")) {
    const button = document.createElement("button");
    button.className = "copy";
    button.textContent = "Copy";
    const status = document.createElement("span");
    status.setAttribute("role", "status");
    status.className = "copied";
    button.addEventListener("click", async () => {
      const text = block.querySelector("code")!.textContent ?? "";
      status.textContent = await navigator.clipboard.writeText(text).then(() => "Copied", () => "Not copied");
    });
    button.addEventListener("blur", () => status.textContent = "");
    block.prepend(button, status);
  }
}
