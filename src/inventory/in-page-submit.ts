/**
 * What acts as a submit without being one. Runs inside the page: rules in `in-page.ts`.
 *
 * 1. It can be clicked: a role of button or link, `onclick`, `tabindex`, an address that leads nowhere (`#`,
 *    `javascript:`), or a pointing hand over it.
 * 2. It is called so: a text of at most 40 characters and five words that begins or ends with a submit word
 *    (SUBMIT_WORDS: to send, publish, save, pay, order, book, confirm, create, upload, sign up; many languages).
 *    Or its markup says so: its own `onclick` or `javascript:` calls something named submit, or `submit` is a word of
 *    its class or id (`btn-submit`).
 * 3. It has no button or field inside: that one is what acts.
 *
 * A handler that a script sets shows nowhere. So a link, `div` or `span` of a few words whose class or id ends in
 * `submit` (or `submit-button`) needs no hand over it, if nothing in it or around it could be what acts.
 *
 * "Next" and "continue" are none: they lead to a step, and the act is behind it. A word too many costs little here (a
 * person reads one button more), one too few hides what would send a half-filled form.
 */

import { labelOf, ownName, textOf, tidy } from './in-page-label.js';
import { usualControl } from './in-page-lean.js';
import { all } from './in-page-scope.js';
import { boxOf } from './in-page-sight.js';
import { formIndex, type Reader, shown } from './in-page-walk.js';
import type { Control } from './inventory.js';
import { words } from './redact.js';

