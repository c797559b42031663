/** How a page was reached, in CDP's words; the number's low byte. */
const WORDS = [
  'link',
  'typed',
  'auto_bookmark',
  'auto_subframe',
  'manual_subframe',
  'generated',
  'auto_toplevel',
  'form_submit',
  'reload',
  'keyword',
  'keyword_generated',
];

const CHAIN_END = 0x2000_0000;

export function transitionWord(transition: number): string {
  return WORDS[transition & 0xff] ?? 'other';
}

/** A redirect led on from it: it was never shown. */
export function ledOn(transition: number): boolean {
  return (transition & CHAIN_END) === 0;
}
