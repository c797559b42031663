import { takeInventory } from '../../src/inventory/leftover.js';
import type { LeftoverBrowser } from '../support/browser.js';
import { expect, test } from '../support/browser.js';
import type { Site } from '../support/site.js';

/** Made by chance, as frameworks make them. */
const ALNUM = 'kPq7ZtR2vXb9LmN4cWs8JdHf3GyTa6QeUo1iKz5BxVnMpAhSrDjCwEgFlYu0IvO2';
const HEX = '9f86d081884c7d659a2feaa0c55ad015';
const BASE64 = 'dGhpcyBpcyBhIHZlcnkgbG9uZyBzZWNyZXQgdmFsdWU0Mg==';
const STATE = '/wEPDwUKLTEwNjc5NDU0Mg9kFgICAw9kFgICAQ8WAh4EVGV4dAULSGVsbG8gV29ybGRkZKx3';
const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dBjftJeZ4CVPmB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const UUID = '550e8400-e29b-41d4-a716-446655440000';
const SEED = 'abandon ability able about above absent absorb abstract absurd abuse access accident';

const hidden = (name: string, value: string) => `<input type="hidden" name="${name}" value="${value}">`;
const text = (name: string, value = 'Tr0ub4dor&amp;3') => `<input name="${name}" value="${value}">`;
const labelled = (label: string, value = 'Tr0ub4dor&amp;3') =>
  `<label>${label} <input value="${value}"></label>`;

const HIDDEN_SECRETS: [string, string][] = [
  ...[
    'csrfmiddlewaretoken',
    'authenticity_token',
    'requestVerificationToken',
    'form_build_id',
    'code_verifier',
  ].map((name): [string, string] => [name, ALNUM]),
  ...['_wpnonce', 'woocommerce-login-nonce'].map((name): [string, string] => [name, 'a1b2c3d4e5']),
  ...['__VIEWSTATE', '__EVENTVALIDATION', 'SAMLResponse', 'SAMLRequest', 'RelayState'].map(
    (name): [string, string] => [name, STATE],
  ),
  ['JSESSIONID', 'A3F5C9D17E2B4F608A1C3E5D7F9B2C4E.node1'],
  ['PHPSESSID', 'r2t5uvjq435r4q7ib3vtdjq120'],
  ['g-recaptcha-response', `03AGdBq25${ALNUM}`],
  ['cf-turnstile-response', `0.${ALNUM}`],
  ['h-captcha-response', `P1_${ALNUM}`],
  ['state', ALNUM.slice(0, 22)],
  ['state', UUID],
  ['execution', `e1s1_${ALNUM}`],
  ['lt', 'LT-2-kPq7ZtR2vXb9LmN4cWs8JdHf3G-cas01'],
  ['ticket', 'ST-1856339-aA5Yuvrxzpv8Tau1cYQ7'],
  ['bearer', 'mF_9.B5f-4.1JqM'],
  ['authorization', 'Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=='],
  ['signature', HEX],
  ['sig', 'f3a9c1d27b'],
  ['hash', HEX],
  ['credential', ALNUM],
  ['ssh_key', ALNUM],
  ['private', ALNUM],
  ['app_key', `base64:${BASE64}`],
  ['reset_key', 'kPq7ZtR2vXb9LmN4'],
  ['wallet_seed', SEED],
  ['connectionString', 'Server=db1;User Id=sa;Password=x9!'],
  ['emailCode', '482913'],
  ['h', HEX],
  ['h', 'AABB01D2C3E4F5A6B7C8D9E0'],
  ['payload', BASE64],
  ['x', ALNUM],
  ['data', `{"step":2,"k":"${ALNUM}"}`],
];