const SUBMIT_WORDS = [
  'submit, send, publish, post, save, pay, pay now, order, order now, place order, buy, buy now, purchase, checkout, book',
  'book now, reserve, confirm, create, add, upload, sign up, signup, register, subscribe, apply, donate, reply, comment, tweet',
  'share, finish, done, complete, list it, open ticket, create account, log in, login, sign in, update, enroll, enrol',
  'approve, vote, go live, check out',
  // Germanic
  'senden, absenden, abschicken, einreichen, veröffentlichen, posten, speichern, bezahlen, bestellen, kaufen, buchen, bestätigen',
  'erstellen, anlegen, hochladen, registrieren, anmelden, eintragen, abonnieren, antworten, kommentieren, fertigstellen',
  'übermitteln, übernehmen, versenden, verschicken, einsenden, abgeben, hinzufügen, aktualisieren, reservieren, beantragen',
  'bewerben, spenden, teilen, zahlen, abschließen, einloggen, verzenden, versturen, verstuur, indienen, publiceren',
  'publiceer, plaatsen, plaats, opslaan, betalen, betaal, bestel, bestellen, kopen, koop, boeken, boek, reserveren, reserveer',
  'bevestigen, bevestig, aanmaken, uploaden, toevoegen, registreren, inschrijven, aanmelden, inloggen, delen, afronden',
  'skicka, publicera, spara, betala, beställ, köp, boka, bekräfta, skapa, registrera, ladda upp, lägg till, slutför',
  'indsend, gem, udgiv, offentliggør, betal, bestil, køb, bekræft, opret, tilmeld, tilføj, lagre, send inn, publiser',
  'bestill, kjøp, bekreft, opprett, registrer, last opp, fullfør, legg til, lähetä, julkaise, tallenna, maksa, tilaa, osta',
  'varaa, vahvista, luo, lisää, rekisteröidy',
  // Romance
  'envoyer, soumettre, publier, poster, enregistrer, sauvegarder, payer, commander, acheter, réserver, confirmer, créer, valider',
  'téléverser, s inscrire, répondre, transmettre, ajouter, partager, commenter, mettre en ligne, mettre à jour, déposer',
  'postuler, s abonner, terminer, finaliser, se connecter, enviar, envía, publicar, guardar, pagar, comprar, pedir, reservar',
  'confirmar, crear, subir, registrarse, registrar, entregar, presentar, añadir, agregar, compartir, comentar',
  'responder, finalizar, suscribirse, inscribirse, actualizar, realizar pedido, hacer pedido, iniciar sesión, salvar, postar',
  'encomendar, criar, cadastrar, submeter, adicionar, carregar, gravar, concluir, inscrever se, fazer pedido',
  'atualizar, invia, inviare, pubblica, pubblicare, salva, salvare, paga, ordina, acquista, compra, prenota, conferma, crea',
  'carica, registrati, iscriviti, aggiungi, condividi, rispondi, commenta, inoltra, trasmetti, aggiorna, accedi',
  'trimite, salvează, plătește, comandă, cumpără, rezervă, confirmă, creează, încarcă, înregistrează, adaugă, postează',
  'finalizează, envia',
  // Slavic, Hungarian
  'wyślij, opublikuj, publikuj, zapisz, zapłać, zamów, kup, zarezerwuj, potwierdź, utwórz, stwórz, zatwierdź, prześlij, złóż',
  'dodaj, zarejestruj, zarejestruj się, zaloguj się, zgłoś, opłać, zakończ, udostępnij, odpowiedz, skomentuj',
  'odeslat, poslat, odoslat, uložit, zaplatit, objednat, potvrdit, publikovat, zveřejnit, vytvořit, koupit, kúpiť, rezervovat',
  'nahrát, přidat, pridať, registrovat, zaregistrovat, přihlásit, dokončit, schválit, odeslat formulář, pošalji, pošlji, objavi',
  'spremi, sačuvaj, shrani, plati, plačaj, naruči, naroči, kupi, potvrdi, potrdi, kreiraj, stvori, ustvari, rezerviraj, oddaj',
  'отправить, опубликовать, сохранить, оплатить, заказать, купить, подтвердить, создать, зарегистрироваться, разместить, подать',
  'добавить, загрузить, забронировать, оформить, оформить заказ, ответить, комментировать, поделиться, подписаться, завершить',
  'послать, выложить, войти, готово, надіслати, відправити, зберегти, опублікувати, оплатити, замовити, купити, підтвердити',
  'створити, зареєструватися, завантажити, додати, подати, забронювати, розмістити, изпрати, публикувай, запази, плати',
  'поръчай, купи, потвърди, създай, küldés, elküldés, elküld, beküldés, mentés, közzététel, fizetés, rendelés, megrendelés',
  'vásárlás, foglalás, megerősítés, létrehozás, feltöltés, regisztráció, jóváhagyás',
  // Turkish, Greek, Semitic, Persian, Urdu
  'gönder, yayınla, kaydet, öde, ödeme yap, satın al, onayla, ilet, paylaş, sipariş ver, siparişi tamamla, rezervasyon yap',
  'oluştur, ekle, yükle, kaydol, kayıt ol, üye ol, tamamla, başvur, yanıtla, yorum yap, teslim et, giriş yap, abone ol',
  'göndər, υποβολή, αποστολή, αποθήκευση, δημοσίευση, πληρωμή, παραγγελία, αγορά, κράτηση, επιβεβαίωση, δημιουργία, εγγραφή',
  'ανάρτηση, προσθήκη, ολοκλήρωση, שלח, שליחה, שמור, שמירה, הגש, הגשה, פרסם, פרסום, שלם, תשלום, הזמן, קנה, רכישה, אשר, אישור',
  'צור, העלה, הרשמה, הירשם, הוסף, סיום, إرسال, أرسل, نشر, انشر, حفظ, احفظ, تقديم, قدم, دفع, ادفع, طلب, اطلب, شراء, اشتر',
  'حجز, احجز, تأكيد, إنشاء, رفع, تسجيل, إضافة, اعتماد, اشتراك, إتمام, مشاركة, تعليق, انتشار, ذخیره, پرداخت, سفارش',
  'خرید, رزرو, تایید, ایجاد, بارگذاری, ثبت, ثبت نام, افزودن, جمع کریں, بھیجیں, محفوظ کریں, شائع کریں',
  // South and South-East Asia, Africa
  'भेजें, जमा करें, सबमिट, सबमिट करें, प्रकाशित करें, सहेजें, सेव करें, भुगतान करें, ऑर्डर करें, खरीदें, बुक करें, पुष्टि करें',
  'अपलोड करें, पंजीकरण करें, জমা দিন, সাবমিট, সাবমিট করুন, পাঠান, প্রকাশ করুন, সংরক্ষণ করুন, சமர்ப்பி, சமர்ப்பிக்கவும், அனுப்பு',
  'ส่ง, ส่งข้อมูล, ส่งแบบฟอร์ม, ส่งข้อความ, บันทึก, เผยแพร่, โพสต์, ชำระเงิน, จ่ายเงิน, สั่งซื้อ, ซื้อ, ซื้อเลย, จอง, ยืนยัน, สร้าง',
  'อัปโหลด, ลงทะเบียน, สมัคร, สมัครสมาชิก, gửi, đăng, đăng ký, lưu, nộp, xuất bản, thanh toán, đặt hàng, đặt mua',
  'đặt phòng, đặt vé, đặt chỗ, mua, mua ngay, xác nhận, tạo, tải lên, hoàn tất, trả lời, bình luận, chia sẻ, phê duyệt',
  'kirim, kirimkan, simpan, ajukan, serahkan, terbitkan, publikasikan, bayar, beli, pesan sekarang, konfirmasi, buat, unggah',
  'daftar sekarang, tambahkan, hantar, ipadala, isumite, tuma, wasilisha, hifadhi',
  // Chinese, Japanese, Korean
  '提交, 发送, 發送, 发布, 發布, 發佈, 保存, 儲存, 支付, 付款, 下单, 下單, 购买, 購買, 确认, 確認, 创建, 建立, 上传, 上傳, 注册, 註冊',
  '确定, 確定, 送出, 发表, 發表, 结算, 結帳, 预订, 預訂, 预约, 預約, 申请, 申請, 报名, 報名, 回复, 回覆, 评论, 留言, 分享, 完成, 添加, 新增',
  '登录, 登入, 订阅, 訂閱, 发帖, 發文, 提交订单, 提交訂單, 送出訂單, 提交申请, 提交審核, 提交审核, 提交表单, 确认订单, 確認訂單',
  '送信, 投稿, 公開, 登録, 注文, 購入, 提出, 予約, 申し込む, 申し込み, 申込, 支払う, 支払い, 決済, 作成, 追加, アップロード, 発行, 出品',
  '送る, 返信, コメント, シェア, 完了, ログイン, 応募, 更新, 承認',
  '보내기, 제출, 게시, 저장, 결제, 주문, 확인, 등록, 전송, 발행, 구매, 예약, 신청, 접수, 완료, 업로드, 올리기, 만들기, 생성, 가입, 회원가입',
  '로그인, 추가, 지원하기, 후원, 승인, 댓글 달기, 작성, 발송, 송금, 공유',
];

