import { expect, test } from '@playwright/test';
import {
  address,
  holdsSecret,
  isSecret,
  redactText,
  redactUrl,
  rulesWith,
  words,
} from '../../src/inventory/redact.js';

/** Each row: what is there, and what is told of it. */
const ADDRESSES: [string, string][] = [
  ['https://a.example/l?next=%2Fx%3Ftoken%3DkPq7ZtR2', 'https://a.example/l?next=%2Fx%3Ftoken%3D***'],
  [
    'https://a.example/l?u=https%3A%2F%2Fx%2F%3Faccess_token%3DkPq7ZtR2%26a%3D1&b=2',
    'https://a.example/l?u=https%3A%2F%2Fx%2F%3Faccess_token%3D***%26a%3D1&b=2',
  ],
  ['https://a.example/l?redirect=/a?token=kPq7ZtR2', 'https://a.example/l?redirect=/a?token=***'],
  ['https://a.example/l?next=%252Fx%253Ftoken%253DkPq7', 'https://a.example/l?next=%252Fx%253Ftoken%253D***'],
  ['https://a.example/l?p=slug%3Dacme%26pw%3Dhunter2', 'https://a.example/l?p=slug%3Dacme%26pw%3D***'],
  ['https://a.example/l?p=pw%3Dhunter2', 'https://a.example/l?p=pw%3D***'],
  ['https://a.example/l?p=%zz%3Ftoken%3DkPq7ZtR2', 'https://a.example/l?p=%25zz%3Ftoken%3D***'],
  [
    'https://a.example/to/https%3A%2F%2Fx%2F%3Fcode%3DkPq7',
    'https://a.example/to/https%3A%2F%2Fx%2F%3Fcode%3D***',
  ],
  [
    'https://a.example/l?data=%7B%22slug%22%3A%22acme%22%2C%22api_key%22%3A%22kPq7%22%7D',
    'https://a.example/l?data=%7B%22slug%22%3A%22acme%22%2C%22api_key%22%3A***%7D',
  ],
  ...[
    'cvv',
    'cvc',
    'passwort',
    'kennwort',
    'contrasena',
    'contraseña',
    'senha',
    'mdp',
    'motdepasse',
    'haslo',
    'pw',
  ].map((name): [string, string] => [
    `https://a.example/?${name}=kPq7&a=1`,
    `https://a.example/?${name}=***&a=1`,
  ]),
  ...[
    'magic',
    'magic_link',
    'pass1',
    'new_pass',
    'csrfmiddlewaretoken',
    'card_number',
    'pan',
    'encryption_key',
  ].map((name): [string, string] => [`https://a.example/?${name}=kPq7`, `https://a.example/?${name}=***`]),
  ...['state', 'ticket', 'hash', 'execution', 'lt'].map((name): [string, string] => [
    `https://a.example/?${name}=ST-1856339-aA5Yuvrxzpv8Tau1cYQ7`,
    `https://a.example/?${name}=***`,
  ]),
  ['https://a.example/#tok=kPq7', 'https://a.example/#tok=***'],
  ['https://a.example/#kPq7ZtR2vXb9LmN4cWs8JdHf', 'https://a.example/#***'],
  ['https://a.example/#/x?token=kPq7', 'https://a.example/#/x?token=***'],
  ['data:text/html,<input type=password value=hunter2>', 'data:text/html,… (50 characters)'],
  ['view-source:data:text/html;charset=utf-8;x=hunter2,a', 'view-source:data:text/html,… (52 characters)'],
  ['data:hunter2', 'data:,… (12 characters)'],
  [
    'mailto:a@b.example?subject=Hi&body=password: hunter2',
    'mailto:a@b.example?subject=Hi&body=password: ***',
  ],
  ['mailto:a@b.example?body=My%20PIN%20is%204711%20now', 'mailto:a@b.example?body=My%20PIN%20is%20***%20now'],
  ['https://a.example/?u=data:text/html,hunter2', 'https://a.example/?u=data:text/html,… (22 characters)'],
];

