/**
 * The rules of redaction. Long on purpose: who changes one finds all rules, their words, and where they act, here. What they do to addresses and
 * texts stands in `redact-text.ts`, what a token looks like in `opaque.ts`.
 *
 * What is never read out. A control is secret, and only its length leaves the page, when
 *
 * 1. its type is `password`, or its text is drawn as dots;
 * 2. its `autocomplete` asks for a password, a one-time code, a card number or a card's check code;
 * 3. it takes text, and its name, id, label, placeholder, title, test id, description or class speaks of one of these
 *    or of a key (PHRASES, many languages, also with a number behind: `pwd1`), or is called so at its end (ENDINGS:
 *    "GitHub token", "new pass"; not "token symbol", "passport", "boarding pass", "boarding pass number", "palabras
 *    clave"; a text of many lines that is called "code" is a program), or is called nothing else (WHOLE: "PAN", not
 *    "pan size"); where nothing labels it, so does a short text beside it;
 * 4. it is hidden, or a button with a long value, and its name looks like a token (HIDDEN: `csrfmiddlewaretoken`); or
 *    it takes text of another kind, is called so, and holds at least ten characters by chance (`isOpaque`);
 * 5. it is hidden, its name may be a token's or an ordinary word (WEAK: `state`, `hash`, `ticket`), and it holds eight
 *    characters by chance: `state=California` and `ticket=SUP-10423` tell what was done;
 * 6. it is hidden, whatever it is called, and holds an unbroken run of twenty characters by chance. A UUID is none, and
 *    under a name that ends in "id" neither are up to 32 characters: they are what a platform calls a thing;
 * 7. it is a choice (list, radio button, box), and its name or label ends with a password, a pin, a key, a token or a
 *    secret (CHOSEN), but never because of a card: a radio button labelled "credit card" holds no secret. Nor does a
 *    choice that only repeats its name or says yes or no: "Password" of "Log in by", a ticked "Show password";
 * 8. its value, or its default, holds a card number (`card.ts`), also over neighbouring fields, or a known shape of a
 *    secret (SHAPES, and in what is short `token=…`: PAIRS), or it is the box of one digit of a code;
 * 9. a pattern of the user's (`--redact`) matches its name, id, label, placeholder or value.
 *
 * A name or label that holds what 8 or 9 finds is shown as `***`.
 *
 * In URLs: user and password; what follows `/reset/` and the like; the values of query and fragment names that are
 * secret (URL_NAMES, PHRASES, HIDDEN; WEAK where the value is made by chance), a fragment that is nothing but a token,
 * and the same within addresses, queries and JSON that stand in a value, three deep. `mailto:` texts are texts. Of a
 * `data:` URL, which is a page itself, its type and its length are told.
 * In text (logs, titles, complaints): the same URLs, headers, SHAPES, card numbers, the user's patterns, and the value
 * behind a secret name: after `:`, `=`, `=>` any value, after "is" or nothing one that is no ordinary word.
 *
 * Rules 1–9 run inside the page (`in-page.ts` ships `isSecret` there by its source), before anything crosses CDP.
 * So the functions from `words` to `isSecret` may use nothing but each other, those of `card.ts`, `opaque.ts` and
 * `rule-out.ts`, and the rules they are handed.
 */

import { cardNumbers } from './card.js';
import { holdsToken, isLabel, isSecretChoice } from './opaque.js';
import type { Clear } from './rule-out.js';

export { address, redactText, redactUrl } from './redact-text.js';

export const MARK = '***';

