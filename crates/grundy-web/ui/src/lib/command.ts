/** A command of the program about a game, a ruleset or an expression, as a shell reads it. */
export function command(word: string, about: string): string {
  return `grundy ${word} '${about.replaceAll("'", `'\\''`)}'`;
}