const OPEN_ADDRESSES = [
  'https://a.example/listing/acme?slug=acme-launch&category=tools&page=2',
  'https://a.example/?state=California&zip=10115&country_code=DE&promo_code=SPRING24',
  'https://a.example/?next=%2Flistings%3Fslug%3Dacme%26sort%3Dname',
  'https://a.example/?u=https%3A%2F%2Fx.example%2F%3Fq%3Da%2Bb&time=10:30',
  'https://a.example/?ticket=SUP-10423&hash=launch&execution=e1s1&pin_id=3512&boarding_pass=LH454&sort_key=name',
  'https://a.example/?id=550e8400-e29b-41d4-a716-446655440000&author_id=12',
  'https://a.example/#550e8400-e29b-41d4-a716-446655440000',
  'https://a.example/guide#how-to-publish-your-first-listing',
  'https://a.example/a%20b/%E2%9C%93?q=%F0%9F%92%A1&bad=%zz',
  'https://a.example/?filter=%7B%22slug%22%3A%22acme%22%7D',
  'mailto:press@acme.example?subject=Launch%20of%20Acme&body=Hello%3A%20we%20launch',
  'about:blank',
];

test('secrets in an address, and in addresses within it, are hidden, and its encoding stays', () => {
  expect(ADDRESSES.map(([url]) => [url, redactUrl(url)])).toEqual(ADDRESSES);
  expect(ADDRESSES.map(([, told]) => redactUrl(told))).toEqual(ADDRESSES.map(([, told]) => told));
});

test('addresses that tell what was done stay as they are', () => {
  expect(OPEN_ADDRESSES.map(redactUrl)).toEqual(OPEN_ADDRESSES);
});

test('an address nested too deep to be looked at tells nothing', () => {
  let url = '/x?token=kPq7ZtR2';
  for (let i = 0; i < 12; i++) url = `https://a.example/?u=${encodeURIComponent(url)}`;
  expect(redactUrl(url)).not.toContain('kPq7');
  expect(redactUrl(url)).toContain('***');
});

test('an endless address is cut, and of a data: one only the length is told', () => {
  expect(address(`https://a.example/${'a'.repeat(9_000)}`)).toHaveLength(8_001);
  expect(address(`data:text/html,${'a'.repeat(2_000_000)}`)).toBe('data:text/html,… (2000015 characters)');
});

const TEXTS: [string, string][] = [
  ...[
    'Kennwort: @',
    'Passwort: @',
    'senha: @',
    'contraseña: @',
    'пароль: @',
    '密码: @',
    '密码：@',
    'pw: @',
  ].map(hidden),
  ...[
    'API key: @',
    'api-key=@',
    'API-Schlüssel: @',
    'Clé API : @',
    'kartennummer: @',
    'verification code: @',
  ].map(hidden),
  ...[
    "password => '@'",
    'password @',
    '--password @',
    'Geslo: @',
    'Parola: @',
    'user_pass = @',
    'DB_PASSWORD=@',
  ].map(hidden),
  ...[
    '"clientSecret": "@"',
    '{\\"password\\":\\"@\\"}',
    'user[password]=@',
    'user%5Bpassword%5D=@',
    'mytoken=@',
  ].map(hidden),
  ...[
    'Das Kennwort ist @',
    'the password is @',
    'password for ada: @',
    'session=@',
    'nonce: @',
    'MAGIC token @',
  ].map(hidden),
  ...['password: [@ @]', 'Passwort für ada: @', 'login (password: @ now)'].map(hidden),
  ['PIN: 4711', 'PIN: ***'],
  ['cvc 123 ok', 'cvc *** ok'],
  ['Your verification code is 482913', 'Your verification code is ***'],
  ['482913 is your Acme code', '*** is your Acme code'],
  ['G-482913 is your verification code', '*** is your verification code'],
  ['seed phrase: abandon ability able\nnext', 'seed phrase: ***\nnext'],
  ['"mnemonic": "abandon ability able", "a": 1', '"mnemonic": ***, "a": 1'],
  ['open data:text/html,<input value="hunter2zz"> now', 'open data:text/html,… (44 characters)'],
  ["load 'data:image/png;base64,iVBOR' failed", "load 'data:image/png,… (27 characters)' failed"],
  ['open data:,hunter2zz now', 'open data:,… (15 characters) now'],
  ['see mailto:a@b.example?body=pw:hunter2zz.', 'see mailto:a@b.example?body=pw:***'],
  ['see https://a.example/?u=%2Fx%3Ftoken%3DkPq7', 'see https://a.example/?u=%2Fx%3Ftoken%3D***'],
];

