/** Whether what is behind an element is dark. */
function isDark(element: Element): boolean {
  // JupyterLab says it.
  const said = document.body.dataset.jpThemeLight;
  if (said) return said === "false";
  for (let behind: Element | null = element; behind; behind = behind.parentElement) {
    const [red, green, blue, alpha = 1] = (getComputedStyle(behind).backgroundColor.match(/[\d.]+/g) ?? []).map(Number);
    if (blue === undefined || alpha < 0.5) continue;
    return 0.299 * red! + 0.587 * green! + 0.114 * blue < 128;
  }
  return false;
}

/** Keeps an element light or dark as the notebook is, until the returned function is called. */
export function follow(element: HTMLElement): () => void {
  const show = () => (element.dataset.theme = isDark(element) ? "dark" : "light");
  const changes = new MutationObserver(show);
  const attributes = ["class", "style", "theme", "data-theme", "data-jp-theme-light", "data-jp-theme-name", "data-vscode-theme-kind"];
  for (const watched of [document.documentElement, document.body]) {
    changes.observe(watched, { attributes: true, attributeFilter: attributes });
  }
  // What is not in the page yet has nothing behind it.
  const frame = requestAnimationFrame(show);
  show();
  return () => {
    cancelAnimationFrame(frame);
    changes.disconnect();
  };
}