/** What `words` makes of each. */
export function submitSource(): string {
  const each = SUBMIT_WORDS.flatMap((line) => line.split(',')).map((word) => words(word).trim());
  return [...new Set(each)].join('|');
}

export function namesSubmit(text: string, reader: Reader): boolean {
  if (text === '' || text.length > 40) return false;
  const known = reader.named.get(text);
  if (known !== undefined) return known;
  reader.submitWords ??= new Set(reader.submits.split('|'));
  const names = endsInSubmit(words(text), reader.submitWords);
  reader.named.set(text, names);
  return names;
}

/** Of what `words` made of a text: its first words, or its last, are in the list. None there is of more than three. */
export function endsInSubmit(spaced: string, all: Set<string>): boolean {
  let head = 0;
  let tail = spaced.length - 1;
  for (let n = 0; n < 3 && tail > 0; n++) {
    head = spaced.indexOf(' ', head + 1);
    tail = spaced.lastIndexOf(' ', tail - 1);
    if (all.has(spaced.slice(1, head)) || all.has(spaced.slice(tail + 1, -1)))
      return spaced.split(' ').length <= 7;
  }
  if (spaced.charCodeAt(spaced.length - 2) < 0x1100) return false;
  // In Korean and Japanese the noun says it, with "do" behind it or not: 하기 (as `words` takes it apart), する.
  const noun = spaced.replace(/(?:\u1112\u1161\u1100\u1175|する) $/, ' ');
  if (noun !== spaced) return endsInSubmit(noun, all);
  // Chinese and Japanese set no spaces, and end with what is done. 已 and 未: it was done, or was not.
  const whole = /^ [^已未 ][\u3040-\u9fff]+ $/.test(spaced);
  return whole && [2, 3, 4].some((n) => all.has(spaced.slice(-1 - n, -1)));
}