const PINS = 'pin, pin code, pincode, code pin, pin number, geheimzahl, пин, пин код';
// Also where a "show" button turned the field into plain text.
const PASSWORDS = [
  'password, passwd, pwd, passphrase, passwort, kennwort, mot de passe, contraseña, senha, parola, wachtwoord',
  'lösenord, hasło, haslo, heslo, şifre, пароль, 密码, 密碼, パスワード, 비밀번호, salasana, adgangskode, passord, jelszó',
  'κωδικός πρόσβασης, סיסמה, كلمة المرور, كلمة السر, पासवर्ड, รหัสผ่าน, mật khẩu, matkhau, kata sandi',
  'geslo, zaporka, lozinka, парола, slaptažodis, salasõna, parol, mdp, pw, psw, password hash, clave de acceso',
  'clave actual, clave nueva, user pass, userpass, dbpass, loginpass, newpass, oldpass, mypass, adminpass, rootpass',
  'smtppass, mailpass, ftppass, txtpass, confirmpass, repeatpass, pass again, pass repeat',
];
const KEYS = [
  'api key, apikey, api token, apitoken, api secret, client secret, secret key, access key, private key, access token, auth token',
  'bearer token, refresh token, seed phrase, seed words, recovery phrase, recovery code, mnemonic, encryption key',
  'signing key, license key, licence key, api schlüssel, clé api, clave api, clave de api, chiave api, chave api',
];
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
  'kod sms, digit code, code we sent, code sent, smscode, email code',
  'auth code, backup code, 2fa code, sec code, seccode, card code, kartenprüfziffer, prüfziffer',
  'bank card, bankkarte, cardnum, ccno, card pan, cardpan, pan number, numero carte, codigo seguridad',
  // answers that stand in for a password
  'secret answer, security answer, geheime antwort, geheimantwort, sicherheitsantwort, réponse secrète',
  'réponse de sécurité, respuesta secreta, respuesta de seguridad',
  'secret question answer, memorable word, mother s maiden name, mothers maiden name, mother maiden name',
  ...[PINS, ...PASSWORDS, ...KEYS],
];
/** What a name may end with. `CODES`: of a field of one line. */
const ENDINGS =
  'token, secret, tokens, secrets, jeton, секрет, токен, トークン, 令牌, 密钥, 密鑰, 토큰, pass, clave, geheim, gizli, κωδικός';
const CODES = 'code, cid';
const WHOLE = 'pan, parole';
/** What ends so and tells what was done. */
const OPEN_CODES =
  'zip, postal, post, postcode, country, area, region, currency, language, lang, locale, promo, promotion, discount, ' +
  'coupon, voucher, gift, referral, product, item, sku, color, colour, dial, source, embed, html, invite, tax, vat, airport';
const OPEN_PASSES =
  'boarding, day, weekend, week, month, season, annual, year, bus, train, rail, metro, transit, travel, ski, lift, city, ' +
  'museum, park, hall, press, backstage, event, festival, conference, full, vip, guest, visitor, free, speaker, explorer';
const OPEN = 'palabra clave, palabras clave, frase clave, ταχυδρομικός κωδικός, εκπτωτικός κωδικός';
/** Where a phrase means something else. */
const NOT_SPOKEN = 'parola chiave';
/** In class names these are colours, places and tools. */
const NOT_IN_CLASSES = ['pin', 'tan', 'pw', 'parol'];
const HIDDEN =
  'csrf, xsrf, token, authenticity, nonce, secret, session, sessionid, sesskey, sid, auth, jwt, hmac, authorization, ' +
  'bearer, credential, credentials, code verifier, saml response, saml request, samlresponse, samlrequest, ' +
  'form build id, ssh key, app key, reset key, wallet seed, connection string, connectionstring';
/** Inside another word too; `token` at the end of one. */
const HIDDEN_WITHIN = 'csrf, xsrf, nonce, sessid, sessionid, viewstate, eventvalidation, captcha, turnstile';
const WEAK =
  'state, relay state, relaystate, execution, lt, hash, sig, signature, ticket, private, key, keys, seed, challenge, verifier';
const URL_NAMES =
  'token, tok, key, apikey, secret, code, password, passwd, pwd, pass, passphrase, sig, signature, auth, authorization, ' +
  'session, sessionid, sid, phpsessid, jsessionid, jwt, nonce, csrf, xsrf, otp, pin, magic, credential, hmac, ' +
  'assertion, samlresponse, samlrequest';
/** In a query these are secrets only alone or beside one of BESIDE: `country_code` says what was done. */
const ALONE = 'key, code, pass, pin, tan, magic';
const BESIDE =
  'api, access, secret, private, auth, authorization, verification, login, device, otp, reset, invite, link';
