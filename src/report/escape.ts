/**
 * Pages, platforms, plans and workers write the texts that we show; any of them may be hostile. The rules:
 * 1. To a terminal goes no control character and nothing that reorders, hides or joins text: it is shown as `\xNN` or
 *    `\uNNNN` instead. So an escape sequence, a fake line or a reversed file name stays visible as what it is.
 * 2. Showing twice changes nothing, so a text may pass here more than once.
 * 3. JSON stays the same document, but what a terminal would obey or be misled by is written as `\uNNNN` there, too.
 * 4. In HTML every interpolated text is escaped for element content and for quoted attributes alike.
 * 5. Only `http:` and `https:` become links.
 */

/**
 * Unicode's control, format, surrogate, private-use, line and paragraph separator characters: C0, C1, bidi overrides
 * and isolates, zero-width characters, tags, byte-order marks.
 */
const UNSHOWABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu;

const SHORT: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** `text` as it may be written to a terminal, on one line. */
export function shown(text: string): string {
  return text.replace(UNSHOWABLE, (char) => SHORT[char] ?? codeOf(char));
}

function codeOf(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  if (code <= 0xff) return `\\x${code.toString(16).padStart(2, '0')}`;
  if (code <= 0xffff) return `\\u${code.toString(16).padStart(4, '0')}`;
  return `\\u{${code.toString(16)}}`;
}

/** JSON.stringify escapes C0 and lone surrogates itself; here DEL, C1, separators and what reorders text. */
const MISLEADING = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** `document` as JSON that is harmless on a terminal and the same once it is parsed: such characters stand in strings only. */
export function jsonText(document: unknown): string {
  const escaped = (char: string): string => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(document, null, 2).replace(MISLEADING, escaped);
}

const MARKUP: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
};

/** `text` for HTML: element content or a quoted attribute. Line breaks stay, other controls are shown as on a terminal. */
export function markup(text: string): string {
  return text
    .split('\n')
    .map((line) => shown(line).replace(/[&<>"'`]/g, (char) => MARKUP[char] ?? char))
    .join('\n');
}

/** `url` where it may become a link, null where it is only text. */
export function linkable(url: string): string | null {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  return parsed && (parsed.protocol === 'http:' || parsed.protocol === 'https:') ? parsed.href : null;
}
