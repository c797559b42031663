/** Redaction of what a browser's files hold in the clear: they know neither labels nor `autocomplete`. */
import { takesText } from '../in-page-control.js';
import { address, isSecret, redactText, redactUrl, rulesWith } from '../redact.js';

export interface Clean {
  secret(name: string, type: string, values: string[]): boolean;
  url(text: string): string;
  text(text: string): string;
}

const MAX_TEXT = 500;

/**
 * A file tells neither label nor `autocomplete`. A few digits alone may be a one-time code, a card's check code or a
 * pin whatever their field is called: they are kept secret.
 */
const CODE = /^\s*(?:\d[ -]?){3,8}\s*$/;
const TYPED = ['text', 'tel', 'number', 'search'];

export function cleanWith(patterns: RegExp[]): Clean {
  const rules = rulesWith(patterns);
  const text = (raw: string) => redactUrl(redactText(raw.slice(0, MAX_TEXT), patterns));
  return {
    text,
    url: (raw) => {
      const known = address(raw);
      return patterns.length === 0 ? known : redactText(known, patterns);
    },
    secret: (name, type, values) => {
      if (TYPED.includes(type) && values.some((value) => CODE.test(value))) return true;
      const plain = { type, takesText: takesText(type), dotted: false, autocomplete: '' };
      return isSecret({ ...plain, names: name === '' ? [] : [name], values }, rules);
    },
  };
}
