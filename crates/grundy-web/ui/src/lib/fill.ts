/** A final consonant by which a particle is chosen: ㄹ is one of its own before 로. */
type Final = "none" | "rieul" | "other";

const rieul = 8;
/** The digits as they are read: 영, 일, 이, 삼, 사, 오, 육, 칠, 팔, 구; a zero also ends 십, 백, 천 and 만. */
const digits: Final[] = ["other", "rieul", "none", "other", "none", "none", "other", "rieul", "rieul", "none"];
/** Letters whose names end in a consonant: 엘, 엠, 엔, 알. */
const letters: Record<string, Final> = { l: "rieul", m: "other", n: "other", r: "rieul" };

/** The final of a word in Latin letters: one letter is read by its name, more as they sound. */
function latinFinal(word: string): Final {
  if (word.length === 1) return letters[word] ?? "none";
  if (/le?$/.test(word)) return "rieul";
  return /([mn]|ng|[aeiou][bckpt])e?$/.test(word) ? "other" : "none";
}

/** How a text ends when it is read aloud in Korean; null where its last sign is not read. */
function finalOf(text: string): Final | null {
  const read = text.replace(/[^\p{L}\p{N}]+$/u, "");
  const last = read.at(-1) ?? "";
  if (/[가-힣]/.test(last)) {
    const final = (last.charCodeAt(0) - 0xac00) % 28;
    return final === 0 ? "none" : final === rieul ? "rieul" : "other";
  }
  if (/\d/.test(last)) return digits[Number(last)]!;
  const word = /[a-z]+$/.exec(read.toLowerCase())?.[0];
  return word === undefined ? null : latinFinal(word);
}

/** Of a pair such as 이/가, 은/는, 을/를, 과/와, 으로/로 the particle that stands behind a text. */
function particle(text: string, consonant: string, vowel: string): string {
  const final = finalOf(text);
  if (final === null) return `${consonant}(${vowel})`;
  return final === "none" || (final === "rieul" && vowel === "로") ? vowel : consonant;
}

const placeholder = /\{(\w+)(?:\|([^|}]*)\|([^}]*)|:([^/}]*)\/([^}]*))?\}/g;

/**
 * A text with its placeholders filled: `{name}`; `{n|move|moves}` chooses by the number n; `{player:이/가}` is the value
 * with the Korean particle that stands behind a consonant, or behind a vowel.
 */
export function filled(text: string, values: Record<string, string | number>): string {
  return text.replace(placeholder, (_, name: string, one?: string, other?: string, consonant?: string, vowel?: string) => {
    const value = values[name] ?? "";
    if (one !== undefined) return Number(value) === 1 ? one : other!;
    const written = String(value);
    return consonant === undefined ? written : written + particle(written, consonant, vowel!);
  });
}
