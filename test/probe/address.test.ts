/** When two addresses are the same, and where a redirect may not lead. */
import { addressKey, isPrivate, looksLikeLogin } from '../../src/probe/address.js';
import { likenessOf, textLikeness } from '../../src/probe/same.js';
import { hasShape } from '../../src/probe/template.js';
import { expect, test } from '../support/folder.js';

test('scheme, www, slash, port, tracking and the order of the query make no difference; the rest does', () => {
  const key = addressKey('https://www.Acme.example:443/Path/?b=2&a=1&utm_source=x#top');
  expect(addressKey('http://acme.example/Path?a=1&b=2&ref=dir')).toBe(key);
  for (const other of [
    'https://acme.example/path?a=1&b=2',
    'https://acme.example/Path?a=1',
    'https://x.acme.example/Path?a=1&b=2',
  ])
    expect(addressKey(other)).not.toBe(key);
});

test('a login page is told by its path', () => {
  const login = (path: string): boolean => looksLikeLogin(new URL(path, 'https://x.example'));
  for (const path of [
    '/login',
    '/log-in?next=/',
    '/users/sign_in',
    '/wp-login.php',
    '/accounts/login/',
    '/Signin.aspx',
    '/oauth/authorize',
  ])
    expect([path, login(path)]).toEqual([path, true]);
  for (const path of ['/listing/login-helper', '/blog/how-to-sign-in-better', '/loginova', '/'])
    expect([path, login(path)]).toEqual([path, false]);
});

test("this machine's own network is told by the address", () => {
  const own = (host: string): boolean => isPrivate(new URL(`http://${host}/`));
  for (const host of [
    'localhost',
    '127.1',
    '10.0.0.1',
    '172.20.1.1',
    '192.168.0.1',
    '169.254.169.254',
    '0x7f000001',
    '[::1]',
    '[fd00::1]',
    '[::ffff:127.0.0.1]',
  ])
    expect([host, own(host)]).toEqual([host, true]);
  for (const host of ['acme.example', '8.8.8.8', '172.32.0.1', '[2001:db8::1]', '10.example'])
    expect([host, own(host)]).toEqual([host, false]);
});

test('values are equal by their text, addresses by where they lead, and near ones are similar', () => {
  expect(likenessOf(7, '7')).toBe('equal');
  expect(likenessOf('Caf\u00e9 ', 'Cafe\u0301')).toBe('equal');
  expect(likenessOf('https://acme.example', 'http://www.acme.example/?ref=dir')).toBe('equal');
  expect(likenessOf('Acme', 'ACME')).toBe('similar');
  expect(likenessOf("Bob's tools", 'Bob\u2019s\u00a0tools')).toBe('similar');
  expect(likenessOf('Acme', 'Acme 2')).toBe('different');
  expect(likenessOf('', null)).toBe('different');
  expect(likenessOf('a', ['a'])).toBe('different');
});

test('a text on a page may stand among others, a strict one may not', () => {
  expect(textLikeness('Acme Tools', 'Welcome to\n  Acme   Tools!', 'contains')).toBe('equal');
  expect(textLikeness('Acme Tools', 'Welcome to Acme Tools!', 'equals')).toBe('similar');
  expect(textLikeness('Acme', 'Zenith', 'contains')).toBe('different');
});

test('an address has the shape of a template only with all that stands around the placeholders', () => {
  const template = 'https://x.example/l/{identity.slug}';
  expect(hasShape('https://x.example/l/acme-2', template)).toBe(true);
  for (const url of [
    'https://x.example/l/acme/edit',
    'https://x.example/l/acme?x=1',
    'https://xyexample/l/acme',
    'https://x.example/l/',
  ])
    expect([url, hasShape(url, template)]).toEqual([url, false]);
});
