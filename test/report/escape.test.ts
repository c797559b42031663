import fc from 'fast-check';
import { jsonText, linkable, markup, shown } from '../../src/report/escape.js';
import { html, link } from '../../src/report/html.js';
import { expect, test } from '../support/folder.js';

/** Any text, and often one with what terminals and markup react to. */
const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(
      fc.constantFrom(
        '\x1b[2J',
        '\x1b]0;x\x07',
        '\u202e',
        '\u2066',
        '\r',
        '\n',
        '\x9b',
        '\ud800',
        '<',
        '"',
        "'",
        '&',
        'a',
      ),
    )
    .map((parts) => parts.join('')),
);

test('what is shown on a terminal holds no control, format or lone surrogate character', () => {
  fc.assert(fc.property(hostile, (text) => !/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(shown(text))));
});

test('showing a text twice is the same as showing it once', () => {
  fc.assert(fc.property(hostile, (text) => shown(shown(text)) === shown(text)));
});

test('JSON holds nothing that a terminal obeys or is misled by, and is the same document', () => {
  const raw = /(?!\n)[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
  fc.assert(
    fc.property(fc.dictionary(hostile, hostile), (document) => {
      expect(JSON.parse(jsonText(document))).toEqual({ ...document });
      return !raw.test(jsonText(document));
    }),
  );
  expect(jsonText('\x9b2J\u202e\u007f€')).toBe('"\\u009b2J\\u202e\\u007f€"');
});

test('a text without such characters is shown as it is', () => {
  expect(shown('Größe: 12 €, 日本語, C:\\tmp')).toBe('Größe: 12 €, 日本語, C:\\tmp');
});

test('an escape sequence and a bidi override stay visible as what they are', () => {
  expect(shown('a\x1b[31mb\u202ecod.exe\n\u{e0041}')).toBe('a\\x1b[31mb\\u202ecod.exe\\n\\u{e0041}');
});

test('no text can leave the place in HTML into which it is put', () => {
  fc.assert(fc.property(hostile, (text) => !/[<>"'`]/.test(markup(text))));
  fc.assert(
    fc.property(hostile, (text) => html`<p title="${text}">${text}</p>`.source.split('<').length === 3),
  );
});

test('an ampersand is escaped, so that a text that looks escaped is shown as it is', () => {
  expect(markup('&lt;b&gt;')).toBe('&amp;lt;b&amp;gt;');
});

test('only web addresses become links', () => {
  for (const url of [
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'not a url',
    ' javascript:x',
  ])
    expect(linkable(url)).toBeNull();
  expect(link('javascript:alert(1)').source).not.toContain('href');
  expect(linkable('https://a.example/?q="x"')).toBe('https://a.example/?q=%22x%22');
});
