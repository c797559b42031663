import { cardNumbers } from '../../src/inventory/card.js';
import { takeInventory } from '../../src/inventory/leftover.js';
import { isSecret, redactText, redactUrl, rulesWith } from '../../src/inventory/redact.js';
import { expect, test } from '../support/browser.js';

const SECRETS = [
  '<input type="password" name="p" value="@">',
  '<input name="p2" autocomplete="section-a current-password" value="@">',
  '<input name="code" autocomplete="one-time-code" value="@">',
  '<input name="n" autocomplete="cc-number" value="@"><input name="c" autocomplete="cc-csc" value="@">',
  '<input name="txtCardNumber" value="@"><input name="cvv2" value="@"><input name="otp-1" value="@">',
  '<label>Sicherheitscode <input name="a" value="@"></label><label>Код подтверждения <input name="b" value="@"></label>',
  '<label>カード番号 <input name="d" value="@"></label><label>Contraseña <input name="e" value="@"></label>',
  '<input name="f" placeholder="Numéro de carte" value="@"><input name="g" aria-label="PIN code" value="@">',
  '<input name="h" style="-webkit-text-security: disc" value="@">',
  '<textarea name="i">my card is 4111-1111 1111.1111 thanks @</textarea>',
  '<input type="hidden" name="__RequestVerificationToken" value="@"><input type="hidden" name="csrf" value="@">',
  '<div contenteditable>ghp_@0123456789abcdefghij0123</div>',
  '<input name="secret_answer" value="@"><label>Geheime Antwort <input name="k" value="@"></label>',
  '<label>Réponse secrète <input name="l" value="@"></label><input name="m" aria-label="Respuesta de seguridad" value="@">',
  '<select name="j"><option value="5555 5555 5555 4444 @" selected>Card</option></select>',
].join('\n');

test('no secret leaves the page: not its value, not its default, not in a label', async ({
  shared,
  site,
  open,
}) => {
  const secret = 'zzsecretzz';
  const html = SECRETS.replaceAll('@', secret);
  const tab = await open(`${site.route('/secrets', html).url}/secrets`);
  const { tabs } = await takeInventory({ endpoint: shared.endpoint });
  const controls = tabs.find(({ targetId }) => targetId === tab.targetId)?.frames[0]?.controls ?? [];
  expect(controls.filter((c) => !c.redacted).map((c) => c.name)).toEqual([]);
  expect(controls.length).toBe(24);
  expect(controls.every((c) => c.value === null && (c.length ?? 0) >= secret.length)).toBe(true);
  expect(JSON.stringify(tabs)).not.toContain(secret);
});

test('what only resembles a secret is read', async ({ shared, site, open }) => {
  const html = `<input name="shipping" value="v"><input name="author" value="v"><input name="country_code" value="v">
    <input type="hidden" name="author_id" value="v"><input type="radio" name="pay" aria-label="Credit card" value="v">
    <textarea name="about" aria-label="Describe it; and please never, ever, send us your card number or a password in here">v</textarea>
    <input name="phone" value="0123456789012">`;
  const tab = await open(`${site.route('/plain', html).url}/plain`);
  const { tabs } = await takeInventory({ endpoint: shared.endpoint });
  const controls = tabs.find(({ targetId }) => targetId === tab.targetId)?.frames[0]?.controls ?? [];
  expect(controls.filter((c) => c.redacted).map((c) => c.name)).toEqual([]);
  expect(controls).toHaveLength(7);
});

test('patterns of the user’s own add to the rules', async ({ shared, site, open }) => {
  const html =
    '<input name="badge" value="a"><input name="note" value="employee 4711"><input name="plain" value="c">';
  const tab = await open(`${site.route('/own', html).url}/own`);
  const { tabs } = await takeInventory({ endpoint: shared.endpoint, redact: [/^badge$/, /employee \d+/i] });
  const controls = tabs.find(({ targetId }) => targetId === tab.targetId)?.frames[0]?.controls ?? [];
  expect(controls.map(({ value }) => value)).toEqual([null, null, 'c']);
});

test('a pattern that never ends costs a frame, not the page', async ({ shared, site, open }) => {
  const tab = await open(`${site.route('/evil', `<input value="${'a'.repeat(60)}!">`).url}/evil`);
  const { tabs } = await takeInventory({ endpoint: shared.endpoint, redact: [/^(a+)+$/], deadlineMs: 8_000 });
  expect(tabs.find(({ targetId }) => targetId === tab.targetId)?.frames[0]?.controls).toEqual([]);
  expect(await tab.evaluate('1 + 1')).toBe(2);
});

test('card numbers are found between other digits, and other numbers are left', () => {
  const found = (text: string) => cardNumbers(text).map(([from, to]) => text.slice(from, to));
  expect(found('4111 1111 1111 1111 12/27 123')).toEqual(['4111 1111 1111 1111']);
  expect(found('5555555555554444,378282246310005')).toEqual(['5555555555554444', '378282246310005']);
  expect(found('4111 1111 1111 1112')).toEqual([]);
  expect(found('0000000000000000')).toEqual([]);
});

