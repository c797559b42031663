/** The address of the next page in a `Link` header (RFC 8288); null where there is none. */
export function nextLinkOf(headers: Headers): string | null {
  // Commas and semicolons may stand inside the address and inside quoted parameters.
  const LINK = /<([^<>]*)>((?:\s*;\s*[\w!#$&+.^`|~*-]+(?:\s*=\s*(?:"[^"]*"|[^\s";,]+))?)*)/g;
  for (const [, address = '', parameters = ''] of (headers.get('link') ?? '')
    .slice(0, 16_384)
    .matchAll(LINK)) {
    const rel = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s";,]+))/i.exec(parameters);
    const relations = (rel?.[1] ?? rel?.[2] ?? '').toLowerCase().split(/\s+/);
    if (relations.includes('next')) return address;
  }
  return null;
}
