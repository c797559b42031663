import { takeInventory } from '../../src/inventory/leftover.js';
import { expect, test } from '../support/browser.js';

test('what acts as a submit is listed as one, whatever element it is, and nothing else is', async ({
  shared,
  site,
  open,
}) => {
  const tab = await open(await site.fixture('inventory/submits.html'));
  const { tabs } = await takeInventory({ endpoint: shared.endpoint });
  const controls = tabs.find(({ targetId }) => targetId === tab.targetId)?.frames[0]?.controls ?? [];
  const listed = controls.map(
    ({ tag, id, type, form, submits }) => `${tag} ${id} ${type} ${form} ${submits}`,
  );
  expect(listed).toEqual([
    'input  text 0 false',
    'a link button 0 true',
    'div role button 0 true',
    'span handler button 0 true',
    'x-button custom button 0 true',
    'div hand button 0 true',
    'button plain button 0 true',
    'button real submit 0 true',
    'input image image 0 true',
    'button alone submit null true',
    'button next button null false',
    'button inside button null true',
  ]);
});

test('a button that sends its form elsewhere says where', async ({ shared, open, site }) => {
  const html = `<form action="/drafts?token=abc" method="post"><input name="action"><button id="a">Save</button>
    <button id="b" formaction="/publish?token=abc">Publish</button><button id="c" formmethod="get">Look</button></form>`;
  const tab = await open(`${site.route('/elsewhere', html).url}/elsewhere`);
  const { tabs } = await takeInventory({ endpoint: shared.endpoint });
  const controls = tabs.find(({ targetId }) => targetId === tab.targetId)?.frames[0]?.controls ?? [];
  expect(controls.slice(1).map(({ id, sendsTo }) => [id, sendsTo])).toEqual([
    ['a', undefined],
    ['b', { action: `${site.url}/publish?token=***`, method: 'post' }],
    ['c', { action: `${site.url}/drafts?token=***`, method: 'get' }],
  ]);
});

test('what its own handler, class or id says to submit is listed as such, and what is only called after a submit is not', async ({
  shared,
  open,
  site,
}) => {
  const html = `<style>.hand { cursor: pointer }</style><form name=f action="/send" method=post>
    <div id=a onclick="f.submit()">Weiter</div>
    <a id=b href="#" class=submit>Click here</a>
    <input id=c type=button value=Hop onclick="f.submit()">
    <button id=d type=button onclick="this.form.requestSubmit()"><svg width=9 height=9></svg></button>
    <a id=e href="javascript:document.forms[0].submit()">Go</a>
    <a id=g href="javascript:__doPostBack('ctl00','')">Go</a>
    <span id=h class=btn-submit>Go</span>
    <div id=i class=submitButton><i></i> <span>Go</span></div>
    <button id=submit type=button>Go</button>
    <a id=j href="#go" class="button form__submit">Go</a>
    <a id=k href="#" class="submit"><svg width=9 height=9><title>Zatwierdź</title></svg></a>
    <div class="hand submit-now" id=l tabindex=0>Go</div>
    <div id=o role=button aria-label="Publish the listing"><svg width=9 height=9></svg></div>
    <div id=p role=button aria-label="Last step">Publish</div>
  </form>
  <button id=m class=btn-submit>Go</button>
  <button id=no1 type=button class=submitted>No</button>
  <button id=no2 type=button class=submit-cancel onclick="hide('#submit')">No</button>
  <div class=submit><a href="/elsewhere">No</a></div><div class="form-submit"><x-y>No</x-y></div>
  <div class=submit-error>No</div><span class=submit></span><a class=submit href="/elsewhere">No</a>
  <label class=submit>No <span class=submit>No</span></label>
  <div class=submit>${'A text that is too long for a button. '.repeat(2)}</div>
  <div class=btn-submit id=n><span class=btn-submit>Go</span></div>`;
  const tab = await open(`${site.route('/marked', html).url}/marked`);
  const { tabs } = await takeInventory({ endpoint: shared.endpoint });
  const controls = tabs.find(({ targetId }) => targetId === tab.targetId)?.frames[0]?.controls ?? [];
  expect(controls.map(({ id, form, submits }) => `${id} ${form} ${submits}`)).toEqual([
    ...['a', 'b', 'c', 'd', 'e', 'g', 'h', 'i', 'submit', 'j', 'k', 'l', 'o', 'p'].map(
      (id) => `${id} 0 true`,
    ),
    'm null true',
    'no1 null false',
    'no2 null false',
    'n null true',
  ]);
});

test('a submit is known by its word in the great languages, and by none that only looks like it', async ({
  shared,
  open,
  site,
}) => {
  const yes =
    'Zatwierdź, Złóż zamówienie, 전송, 제출하기, 회원 가입, 立即提交, 提交订单, 送出, 注文を確定する, 新規登録, Potvrdit, Uložit, Gönder, Siparişi tamamla, ' +
    'تأكيد الطلب, ثبت نام, Nộp bài, Đặt hàng, Отправить заявку, Опублікувати, Υποβολή, שליחה, सबमिट करें, ชำระเงิน, Ajukan, Jetzt kaufen, Beküldés';
  const no =
    'Next, Cancel, Weiter, Abbrechen, Dalej, Anuluj, 취소, 다음, 已提交, 未发布, 登録済み, 下一步, İptal, إلغاء, Hủy, Отмена, Read more, Accept cookies';
  const texts = [...yes.split(', '), ...no.split(', ')];
  const html = `<meta charset=utf-8>${texts.map((text) => `<button type=button>${text}</button>`).join('')}`;
  const tab = await open(`${site.route('/languages', html).url}/languages`);
  const { tabs } = await takeInventory({ endpoint: shared.endpoint });
  const controls = tabs.find(({ targetId }) => targetId === tab.targetId)?.frames[0]?.controls ?? [];
  expect(controls.filter(({ submits }) => submits).map(({ label }) => label)).toEqual(yes.split(', '));
  expect(controls).toHaveLength(texts.length);
});
