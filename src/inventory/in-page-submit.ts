/**
 * What acts as a submit without being one. Runs inside the page: rules in `in-page.ts`.
 *
 * 1. It can be clicked: a role of button or link, `onclick`, `tabindex`, an address that leads nowhere (`#`,
 *    `javascript:`), or a pointing hand over it.
 * 2. It is called so: a text of at most 40 characters and five words that begins or ends with a submit word
 *    (SUBMIT_WORDS: to send, publish, save, pay, order, book, confirm, create, upload, sign up; many languages).
 * 3. It has no button or field inside: that one is what acts.
 *
 * "Next" and "continue" are none: they lead to a step, and the act is behind it. A word too many costs little here (a
 * person reads one button more), one too few hides what would send a half-filled form.
 */

import { labelOf, textOf, tidy } from './in-page-label.js';
import { usualControl } from './in-page-lean.js';
import { all } from './in-page-scope.js';
import { boxOf } from './in-page-sight.js';
import { formIndex, type Reader, shown } from './in-page-walk.js';
import type { Control } from './inventory.js';
import { words } from './redact.js';

const SUBMIT_WORDS = [
  'submit, send, publish, post, save, pay, pay now, order, order now, place order, buy, buy now, purchase, checkout, book',
  'book now, reserve, confirm, create, add, upload, sign up, signup, register, subscribe, apply, donate, reply, comment, tweet',
  'share, finish, done, complete, list it, open ticket, create account, log in, login, sign in',
  'senden, absenden, abschicken, einreichen, veröffentlichen, posten, speichern, bezahlen, bestellen, kaufen, buchen, bestätigen',
  'erstellen, anlegen, hochladen, registrieren, anmelden, eintragen, abonnieren, antworten, kommentieren, fertigstellen',
  'envoyer, soumettre, publier, poster, enregistrer, sauvegarder, payer, commander, acheter, réserver, confirmer, créer, valider',
  'téléverser, s inscrire, répondre, enviar, publicar, guardar, pagar, comprar, pedir, reservar, confirmar, crear, subir',
  'registrarse, salvar, postar, encomendar, criar, cadastrar, invia, inviare, pubblica, pubblicare, salva, salvare, paga, ordina',
  'acquista, prenota, conferma, crea, carica, registrati, verzenden, versturen, indienen, publiceren, plaatsen, opslaan, betalen',
  'bestel, kopen, boeken, bevestigen, aanmaken, uploaden, skicka, publicera, spara, betala, beställ, bekräfta, skapa, indsend',
  'gem, lagre, send inn, lähetä, julkaise, tallenna, wyślij, opublikuj, zapisz, zapłać, zamów, kup, zarezerwuj, potwierdź, utwórz',
  'odeslat, odoslat, uložit, zaplatit, objednat, küldés, mentés, trimite, salvează, gönder, yayınla, kaydet, öde, satın al, onayla',
  'отправить, опубликовать, сохранить, оплатить, заказать, купить, подтвердить, создать, зарегистрироваться, надіслати, зберегти',
  'υποβολή, αποστολή, שלח, שמור, إرسال, نشر, حفظ, भेजें, जमा करें, ส่ง, บันทึก, gửi, đăng, lưu, kirim, simpan',
  '提交, 发送, 發送, 发布, 發布, 發佈, 保存, 儲存, 支付, 下单, 购买, 确认, 確認, 创建, 上传, 注册, 送信, 投稿, 公開, 公開する, 登録, 注文, 購入',
  '送信する, 投稿する, 登録する, 보내기, 제출, 게시, 저장, 결제, 주문, 확인, 등록',
];

/** A regular expression over what `words` makes of a text: it begins or ends with a submit word. */
export function submitSource(): string {
  const each = SUBMIT_WORDS.flatMap((line) => line.split(',')).map((word) => words(word).trim());
  const any = `(?:${each.sort((a, b) => b.length - a.length).join('|')})`;
  return `^ ${any} | ${any} $`;
}

export function namesSubmit(text: string, { submits, named }: Reader): boolean {
  if (text === '' || text.length > 40) return false;
  const known = named.get(text);
  if (known !== undefined) return known;
  const spaced = words(text);
  const names = spaced.split(' ').length <= 7 && new RegExp(submits).test(spaced);
  named.set(text, names);
  return names;
}

/** The elements of this scope that act as a submit. Most of a page's texts are no leaf's, or too long to be looked at. */
export function lookalikes(root: Document | ShadowRoot, reader: Reader): Set<Element> {
  const acts = `[role=button], [role=link], [onclick], [tabindex]:not([tabindex^="-"]), a[href="#"], a[href^="javascript:"], a:not([href])`;
  const plain = 'div, span, p, li, b, strong, em, i';
  const inner = 'button, input, select, textarea, [contenteditable], [role=textbox]';
  const found = new Set<Element>();
  for (const element of all(
    root,
    `:is(${acts}):not(button, input, select, textarea, form, [contenteditable], body, html)`,
  )) {
    const long = (element.textContent ?? '').length > 200;
    if (!(element instanceof HTMLElement) || long || element.querySelector(inner) !== null) continue;
    if (element.localName.includes('-') && element.matches(':enabled, :disabled')) continue;
    if (namesSubmit(labelOf(element, 'button', reader), reader)) found.add(element);
  }
  for (const leaf of all(root, plain)) {
    // Asked here and not by `:has`, which takes twice as long.
    if (leaf.firstElementChild !== null) continue;
    const text = (leaf.textContent ?? '').trim();
    if (text.length > 40 || !namesSubmit(text, reader)) continue;
    if (leaf.closest(`${inner}, a[href], label, option, summary, ${acts}`) !== null) continue;
    const clickable = outermost(leaf, text);
    if (clickable !== null) found.add(clickable);
  }
  return found;
}

/** The outermost element of the same text over which the mouse still shows a pointing hand. */
export function outermost(leaf: Element, text: string): Element | null {
  const points = (of: Element) => getComputedStyle(of).cursor === 'pointer';
  if (!points(leaf)) return null;
  let at = leaf;
  for (let up = leaf.parentElement; up !== null && points(up); up = up.parentElement) {
    if ((up.textContent ?? '').trim() !== text) break;
    at = up;
  }
  return at;
}

export function readLookalike(element: HTMLElement, shadow: string[], reader: Reader): Control {
  const given = labelOf(element, 'button', reader) || tidy(textOf(element, new Set(), reader, true));
  const label = shown(given, reader);
  const box = boxOf(element, 'button');
  if (box !== null && label !== given) reader.secretBoxes.push(box);
  return {
    ...usualControl(),
    form: formIndex(element.closest('form'), reader),
    tag: element.localName,
    type: 'button',
    name: shown(element.getAttribute('name') ?? '', reader),
    id: shown(element.id, reader),
    label,
    disabled: element.getAttribute('aria-disabled') === 'true',
    visible: box !== null,
    submits: true,
    shadow,
  };
}