function hidden(row: string): [string, string] {
  const told = row.replace(/\[@ @\]|(\\?["'])?@(?:\\?["'])?/, '***');
  return [row.replaceAll('@', 'kPq7ZtR2vXb9'), told];
}

const OPEN_TEXTS = [
  'Published acme-launch as https://a.example/listing/42?slug=acme',
  'title: Compass, slug: acme-launch, category=tools',
  'The passenger is Ada Lovelace, passport 12 pages, compass: north',
  'promo code: SPRING24, zip code 10115, exit code: 1, status code=404',
  'password must have 8 characters or more',
  'Forgot your password? Reset it here',
  'The password is wrong',
  'Password reset link sent',
  'order number: 2024-000123, ticket: SUP-10423, id=42',
  'Used tokens: 1532, max_tokens=4096',
  'Unexpected token in JSON at position 12',
  'The sig is a short word, and hash is a topic',
  'commit hash: 9f86d081884c7d659a2feaa0c55ad015',
  'palabras clave: lanzamiento, parola chiave: lancio',
  'state: California, author id 1093',
  'Failed to load resource: the server responded with a status of 404 (Not Found)',
  'session 3 of 4, pin it to the board',
  'token: https://a.example/docs/tokens',
];

test('a secret behind its name is hidden in a text, in many languages', () => {
  expect(TEXTS.map(([text]) => [text, redactText(text)])).toEqual(TEXTS);
  expect(TEXTS.map(([, told]) => redactText(told))).toEqual(TEXTS.map(([, told]) => told));
});

test('texts that tell what was done stay as they are', () => {
  expect(OPEN_TEXTS.map((text) => redactText(text))).toEqual(OPEN_TEXTS);
});

const HOSTILE = [
  ...['a', ' ', '1', '=', ':', '"', '/', '%', '_', '#', '@', '密码', 'é'],
  ...[
    'a:',
    'a1 ',
    'aB1',
    '1 ',
    'eyJ',
    '?a=b',
    '&',
    '%25',
    '%3D',
    'password:"',
    'password:“x',
    'password ',
    'token=',
  ],
  ...[
    'is ',
    '://',
    'a@',
    'data:',
    'mailto:',
    'password: a1 ',
    '/reset/1',
    '[{',
    'card number ',
    '-----BEGIN ',
  ],
];

test('a hostile name, value, address or text of a megabyte takes no time worth mentioning', () => {
  const rules = rulesWith([]);
  const plain = { takesText: true, dotted: false, autocomplete: '' };
  const slow: string[] = [];
  for (const part of HOSTILE) {
    const text = part.repeat(Math.ceil(1_000_000 / part.length));
    const ways: Record<string, () => unknown> = {
      name: () => isSecret({ ...plain, type: 'text', names: [text], values: ['x'] }, rules),
      hidden: () => isSecret({ ...plain, type: 'hidden', names: ['state'], values: [text] }, rules),
      choice: () =>
        isSecret({ ...plain, takesText: false, type: 'radio', names: ['pin', text], values: [text] }, rules),
      shown: () => holdsSecret(text, rules),
      words: () => words(text),
      text: () => redactText(text),
      url: () => redactUrl(`https://a/?x=${text}`),
      bare: () => redactUrl(text),
    };
    for (const [way, judge] of Object.entries(ways)) {
      const before = performance.now();
      judge();
      const ms = performance.now() - before;
      if (ms > 15_000) slow.push(`${JSON.stringify(part)} as ${way}: ${Math.round(ms)} ms`);
    }
  }
  expect(slow).toEqual([]);
});
