/** localStorage, where the person allows it: without it choices last as long as the page is open. */
export function recall(key: string): string | null {
  try {
    return localStorage.getItem(`grundy.${key}`);
  } catch {
    return null;
  }
}

export function remember(key: string, value: string) {
  try {
    localStorage.setItem(`grundy.${key}`, value);
  } catch {
    // nothing to be done, and nothing lost but the memory
  }
}
