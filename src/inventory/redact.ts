/**
 * One file on purpose, although long: who changes a rule finds all rules, and where they act, here.
 *
 * What is never read out. A control is secret, and only its length leaves the page, when
 *
 * 1. its type is `password`, or its text is drawn as dots;
 * 2. its `autocomplete` asks for a password, a one-time code, a card number or a card's check code;
 * 3. it takes text, and its name, id, label, placeholder, title, test id, description or class speaks of one of these
 *    or of a key (PHRASES, many languages), or is called so at its end (ENDINGS: "GitHub token", not "token symbol");
 *    where nothing labels it, so does a short text beside it;
 * 4. it is hidden, or a button with a long value, and its name looks like a token (HIDDEN);
 * 5. its value, or its default, holds a card number (`card.ts`), also over neighbouring fields, or a known shape of a
 *    secret (SHAPES), or it is the box of one digit of a code;
 * 6. a pattern of the user's (`--redact`) matches its name, id, label, placeholder or value.
 *
 * In URLs: user and password, and the values of query or fragment names that look secret (URL_NAMES).
 * In text (logs, titles): the same URLs, SHAPES, card numbers, `name: value` pairs of secret names, the user's patterns.
 *
 * Rules 1–6 run inside the page (`in-page.ts` ships `isSecret` there by its source), before anything crosses CDP.
 * So the functions from `words` to `isSecret` may use nothing but each other, and the rules they are handed.
 */

import { cardNumbers } from './card.js';

export const MARK = '***';

const PHRASES = [
  // card numbers
  'card number, card no, card num, cardnumber, cc number, cc num, cc no, ccnum, credit card, debit card',
  'kartennummer, kreditkarte, kreditkartennummer, numéro de carte, numéro de la carte, número de tarjeta',
  'número de la tarjeta, número do cartão, numero di carta, numero della carta, numero carta, kaartnummer',
  'kortnummer, numer karty, číslo karty, kart numarası, номер карты, 卡号, 卡號, カード番号, 카드 번호, 카드번호',
  // check codes
  'cvc, cvc2, cvv, cvv2, cvn, csc, card verification, security code, prüfnummer, kartenprüfnummer',
  'sicherheitscode, cryptogramme, code de sécurité, código de seguridad, código de segurança, codice di sicurezza',
  'veiligheidscode, säkerhetskod, kod zabezpieczający, код безопасности, 安全码, 安全碼, セキュリティコード, 보안 코드',
  // one-time codes and pins
  'otp, totp, 2fa, mfa, two factor, one time code, one time password, one time passcode, passcode, sms code',
  'verification code, authentication code, authenticator code, login code, security token, tan, mtan, pushtan',
  'einmalcode, einmalkennwort, bestätigungscode, code de vérification, code à usage unique, código de verificación',
  'código de verificação, codice di verifica, verificatiecode, kod weryfikacyjny, doğrulama kodu, код подтверждения',
  'код из смс, 验证码, 驗證碼, 認証コード, 確認コード, 인증번호, 인증 코드',
  'pin, pin code, pincode, code pin, pin number, geheimzahl, пин, пин код, kod sms, digit code, code we sent, code sent',
  'auth code, backup code, 2fa code, security answer, sec code, seccode, card code, kartenprüfziffer, prüfziffer',
  'bank card, bankkarte, cardnum, user pass, userpass',
  // passwords, also where a "show" button turned the field into plain text
  'password, passwd, pwd, passphrase, passwort, kennwort, mot de passe, contraseña, senha, parola, wachtwoord',
  'lösenord, hasło, heslo, şifre, пароль, 密码, 密碼, パスワード, 비밀번호, salasana, adgangskode, passord, jelszó, parolă',
  'κωδικός πρόσβασης, סיסמה, كلمة المرور, كلمة السر, पासवर्ड, รหัสผ่าน, mật khẩu, kata sandi',
  // keys
  'api key, apikey, api token, apitoken, api secret, client secret, secret key, access key, private key, access token, auth token',
  'bearer token, refresh token, seed phrase, recovery phrase, recovery code, mnemonic',
];
const ENDINGS =
  'token, secret, code, cid, tokens, secrets, jeton, секрет, токен, トークン, 令牌, 密钥, 密鑰, 토큰';
/** What is called a code and tells what was done. */
const OPEN_CODES =
  'zip, postal, post, postcode, country, area, region, currency, language, lang, locale, promo, promotion, discount, ' +
  'coupon, voucher, gift, referral, product, item, sku, color, colour, dial, source, embed, html, invite, tax, vat, airport';
/** In class names these are colours and places. */
const NOT_IN_CLASSES = ['pin', 'tan'];
const HIDDEN =
  'csrf, xsrf, token, authenticity, nonce, secret, session, sessionid, sesskey, sid, auth, jwt, hmac';
const URL_NAMES =
  'token, key, apikey, secret, code, password, passwd, pwd, pass, passphrase, sig, signature, auth, authorization, ' +
  'session, sessionid, sid, phpsessid, jsessionid, jwt, nonce, csrf, xsrf, otp, pin, ticket, credential, hmac, ' +
  'assertion, samlresponse, samlrequest';