const SEPARATED = [
  ...['4111–1111–1111–1111', '4111/1111/1111/1111', '4111, 1111, 1111, 1111', '4111_1111_1111_1111'],
  ...[
    '4111\n1111\n1111\n1111',
    '4111\u200b1111\u200b1111\u200b1111',
    '3782/822463/10005',
    '4000,0000,0000,0000,006',
  ],
  ...['٤١١١١١١١١١١١١١١١', '४१११ ११११ ११११ ११११', '4\u2060111111111111111'],
];

for (const text of SEPARATED) {
  test(`a card number written as ${JSON.stringify(text)} is found where it stands`, () => {
    expect(cardNumbers(`pay ${text}!`)).toEqual([[4, 4 + text.length]]);
    expect(redactText(`pay ${text}!`)).toBe('pay ***!');
  });
}

test('dates, amounts and phone numbers are no cards', () => {
  for (const text of [
    '2026-11-30, 2026-12-01',
    '1,234,567,890,123',
    '+49 (0)30 1234 5678, +49 30 123',
    '10/20/30/40/50/60/70',
  ])
    expect(cardNumbers(text)).toEqual([]);
});

test('URLs lose their passwords and secret values, and keep what says what was done', () => {
  expect(redactUrl('https://me:pw@a.example/p?slug=acme&access_token=x&country_code=DE#id_token=y&a=b')).toBe(
    'https://***@a.example/p?slug=acme&access_token=***&country_code=DE#id_token=***&a=b',
  );
  expect(redactUrl('https://a.example/cb?code=1&apiKey=2&X-Amz-Signature=3&sort_key=name')).toBe(
    'https://a.example/cb?code=***&apiKey=***&X-Amz-Signature=***&sort_key=name',
  );
  expect(redactUrl('https://a.example/reset/3f9a8b2c4d5e6f708192a3b4c5d6e7f8?x=1')).toBe(
    'https://a.example/reset/***?x=1',
  );
  expect(redactUrl('https://a.example/confirm/acme-directory-listing')).toContain('acme-directory-listing');
  expect(redactUrl('https://a.example/@user?q=a@b')).toBe('https://a.example/@user?q=a@b');
});

test('logs lose headers, pairs, keys and cards', () => {
  const log = [
    'Authorization: Bearer abc.def',
    'POST https://u:p@a.example/x?token=1 password=hunter2 "secret": "s p"',
    'paid with 4111111111111111, key sk_live_0123456789ab, employee 4711',
  ].join('\n');
  expect(redactText(log, [/employee \d+/]).split('\n')).toEqual([
    'Authorization: ***',
    'POST https://***@a.example/x?token=*** password=*** "secret": ***',
    'paid with ***, key ***, ***',
  ]);
});

test('judging a hostile name or value takes no time worth mentioning', () => {
  const rules = rulesWith([]);
  const hostile = { type: 'text', takesText: true, dotted: false, autocomplete: '', names: [] };
  for (const value of ['1 '.repeat(30_000), '1'.repeat(60_000), 'eyJ'.repeat(20_000), ':'.repeat(60_000)]) {
    const before = performance.now();
    isSecret({ ...hostile, values: [value] }, rules);
    redactText(value);
    redactUrl(`https://a/?${value}`);
    expect(performance.now() - before).toBeLessThan(5_000);
  }
});

test('a secret inside a label is no part of another field’s name', async ({ shared, open, site }) => {
  site.route(
    '/labels',
    `<label>Login <input name="user1"><input name="code6" autocomplete="one-time-code" value="111222"></label>
    <input id="sec" autocomplete="one-time-code" value="333444"><input name="by" aria-labelledby="sec">
    <button type="button">Send code <input autocomplete="one-time-code" value="777888"></button>
    <input id="cvv" name="cvv" value="888"><button aria-labelledby="cvv">Pay</button>`,
  );
  const tab = await open(`${site.url}/labels`);
  const { tabs } = await takeInventory({ endpoint: shared.endpoint });
  const found = tabs.filter(({ targetId }) => targetId === tab.targetId);
  expect(found[0]?.frames[0]?.controls.length).toBeGreaterThan(5);
  expect(JSON.stringify(found)).not.toMatch(/111222|333444|777888|"[^"]*\b888\b/);
});

test('a card number in an address is kept secret, another long number is not', () => {
  expect(redactUrl('https://shop.example/pay?card=4242424242424242&x=1')).toBe(
    'https://shop.example/pay?card=***&x=1',
  );
  expect(redactUrl('https://shop.example/items?since=1796022112017')).toContain('1796022112017');
});

