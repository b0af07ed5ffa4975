/** An answer as it was meant: in letters of usual width, where these mean the same. */
export function plain(answer: string): string {
  return answer.normalize("NFKC").trim();
}

/** The number that is meant, also by the nimber of that value; null for anything else. */
export function numberIn(answer: string): number | null {
  const found = /^\*?(\d+)$/.exec(plain(answer));
  return found ? Number(found[1]) : null;
}