const AUTOCOMPLETE = ['one-time-code', 'cc-number', 'cc-csc', 'current-password', 'new-password'];
export const SHAPES = [
  '(?<![\\w-])eyJ[\\w-]{8,}\\.[\\w-]{8,}\\.[\\w-]*',
  'gh[pousr]_\\w{20,}|github_pat_\\w{20,}|glpat-[\\w-]{20,}|npm_\\w{30,}',
  'xox[abeprs]-[\\w-]{10,}|sk_(?:live|test)_\\w{10,}|sk-[\\w-]{20,}|AKIA[0-9A-Z]{16}|AIza[\\w-]{30,}',
  '-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[^-]*',
  '[?&#;][\\w.-]{0,40}(?:token|secret|passw(?:or)?d|signature|api_?key|session_?id|jwt|assertion)=[^&#\\s]{4,}',
  '(?<=\\w://)[^/\\s:@]{1,200}:[^/\\s@]{1,200}(?=@)',
];
const PAIRS =
  '(?:^|[\\s?&#;,"\'({\\[])[\\w.-]{0,40}(?:token|secret|passw(?:or)?d|passwort|kennwort|pwd|senha|signature|' +
  'api_?key|session_?id|jwt|assertion)["\']?=["\']?[^&#\\s"\']{4,}';

/** One regular expression for all phrases: a page is judged in one pass for each name and each value. */
export interface Rules {
  /** Over what `words` makes of a name; `glued`: over the same without spaces. */
  spoken: RegExp;
  glued: RegExp;
  classed: RegExp;
  chosen: RegExp;
  hidden: RegExp;
  weak: RegExp;
  /** Whether it may end so at all; how it must end; and, of one line only, also so; what ends so and is open. */
  mayEnd: RegExp;
  ends: RegExp;
  endsShort: RegExp;
  open: RegExp;
  autocomplete: string[];
  shapes: RegExp;
  pairs: RegExp;
  /** The user's own, as data: the page's own world is asked with them too (`in-page-custom.ts`). */
  extra: { source: string; flags: string }[];
}