/** In a query `key` and `code` are secrets only alone or beside one of these: `country_code` says what was done. */
const BESIDE =
  'api, access, secret, private, auth, authorization, verification, login, device, otp, reset, invite';
const AUTOCOMPLETE = ['one-time-code', 'cc-number', 'cc-csc', 'current-password', 'new-password'];
const SHAPES = [
  '(?<![\\w-])eyJ[\\w-]{8,}\\.[\\w-]{8,}\\.[\\w-]*',
  'gh[pousr]_\\w{20,}|github_pat_\\w{20,}|glpat-[\\w-]{20,}|npm_\\w{30,}',
  'xox[abeprs]-[\\w-]{10,}|sk_(?:live|test)_\\w{10,}|sk-[\\w-]{20,}|AKIA[0-9A-Z]{16}|AIza[\\w-]{30,}',
  '-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[^-]*',
  '[?&#;][\\w.-]{0,40}(?:token|secret|passw(?:or)?d|signature|api_?key|session_?id|jwt|assertion)=[^&#\\s]{4,}',
  '(?<=\\w://)[^/\\s:@]{1,200}:[^/\\s@]{1,200}(?=@)',
];

/** Sources of regular expressions, one for all phrases: a page is judged in one pass for each name and each value. */
export interface Rules {
  /** Over what `words` makes of a name; `glued`: over the same without spaces. */
  spoken: string;
  glued: string;
  classed: string;
  endings: string;
  openCodes: string;
  hidden: string;
  autocomplete: string[];
  shapes: string;
  extra: { source: string; flags: string }[];
}

export interface Candidate {
  type: string;
  /** It takes text: a radio button labelled "credit card" holds no secret. */
  takesText: boolean;
  dotted: boolean;
  autocomplete: string;
  /** Its name, id, label, placeholder, and what else it is called by. */
  names: string[];
  /** Its class speaks of a secret. */
  classed?: boolean;
  /** Its value and its default. */
  values: string[];
}

/** The rules as plain data: they travel into the page. */
export function rulesWith(extra: RegExp[]): Rules {
  const phrases = PHRASES.flatMap(listed).map((text) => words(text).trim());
  return {
    spoken: ` (?:${phrases.join('|')}) `,
    glued: phrases
      .map((phrase) => phrase.replace(/ /g, ''))
      .filter(isFoundAnywhere)
      .join('|'),
    classed: ` (?:${phrases.filter((phrase) => !NOT_IN_CLASSES.includes(phrase)).join('|')}) `,
    endings: ` (?:${listed(ENDINGS)
      .map((text) => words(text).trim())
      .join('|')}) `,
    openCodes: ` (?:${listed(OPEN_CODES).join('|')}) code $`,
    hidden: ` (?:${listed(HIDDEN).join('|')}) `,
    autocomplete: AUTOCOMPLETE,
    shapes: SHAPES.join('|'),
    extra: extra.map(({ source, flags }) => ({ source, flags: flags.replace(/[gy]/g, '') })),
  };
}

