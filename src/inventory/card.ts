/**
 * Card numbers in any text: 13–19 digits that pass Luhn's check, of any script, with or without what people put between
 * them. Shipped into the page with the rules of `redact.ts`: the functions may use nothing but each other.
 */

/** Start and end of each card number, in UTF-16 units. */
export function cardNumbers(text: string): [number, number][] {
  if (text.length < 13) return [];
  const plain = westernDigits(text);
  // Nearly all texts end here.
  if (!/(?:\d\D{0,3}){13}/.test(plain)) return [];
  const found = runsOf(plain);
  // What stands between groups of four is anything that is no word: `/`, a long dash, a line's end, an invisible space.
  const grouped =
    /(?<!\d)(?:\d{4}([^\p{L}\p{N}]{1,3})\d{4}\1\d{4}\1\d{1,4}(?:\1\d{1,3})?|\d{4}([^\p{L}\p{N}]{1,3})\d{6}\2\d{4,5})(?!\d)/gu;
  for (const { 0: run, index } of plain.matchAll(grouped)) {
    const end = index + run.length;
    if (found.some(([from, to]) => from < end && to > index)) continue;
    if (luhn([...run.replace(/\D/g, '')].map(Number))) found.push([index, end]);
  }
  return found.sort(([a], [b]) => a - b);
}

/** Digits that stand together or with one space, dot or dash between them, wherever in such a run a card may start. */
export function runsOf(plain: string): [number, number][] {
  const found: [number, number][] = [];
  for (const run of plain.matchAll(
    /\d(?:[ .\u00a0\u2009\u200b-\u200d\u2010-\u2015\u2060\ufeff-]?\d){12,}/g,
  )) {
    const at = [...run[0]].flatMap((c, i) => (c >= '0' && c <= '9' ? [i] : []));
    const edge = (i: number) => i === 0 || i === at.length || at[i] !== (at[i - 1] ?? 0) + 1;
    for (let from = 0; from + 13 <= at.length; from++) {
      for (let to = Math.min(from + 19, at.length); edge(from) && to >= from + 13; to--) {
        if (!edge(to) || !luhn(at.slice(from, to).map((i) => Number(run[0][i])))) continue;
        found.push([run.index + (at[from] ?? 0), run.index + (at[to - 1] ?? 0) + 1]);
        from = to;
      }
    }
  }
  return found;
}

/** The same text, of the same length, with `0`–`9` for the digits of the scripts that write cards' numbers in their own. */
export function westernDigits(text: string): string {
  if (!/[^ -~\s]/.test(text)) return text;
  return text.replace(
    /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef\u0e50-\u0e59\uff10-\uff19]/g,
    (digit) => {
      const code = digit.charCodeAt(0);
      const zero = [0x660, 0x6f0, 0x966, 0x9e6, 0xe50, 0xff10].find((one) => code >= one && code <= one + 9);
      return String(code - (zero ?? code));
    },
  );
}

export function luhn(digits: number[]): boolean {
  const sum = digits.reduceRight((total, digit, i) => {
    const doubled = (digits.length - 1 - i) % 2 === 1 ? digit * 2 : digit;
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0 && digits.some((digit) => digit !== 0);
}

/** Digits of neighbouring fields that make a card number together, as cards are printed: 4-4-4-4, 4-6-5, 4-6-4, 4-4-4-4-3. */
export function isCardInPieces(pieces: string[]): boolean {
  const printed = /^(?:4,4,4,[1-4]|4,4,4,4,[1-3]|4,6,[45]|8,8)$/.test(
    pieces.map((piece) => piece.length).join(),
  );
  return printed && luhn([...pieces.join('')].map(Number));
}