const TOLD_BESIDE: [string, string][] = [
  ['text before it', '<div><span>Password</span><input value="hunter2zz"></div>'],
  [
    'a cell before it',
    '<table><tr><td>Password:</td><td><div><input value="hunter2zz"></div></td></tr></table>',
  ],
  ['a block before it', '<div>Contraseña</div><div><input value="hunter2zz"></div>'],
  [
    'the head of its column',
    '<table><tr><th>User</th><th>PIN</th></tr><tr><td>Ada</td><td><input value="hunter2zz"></td></tr></table>',
  ],
  [
    'an address in it',
    '<label>Back to <input value="https://x.example/cb?access_token=hunter2zz#id_token=hunter2zz"></label>',
  ],
  ['the name of a button', '<button type="button" name="token" value="hunter2zz">Go</button>'],
  ['text behind it', '<div><input value="hunter2zz"><span>Passwort</span></div>'],
  [
    'its description',
    '<p id="d">Your password</p><label>Field <input aria-describedby="d" value="hunter2zz"></label>',
  ],
  ['its class', '<label>Field <input class="form-control input-password" value="hunter2zz"></label>'],
  ['its test id', '<label>Field <input data-testid="cvc-input" value="hunter2zz"></label>'],
  [
    'a label that ends so',
    '<label>GitHub token <input value="hunter2zz"></label><label>Secret <input value="hunter2zz"></label>',
  ],
  [
    'a code by its label',
    '<label>6-digit code <input value="hunter2zz"></label><label>Code <input value="hunter2zz"></label>',
  ],
];

for (const [what, html] of TOLD_BESIDE) {
  test(`a secret told only by ${what} is kept`, async ({ shared, open, site }) => {
    const tab = await open(`${site.route('/told', html).url}/told`);
    const { tabs } = await takeInventory({ endpoint: shared.endpoint });
    const controls = tabs.find(({ targetId }) => targetId === tab.targetId)?.frames[0]?.controls ?? [];
    expect(controls.length).toBeGreaterThan(0);
    expect(controls.filter(({ redacted, value }) => !redacted || value !== null)).toEqual([]);
  });
}

test('what stands beside another field, or only sounds like a secret, hides nothing', async ({
  shared,
  open,
  site,
}) => {
  const html = `<form><div>Password <input value="kept"></div><div>Site <input value="v"></div>
    <div><input value="v"> Password <input value="kept"></div>
    <label>Promo code <input value="v"></label><label>Postal code <input value="v"></label>
    <label>Token symbol <input value="v"></label><textarea name="code">v</textarea>
    <label>Place <input class="pin-left bg-tan" value="v"></label></form>`;
  const tab = await open(`${site.route('/near', html).url}/near`);
  const { tabs } = await takeInventory({ endpoint: shared.endpoint });
  const controls = tabs.find(({ targetId }) => targetId === tab.targetId)?.frames[0]?.controls ?? [];
  expect(controls.filter(({ redacted }) => redacted)).toHaveLength(2);
  expect(controls.filter(({ value }) => value === 'v')).toHaveLength(7);
});

test('a card typed piece by piece is kept, in a form called by a card too', async ({
  shared,
  open,
  site,
}) => {
  const four = ['4242', '4242', '4242', '4242']
    .map((part) => `<input maxlength="4" value="${part}">`)
    .join(' ');
  const html = `<form id="f4111111111111111" name="4111-1111-1111-1111" action="/pay">${four}
    <button>Pay with 4111 1111 1111 1111</button></form>
    <div role="button" id="pay-4111111111111111">Pay now</div>
    <form action="/ok"><input name="width" value="1024"><input name="height" value="2048"></form>
    <div contenteditable><div>4111</div><div>1111</div><div>1111</div><div>1111</div></div>`;
  const tab = await open(`${site.route('/pieces', html).url}/pieces`);
  const { tabs } = await takeInventory({ endpoint: shared.endpoint });
  const frame = tabs.find(({ targetId }) => targetId === tab.targetId)?.frames[0];
  expect(JSON.stringify(frame)).not.toMatch(/4242|4111/);
  expect(frame?.controls.map(({ label }) => label)).toContain('Pay now');
  expect(frame?.controls.map(({ value }) => value)).toEqual([
    null,
    null,
    null,
    null,
    '',
    null,
    '1024',
    '2048',
    null,
  ]);
});

test('a code typed into one box for each digit is kept secret', async ({ shared, open, site }) => {
  const boxes = '<input maxlength="1" value="7">'.repeat(6);
  const tab = await open(`${site.route('/boxes', boxes).url}/boxes`);
  const { tabs } = await takeInventory({ endpoint: shared.endpoint });
  const controls = tabs.find(({ targetId }) => targetId === tab.targetId)?.frames[0]?.controls ?? [];
  expect(controls.map(({ redacted, value }) => [redacted, value])).toEqual(Array(6).fill([true, null]));
});