const HIDDEN_OPEN: [string, string][] = [
  ['id', '42'],
  ['category', 'tools'],
  ['slug', 'acme-launch-2024-v2-beta-final'],
  ['slug', 'acme-directory-listing-3rd-edition'],
  ['author_id', '1093456723'],
  ['listing', UUID],
  ['listing_id', '507f1f77bcf86cd799439011'],
  ['page_id', '1429989fe8ac4effbc8f57f56486db54'],
  ['price_id', 'price_1MoBy5LkdIwHu7ixZhnattbh'],
  ['video', 'dQw4w9WgXcQ'],
  ['state', 'California'],
  ['state', 'Mecklenburg-Vorpommern'],
  ['ticket', 'SUP-10423'],
  ['ticket_subject', 'Refund for order 1093'],
  ['hash', 'ethereum'],
  ['private', 'true'],
  ['signature', 'Ada Lovelace'],
  ['sort_key', 'created_at'],
  ['execution', 'e1s1'],
  ['return_to', '/listings/new/Acme2024Launch/preview'],
  ['redirect', 'https://acme.example/blog/10-things-i-learned-2024'],
  ['order_number', '2024-000123-4711-000000042'],
  ['utm_campaign', 'spring_2024_newsletter_v3'],
  ['timezone', 'America/Argentina/Buenos_Aires'],
  ['created', '2026-11-30T10:30:00.000Z'],
  ['product', 'WindowsServer2022DatacenterEdition64bit'],
  ['sku', 'RTX4090-24GB-GDDR6X-OC'],
  ['iban_country', 'DE'],
  ['content_type', 'application/x-www-form-urlencoded'],
  ['MAX_FILE_SIZE', '1073741824'],
];

const TEXT_SECRETS = [
  ...[
    'pass',
    'pass1',
    'new_pass',
    'confirm_pass',
    'loginPass',
    'dbpass',
    'pw',
    'PW2',
    'psw',
    'pwd1',
    'smtp_pw',
  ],
  ...[
    'mdp',
    'clave',
    'haslo',
    'lozinka',
    'parol',
    'matkhau',
    'κωδικός',
    'geheim',
    'gizli',
    'secret',
    'api_secret',
  ],
  ...['encryption_key', 'signing_key', 'license_key', 'smscode', 'emailCode', 'codigo_seguridad'],
].map((name) => text(name));

const NUMBER_SECRETS = ['pan', 'ccno', 'numero_carte'].map((name) => text(name, '4111 2222 3333'));

const TOKEN_SECRETS = [
  ...[
    text('_csrf', ALNUM),
    text('xsrf', HEX),
    text('nonce', 'a1b2c3d4e5'),
    text('jwt', JWT),
    text('auth', ALNUM),
  ],
  ...[text('sid', HEX), text('sessionid', 'r2t5uvjq435r4q7ib3vtdjq120')],
  `<textarea name="g-recaptcha-response">03AGdBq25${ALNUM}</textarea>`,
  '<textarea name="secret">wJalrXUtnFEMI/K7MDENG</textarea>',
  '<textarea aria-label="Seed words">abandon ability able</textarea>',
  `<input name="ctl00$ctl00$MainContentPlaceHolder$RegistrationFormWizard$StepTwoPanel$txtPassword" value="x">`,
  '<label>Clave<input type="search" value="tigre2024"></label>',
];

const LABEL_SECRETS = [
  ...[
    'Geslo',
    'Zaporka',
    'Парола',
    'Slaptažodis',
    'Parole',
    'Salasõna',
    'API-Schlüssel',
    'Clé API',
    'Clave de API',
  ],
  ...[
    'Seed words',
    'Memorable word',
    'Secret question answer',
    'Mother’s maiden name',
    "Mother's maiden name",
    'PAN',
  ],
].map((label) => labelled(label));

const CHOICE_SECRETS = [
  '<select name="api_key"><option>9f86d081884c7d65</option></select>',
  '<select multiple name="password"><option selected>hunter2zz</option></select>',
  '<select aria-label="Password"><option>hunter2zz</option></select>',
  '<input type="radio" name="pin" value="4711" checked>',
  '<input type="checkbox" name="token" value="kPq7ZtR2vXb9">',
  '<div role="listbox" aria-label="Secret"><div role="option" aria-selected="true">hunter2zz</div></div>',
  '<input type="button" value="token=kPq7ZtR2vXb9">',
  '<button type="button" name="csrf_token" value="kPq7ZtR2vXb9">Go</button>',
];

