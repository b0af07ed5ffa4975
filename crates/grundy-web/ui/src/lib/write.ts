/** Writes at the caret of a field, or over what is selected there, so that the browser can undo it. */
export function write(field: HTMLInputElement | HTMLTextAreaElement, text: string) {
  if (document.execCommand("insertText", false, text)) return;
  field.setRangeText(text, field.selectionStart ?? 0, field.selectionEnd ?? 0, "end");
  field.dispatchEvent(new InputEvent("input", { bubbles: true }));
}
