/** Redaction of what a browser's files hold in the clear: they know neither labels nor `autocomplete`. */
import { takesText } from '../in-page-control.js';
import { address, isSecret, redactText, redactUrl, rulesWith } from '../redact.js';

export interface Clean {
  secret(name: string, type: string, values: string[]): boolean;
  url(text: string): string;
  text(text: string): string;
}

const MAX_TEXT = 500;

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
      const plain = { type, takesText: takesText(type), dotted: false, autocomplete: '' };
      return isSecret({ ...plain, names: name === '' ? [] : [name], values }, rules);
    },
  };
}