const OPEN = [
  text('slug', 'acme-launch'),
  text('title', 'Compass: a token of thanks'),
  text('brand', 'Compass'),
  labelled('Passenger name', 'Ada Lovelace'),
  labelled('Passport country', 'DE'),
  labelled('Boarding pass', 'LH454'),
  labelled('Boarding pass number', '2207'),
  labelled('Pass through', 'yes'),
  labelled('Promo code', 'SPRING24'),
  labelled('Zip code', '10115'),
  labelled('Hash tag topic', 'launch'),
  labelled('Ticket subject', 'Where is my order?'),
  labelled('Order number', '2024-000123'),
  labelled('Palabras clave', 'lanzamiento, herramientas'),
  labelled('Parola chiave', 'lancio'),
  labelled('Ταχυδρομικός κωδικός', '10431'),
  labelled('Pan size', '28 cm'),
  labelled('Sig', 'a short word'),
  text('hash', HEX),
  text('auth', 'oauth'),
  text('nonce', 'none'),
  text('sid', 'user-42'),
  text('author_id', ALNUM.slice(0, 12)),
  text('state', 'California'),
  `<textarea name="body">${'Set token=abcd1234 in your shell. '.padEnd(260, 'And then go on. ')}</textarea>`,
  '<textarea name="code">let pass = 1;</textarea>',
  '<select name="state"><option selected>California</option></select>',
  '<select name="token_type"><option>bearer</option></select>',
  '<select aria-label="Password policy"><option>strict</option></select>',
  '<select name="pass"><option>Full conference pass</option></select>',
  '<label><input type="radio" name="by" value="password" checked> Password</label>',
  '<label><input type="radio" name="by" value="apikey"> API key</label>',
  '<label><input type="radio" name="pay" value="visa" checked> Credit card</label>',
  '<label><input type="checkbox" checked> Show password</label>',
  '<label><input type="checkbox" name="pin" value="yes"> Ask for a PIN</label>',
  '<button name="action" value="reset-password">Reset password</button>',
];

async function read(
  {
    shared,
    site,
    open,
  }: { shared: LeftoverBrowser; site: Site; open: (url: string) => Promise<{ targetId: string }> },
  fields: string[],
) {
  // Each stands alone, so that no text beside it speaks of it.
  const html = `<meta charset="utf-8">${fields.map((field) => `<section><h2>Field</h2>${field}</section>`).join('\n')}`;
  const tab = await open(`${site.route('/fields', html).url}/fields`);
  const { tabs } = await takeInventory({ endpoint: shared.endpoint });
  const controls = tabs.find(({ targetId }) => targetId === tab.targetId)?.frames[0]?.controls ?? [];
  expect(controls).toHaveLength(fields.length);
  return controls.map((control, i) => ({ ...control, html: fields[i] ?? '' }));
}

const KEPT: [string, string[]][] = [
  ['hidden fields', HIDDEN_SECRETS.map(([name, value]) => hidden(name, value.replaceAll('"', '&quot;')))],
  ['names', [...TEXT_SECRETS, ...NUMBER_SECRETS]],
  ['names of tokens, with a token in them', TOKEN_SECRETS],
  ['labels', LABEL_SECRETS],
  ['choices and buttons', CHOICE_SECRETS],
];

for (const [what, fields] of KEPT) {
  test(`secrets told by ${what} never leave the page`, async ({ shared, site, open }) => {
    const controls = await read({ shared, site, open }, fields);
    expect(controls.filter(({ redacted }) => !redacted).map(({ html }) => html)).toEqual([]);
    expect(controls.filter(({ value, selected }) => value !== null || selected !== null)).toEqual([]);
    expect(JSON.stringify(controls.map(({ html: _, ...told }) => told))).not.toMatch(
      /hunter2|kPq7Zt|9f86d081/,
    );
  });
}

test('what tells what was done stays readable', async ({ shared, site, open }) => {
  const fields = [...HIDDEN_OPEN.map(([name, value]) => hidden(name, value)), ...OPEN];
  const controls = await read({ shared, site, open }, fields);
  expect(controls.filter(({ redacted }) => redacted).map(({ html }) => html)).toEqual([]);
});

test('a name or label with a token in it is shown without', async ({ shared, site, open }) => {
  const [control] = await read({ shared, site, open }, [
    '<input aria-label="token=kPq7ZtR2vXb9" name="a" value="b">',
  ]);
  expect(control).toMatchObject({ label: '***', name: 'a' });
});

test('a complaint is cut only where its secrets are gone', async ({ shared, site, open }) => {
  const text = `${'a'.repeat(485)} 4111 1111 1111 1111, Kennwort: hunter2zz`;
  const html = `<script>console.error('${text}')</script>`;
  const tab = await open(`${site.route('/complaint', html).url}/complaint`);
  const { tabs } = await takeInventory({ endpoint: shared.endpoint });
  const found = tabs.find(({ targetId }) => targetId === tab.targetId)?.complaints ?? [];
  expect(found.map((complaint) => complaint.text)).toEqual([`${'a'.repeat(485)} ***, Kennwort:…`]);
});