/** Whether its markup says that it submits. `bare`: nothing else tells that it can be clicked. */
export function marksSubmit(element: Element, bare: boolean): boolean {
  const said = (name: string) => (element.getAttribute(name) ?? '').slice(0, 1_000);
  const calls = /(?:submit|dopostback)\w*\s*\(/i;
  const href = said('href');
  if (!bare && (calls.test(said('onclick')) || (/^javascript:/i.test(href) && calls.test(href)))) return true;
  const called = `${said('class')} ${said('id')}`;
  if (!/submit/i.test(called)) return false;
  const others = / (?:cancel|close|back|reset|clear|edit|help|info|error|message|preview|toggle|menu) /;
  return called.split(/\s+/).some((one) => {
    const spaced = words(one);
    return bare
      ? / submit (?:btn |button |link )?$/.test(spaced)
      : spaced.includes(' submit ') && !others.test(spaced);
  });
}

/** The elements of this scope that act as a submit. Most of a page's texts are no leaf's, or too long to be looked at. */
export function lookalikes(root: Document | ShadowRoot, reader: Reader): Set<Element> {
  const acts = `[role=button], [role=link], [onclick], [tabindex]:not([tabindex^="-"]), a[href="#"], a[href^="javascript:"], a:not([href])`;
  const marks = '[onclick], [href^="javascript:"], [class*="submit" i], [id*="submit" i]';
  const plain = 'div, span, p, li, b, strong, em, i';
  const inner = 'button, input, select, textarea, [contenteditable], [role=textbox]';
  const taken = `${inner}, a[href], label, option, summary, ${acts}`;
  const found = new Set<Element>();
  const marked = new Set(all(root, marks));
  for (const element of all(
    root,
    `:is(${acts}):not(button, input, select, textarea, form, [contenteditable], body, html)`,
  )) {
    const long = (element.textContent ?? '').length > 200;
    if (!(element instanceof HTMLElement) || long || element.querySelector(inner) !== null) continue;
    if (element.localName.includes('-') && element.matches(':enabled, :disabled')) continue;
    // Either what it is called or what it shows: a word too few would hide it.
    const named = [labelOf, ownName].some((name) => namesSubmit(name(element, 'button', reader), reader));
    if (named || (marked.has(element) && marksSubmit(element, false))) found.add(element);
  }
  for (const element of marked) if (isBareSubmit(element, taken, found, reader)) found.add(element);
  const plains = all(root, plain);
  // By its index: a list's own iterator takes three times as long.
  for (let i = 0; i < plains.length; i++) {
    const leaf = plains[i];
    // Asked here and not by `:has`, which takes twice as long.
    if (leaf === undefined || leaf.firstElementChild !== null) continue;
    const text = (leaf.textContent ?? '').trim();
    if (text.length > 40 || !namesSubmit(text, reader)) continue;
    if (leaf.closest(taken) !== null || isWithin(leaf, found)) continue;
    const clickable = outermost(leaf, text);
    if (clickable !== null) found.add(clickable);
  }
  return found;
}

/** It is marked as one, and neither what stands in it nor what it stands in could be what acts. */
export function isBareSubmit(element: Element, taken: string, found: Set<Element>, reader: Reader): boolean {
  if (!(element instanceof HTMLElement) || !marksSubmit(element, true)) return false;
  if (!element.matches('div, span, a')) return false;
  const leads = element.matches('a[href^="#"]:not([href="#"])');
  if (((leads ? element.parentElement : element)?.closest(taken) ?? null) !== null) return false;
  const holds = element.querySelector(':not(span, b, i, em, strong, small, img, svg, svg *)') !== null;
  if (holds || isWithin(element, found)) return false;
  const label = labelOf(element, 'button', reader);
  return label !== '' && label.length <= 40;
}

export function isWithin(element: Element, found: Set<Element>): boolean {
  for (let up: Element | null = element; up !== null; up = up.parentElement) if (found.has(up)) return true;
  return false;
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
