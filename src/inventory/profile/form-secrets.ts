/** Secrets that only the rest of their form gives away: rules d–i of `clean.ts`, where all rules are listed. */
import { words } from '../redact.js';
import { type Clean, isLine, isWord } from './clean.js';
import { isCustom, type SavedControl, type SavedForm } from './form-state.js';
import { siteKey } from './logins.js';

/** Field names of ordinary forms, which are no password's. */
const ORDINARY = names(
  'name, first, firstname, last, lastname, fullname, given, family, surname, nick, nickname, display, title, subject, ' +
    'headline, topic, url, uri, link, website, web, site, homepage, domain, slug, handle, twitter, github, city, town, ' +
    'country, state, region, street, address, zip, postcode, plz, ort, company, organisation, organization, firm, firma, ' +
    'phone, telephone, tel, mobile, fax, date, day, month, year, age, birthday, category, categories, tag, tags, keyword, ' +
    'keywords, lang, language, locale, timezone, price, amount, quantity, qty, currency, budget, q, query, search, find, ' +
    'filter, sort, comment, message, text, body, content, description, summary, bio, about, note, notes, reason, version, ' +
    'size, color, colour, brand, model, product, item, sku, location, place, venue, event, job, role, position, gender, ' +
    'industry, type, kind, plan, coupon, promo, referral, repo, repository, branch, package, license, file, logo, image',
);
const USER = names(
  'user, username, userid, uid, login, logon, loginid, email, mail, emailaddress, account, benutzer, benutzername, ' +
    'nutzername, usuario, correo, identifiant, utilisateur, utente, gebruiker, gebruikersnaam, uzytkownik, логин, ' +
    '用户名, 邮箱, メール, 아이디',
);
const CARD =
  / (?:cvc|cvv|csc|cvn|security code|card code|card verification|card ?holder|holder name|name on card|card name|cc name|ccname|karteninhaber|titulaire|titular) /;
const EXPIRY =
  / (?:exp|expiry|expiration|expires|expdate|expmonth|expyear|ccexp|cardexp|mmyy|mm yy|valid thru|valid until|gultig bis) /;
/** What follows when it is the end of something else. */
const ENDS = / (?:at|on|in) /;
const LOGIN =
  /(?:^|[/._-])(?:log[-_]?(?:in|on)|sign[-_]?(?:in|up|on)|regist(?:er|ration)|registrier\w*|anmeld\w*|auth|oauth2?|authenticate|session|passw(?:or)?d|reset)(?:[/._-]|$)/i;
const NAMELESS = /^ *(?:(?:\p{L}{1,2}|field|input|text|textbox|box|control|item|value|form|mui|\d+) *)*$/u;
const REPEAT = / (?:confirm|confirmation|repeat|again|retype|reenter|verify|check|old|new|current|\d+) /g;

/** Which of the form's controls are secret. `page`: the address of its frame. */
export function secretsOf(form: SavedForm, page: string, clean: Clean): Set<SavedControl> {
  const { controls } = form;
  const { logins } = clean;
  const by = (set: ReadonlySet<string>, text: string) => set.size > 0 && set.has(siteKey(page, text));
  const isUser = ({ name, type, values }: SavedControl): boolean =>
    type === 'email' ||
    (isText(type) && USER.test(spoken(name))) ||
    by(logins.userFields, name) ||
    values.some((value) => isMail(value) || by(logins.users, value));
  const rest = controls.filter((one) => isText(one.type) && !isUser(one));
  const mayBe = rest.filter(isOpaque);
  const card = cardForm(controls);
  const found = controls.filter(({ name, type, values }) => {
    if (clean.secret(name, type, values) || (isText(type) && by(logins.passwords, name))) return true;
    return isText(type) && (card?.(textOf({ name, type, values })) ?? false);
  });
  if ([form.action ?? '', page].some(isLogin)) found.push(...mayBe);
  if (rest.length === 1 && controls.some(isUser)) found.push(...mayBe);
  found.push(...mayBe.filter(isPasswordLike));
  return new Set([...found, ...repeatedIn(mayBe)]);
}

/** Which values of a card's form are secret; null: it is no such form. */
function cardForm(controls: SavedControl[]): ((value: string) => boolean) | null {
  const hasDigit = (value: string) => /\p{Nd}/u.test(value);
  if (controls.some(({ name, type }) => isText(type) && CARD.test(spoken(name)))) return hasDigit;
  const expiry = controls.some(({ name, type, values }) => {
    const called = spoken(name);
    if (!EXPIRY.test(called) || ENDS.test(called)) return false;
    const [value = ''] = values;
    return type.startsWith('select-') || (isText(type) && /^(?:\d{1,4}|\d{1,2}\D{1,3}\d{2,4})?$/.test(value));
  });
  return expiry ? (value) => hasDigit(value) && !/\p{L}/u.test(value) : null;
}

function isText(type: string): boolean {
  return isLine(type) || ['email', 'url', 'textarea'].includes(type);
}

/** One word that neither its name nor its look explains. */
function isOpaque(control: SavedControl): boolean {
  const value = textOf(control);
  if (!isLine(control.type) || !isWord(value) || ORDINARY.test(spoken(control.name))) return false;
  return !isMail(value) && !/^(?:https?:\/\/|www\.)/i.test(value);
}

/** A name that a script made says nothing; letters with digits or signs, as passwords are made, say more. */
function isPasswordLike(control: SavedControl): boolean {
  const value = textOf(control);
  const nameless = NAMELESS.test(spoken(control.name));
  return nameless && value.length >= 6 && /\p{L}/u.test(value) && /[^\p{L}\s._/-]/u.test(value);
}

function repeatedIn(controls: SavedControl[]): SavedControl[] {
  const alike = new Map<string, SavedControl[]>();
  for (const one of controls.filter((one) => textOf(one).length >= 4)) {
    const stem = spoken(one.name).replace(/ /g, '  ').replace(REPEAT, '').trim();
    const key = `${stem}\n${textOf(one)}`;
    const known = alike.get(key);
    if (known) known.push(one);
    else alike.set(key, [one]);
  }
  return [...alike.values()].filter(({ length }) => length > 1).flat();
}

function isMail(value: string): boolean {
  return /^[^\s@]{1,64}@[^\s@]{1,190}\.\p{L}{2,}$/u.test(value);
}

function isLogin(url: string): boolean {
  return URL.canParse(url) && LOGIN.test(new URL(url).pathname);
}

/** `field7` and `userName` are two words. */
function spoken(name: string): string {
  return words(name.slice(0, 200).replace(/(\p{L})(\d+)/gu, '$1 $2'));
}

function textOf({ type, values }: SavedControl): string {
  return (isCustom(type) ? values[2] : values[0]) ?? '';
}

function names(list: string): RegExp {
  return new RegExp(` (?:${list.split(/, */).join('|')}) `);
}
