/**
 * Redaction of what a browser's files hold in the clear. They tell of a control its name, its type and its value, but
 * neither label nor `autocomplete`; and a password that a "show" button made into text stands in them like any other
 * text (measured with Chromium 156; one that was made dots again, and `autocomplete="off"`, do not). So beside the rules
 * of `redact.ts` a control that takes one line of text is secret when
 *
 * a. its value is three to eight digits: a one-time code, a check code or a pin, whatever its field is called;
 * b. its value is a card number's digits, whatever stands between them;
 * c. its name is one that passwords have in scripts (`pw1`, `pass`, `psw`), and its value one word;
 * d. the profile's `Login Data` names it as a password of the same site;
 *
 * and by what stands beside it in its form (`form-secrets.ts`), when its value
 *
 * e. has a digit, and a field of the form is called a check code or a card's holder; or is digits only, and one is
 *    called a card's expiry and holds one, or nothing;
 * f. is one word, and the form's action or page speaks of logging in or signing up;
 * g. is one word, and all the form's other texts say who logs in: by their name, a mail address, or a name that `Login
 *    Data` knows;
 * h. is the same word as in another field of nearly the same name: a password and its repetition;
 * i. is one word of letters with digits or signs, and the field has no name, or one that a script made (`field7`, `:r3:`).
 *
 * f–i spare what is called by a word of ordinary forms (title, url, city), addresses, and what says who logs in.
 * What no rule finds: a password of several words, or beside several texts of a form that speaks of none of this.
 */
import { cardNumbers, luhn, westernDigits } from '../card.js';
import { takesText } from '../in-page-control.js';
import { address, isSecret, redactText, redactUrl, rulesWith, words } from '../redact.js';
import { isCustom } from './form-state.js';
import { type Logins, NO_LOGINS } from './logins.js';

export interface Clean {
  secret(name: string, type: string, values: string[]): boolean;
  url(text: string): string;
  text(text: string): string;
  logins: Logins;
}

const MAX_TEXT = 500;

const CODE = /^\s*(?:\d[ -]?){3,8}\s*$/;
const TYPED = ['text', 'tel', 'number', 'search'];
const IN_SCRIPTS = / (?:pw|pass|passw|psw|pswd|pwrd|passwrd|userpw|mdp|kennw|contrasena|clave) /;

export function cleanWith(patterns: RegExp[], logins: Logins = NO_LOGINS): Clean {
  const rules = rulesWith(patterns);
  const text = (raw: string) => redactUrl(redactText(raw.slice(0, MAX_TEXT), patterns));
  return {
    text,
    logins,
    url: (raw) => {
      const known = address(raw);
      return patterns.length === 0 ? known : redactText(known, patterns);
    },
    secret: (name, type, values) => {
      // `pin2` and `pwd1` are a pin and a password.
      const bare = name.replace(/(\p{L})(\d+)/gu, '$1 $2');
      if (isLine(type) && values.some((value) => CODE.test(value) || isCardApart(value))) return true;
      if (isLine(type) && IN_SCRIPTS.test(words(bare)) && values.some(isWord)) return true;
      const plain = { type, takesText: takesText(type), dotted: false, autocomplete: '' };
      return isSecret({ ...plain, names: name === '' ? [] : [...new Set([name, bare])], values }, rules);
    },
  };
}

/** It takes one line of any text. */
export function isLine(type: string): boolean {
  return TYPED.includes(type) || isCustom(type);
}

export function isWord(value: string): boolean {
  return /^\S{1,128}$/.test(value);
}

/** No letter, and the digits of a card. */
function isCardApart(value: string): boolean {
  if (value.length < 13 || value.length > 200) return false;
  const plain = westernDigits(value);
  if (/\p{L}/u.test(plain)) return false;
  const digits = plain.replace(/\D/g, '');
  const fits = digits.length >= 13 && digits.length <= 19 && luhn([...digits].map(Number));
  return fits || cardNumbers(plain).length > 0;
}