/** Long phrases and those of scripts without spaces are found inside other words too. */
function isFoundAnywhere(glued: string): boolean {
  return (
    glued.length >= 8 || /[\p{Script=Han}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u.test(glued)
  );
}

// ---- shipped into the page ------------------------------------------------------------------------

/** `txtCardNumber`, `card-number` and `Card number*` all become ` card number `, without accents. */
export function words(text: string): string {
  // Nearly all names of nearly all pages; the way below costs ten times as much.
  if (!/[^ -~\s]/.test(text)) {
    const split = text.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();
    return ` ${split.replace(/[^a-z0-9]+/g, ' ').trim()} `;
  }
  const split = text.replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2').normalize('NFKD');
  const bare = split.replace(/\p{M}/gu, '').toLowerCase();
  return ` ${bare.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()} `;
}

/** Of what `words` made of a name. */
export function speaksOf(spaced: string, rules: Rules): boolean {
  return new RegExp(rules.spoken).test(spaced) || new RegExp(rules.glued).test(spaced.replace(/ /g, ''));
}

export function holdsSecret(text: string, rules: Rules): boolean {
  if (rules.extra.length > 0 && matchesExtra(text, rules)) return true;
  // Most fields of most pages end here: neither a card number nor any of the shapes is shorter.
  if (text.length < 7) return false;
  const plain = /[^ -~\s]/.test(text)
    ? text.normalize('NFKC').replace(/[\u00ad\u200b-\u200d\u2060\ufeff]/g, '')
    : text;
  return cardNumbers(plain).length > 0 || new RegExp(rules.shapes).test(plain);
}

export function matchesExtra(text: string, rules: Rules): boolean {
  return rules.extra.some(({ source, flags }) => new RegExp(source, flags).test(text));
}

export function isSecret(control: Candidate, rules: Rules): boolean {
  const { type, names, values } = control;
  if (type === 'password' || control.dotted) return true;
  const asked = control.autocomplete === '' ? [] : control.autocomplete.toLowerCase().split(/\s+/);
  if (asked.some((word) => rules.autocomplete.includes(word))) return true;
  if (control.takesText && isCalledSecret(control, rules)) return true;
  if (rules.extra.length > 0 && names.some((name) => matchesExtra(name, rules))) return true;
  return values.some((value) => holdsSecret(value, rules));
}

export function isCalledSecret({ type, names, classed }: Candidate, rules: Rules): boolean {
  if (classed === true) return true;
  // A sentence is no label: "never send us your card number" does not make a description secret.
  const labels = names.filter((name) => name.length <= 80);
  const spaced = words(labels.join(' | '));
  if (speaksOf(spaced, rules) || (type === 'hidden' && new RegExp(rules.hidden).test(spaced))) return true;
  // A text of many lines that is called "code" is a program.
  const short = !['hidden', 'textarea', 'contenteditable'].includes(type);
  if (!short || !new RegExp(rules.endings).test(spaced)) return false;
  return labels.some((label) => endsSecret(words(label), rules));
}

export function isClassedSecret(classes: string, rules: Rules): boolean {
  return new RegExp(rules.classed).test(words(classes));
}

export function endsSecret(spaced: string, { endings, openCodes }: Rules): boolean {
  return new RegExp(`${endings}$`).test(spaced) && !new RegExp(openCodes).test(spaced);
}

// ---- for URLs and logs ----------------------------------------------------------------------------

const urlNames = listed(URL_NAMES);
const beside = listed(BESIDE);

/** The same address without its secrets. Never throws, whatever it is given. */
export function redactUrl(url: string): string {
  const bare = url.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?#@]*(?:@[^/?#@]*)*@/i, `$1${MARK}@`);
  // A link that works once: `/reset/3f9a8b…`.
  const once = bare.replace(
    /(\/(?:(?:password-?)?reset(?:-?password)?|verify(?:-?email)?|confirm|activate|magic(?:-?link)?|token|unlock|invit(?:e|ation)s?)\/)(?=[^/?#]*\d)[\w.~-]{16,}/gi,
    `$1${MARK}`,
  );
  const named = once.replace(
    /([?&#;])([^=&#;?]{1,200})=([^&#]*)/g,
    (all, lead: string, name: string, value: string) =>
      value !== '' && (secretName(name) || isCard(value)) ? `${lead}${name}=${MARK}` : all,
  );
  return shapesOut(named);
}

/** An address as the inventory keeps it: a page can make its own 2 MB long, and a `data:` one is a page itself. */
export function address(url: string): string {
  const room = url.startsWith('data:') ? 1_000 : 8_000;
  return redactUrl(url.length > room ? `${url.slice(0, room)}…` : url);
}

/** Text of any origin without its secrets: a log line, a title. */
export function redactText(text: string, extraPatterns: RegExp[] = []): string {
  const pairs =
    /((?:pass(?:word|wd|phrase)?|pwd|secret|token|api[_-]?key|session(?:[_-]?id)?|otp|cvc|cvv)["']?\s*[:=]\s*)("[^"\n]*"|'[^'\n]*'|[^\s,;&"'<>]+)/gi;
  const headers = /\b((?:proxy-)?authorization|(?:set-)?cookie|x-api-key)(["']?\s*[:=]\s*)[^\n]+/gi;
  let clean = text
    .replace(/\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s"'<>]+/gi, redactUrl)
    .replace(headers, `$1$2${MARK}`)
    .replace(pairs, `$1${MARK}`)
    .replace(/\b(bearer|basic)\s+[\w.~+/=-]{8,}/gi, `$1 ${MARK}`);
  clean = shapesOut(clean);
  for (const [from, to] of cardNumbers(clean).reverse())
    clean = clean.slice(0, from) + MARK + clean.slice(to);
  for (const { source, flags } of extraPatterns) {
    const everywhere = new RegExp(source, flags.includes('g') ? flags : `${flags}g`);
    clean = clean.replace(everywhere, (hit) => (hit === '' ? '' : MARK));
  }
  return clean;
}

/** Of the great networks: other long numbers in an address tell what was done. */
function isCard(value: string): boolean {
  const text = decoded(value);
  return /^[3-6]/.test(text) && cardNumbers(text).length > 0;
}

function secretName(name: string): boolean {
  const parts = words(decoded(name)).trim().split(' ');
  if (parts.length > 1 && ['key', 'code', 'pass', 'pin'].some((word) => parts.includes(word))) {
    return parts.some((part) => beside.includes(part)) || parts.some(strongly);
  }
  return parts.some((part) => urlNames.includes(part));
}

function strongly(part: string): boolean {
  return urlNames.includes(part) && !['key', 'code', 'pass', 'pin'].includes(part);
}

function shapesOut(text: string): string {
  return SHAPES.reduce((rest, shape) => rest.replace(new RegExp(shape, 'g'), MARK), text);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function listed(phrases: string): string[] {
  return phrases.split(',').map((phrase) => phrase.trim());
}