export interface Candidate {
  type: string;
  /** It takes text, and is no choice. */
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

export function rulesWith(extra: RegExp[]): Rules {
  const phrases = spokenList(PHRASES);
  const chosen = spokenList([PINS, ...PASSWORDS, ...KEYS, 'token, secret, tokens, secrets']);
  const [endings, codes, whole] = [spokenList([ENDINGS]), spokenList([CODES]), spokenList([WHOLE])];
  const [openCodes, openPasses] = [OPEN_CODES, OPEN_PASSES].map((list) => any(spokenList([list])));
  return {
    spoken: new RegExp(` (?!${any(spokenList([NOT_SPOKEN]))} )${any(phrases)}\\d{0,2} `),
    glued: new RegExp(gluedOf(phrases).join('|')),
    classed: new RegExp(` ${any(phrases.filter((phrase) => !NOT_IN_CLASSES.includes(phrase)))} `),
    chosen: new RegExp(` ${any(chosen)} ?\\d{0,2}(?: required| optional)? $`),
    hidden: new RegExp(` ${any(spokenList([HIDDEN]))} |${any(spokenList([HIDDEN_WITHIN]))}|token `),
    weak: new RegExp(` ${any(spokenList([WEAK]))} `),
    mayEnd: new RegExp(` ${any([...endings, ...codes, ...whole])}\\d{0,2} `),
    ends: new RegExp(` ${any(endings)}\\d{0,2} $|^ ${any(whole)}\\d{0,2} $`),
    endsShort: new RegExp(` ${any(codes)}\\d{0,2} $`),
    open: new RegExp(` (?:${openCodes} code|${openPasses} pass|${any(spokenList([OPEN]))}) $`),
    autocomplete: AUTOCOMPLETE,
    shapes: new RegExp(SHAPES.join('|')),
    pairs: new RegExp(PAIRS, 'i'),
    extra: extra.map(({ source, flags }) => ({ source, flags: flags.replace(/[gy]/g, '') })),
  };
}

/** The rules as code, for the page. A regular expression that is one already is not made anew for each name. */
export function codeOf(rules: Rules): string {
  const parts = Object.entries(rules).map(
    ([name, rule]) => `${name}: ${rule instanceof RegExp ? rule : JSON.stringify(rule)}`,
  );
  return `{${parts.join()}}`;
}

/** What addresses and texts are judged by beside the rules of controls: see `redact-text.ts`. */
export function urlWords() {
  const [names, alone, beside] = [URL_NAMES, ALONE, BESIDE].map(listed) as [string[], string[], string[]];
  const phrases = spokenList(PHRASES);
  return {
    ...{ names, alone, beside, phrases },
    glued: gluedOf(phrases),
    /** Secrets of several words. */
    sentences: spokenList(['seed phrase, seed words, recovery phrase, mnemonic, passphrase']),
  };
}

function gluedOf(phrases: string[]): string[] {
  return phrases.map((phrase) => phrase.replace(/ /g, '')).filter(isFoundAnywhere);
}

function spokenList(lines: string[]): string[] {
  return lines.flatMap(listed).map((text) => words(text).trim());
}

function listed(phrases: string): string[] {
  return phrases.split(',').map((phrase) => phrase.trim());
}

export function any(words: string[]): string {
  return `(?:${words.join('|')})`;
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
  return rules.spoken.test(spaced) || rules.glued.test(spaced.replace(/ /g, ''));
}

export function holdsSecret(text: string, rules: Rules): boolean {
  if (rules.extra.length > 0 && matchesExtra(text, rules)) return true;
  // Most fields of most pages end here: neither a card number nor any of the shapes is shorter.
  if (text.length < 7) return false;
  const plain = plainText(text);
  if (plain.length <= 200 && plain.includes('=') && rules.pairs.test(plain)) return true;
  return cardNumbers(plain).length > 0 || rules.shapes.test(plain);
}

export function plainText(text: string): string {
  if (!/[^ -~\s]/.test(text)) return text;
  return text.normalize('NFKC').replace(/[\u00ad\u200b-\u200d\u2060\ufeff]/g, '');
}

export function matchesExtra(text: string, rules: Rules): boolean {
  return rules.extra.some(({ source, flags }) => new RegExp(source, flags).test(text));
}

/** `clear`: what was ruled out for it and others together (`rule-out.ts`). */
export function isSecret(control: Candidate, rules: Rules, clear?: Clear): boolean {
  const { type, names, values } = control;
  if (type === 'password' || control.dotted || control.classed === true) return true;
  const asked = control.autocomplete === '' ? [] : control.autocomplete.toLowerCase().split(/\s+/);
  if (asked.some((word) => rules.autocomplete.includes(word))) return true;
  // A hidden field gives itself away by what it holds, too.
  const isNamed = clear?.names !== true || type === 'hidden';
  if (isNamed && (control.takesText ? isCalledSecret(control, rules) : isSecretChoice(control, rules)))
    return true;
  if (clear?.texts === true) return false;
  if (rules.extra.length > 0 && names.some((name) => matchesExtra(name, rules))) return true;
  return values.some((value) => holdsSecret(value, rules));
}

export function isCalledSecret(control: Candidate, rules: Rules): boolean {
  const { type, names } = control;
  const labels = names.filter(isLabel);
  const spaced = words(labels.join(' | '));
  if (speaksOf(spaced, rules) || holdsToken(control, spaced, rules)) return true;
  if (!rules.mayEnd.test(spaced)) return false;
  const short = !['hidden', 'textarea', 'contenteditable'].includes(type);
  return labels.some((label) => endsSecret(words(label), short, rules));
}

export function isClassedSecret(classes: string, rules: Rules): boolean {
  return rules.classed.test(words(classes));
}

export function endsSecret(spaced: string, short: boolean, { ends, endsShort, open }: Rules): boolean {
  if (!ends.test(spaced) && !(short && endsShort.test(spaced))) return false;
  return !open.test(spaced);
}
